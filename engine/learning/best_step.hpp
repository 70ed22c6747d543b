#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace linnet {

// One document's part of the dual of Crammer and Singer's loss, where the best score stands in for the log of the sum
// of exps. The best chances are those nearest to u + scores / a (Keerthi et al. 2008).
template <class Real>
class BestStep {
 public:
  static constexpr Real head_start = 1;
  static double value(const std::vector<double>& scores, std::vector<double>& chances) {
    const auto best = std::max_element(scores.begin(), scores.end());
    std::fill(chances.begin(), chances.end(), 0.0);
    chances[static_cast<std::size_t>(best - scores.begin())] = 1.0;
    return *best;
  }
  static double conjugate(double) { return 0.0; }

  explicit BestStep(std::size_t n_labels) : wanted_(n_labels), sorted_(n_labels) {}

  // Says how far each of the chances u should move; returns what the document adds to the duality gap.
  Real step(const Real* scores, Real a, const Real* u, Real* moves) {
    const Real top = *std::max_element(scores, scores + wanted_.size());
    Real gap = 0;
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      gap += u[k] * (top - scores[k]);
      wanted_[k] = u[k] + (scores[k] - top) / std::max(a, Real(1e-12));
    }
    const Real less = above_one();
    for (std::size_t k = 0; k < wanted_.size(); ++k) moves[k] = std::max(wanted_[k] - less, Real(0)) - u[k];
    return gap;
  }

 private:
  // What must be taken off, so that what is left above 0 sums to 1.
  Real above_one() {
    sorted_ = wanted_;
    std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    Real sum = -1, less = 0;
    for (std::size_t k = 0; k < sorted_.size(); ++k) {
      sum += sorted_[k];
      if (const Real mean = sum / static_cast<Real>(k + 1); sorted_[k] > mean) less = mean;
    }
    return less;
  }

  std::vector<Real> wanted_, sorted_;
};

}  // namespace linnet
