#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace linnet {

// What a solver measures its distance from the optimum by.
enum class Measure { DualityGap, GradientNorm };

// How far a solver came with one output, or with all outputs of a multiclass loss.
struct Convergence {
  double objective = 0;
  double gap = 0;  // the measure, relative to the objective or to the first gradient
  std::size_t rounds = 0;
  bool converged = false;
};

// What a solver found. Weights lie by feature, the outputs of a feature side by side.
struct Solution {
  std::vector<double> weights;
  std::vector<double> offset;
  std::vector<Convergence> convergence;
  Measure measure = Measure::DualityGap;

  Solution(std::size_t n_columns, std::size_t n_outputs, std::size_t n_problems, Measure by)
      : weights(n_columns * n_outputs, 0.0),
        offset(n_outputs, 0.0),
        convergence(n_problems),
        measure(by) {}

  // The worst of all outputs.
  double gap() const {
    double worst = 0;
    for (const Convergence& output : convergence) worst = std::max(worst, output.gap);
    return worst;
  }
  std::size_t rounds() const {
    std::size_t most = 0;
    for (const Convergence& output : convergence) most = std::max(most, output.rounds);
    return most;
  }
  bool converged() const {
    return std::all_of(convergence.begin(), convergence.end(),
                       [](const Convergence& output) { return output.converged; });
  }
};

// Weights of somebody else, laid out as in a Solution.
struct WeightsView {
  std::span<const double> weights;
  std::span<const double> offset;

  bool empty() const { return offset.empty(); }
};

}  // namespace linnet
