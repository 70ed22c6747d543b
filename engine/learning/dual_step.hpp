#pragma once

#include <algorithm>
#include <cmath>

#include "learning/lanes.hpp"
#include "learning/loss.hpp"

namespace linnet {

// The dual of a loss. With objective |w|²/2 + sum of cap * loss(margin), each document has a number u >= 0, and
// w = sum of cap * u * sign * x. `move` says how far u should go given the margin, with a = cap * |x|² the rate at
// which the margin follows; `conjugate` is what u costs; `gap` roughly what a document adds to the duality gap;
// `curvature` how fast the slope of the loss changes with the margin.
template <class Loss>
struct Dual;

// u is the chance of the other sign: at the optimum u = s(-margin), s(t) = 1 / (1 + exp(-t)).
template <>
struct Dual<Logistic> {
  static constexpr double most_gentle = 1.5;  // up to this rate, one Newton step never goes too far
  static constexpr bool rests = false;        // whether u stays exactly where it is at the end of its range

  template <class Real>
  static Real aim(Real margin) {
    return Real(1) / (Real(1) + exp_of(margin));
  }
  template <class Real>
  static Real move(Real margin, Real u, Real a) {
    const Real p = aim(margin);
    return (p - u) / (Real(1) + a * p * (Real(1) - p));
  }
  template <class Real>
  static Real gap(Real margin, Real u) {
    const Real p = aim(margin), d = p - u;
    return d * d / (Real(2) * std::max(std::max(p * (Real(1) - p), u * (Real(1) - u)), Real(1e-12)));
  }
  // Where the margin follows fast: t + margin + a * (s(t) - u) = 0 by Newton steps kept within what is possible.
  static double careful_move(double margin, double u, double a) {
    double low = -margin + a * u - a, high = -margin + a * u, t = std::clamp(-margin, low, high), p = 0;
    for (int step = 0; step < 60; ++step) {
      p = 1.0 / (1.0 + std::exp(-t));
      const double f = t + margin + a * (p - u);
      (f > 0 ? high : low) = t;
      double next = t - f / (1.0 + a * p * (1.0 - p));
      if (!(next > low && next < high)) next = (low + high) / 2;
      if (std::abs(next - t) < 1e-9 * (1.0 + std::abs(t))) break;
      t = next;
    }
    return p - u;
  }
  static double curvature(double margin) { return Logistic{}.curvature(margin); }
  static double conjugate(double u) {
    const auto part = [](double p) { return p > 0 ? p * std::log(p) : 0.0; };
    return part(u) + part(1.0 - u);
  }
};

// u = 2 * max(0, 1 - margin) at the optimum.
template <>
struct Dual<SquaredHinge> {
  static constexpr double most_gentle = INFINITY;
  static constexpr bool rests = true;

  template <class Real>
  static Real move(Real margin, Real u, Real a) {
    const Real step = (Real(1) - margin - u / Real(2)) / (a + Real(0.5));
    return std::max(step, -u);
  }
  template <class Real>
  static Real gap(Real margin, Real u) {
    const Real z = Real(1) - margin, d = z - u / Real(2);
    return z > Real(0) ? d * d : u * u / Real(4) - u * z;
  }
  static double careful_move(double margin, double u, double a) { return move(margin, u, a); }
  static double curvature(double margin) { return SquaredHinge{}.curvature(margin); }
  static double conjugate(double u) { return u * u / 4 - u; }
};

// u is 1 below margin 1, 0 above, anything between on it.
template <>
struct Dual<Hinge> {
  static constexpr double most_gentle = INFINITY;
  static constexpr bool rests = true;

  template <class Real>
  static Real move(Real margin, Real u, Real a) {
    const Real step = (Real(1) - margin) / std::max(a, Real(1e-12));
    return std::min(std::max(step, -u), Real(1) - u);
  }
  template <class Real>
  static Real gap(Real margin, Real u) {
    const Real z = Real(1) - margin;
    return std::max(z, Real(0)) - u * z;
  }
  static double careful_move(double margin, double u, double a) { return move(margin, u, a); }
  static double curvature(double) { return 1; }  // it has none, but a kink that is as sharp
  static double conjugate(double u) { return -u; }
};

}  // namespace linnet
