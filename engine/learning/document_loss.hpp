#pragma once

#include <type_traits>
#include <vector>

#include "learning/loss.hpp"
#include "learning/problem.hpp"
#include "learning/softmax.hpp"

namespace linnet {

// The loss of one document as a smooth function of its scores: value, gradient, Hessian times a
// vector, diagonal of the Hessian. Where `has_no_minimum`, the loss falls for ever as the scores
// grow, so that without a penalty there may be no best weights.

// A margin loss: one score.
template <SmoothLoss Loss>
class OneVsRestLoss {
 public:
  static constexpr bool has_no_minimum = std::is_same_v<Loss, Logistic>;

  OneVsRestLoss(const Problem& problem, std::size_t output)
      : signs_(signs_of(problem.targets, output)) {}

  std::size_t n_scores() const { return 1; }
  double value(std::size_t document, const double* scores) {
    return Loss{}.value(signs_[document] * scores[0]);
  }
  void gradient(std::size_t document, const double* scores, double* out) {
    const double sign = signs_[document];
    out[0] = sign * Loss{}.derivative(sign * scores[0]);
  }
  void hessian_vector(std::size_t document, const double* scores, const double* vector,
                      double* out) {
    out[0] = Loss{}.curvature(signs_[document] * scores[0]) * vector[0];
  }
  void hessian_diagonal(std::size_t document, const double* scores, double* out) {
    out[0] = Loss{}.curvature(signs_[document] * scores[0]);
  }

 private:
  std::vector<double> signs_;
};

// Softmax: a score per label.
class SoftmaxLoss {
 public:
  static constexpr bool has_no_minimum = true;

  explicit SoftmaxLoss(const Problem& problem)
      : targets_(problem.targets),
        n_labels_(problem.targets.n_labels()),
        probabilities_(n_labels_) {}

  std::size_t n_scores() const { return n_labels_; }
  double value(std::size_t document, const double* scores) {
    return softmax(scores, n_labels_, probabilities_.data()) - scores[label_of(document)];
  }
  // p - (1 for the document's label, 0 for the others)
  void gradient(std::size_t document, const double* scores, double* out) {
    softmax(scores, n_labels_, out);
    out[label_of(document)] -= 1;
  }
  // (diag(p) - p pᵀ) v = p * (v - p·v)
  void hessian_vector(std::size_t, const double* scores, const double* vector, double* out) {
    softmax(scores, n_labels_, probabilities_.data());
    double mean = 0;
    for (std::size_t k = 0; k < n_labels_; ++k) mean += probabilities_[k] * vector[k];
    for (std::size_t k = 0; k < n_labels_; ++k) out[k] = probabilities_[k] * (vector[k] - mean);
  }
  // p (1 - p)
  void hessian_diagonal(std::size_t, const double* scores, double* out) {
    softmax(scores, n_labels_, out);
    for (std::size_t k = 0; k < n_labels_; ++k) out[k] *= 1 - out[k];
  }

 private:
  std::size_t label_of(std::size_t document) const {
    return static_cast<std::size_t>(targets_.code(document));
  }

  const Targets& targets_;
  std::size_t n_labels_;
  std::vector<double> probabilities_;
};

}  // namespace linnet
