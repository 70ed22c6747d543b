// Every solver with every loss: they meet at the same objective, with the same bytes for any number
// of threads, or refuse with a sentence.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "learning/learn.hpp"
#include "learning/objective.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

struct NamedLoss {
  const char* name;
  AnyLoss loss;
};
struct NamedSolver {
  const char* name;
  AnySolver solver;
};

const std::vector<NamedLoss> kLosses = {
    {"logistic", Logistic{}}, {"squared hinge", SquaredHinge{}},   {"hinge", Hinge{}},
    {"softmax", Softmax{}},   {"crammer-singer", CrammerSinger{}},
};
const std::vector<NamedSolver> kSolvers = {
    {"auto", AutoSolver{}}, {"dual", DualDescent{}}, {"coordinate", CoordinateDescent{}},
    {"newton", Newton{}},   {"lbfgs", Lbfgs{}},      {"gradient-descent", GradientDescent{}},
};

// Documents of random words, each label with a few words of its own.
struct Corpus {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::int64_t> label_starts = {0};
  std::vector<std::int32_t> codes;
  std::size_t n_columns = 40;
  std::size_t n_labels;

  Corpus(std::size_t n_documents, std::size_t labels, bool multilabel, std::uint64_t seed)
      : n_labels(labels) {
    Chance chance(seed);
    for (std::size_t i = 0; i < n_documents; ++i) {
      const std::size_t label = i % labels;
      add_words(label, chance);
      add_labels(label, multilabel, chance);
      weights.push_back(0.5 + static_cast<double>(chance.below(4)));
    }
  }

  Problem problem() const {
    Problem out;
    out.rows = {starts, columns, values, n_columns, weights};
    out.targets = Targets(label_starts, codes, n_labels);
    out.penalty = {0, 0.02};
    out.stopping = {1e-7, 20000, 3, 1};
    return out;
  }

 private:
  void add_words(std::size_t label, Chance& chance) {
    for (std::size_t column = 0; column < n_columns; ++column) {
      const bool own = column % n_labels == label;
      if (!chance.one_in(own ? 2 : 6)) continue;
      columns.push_back(static_cast<std::int32_t>(column));
      values.push_back(0.1 * static_cast<double>(1 + chance.below(9)));
    }
    starts.push_back(static_cast<std::int64_t>(columns.size()));
  }
  void add_labels(std::size_t label, bool multilabel, Chance& chance) {
    for (std::size_t code = 0; code < n_labels; ++code) {
      const bool also = multilabel && chance.one_in(4);
      if (code == label || also) codes.push_back(static_cast<std::int32_t>(code));
    }
    label_starts.push_back(static_cast<std::int64_t>(codes.size()));
  }
};

double worst_excess(const std::vector<double>& values, const std::vector<double>& best) {
  double worst = 0;
  for (std::size_t k = 0; k < best.size(); ++k) {
    worst = std::max(worst, (values[k] - best[k]) / std::max(best[k], 1e-12));
  }
  return worst;
}

bool fits(const Problem& problem, const AnyLoss& loss, const AnySolver& solver) {
  try {
    learn(problem, loss, solver, Watch{});
  } catch (const Refusal&) {
    return false;
  }
  return true;
}

// Each solver that takes the loss ends at the smallest objective of all; returns how many there
// were.
std::size_t check_solvers_meet(const Problem& problem, const NamedLoss& named, double within) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> objectives;
  for (const NamedSolver& by : kSolvers) {
    if (!fits(problem, named.loss, by.solver)) continue;
    const Solution found = learn(problem, named.loss, by.solver, Watch{});
    const std::string what = std::string(named.name) + " by " + by.name;
    check(found.converged(), "converges: " + what);
    names.push_back(what);
    objectives.push_back(objective(problem, named.loss, {found.weights, found.offset}));
  }
  if (objectives.empty()) return 0;

  std::vector<double> best = objectives.front();
  for (const std::vector<double>& values : objectives) {
    for (std::size_t k = 0; k < best.size(); ++k) best[k] = std::min(best[k], values[k]);
  }
  for (std::size_t s = 0; s < names.size(); ++s) {
    check(worst_excess(objectives[s], best) <= within, "meets the best: " + names[s]);
  }
  return names.size();
}

