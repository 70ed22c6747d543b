#pragma once

#include <cmath>

namespace linnet {

// l1 * |w| + l2 / 2 * w²: ridge, LASSO, elastic net and none are values of these two numbers.
struct Penalty {
  double l1 = 0;
  double l2 = 0;

  double value(double weight) const { return l1 * std::abs(weight) + l2 / 2 * weight * weight; }
  Penalty operator*(double strength) const { return {l1 * strength, l2 * strength}; }
};

// A free offset bears no penalty, a penalised one that of a weight; "none" keeps it at 0.
enum class Offset { Free, Penalised, None };

}  // namespace linnet
