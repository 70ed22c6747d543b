// Losses, their duals, and the pieces that solvers are made of.
#include <cmath>
#include <limits>

#include "check.hpp"
#include "common/random.hpp"
#include "learning/learn.hpp"
#include "learning/objective.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

// ---- losses ----

template <class Loss>
void check_derivatives(Loss loss, const char* name) {
  constexpr double h = 1e-6;
  for (const double m : {-30.0, -3.0, -0.5, 0.0, 0.3, 0.999, 1.001, 2.0, 30.0}) {
    const double difference = (loss.value(m + h) - loss.value(m - h)) / (2 * h);
    check(near(loss.derivative(m), difference, 1e-6),
          std::string("the derivative is the finite difference: ") + name);
    if constexpr (SmoothLoss<Loss>) {
      const double second = (loss.derivative(m + h) - loss.derivative(m - h)) / (2 * h);
      check(near(loss.curvature(m), second, 1e-6),
            std::string("the curvature is the finite difference of the derivative: ") + name);
    }
  }
}

void test_derivatives_are_finite_differences() {
  check_derivatives(Logistic{}, "logistic");
  check_derivatives(SquaredHinge{}, "squared hinge");
  check_derivatives(Hinge{}, "hinge");
}

void test_logistic_does_not_overflow() {
  check(Logistic{}.value(-1000) == 1000 && Logistic{}.value(1000) == 0,
        "far margins have plain values");
  check(Logistic{}.derivative(-1000) == -1 && Logistic{}.derivative(1000) == 0,
        "and plain derivatives");
}

// For every margin, loss(m) + conjugate(alpha) + alpha m >= 0, with equality where
// alpha = -derivative(m).
template <class Loss>
void check_conjugate(Loss loss) {
  using Dual = MarginDual<Loss>;
  for (double m = -3; m <= 3; m += 0.25) {
    for (double alpha = 0; alpha <= 1; alpha += 0.125) {
      const double sum = loss.value(m) + Dual::conjugate(alpha) + alpha * m;
      check(sum >= -1e-12, "the dual never passes the loss");
    }
    const double alpha = -loss.derivative(m);
    const double sum = loss.value(m) + Dual::conjugate(alpha) + alpha * m;
    check(near(sum, 0, 1e-12), "and meets it at the derivative");
  }
}

// After an update, alpha agrees with the margin it leads to: margin + q * update.
template <class Loss>
void check_updates(Loss loss, double within) {
  for (const double q : {0.0, 0.1, 1.0, 1.5, 20.0, 5000.0}) {
    for (const double m : {-20.0, -2.0, 0.0, 0.9, 3.0}) {
      for (const double alpha : {0.0, 0.1, 0.5, 1.0}) {
        const double update = MarginDual<Loss>::exact_update(m, alpha, q);
        const double margin = m + q * update;
        check(near(alpha + update, -loss.derivative(margin), within),
              "an update ends where alpha and the margin agree");
      }
    }
  }
}

void test_duals_fit_their_losses() {
  check_conjugate(Logistic{});
  check_conjugate(SquaredHinge{});
  check_conjugate(Hinge{});
  check_updates(Logistic{}, 1e-6);
  check_updates(SquaredHinge{}, 1e-9);
}

void test_one_newton_step_of_logistic_never_makes_the_dual_worse() {
  using Dual = MarginDual<Logistic>;
  // what a document adds to the dual objective, below 0, as a function of alpha
  const auto cost = [](double alpha, double from, double m, double q) {
    const double step = alpha - from;
    return Dual::conjugate(alpha) + m * step + q / 2 * step * step;
  };
  Chance chance(1);
  for (int i = 0; i < 100000; ++i) {
    const double alpha = static_cast<double>(chance.below(1001)) / 1000;
    const double m = static_cast<double>(chance.below(4001)) / 100 - 20;
    const double q = Dual::kLargestNewtonQ * static_cast<double>(chance.below(101)) / 100;
    const double next = alpha + Dual::update(m, alpha, q);
    check(next >= 0 && next <= 1, "a probability stays one");
    check(cost(next, alpha, m, q) <= cost(alpha, alpha, m, q) + 1e-12, "no step back");
  }
}

// ---- multiclass losses ----

void test_softmax_updates_agree_with_their_scores() {
  Chance chance(2);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t n = 2 + chance.below(6);
    const double q = std::pow(10.0, static_cast<double>(chance.below(6)) - 2);
    std::vector<double> scores(n);
    std::vector<double> alpha(n);
    std::vector<double> moves(n);
    std::vector<double> probabilities(n);
    for (double& s : scores) s = static_cast<double>(chance.below(1000)) / 100 - 5;
    double sum = 0;
    for (double& a : alpha) sum += a = static_cast<double>(1 + chance.below(100));
    for (double& a : alpha) a /= sum;
    SoftmaxDual<double> dual(n);
    for (int again = 0; again < 20; ++again) {  // each update starts where the last one led
      dual.update(scores.data(), q, alpha.data(), moves.data());
      for (std::size_t k = 0; k < n; ++k) {
        check(alpha[k] + moves[k] >= -1e-12, "probabilities stay above 0");
        scores[k] -= q * moves[k];
        alpha[k] += moves[k];
      }
    }
    softmax(scores.data(), n, probabilities.data());
    for (std::size_t k = 0; k < n; ++k) {
      check(near(alpha[k], probabilities[k], 1e-4), "probabilities and scores come to agree");
    }
  }
}