void test_solvers_meet_at_the_same_objective() {
  // How many solvers take each loss with an l2 penalty; "auto" is always one of them.
  const std::vector<std::size_t> expected = {5, 5, 2, 5, 0};
  for (const std::size_t n_labels : {2u, 3u, 9u}) {
    const Corpus corpus(90, n_labels, false, n_labels);
    for (std::size_t at = 0; at < kLosses.size(); ++at) {
      const std::size_t met = check_solvers_meet(corpus.problem(), kLosses[at], 1e-5);
      check(met == expected[at], std::string("solvers take the loss: ") + kLosses[at].name);
    }
  }
}

void test_the_offset_may_be_penalised_or_left_out() {
  const Corpus corpus(80, 4, false, 5);
  for (const Offset offset : {Offset::Penalised, Offset::None}) {
    Problem problem = corpus.problem();
    problem.offset = offset;
    for (const NamedLoss& named : kLosses) {
      check(check_solvers_meet(problem, named, 1e-5) >= 2, "an offset that is not free");
    }
    const Solution found = learn(problem, Logistic{}, DualDescent{}, Watch{});
    const bool has_offset = std::any_of(found.offset.begin(), found.offset.end(),
                                        [](double value) { return value != 0; });
    check(has_offset == (offset == Offset::Penalised), "none keeps the offset at 0");
  }
}

void test_documents_of_several_labels() {
  const Corpus corpus(120, 5, true, 8);
  for (const NamedLoss& named : kLosses) {
    const bool exclusive = std::holds_alternative<Softmax>(named.loss) ||
                           std::holds_alternative<CrammerSinger>(named.loss);
    const std::size_t met = check_solvers_meet(corpus.problem(), named, 1e-5);
    check((met == 0) == exclusive, std::string("labels that go together: ") + named.name);
  }
}

// Single precision is used for rough tolerances; with more labels than one vector has lanes, too.
void test_rough_solutions_are_near_the_best() {
  for (const std::size_t n_labels : {2u, 7u, 21u}) {
    const Corpus corpus(200, n_labels, false, 30 + n_labels);
    for (const NamedLoss& named : kLosses) {
      Problem problem = corpus.problem();
      problem.stopping.tolerance = 1e-3;
      check_solvers_meet(problem, named, 5e-3);
    }
  }
}

void test_threads_never_show() {
  const Corpus corpus(150, 6, false, 11);
  for (const NamedLoss& named : kLosses) {
    for (const NamedSolver& by : kSolvers) {
      Problem problem = corpus.problem();
      problem.stopping.tolerance = 1e-3;
      if (!fits(problem, named.loss, by.solver)) continue;
      const Solution one = learn(problem, named.loss, by.solver, Watch{});
      problem.stopping.threads = 3;
      const Solution three = learn(problem, named.loss, by.solver, Watch{});
      check(one.weights == three.weights && one.offset == three.offset,
            std::string("the same bytes: ") + named.name + " by " + by.name);
    }
  }
}

