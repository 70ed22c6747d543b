#pragma once

#include "learning/dual_multiclass.hpp"
#include "learning/dual_one_vs_rest.hpp"

namespace linnet {

// Dual coordinate descent for an l2 penalty: each output by itself for a margin loss, all together
// for a multiclass loss.
struct DualDescent {
  static constexpr auto needs = "the dual solver needs a loss with a dual.";

  template <class Loss>
  Solution solve(const Problem& problem, Loss, const Watch& watch) const {
    require(problem.penalty.l2 > 0,
            "the dual solver needs l2 above 0; give the penalty an l2 part, or use the newton or "
            "lbfgs solver.");
    require(problem.offset != Offset::Free || !std::same_as<Loss, CrammerSinger>,
            "Crammer and Singer's loss leaves no offset free; penalise it, or leave it out.");
    require(problem.penalty.l1 == 0,
            "the dual solver takes no l1 penalty; use the coordinate solver.");
    if (problem.stopping.suits_single_precision()) return solve_in<float, Loss>(problem, watch);
    return solve_in<double, Loss>(problem, watch);
  }

 private:
  template <class Real, class Loss>
  static Solution solve_in(const Problem& problem, const Watch& watch) {
    if constexpr (MarginLoss<Loss>) {
      return dual_one_vs_rest<Loss, Real>(problem, watch);
    } else if constexpr (std::same_as<Loss, Softmax>) {
      return dual_multiclass<Real, SoftmaxDual<Real>>(problem, watch);
    } else {
      return dual_multiclass<Real, CrammerSingerDual<Real>>(problem, watch);
    }
  }
};

}  // namespace linnet
