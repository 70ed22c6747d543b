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
void check_slopes(Loss loss, const char* name) {
  constexpr double h = 1e-6;
  for (const double m : {-30.0, -3.0, -0.5, 0.0, 0.3, 0.999, 1.001, 2.0, 30.0}) {
    const double slope = (loss.value(m + h) - loss.value(m - h)) / (2 * h);
    check(near(loss.slope(m), slope, 1e-6), std::string("the slope is the finite difference: ") + name);
    if constexpr (SmoothLoss<Loss>) {
      const double bend = (loss.slope(m + h) - loss.slope(m - h)) / (2 * h);
      check(near(loss.curvature(m), bend, 1e-6), std::string("the curvature is that of the slope: ") + name);
    }
  }
}

void test_slopes_are_finite_differences() {
  check_slopes(Logistic{}, "logistic");
  check_slopes(SquaredHinge{}, "squared hinge");
  check_slopes(Hinge{}, "hinge");
}

void test_logistic_does_not_overflow() {
  check(Logistic{}.value(-1000) == 1000 && Logistic{}.value(1000) == 0, "far margins have plain values");
  check(Logistic{}.slope(-1000) == -1 && Logistic{}.slope(1000) == 0, "and plain slopes");
}

// For every margin, loss(m) + conjugate(u) + u m >= 0, with equality where u = -slope(m).
template <class Loss>
void check_dual(Loss loss) {
  for (double m = -3; m <= 3; m += 0.25) {
    for (double u = 0; u <= 1; u += 0.125)
      check(loss.value(m) + Dual<Loss>::conjugate(u) + u * m >= -1e-12, "the dual never passes the loss");
    const double u = -loss.slope(m);
    check(near(loss.value(m) + Dual<Loss>::conjugate(u) + u * m, 0, 1e-12), "and meets it at the slope");
  }
}

// After a move, u agrees with the margin it leads to: margin + a * move.
template <class Loss>
void check_moves(Loss loss, double within) {
  for (const double a : {0.0, 0.1, 1.0, 1.5, 20.0, 5000.0})
    for (const double m : {-20.0, -2.0, 0.0, 0.9, 3.0})
      for (const double u : {0.0, 0.1, 0.5, 1.0}) {
        const double to = u + Dual<Loss>::careful_move(m, u, a), margin = m + a * (to - u);
        check(near(to, -loss.slope(margin), within), "a move ends where u and the margin agree");
      }
}

void test_duals_fit_their_losses() {
  check_dual(Logistic{});
  check_dual(SquaredHinge{});
  check_dual(Hinge{});
  check_moves(Logistic{}, 1e-6);
  check_moves(SquaredHinge{}, 1e-9);
}

void test_one_newton_step_of_logistic_never_makes_it_worse() {
  // what a document adds to the dual objective, as a function of u
  const auto cost = [](double u, double from, double m, double a) {
    return Dual<Logistic>::conjugate(u) + m * (u - from) + a / 2 * (u - from) * (u - from);
  };
  Chance chance(1);
  for (int i = 0; i < 100000; ++i) {
    const double u = static_cast<double>(chance.below(1001)) / 1000,
                 m = static_cast<double>(chance.below(4001)) / 100 - 20;
    const double a = Dual<Logistic>::most_gentle * static_cast<double>(chance.below(101)) / 100;
    const double to = u + Dual<Logistic>::move(m, u, a);
    check(to >= 0 && to <= 1, "a chance stays one");
    check(cost(to, u, m, a) <= cost(u, u, m, a) + 1e-12, "a gentle step is no step back");
  }
}

// ---- softmax ----

void test_softmax_steps_agree_with_their_scores() {
  Chance chance(2);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t n = 2 + chance.below(6);
    const double a = std::pow(10.0, static_cast<double>(chance.below(6)) - 2);
    std::vector<double> scores(n), u(n), moves(n), chances(n);
    double sum = 0;
    for (auto& s : scores) s = static_cast<double>(chance.below(1000)) / 100 - 5;
    for (auto& c : u) sum += c = static_cast<double>(1 + chance.below(100));
    for (auto& c : u) c /= sum;
    SoftmaxStep<double> step(n);
    for (int again = 0; again < 20; ++again) {  // each step starts where the last one led
      step.step(scores.data(), a, u.data(), moves.data());
      for (std::size_t k = 0; k < n; ++k) {
        check(u[k] + moves[k] >= -1e-12, "chances stay above 0");
        scores[k] -= a * moves[k];
        u[k] += moves[k];
      }
    }
    softmax(scores.data(), n, chances.data());
    for (std::size_t k = 0; k < n; ++k) check(near(u[k], chances[k], 1e-4), "chances and scores come to agree");
  }
}

