#pragma once

#include <cstdint>

#include "learning/examples.hpp"
#include "learning/penalty.hpp"
#include "learning/solution.hpp"

namespace linnet {

// When to stop, and the little a solver needs beside its problem.
struct Stopping {
  double tolerance = 1e-3;  // of the duality gap, relative to the objective, or of the gradient, relative to the first
  std::size_t rounds = 1000;
  std::uint64_t seed = 0;
  std::size_t threads = 1;
};

// average loss + penalty, to be made small: (sum of weight * loss) / (sum of weight) + sum of l1 |w| + l2/2 w²
struct Problem {
  Examples examples;
  Targets targets;
  Penalty penalty;
  Offset offset = Offset::Free;
  Stopping stopping;
  Start start;
};

}  // namespace linnet
