#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace linnet {

enum class Measure { DualityGap, GradientNorm };

// What a solver found: weights by feature, the columns of a feature side by side. A softmax has one objective, gap and
// number of rounds for all its columns.
struct Solution {
  std::vector<double> weights, offset, objective, gaps;
  std::vector<std::size_t> rounds;
  Measure measure = Measure::DualityGap;

  Solution(std::size_t n_columns, std::size_t n_out, std::size_t n_problems, Measure by)
      : weights(n_columns * n_out, 0.0),
        offset(n_out, 0.0),
        objective(n_problems, 0.0),
        gaps(n_problems, 0.0),
        rounds(n_problems, 0),
        measure(by) {}

  double gap() const { return gaps.empty() ? 0.0 : *std::max_element(gaps.begin(), gaps.end()); }
  std::size_t most_rounds() const { return rounds.empty() ? 0 : *std::max_element(rounds.begin(), rounds.end()); }
};

// Where a solver may start: what an earlier solution found. Empty: at 0.
struct Start {
  std::span<const double> weights, offset;
  bool given() const { return !offset.empty(); }
};

}  // namespace linnet