void test_best_steps_by_hand() {
  BestStep<double> step(3);
  const std::vector<double> scores = {0, 3, 1}, u = {1, 0, 0};
  std::vector<double> moves(3);
  check(step.step(scores.data(), 1, u.data(), moves.data()) == 3, "the best score is 3 ahead");
  check(moves == std::vector<double>{-1, 1, 0}, "(1, 0, 0) + scores is nearest to (0, 1, 0)");
  step.step(scores.data(), 4, u.data(), moves.data());
  check(moves == std::vector<double>{-0.375, 0.375, 0}, "(1, 3/4, 1/4) is nearest to (5/8, 3/8, 0)");
}

// ---- arithmetic ----

void test_fast_exp_is_close() {
  for (float x = -87; x <= 88; x += 0.0137f)
    check(std::abs(exp_of(x) / std::exp(double{x}) - 1) < 3e-7, "exp of a float is right to a few units");
  check(exp_of(-1000.0f) > 0 && exp_of(1000.0f) < std::numeric_limits<float>::infinity(), "and bounded far out");
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
  check(moved > 950 && seen == std::vector<bool>(1000, true), "a shuffle is a new order of the same items");
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
    out.examples = {starts, columns, values, 4, {}};
    out.targets = Targets(label_starts, codes, 2);
    out.penalty = {0, 0.1};
    return out;
  }
};

void test_frequent_columns_come_first() {
  const Table table;
  for (const std::size_t threads : {1u, 2u, 5u}) {
    const FastRows<float> rows(table.problem().examples, shuffled_documents(table.problem().examples, 1), threads);
    check(rows.places == std::vector<std::int32_t>{2, 0, 3, 1}, "columns stand by how many documents have them");
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = rows.row(i);
      check(row.size() == (rows.documents[i] == 0 ? 2u : rows.documents[i] == 1 ? 0u : 3u), "rows keep their entries");
      if (rows.documents[i] == 2)
        check(row[2].place == 1 && row[2].x == 5.0f && rows.squares[i] == 50.0f, "and their values");
    }
  }
}

void test_columns_by_column() {
  const Table table;
  const ColumnTable<double> columns(table.problem().examples, [](std::size_t c) { return c != 0; });
  check(columns.columns == std::vector<std::int32_t>{1, 3}, "columns that are kept and not empty");
  check(columns.column(1).size() == 2 && columns.column(1)[1].document == 2 && columns.column(1)[1].x == 5,
        "with their documents in order");
}

void test_solvers_agree_and_refuse() {
  const Table table;
  Problem problem = table.problem();
  problem.stopping = {1e-8, 10000, 1, 1};
  const Solution dual = learn(problem, Logistic{}, DualDescent{}, Watch{});
  const Solution newton = learn(problem, Logistic{}, Newton{}, Watch{});
  check(dual.converged() && newton.converged(), "both converge");
  for (std::size_t i = 0; i < 4; ++i) check(near(dual.weights[i], newton.weights[i], 1e-3), "on the same weights");
  const double value = objective(problem, Logistic{}, {dual.weights, dual.offset})[0];
  check(near(value, newton.reached[0].objective, 1e-7), "with the same objective");
  problem.penalty = {0, 0};
  check(refuses([&] { learn(problem, Logistic{}, DualDescent{}, Watch{}); }), "the dual needs l2");
  check(refuses([&] { learn(problem, Hinge{}, Lbfgs{}, Watch{}); }), "the hinge is not smooth");
  Watch stopped;
  stopped.stop = true;
  check(refuses([&] { learn(problem, Logistic{}, Newton{}, stopped); }), "a watch stops a solver");
}

}  // namespace

int main() {
  test_slopes_are_finite_differences();
  test_logistic_does_not_overflow();
  test_duals_fit_their_losses();
  test_one_newton_step_of_logistic_never_makes_it_worse();
  test_softmax_steps_agree_with_their_scores();
  test_best_steps_by_hand();
  test_fast_exp_is_close();
  test_shuffling_moves_everything_somewhere_once();
  test_frequent_columns_come_first();
  test_columns_by_column();
  test_solvers_agree_and_refuse();
  return report();
}
