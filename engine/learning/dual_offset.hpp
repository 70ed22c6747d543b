#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "learning/fast_rows.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The offset in the dual. It is the weight of an extra feature that every document has with the
// same value. A feature of square g penalises the offset b by b² / 2g; to leave it free, or with a
// penalty of its own, that becomes (b - h)² / 2g, where h, the centre, is the offset of the round
// before (the proximal point method, in the dual the method of multipliers): it vanishes as b
// settles.

// The square decides how far one update moves the offset. It is
//   * small beside the mean |x|² of the rows, so that the offset does not set all documents against
//     each other;
//   * large beside 1 / the curvature of all losses together, which is one Newton step of the
//     offset, so that it reaches its place in few rounds however strong the penalty.
//
// Both numbers were chosen by trial. On six data sets of 2 to 50 labels, half to five times the
// share takes 1.06 to 0.91 times the rounds on average, and at most twice as many on any; an eighth
// or 25 times, up to four times as many. A third of the steps takes 1.2 times the rounds, three
// times the steps 0.9 times, but ten times the steps up to six times as many.
inline constexpr double kOffsetNormShare = 0.004;   // of the mean |x|²
inline constexpr double kOffsetStepsPerRound = 10;  // Newton steps

template <class Real>
double offset_feature_square(const Problem& problem, const FastRows<Real>& rows, double curvature) {
  const double squares = std::accumulate(rows.squares.begin(), rows.squares.end(), 0.0);
  const double n_rows = static_cast<double>(rows.size());
  return std::max(kOffsetNormShare * squares / n_rows,
                  kOffsetStepsPerRound * problem.penalty.l2 / curvature);
}

// For a multiclass loss: a penalised offset is the weight of a feature 1.
template <class Real>
double multiclass_offset_square(const Problem& problem, const FastRows<Real>& rows,
                                double curvature) {
  switch (problem.offset) {
    case Offset::None: return 0.0;
    case Offset::Penalised: return 1.0;
    case Offset::Free: break;
  }
  return offset_feature_square(problem, rows, curvature);
}

// For a margin loss: (b - h)² / 2g and a penalty b² / 2 of the offset's own are together, but for a
// constant, (b - h / (1 + g))² (1 + g) / 2g: a feature of square g / (1 + g).
template <class Real>
double one_vs_rest_offset_square(const Problem& problem, const FastRows<Real>& rows,
                                 double curvature) {
  if (problem.offset == Offset::None) return 0.0;
  const double g = offset_feature_square(problem, rows, curvature);
  return problem.offset == Offset::Free ? g : g / (1 + g);
}

// The penalised offset b that is best without any weight: the root of
// b + the derivative of all losses along it, by bisection. Beyond sqrt(2 * all losses at 0) its
// penalty alone is larger than these.
template <class Loss>
double best_offset_alone(double positive_cost, double negative_cost) {
  constexpr int kHalvings = 40;  // to 1e-12 of the interval
  double high = std::sqrt(2 * (positive_cost + negative_cost) * Loss{}.value(0));
  double low = -high;
  for (int halving = 0; halving < kHalvings; ++halving) {
    const double b = (low + high) / 2;
    const double derivative =
        b + positive_cost * Loss{}.derivative(b) - negative_cost * Loss{}.derivative(-b);
    (derivative > 0 ? high : low) = b;
  }
  return (low + high) / 2;
}

// What a free offset adds to the gap. `alpha_sum`, the sum of cost * alpha * sign, is the
// derivative of all losses along the offset, and 0 at the optimum. One Newton step would gain
// alpha_sum² / 2 curvature. The best offset may be further away than that step, where the curvature
// falls on the way: ten steps are allowed for. An estimate, not a bound: with one step instead, a
// tolerance of 0.001 ends up to 0.0018 above what ten find (on six data sets); with thirty, solving
// takes 1.1 times as long.
inline double free_offset_gap(double alpha_sum, double curvature) {
  constexpr double kNewtonSteps = 10;
  return kNewtonSteps * alpha_sum * alpha_sum / std::max(curvature, kTiny);
}

}  // namespace linnet
