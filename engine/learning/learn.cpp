#include "learning/learn.hpp"

#include "learning/dual.hpp"

namespace linnet {

Solution learn(const Problem& problem, const AnyLoss& loss, Solver, const Watch& watch) {
  return std::visit(
      [&](auto kind) -> Solution {
        if constexpr (MarginLoss<decltype(kind)>) return DualDescent{}.solve(problem, kind, watch);
        throw Refusal("softmax");
      },
      loss);
}

}  // namespace linnet
