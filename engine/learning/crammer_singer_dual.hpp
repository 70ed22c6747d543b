#pragma once

#include <algorithm>
#include <functional>
#include <vector>

namespace linnet {

// One document's part of the dual of Crammer and Singer's loss, in which the largest score stands
// where softmax has the log of the sum of exps. The best dual variables are the point of the
// simplex nearest to alpha + scores / q (Keerthi et al. 2008).
template <class Real>
class CrammerSingerDual {
 public:
  static constexpr Real kMargin = 1;  // what the scores of the other labels get

  // The loss + the score of the document's label, and the subgradient over the scores.
  static double value(const std::vector<double>& scores, std::vector<double>& subgradient) {
    const auto best = std::max_element(scores.begin(), scores.end());
    std::fill(subgradient.begin(), subgradient.end(), 0.0);
    subgradient[static_cast<std::size_t>(best - scores.begin())] = 1.0;
    return *best;
  }
  static double conjugate(double) { return 0.0; }

  explicit CrammerSingerDual(std::size_t n_labels) : wanted_(n_labels), sorted_(n_labels) {}

  // Writes how far each alpha should move; returns what the document adds to the duality gap, over
  // its cost.
  Real update(const Real* scores, Real q, const Real* alpha, Real* moves) {
    constexpr Real kLeastQ = Real(1e-12);  // of a document without features
    const std::size_t n_labels = wanted_.size();
    const Real largest = *std::max_element(scores, scores + n_labels);
    Real gap = 0;
    for (std::size_t k = 0; k < n_labels; ++k) {
      gap += alpha[k] * (largest - scores[k]);
      wanted_[k] = alpha[k] + (scores[k] - largest) / std::max(q, kLeastQ);
    }
    const Real threshold = simplex_threshold();
    for (std::size_t k = 0; k < n_labels; ++k) {
      moves[k] = std::max(wanted_[k] - threshold, Real(0)) - alpha[k];
    }
    return gap;
  }

 private:
  // The number t for which the parts of wanted - t above 0 sum to 1: max(wanted - t, 0) is then the
  // nearest point of the simplex.
  Real simplex_threshold() {
    sorted_ = wanted_;
    std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    Real excess = -1;
    Real threshold = 0;
    for (std::size_t k = 0; k < sorted_.size(); ++k) {
      excess += sorted_[k];
      const Real mean = excess / static_cast<Real>(k + 1);
      if (sorted_[k] > mean) threshold = mean;
    }
    return threshold;
  }

  std::vector<Real> wanted_;
  std::vector<Real> sorted_;
};

}  // namespace linnet
