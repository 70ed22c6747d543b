#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace linnet {

enum class Measure { DualityGap, GradientNorm };

// How far a solver came with one column of weights, or with all columns of a softmax.
struct Reached {
  double objective = 0, gap = 0;
  std::size_t rounds = 0;
  bool converged = false;
};

// What a solver found: weights by feature, the columns of a feature side by side.
struct Solution {
  std::vector<double> weights, offset;
  std::vector<Reached> reached;
  Measure measure = Measure::DualityGap;

  Solution(std::size_t n_columns, std::size_t n_out, std::size_t n_problems, Measure by)
      : weights(n_columns * n_out, 0.0), offset(n_out, 0.0), reached(n_problems), measure(by) {}

  // The worst of all columns.
  double gap() const {
    double most = 0;
    for (const auto& one : reached) most = std::max(most, one.gap);
    return most;
  }
  std::size_t rounds() const {
    std::size_t most = 0;
    for (const auto& one : reached) most = std::max(most, one.rounds);
    return most;
  }
  bool converged() const {
    return std::all_of(reached.begin(), reached.end(), [](const Reached& one) { return one.converged; });
  }
};

// Where a solver may start: what an earlier solution found. Empty: at 0.
struct Start {
  std::span<const double> weights, offset;
  bool given() const { return !offset.empty(); }
};

}  // namespace linnet
