#pragma once

#include <algorithm>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/proximal_newton.hpp"

namespace linnet {

// The most that |gradient of the average loss| along a column can be anywhere a solver comes to: a
// column for which it stays below l1 has weight 0. |derivative| <= 1 for logistic; for squared
// hinge, the mean of its square is at most 4 times the loss at 0.
class GradientBounds {
 public:
  explicit GradientBounds(const TrainingRows& rows)
      : mean_absolutes_(rows.n_columns, 0.0), mean_squares_(rows.n_columns, 0.0) {
    const double total_weight = rows.total_weight();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double share = rows.weight(i) / total_weight;
      rows.each(i, [&](std::size_t column, double x) {
        mean_absolutes_[column] += share * std::abs(x);
        mean_squares_[column] += share * x * x;
      });
    }
  }
  double bound(std::size_t column, Logistic) const { return mean_absolutes_[column]; }
  double bound(std::size_t column, SquaredHinge) const {
    return 2 * std::sqrt(mean_squares_[column]);
  }

 private:
  std::vector<double> mean_absolutes_;
  std::vector<double> mean_squares_;
};

// Coordinate descent for an l1 penalty, with or without l2: each output by itself, by proximal
// Newton steps.
struct CoordinateDescent {
  static constexpr auto needs =
      "an l1 penalty needs the logistic or squared-hinge loss, which tell each label from the "
      "rest; use one of these.";

  template <SmoothLoss Loss>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    constexpr double kStrength = 1;
    return std::move(path(problem, loss, {&kStrength, 1}, watch).front());
  }
  // One solution per strength, by which the penalty is multiplied; each starts from the one before.
  template <SmoothLoss Loss>
  std::vector<Solution> path(const Problem& problem, Loss loss, std::span<const double> strengths,
                             const Watch& watch) const {
    require(problem.penalty.l1 > 0,
            "the coordinate solver needs l1 above 0; use another solver for a smooth penalty.");
    if (problem.stopping.suits_single_precision()) {
      return path_in<float>(problem, loss, strengths, watch);
    }
    return path_in<double>(problem, loss, strengths, watch);
  }

 private:
  template <class Real, SmoothLoss Loss>
  static std::vector<Solution> path_in(const Problem& problem, Loss loss,
                                       std::span<const double> strengths, const Watch& watch) {
    const std::size_t n_outputs = problem.targets.n_outputs();
    const double weakest = *std::min_element(strengths.begin(), strengths.end());
    const double least_l1 = problem.penalty.l1 * weakest;
    const GradientBounds bounds(problem.rows);
    const ColumnTable<Real> table(
        problem.rows, [&](std::size_t column) { return bounds.bound(column, loss) > least_l1; });
    const std::size_t n_columns = problem.rows.n_columns;
    std::vector<Solution> solutions;
    for (std::size_t s = 0; s < strengths.size(); ++s) {
      solutions.emplace_back(n_columns, n_outputs, n_outputs, Measure::DualityGap);
    }
    parallel_each(problem.stopping.threads, n_outputs, [&](std::size_t output) {
      ProximalNewton<Loss, Real> descent(problem, table, output);
      for (std::size_t s = 0; s < strengths.size(); ++s) {
        descent.solve(problem.penalty * strengths[s], watch);
        descent.write(solutions[s]);
      }
    });
    return solutions;
  }
};

}  // namespace linnet
