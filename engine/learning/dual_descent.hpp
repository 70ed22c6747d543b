#pragma once

#include "learning/dual.hpp"
#include "learning/dual_softmax.hpp"

namespace linnet {

// Dual coordinate descent for an l2 penalty: a column per label, or all columns together where the loss is over a row.
struct DualDescent {
  static constexpr auto needs = "the dual solver needs a loss with a dual.";

  template <class Loss>
  Solution solve(const Problem& problem, Loss, const Watch& watch) const {
    require(problem.penalty.l2 > 0,
            "the dual solver needs l2 above 0; give the penalty an l2 part, or use the newton or lbfgs solver.");
    require(problem.offset != Offset::Free || !std::same_as<Loss, CrammerSinger>,
            "Crammer and Singer's loss leaves no offset free; penalise it, or leave it out.");
    require(problem.penalty.l1 == 0, "the dual solver takes no l1 penalty; use the coordinate solver.");
    // Single precision is faster and carries as far as a gap of some 1e-6; beyond, double takes over.
    return problem.stopping.tolerance >= 5e-6 ? solve_as<Loss, float>(problem, watch)
                                              : solve_as<Loss, double>(problem, watch);
  }

 private:
  template <class Loss, class Real>
  static Solution solve_as(const Problem& problem, const Watch& watch) {
    if constexpr (MarginLoss<Loss>)
      return dual_columns<Loss, Real>(problem, watch);
    else if constexpr (std::same_as<Loss, Softmax>)
      return dual_softmax<Real, SoftmaxStep<Real>>(problem, watch);
    else
      return dual_softmax<Real, BestStep<Real>>(problem, watch);
  }
};

}  // namespace linnet
