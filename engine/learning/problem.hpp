#pragma once

#include <cstdint>

#include "learning/penalty.hpp"
#include "learning/solution.hpp"
#include "learning/targets.hpp"
#include "learning/training_rows.hpp"

namespace linnet {

// What is divided by is kept at or above this, so that no quotient is NaN.
inline constexpr double kTiny = 1e-300;

// When to stop, and the little a solver needs beside its problem.
struct Stopping {
  // Of the duality gap, relative to the objective, or of the gradient's norm, relative to the first
  // gradient's.
  double tolerance = 1e-3;
  std::size_t rounds = 1000;
  std::uint64_t seed = 0;
  std::size_t threads = 1;

  // Single precision is up to 1.6 times as fast, and on tf-idf rows of three data sets came to a
  // relative duality gap of 1e-7. For tolerances below this one, which leaves a margin for rows of
  // larger numbers, double precision takes over.
  bool suits_single_precision() const {
    constexpr double kLeastFloatTolerance = 5e-6;
    return tolerance >= kLeastFloatTolerance;
  }
};

// The objective is average loss + penalty:
//   (sum of weight * loss) / (sum of weight) + sum of l1 |w| + l2/2 w²
struct Problem {
  TrainingRows rows;
  Targets targets;
  Penalty penalty;
  Offset offset = Offset::Free;
  Stopping stopping;
  WeightsView start;  // where the solver starts; empty: at 0
};

}  // namespace linnet