void test_crammer_singer_updates_by_hand() {
  CrammerSingerDual<double> dual(3);
  const std::vector<double> scores = {0, 3, 1};
  const std::vector<double> alpha = {1, 0, 0};
  std::vector<double> moves(3);
  check(dual.update(scores.data(), 1, alpha.data(), moves.data()) == 3,
        "the largest score is 3 ahead");
  check(moves == std::vector<double>{-1, 1, 0}, "(1, 0, 0) + scores is nearest to (0, 1, 0)");
  dual.update(scores.data(), 4, alpha.data(), moves.data());
  check(moves == std::vector<double>{-0.375, 0.375, 0},
        "(1, 3/4, 1/4) is nearest to (5/8, 3/8, 0)");
}

// ---- arithmetic ----

void test_fast_exp_is_close() {
  for (float x = -87; x <= 88; x += 0.0137f)
    check(std::abs(fast_exp(x) / std::exp(double{x}) - 1) < 3e-7,
          "exp of a float is right to a few units");
  check(fast_exp(-1000.0f) > 0 && fast_exp(1000.0f) < std::numeric_limits<float>::infinity(),
        "and bounded far out");
}

void test_shuffling_moves_everything_somewhere_once() {
  std::vector<int> items(1000);
  for (int i = 0; i < 1000; ++i) items[static_cast<std::size_t>(i)] = i;
  Random random(7);
  shuffle(std::span(items), random);
  int moved = 0;
  std::vector<bool> seen(1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    moved += items[i] != static_cast<int>(i);
    seen[static_cast<std::size_t>(items[i])] = true;
  }
  check(moved > 950 && seen == std::vector<bool>(1000, true),
        "a shuffle is a new order of the same items");
  check(Random(1).next() == 0x910A2DEC89025CC1u, "the same numbers on every machine");
}

// ---- rows ----

struct Table {
  std::vector<std::int64_t> starts = {0, 2, 2, 5};
  std::vector<std::int32_t> columns = {1, 3, 0, 1, 3};
  std::vector<double> values = {1, 2, 3, 4, 5};
  std::vector<std::int64_t> label_starts = {0, 1, 2, 3};
  std::vector<std::int32_t> codes = {0, 1, 1};
  Problem problem() const {
    Problem out;
    out.rows = {starts, columns, values, 4, {}};
    out.targets = Targets(label_starts, codes, 2);
    out.penalty = {0, 0.1};
    return out;
  }
};

void test_frequent_columns_come_first() {
  const Table table;
  for (const std::size_t threads : {1u, 2u, 5u}) {
    const TrainingRows training = table.problem().rows;
    const FastRows<float> rows(training, shuffled_documents(training, 1), threads);
    check(rows.places == std::vector<std::int32_t>{2, 0, 3, 1},
          "columns stand by how many documents have them");
    const std::vector<std::size_t> lengths = {2, 0, 3};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = rows.row(i);
      check(row.size() == lengths[rows.documents[i]], "rows keep their entries");
      if (rows.documents[i] != 2) continue;
      check(row[2].place == 1 && row[2].x == 5.0f && rows.squares[i] == 50.0f, "and their values");
    }
  }
}

void test_columns_by_column() {
  const Table table;
  const ColumnTable<double> columns(table.problem().rows, [](std::size_t c) { return c != 0; });
  check(columns.columns == std::vector<std::int32_t>{1, 3}, "columns that are kept and not empty");
  check(columns.column(1).size() == 2 && columns.column(1)[1].document == 2 &&
            columns.column(1)[1].x == 5,
        "with their documents in order");
}

void test_solvers_agree_and_refuse() {
  const Table table;
  Problem problem = table.problem();
  problem.stopping = {1e-8, 10000, 1, 1};
  const Solution dual = learn(problem, Logistic{}, DualDescent{}, Watch{});
  const Solution newton = learn(problem, Logistic{}, Newton{}, Watch{});
  check(dual.converged() && newton.converged(), "both converge");
  for (std::size_t i = 0; i < 4; ++i)
    check(near(dual.weights[i], newton.weights[i], 1e-3), "on the same weights");
  const double value = objective(problem, Logistic{}, {dual.weights, dual.offset})[0];
  check(near(value, newton.convergence[0].objective, 1e-7), "with the same objective");
  problem.penalty = {0, 0};
  check(refuses([&] { learn(problem, Logistic{}, DualDescent{}, Watch{}); }), "the dual needs l2");
  check(refuses([&] { learn(problem, Hinge{}, Lbfgs{}, Watch{}); }), "the hinge is not smooth");
  Watch stopped;
  stopped.stop = true;
  check(refuses([&] { learn(problem, Logistic{}, Newton{}, stopped); }), "a watch stops a solver");
}

}  // namespace

int main() {
  test_derivatives_are_finite_differences();
  test_logistic_does_not_overflow();
  test_duals_fit_their_losses();
  test_one_newton_step_of_logistic_never_makes_the_dual_worse();
  test_softmax_updates_agree_with_their_scores();
  test_crammer_singer_updates_by_hand();
  test_fast_exp_is_close();
  test_shuffling_moves_everything_somewhere_once();
  test_frequent_columns_come_first();
  test_columns_by_column();
  test_solvers_agree_and_refuse();
  return report();
}
