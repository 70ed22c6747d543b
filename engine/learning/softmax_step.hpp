#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "learning/lanes.hpp"

namespace linnet {

// The chances of given scores; returns the log of their sum of exps.
template <class Real>
Real softmax(const Real* scores, std::size_t n, Real* out) {
  Real top = scores[0], sum = 0;
  for (std::size_t k = 1; k < n; ++k) top = std::max(top, scores[k]);
  for (std::size_t k = 0; k < n; ++k) out[k] = exp_of(scores[k] - top);
  for (std::size_t k = 0; k < n; ++k) sum += out[k];
  for (std::size_t k = 0; k < n; ++k) out[k] /= sum;
  return top + std::log(sum);
}

// One document's part of the dual of softmax. Its dual numbers are chances u, one per label, and its scores follow them
// at rate a. The best chances agree with the scores they lead to: u = softmax(t) where
// t + a * softmax(t) = scores + a * u_before.
template <class Real>
class SoftmaxStep {
 public:
  static constexpr Real head_start = 0;  // what the scores of other labels get before they are compared
  static double value(const std::vector<double>& scores, std::vector<double>& chances) {
    return softmax(scores.data(), scores.size(), chances.data());
  }
  static double conjugate(double u) { return u > 0 ? u * std::log(u) : 0.0; }

  explicit SoftmaxStep(std::size_t n_labels) : n_(n_labels), p_(n_), t_(n_), next_(n_), target_(n_) {}

  // Says how far each of the chances u should move; returns roughly what the document adds to the duality gap.
  Real step(const Real* scores, Real a, const Real* u, Real* moves) {
    softmax(scores, n_, p_.data());
    Real gap = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Real d = p_[k] - u[k];
      gap += d * d / std::max(std::max(p_[k], u[k]), Real(1e-12));
    }
    if (a <= Real(1))
      gentle_step(a, u, moves);
    else
      careful_step(scores, a, u, moves);
    return gap / 2;
  }

 private:
  // One Newton step from t = scores. With g = p - u: move = (g + a p G / H) / (1 + a p), where G and H are the sums of
  // p g / (1 + a p) and p / (1 + a p) (Sherman and Morrison). Up to a = 1, no chance falls below 0.
  void gentle_step(Real a, const Real* u, Real* moves) const {
    Real upper = 0, lower = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      const Real share = p_[k] / (Real(1) + a * p_[k]);
      upper += share * (p_[k] - u[k]);
      lower += share;
    }
    const Real pull = a * upper / lower;
    for (std::size_t k = 0; k < n_; ++k) moves[k] = (p_[k] - u[k] + p_[k] * pull) / (Real(1) + a * p_[k]);
  }

  // The t that makes |t|²/2 + a * logsumexp(t) - target * t smallest, by Newton steps that are halved until it falls.
  void careful_step(const Real* scores, Real a, const Real* u, Real* moves) {
    for (std::size_t k = 0; k < n_; ++k) t_[k] = scores[k], target_[k] = double{scores[k]} + double{a} * double{u[k]};
    double here = height(t_, a);
    for (int round = 0; round < 30 && advance(a, here); ++round) {
    }
    height(t_, a);
    for (std::size_t k = 0; k < n_; ++k) moves[k] = static_cast<Real>(p64_[k]) - u[k];
  }

  // Fills p64_ with softmax(t) on the way.
  double height(const std::vector<double>& t, double a) {
    p64_.resize(n_);
    double value = a * softmax(t.data(), n_, p64_.data());
    for (std::size_t k = 0; k < n_; ++k) value += t[k] * (t[k] / 2 - target_[k]);
    return value;
  }

  // One Newton step; false where nothing is left to gain.
  bool advance(double a, double& here) {
    double upper = 0, lower = 0, slope = 0;
    for (std::size_t k = 0; k < n_; ++k) {
      const double rest = target_[k] - t_[k] - a * p64_[k], share = p64_[k] / (1 + a * p64_[k]);
      upper += share * rest;
      lower += share;
      slope += rest * rest;
    }
    if (slope < 1e-12) return false;
    direction_.resize(n_);
    for (std::size_t k = 0; k < n_; ++k)
      direction_[k] = (target_[k] - t_[k] - a * p64_[k] + a * p64_[k] * upper / lower) / (1 + a * p64_[k]);
    for (double size = 1; size > 1e-6; size /= 2) {
      for (std::size_t k = 0; k < n_; ++k) next_[k] = t_[k] + size * direction_[k];
      const double there = height(next_, a);
      if (there < here) {
        std::swap(t_, next_);
        here = there;
        return true;
      }
    }
    return false;
  }

  std::size_t n_;
  std::vector<Real> p_;
  std::vector<double> t_, next_, target_, p64_, direction_;
};

}  // namespace linnet
