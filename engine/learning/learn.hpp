#pragma once

#include <span>
#include <variant>
#include <vector>

#include "learning/coordinate_descent.hpp"
#include "learning/dual_descent.hpp"
#include "learning/gradient_descent.hpp"
#include "learning/lbfgs.hpp"
#include "learning/newton.hpp"

namespace linnet {

// Leaves the choice to `learn`.
struct AutoSolver {};

using AnySolver =
    std::variant<AutoSolver, DualDescent, CoordinateDescent, Newton, Lbfgs, GradientDescent>;

// Finds the weights with the smallest objective. What does not fit together is refused with the
// reason.
Solution learn(const Problem& problem, const AnyLoss& loss, const AnySolver& solver,
               const Watch& watch);

// One solution per strength, by which the penalty is multiplied; each starts from the one before,
// so that strengths from strong to weak are fastest.
std::vector<Solution> learn_path(const Problem& problem, const AnyLoss& loss,
                                 const AnySolver& solver, std::span<const double> strengths,
                                 const Watch& watch);

}  // namespace linnet
