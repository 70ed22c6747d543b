#pragma once

#include <algorithm>
#include <cmath>

#include "learning/fast_exp.hpp"
#include "learning/loss.hpp"

namespace linnet {

// The dual of a margin loss (Hsieh et al. 2008; Yu, Huang and Lin 2011). With the objective
//   |w|²/2 + sum over documents of cost * loss(margin)
// each document has a dual variable alpha >= 0, and w = sum of cost * alpha * sign * x. The dual is
//   -|w|²/2 - sum of cost * conjugate(alpha).
// `update` says how far alpha goes to its best, given the margin and q = cost * |x|², the rate at
// which the margin follows alpha (times cost, the diagonal of the dual's Hessian).
// `gap` is, roughly, what a document adds to the duality gap, over its cost.
// `curvature` is the second derivative of the loss.
template <class Loss>
struct MarginDual;

// alpha is the probability of the other sign: at the optimum alpha = s(-margin), where
// s(t) = 1 / (1 + exp(-t)).
template <>
struct MarginDual<Logistic> {
  // Up to this q, one Newton step never makes the dual worse (engine/tests/test_solvers.cpp tries
  // 100,000 of them).
  static constexpr double kLargestNewtonQ = 1.5;
  static constexpr bool has_bounds = false;  // alpha comes to 0 and 1, but is never there

  template <class Real>
  static Real best_alpha(Real margin) {
    return Real(1) / (Real(1) + fast_exp(margin));
  }
  // One Newton step.
  template <class Real>
  static Real update(Real margin, Real alpha, Real q) {
    const Real p = best_alpha(margin);
    return (p - alpha) / (Real(1) + q * p * (Real(1) - p));
  }
  // The square of the distance over twice the curvature, the larger of those at both ends.
  template <class Real>
  static Real gap(Real margin, Real alpha) {
    constexpr Real kLeastVariance = Real(1e-12);
    const Real p = best_alpha(margin);
    const Real distance = p - alpha;
    const Real variance = std::max(p * (Real(1) - p), alpha * (Real(1) - alpha));
    return distance * distance / (Real(2) * std::max(variance, kLeastVariance));
  }
  // For larger q: the root t of t + margin + q * (s(t) - alpha), by Newton steps that stay within
  // an interval around it; each halves the interval where it would leave it.
  static double exact_update(double margin, double alpha, double q) {
    constexpr int kMostSteps = 60;
    constexpr double kTolerance = 1e-9;  // of 1 + |t|
    double low = -margin + q * alpha - q;
    double high = -margin + q * alpha;
    double t = std::clamp(-margin, low, high);
    double p = 0;
    for (int step = 0; step < kMostSteps; ++step) {
      p = 1.0 / (1.0 + std::exp(-t));
      const double value = t + margin + q * (p - alpha);
      (value > 0 ? high : low) = t;
      double next = t - value / (1.0 + q * p * (1.0 - p));
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (std::abs(next - t) < kTolerance * (1.0 + std::abs(t))) break;
      t = next;
    }
    return p - alpha;
  }
  static double curvature(double margin) { return Logistic{}.curvature(margin); }
  static double conjugate(double alpha) { return p_log_p(alpha) + p_log_p(1.0 - alpha); }

 private:
  static double p_log_p(double p) { return p > 0 ? p * std::log(p) : 0.0; }
};

// alpha = 2 * max(0, 1 - margin) at the optimum.
template <>
struct MarginDual<SquaredHinge> {
  static constexpr double kLargestNewtonQ = INFINITY;  // the dual is quadratic: one step is exact
  static constexpr bool has_bounds = true;             // alpha = 0 for margins above 1

  template <class Real>
  static Real update(Real margin, Real alpha, Real q) {
    const Real step = (Real(1) - margin - alpha / Real(2)) / (q + Real(0.5));
    return std::max(step, -alpha);
  }
  template <class Real>
  static Real gap(Real margin, Real alpha) {
    const Real shortfall = Real(1) - margin;
    const Real distance = shortfall - alpha / Real(2);
    return shortfall > Real(0) ? distance * distance : alpha * alpha / Real(4) - alpha * shortfall;
  }
  static double exact_update(double margin, double alpha, double q) {
    return update(margin, alpha, q);
  }
  static double curvature(double margin) { return SquaredHinge{}.curvature(margin); }
  static double conjugate(double alpha) { return alpha * alpha / 4 - alpha; }
};

// alpha is 1 below margin 1, 0 above, anything between on it.
template <>
struct MarginDual<Hinge> {
  static constexpr double kLargestNewtonQ = INFINITY;  // the dual is quadratic: one step is exact
  static constexpr bool has_bounds = true;

  template <class Real>
  static Real update(Real margin, Real alpha, Real q) {
    constexpr Real kLeastQ = Real(1e-12);  // of a document without features
    const Real step = (Real(1) - margin) / std::max(q, kLeastQ);
    return std::min(std::max(step, -alpha), Real(1) - alpha);
  }
  template <class Real>
  static Real gap(Real margin, Real alpha) {
    const Real shortfall = Real(1) - margin;
    return std::max(shortfall, Real(0)) - alpha * shortfall;
  }
  static double exact_update(double margin, double alpha, double q) {
    return update(margin, alpha, q);
  }
  // It has none but at its kink; 1 stands in where the offset's step is to be chosen.
  static double curvature(double) { return 1; }
  static double conjugate(double alpha) { return -alpha; }
};

}  // namespace linnet
