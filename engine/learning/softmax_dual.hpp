#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "learning/softmax.hpp"

namespace linnet {

// One document's part of the dual of softmax (Yu, Huang and Lin 2011). Its dual variables alpha,
// one per label, are probabilities, and its scores follow them at rate q. The best ones agree with
// the scores they lead to: alpha = softmax(t) where
//   t + q * softmax(t) = scores + q * alpha before.
template <class Real>
class SoftmaxDual {
 public:
  static constexpr Real kMargin = 0;  // what the scores of the other labels get

  // The loss + the score of the document's label, and the gradient over the scores.
  static double value(const std::vector<double>& scores, std::vector<double>& probabilities) {
    return softmax(scores.data(), scores.size(), probabilities.data());
  }
  static double conjugate(double alpha) { return alpha > 0 ? alpha * std::log(alpha) : 0.0; }

  explicit SoftmaxDual(std::size_t n_labels)
      : n_labels_(n_labels),
        p_(n_labels),
        t_(n_labels),
        trial_(n_labels),
        target_(n_labels),
        trial_p_(n_labels),
        direction_(n_labels) {}

  // Writes how far each alpha should move; returns roughly what the document adds to the duality
  // gap, over its cost.
  Real update(const Real* scores, Real q, const Real* alpha, Real* moves) {
    softmax(scores, n_labels_, p_.data());
    const Real gap = gap_at_p(alpha);
    if (q <= Real(kLargestNewtonQ)) {
      newton_update(q, alpha, moves);
    } else {
      exact_update(scores, q, alpha, moves);
    }
    return gap;
  }

 private:
  static constexpr double kLargestNewtonQ =
      1;  // up to here, one Newton step leaves no alpha below 0
  static constexpr int kMostSteps = 30;
  static constexpr double kLeastStepSize = 1e-6;
  static constexpr double kResidualSquare = 1e-12;  // small enough: alpha is right to 1e-6 / q

  // (p - alpha)² / 2 max(p, alpha), summed over labels
  Real gap_at_p(const Real* alpha) const {
    constexpr Real kLeastProbability = Real(1e-12);
    Real gap = 0;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const Real distance = p_[k] - alpha[k];
      gap += distance * distance / std::max(std::max(p_[k], alpha[k]), kLeastProbability);
    }
    return gap / 2;
  }

  // One Newton step from t = scores. With g = p - alpha: move = (g + q p G / H) / (1 + q p), where
  // G and H are the sums of p g / (1 + q p) and p / (1 + q p) (Sherman and Morrison).
  void newton_update(Real q, const Real* alpha, Real* moves) const {
    Real g_sum = 0;
    Real h_sum = 0;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const Real h = p_[k] / (Real(1) + q * p_[k]);
      g_sum += h * (p_[k] - alpha[k]);
      h_sum += h;
    }
    const Real shared = q * g_sum / h_sum;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      moves[k] = (p_[k] - alpha[k] + p_[k] * shared) / (Real(1) + q * p_[k]);
    }
  }

  // The t that makes |t|²/2 + q * logsumexp(t) - target * t smallest, by Newton steps with a
  // backtracking line search.
  void exact_update(const Real* scores, Real q, const Real* alpha, Real* moves) {
    for (std::size_t k = 0; k < n_labels_; ++k) {
      t_[k] = scores[k];
      target_[k] = double{scores[k]} + double{q} * double{alpha[k]};
    }
    double value = inner_objective(t_, q);
    bool improves = true;
    for (int step = 0; step < kMostSteps && improves; ++step) improves = newton_step(q, value);
    inner_objective(t_, q);
    for (std::size_t k = 0; k < n_labels_; ++k) {
      moves[k] = static_cast<Real>(trial_p_[k]) - alpha[k];
    }
  }

  // Writes softmax(t) to trial_p_ on the way.
  double inner_objective(const std::vector<double>& t, double q) {
    double value = q * softmax(t.data(), n_labels_, trial_p_.data());
    for (std::size_t k = 0; k < n_labels_; ++k) value += t[k] * (t[k] / 2 - target_[k]);
    return value;
  }

  // One step from t; false where nothing is left to gain.
  bool newton_step(double q, double& value) {
    if (set_direction(q) < kResidualSquare) return false;
    for (double step_size = 1; step_size > kLeastStepSize; step_size /= 2) {
      for (std::size_t k = 0; k < n_labels_; ++k) trial_[k] = t_[k] + step_size * direction_[k];
      const double trial_value = inner_objective(trial_, q);
      if (trial_value < value) {
        std::swap(t_, trial_);
        value = trial_value;
        return true;
      }
    }
    return false;
  }

  // The Newton direction at t, by Sherman and Morrison; returns the square of the residual
  // target - t - q p.
  double set_direction(double q) {
    double residual_sum = 0;
    double h_sum = 0;
    double residual_square = 0;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double residual = target_[k] - t_[k] - q * trial_p_[k];
      const double h = trial_p_[k] / (1 + q * trial_p_[k]);
      residual_sum += h * residual;
      h_sum += h;
      residual_square += residual * residual;
    }
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double qp = q * trial_p_[k];
      direction_[k] = (target_[k] - t_[k] - qp + qp * residual_sum / h_sum) / (1 + qp);
    }
    return residual_square;
  }

  std::size_t n_labels_;
  std::vector<Real> p_;  // softmax of the scores
  std::vector<double> t_;
  std::vector<double> trial_;
  std::vector<double> target_;
  std::vector<double> trial_p_;  // softmax of the t whose objective was asked for last
  std::vector<double> direction_;
};

}  // namespace linnet
