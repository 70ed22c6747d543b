#include "learning/learn.hpp"

#include "learning/coordinate.hpp"
#include "learning/dual.hpp"
#include "learning/dual_softmax.hpp"

namespace linnet {

Solution learn(const Problem& problem, const AnyLoss& loss, Solver, const Watch& watch) {
  return std::visit(
      [&](auto kind) -> Solution {
        if constexpr (SmoothLoss<decltype(kind)>) if (problem.penalty.l1 > 0) { const double one = 1; return CoordinateDescent{}.solve(problem, kind, std::span(&one, 1), watch).front(); }
        if constexpr (MarginLoss<decltype(kind)>) return DualDescent{}.solve(problem, kind, watch);
        return problem.stopping.tolerance >= 5e-6 ? dual_softmax<float>(problem, watch) : dual_softmax<double>(problem, watch);
      },
      loss);
}

}  // namespace linnet
