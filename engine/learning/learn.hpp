#pragma once

#include <variant>

#include "common/parallel_for.hpp"
#include "learning/loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The solvers by name; each is defined in its own header.
struct Auto {};
struct DualDescent;
struct CoordinateDescent;
struct Newton;
struct Lbfgs;
struct GradientDescent;

enum class Solver { Auto, Dual, Newton, Lbfgs, Coordinate, GradientDescent };

// Finds the weights with the smallest objective. What does not fit together is refused with the reason.
Solution learn(const Problem& problem, const AnyLoss& loss, Solver solver, const Watch& watch);

}  // namespace linnet