// With an l1 penalty a weight of 0 means |gradient| <= l1; a weak one leaves more weights.
void test_l1_leaves_fewer_weights_the_stronger_it_is() {
  const Corpus corpus(90, 3, false, 13);
  for (const double l2 : {0.0, 0.01}) {
    for (const AnyLoss& loss : {AnyLoss(Logistic{}), AnyLoss(SquaredHinge{})}) {
      Problem problem = corpus.problem();
      problem.penalty = {1, l2};
      problem.stopping.tolerance = 1e-6;
      const std::vector<double> strengths = {0.5, 0.03, 0.003};
      const auto path = learn_path(problem, loss, AutoSolver{}, strengths, Watch{});
      std::size_t last = 0;
      for (std::size_t s = 0; s < strengths.size(); ++s) {
        const auto zeros = std::count(path[s].weights.begin(), path[s].weights.end(), 0.0);
        const std::size_t left = path[s].weights.size() - static_cast<std::size_t>(zeros);
        check(path[s].converged(), "each strength converges");
        check(s == 0 ? left == 0 : left > last, "weights come in as the penalty falls");
        last = left;

        Problem alone = problem;
        alone.penalty = problem.penalty * strengths[s];
        const Solution by_itself = learn(alone, loss, CoordinateDescent{}, Watch{});
        const WeightsView on_path = {path[s].weights, path[s].offset};
        const WeightsView single = {by_itself.weights, by_itself.offset};
        check(worst_excess(objective(alone, loss, on_path), objective(alone, loss, single)) < 1e-5,
              "a path ends where each strength does by itself");
      }
    }
  }
}

// A tolerance below what doubles can reach ends soon, and says that it was not reached.
void test_what_cannot_be_reached_is_not_tried_for_ever() {
  const Corpus corpus(90, 3, false, 13);
  Problem problem = corpus.problem();
  problem.penalty = {0.003, 0};
  problem.stopping.tolerance = 1e-14;
  problem.stopping.rounds = 1000000;
  const Solution found = learn(problem, SquaredHinge{}, CoordinateDescent{}, Watch{});
  check(!found.converged() && found.gap() < 1e-5, "near the best, and no more is claimed");
  check(found.rounds() < 10000, "no round without a step");
}

void test_a_path_of_l2_strengths_is_each_by_itself() {
  const Corpus corpus(90, 3, false, 17);
  const std::vector<double> strengths = {10, 1, 0.1};
  for (const NamedSolver& by : kSolvers) {
    Problem problem = corpus.problem();
    if (!fits(problem, Logistic{}, by.solver)) continue;
    const auto path = learn_path(problem, Logistic{}, by.solver, strengths, Watch{});
    for (std::size_t s = 0; s < strengths.size(); ++s) {
      problem.penalty = corpus.problem().penalty * strengths[s];
      const Solution alone = learn(problem, Logistic{}, by.solver, Watch{});
      const auto on_path = objective(problem, Logistic{}, {path[s].weights, path[s].offset});
      const auto single = objective(problem, Logistic{}, {alone.weights, alone.offset});
      check(worst_excess(on_path, single) < 1e-5, std::string("a path by ") + by.name);
    }
  }
}

void test_what_does_not_fit_is_refused() {
  const Corpus corpus(30, 3, false, 19);
  Problem problem = corpus.problem();
  check(refuses([&] { learn_path(problem, Logistic{}, AutoSolver{}, {}, Watch{}); }),
        "a path has a strength");
  check(!fits(problem, Hinge{}, Newton{}), "the hinge has no curvature");
  check(!fits(problem, CrammerSinger{}, AutoSolver{}), "its offset cannot be free");
  check(!fits(problem, Logistic{}, CoordinateDescent{}), "coordinate descent is for l1");

  problem.penalty = {0.1, 0.1};
  for (const AnySolver& solver :
       {AnySolver(DualDescent{}), AnySolver(Newton{}), AnySolver(Lbfgs{})}) {
    check(!fits(problem, Logistic{}, solver), "l1 is for coordinate descent");
  }
  check(!fits(problem, Softmax{}, AutoSolver{}), "softmax takes no l1");
}

}  // namespace

int main() {
  test_solvers_meet_at_the_same_objective();
  test_the_offset_may_be_penalised_or_left_out();
  test_documents_of_several_labels();
  test_rough_solutions_are_near_the_best();
  test_threads_never_show();
  test_l1_leaves_fewer_weights_the_stronger_it_is();
  test_what_cannot_be_reached_is_not_tried_for_ever();
  test_a_path_of_l2_strengths_is_each_by_itself();
  test_what_does_not_fit_is_refused();
  return report();
}
