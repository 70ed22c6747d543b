#pragma once

#include "learning/smooth_descent.hpp"

namespace linnet {

// The plainest solver, to be read: steps against the gradient. Each line search begins at twice the
// last step size.
struct GradientDescent {
  static constexpr bool bounds_suboptimality = false;
  static constexpr auto needs =
      "the gradient-descent solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return solve_smooth<GradientDescent>(problem, loss, watch);
  }

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Iterate<Objective>& iterate)
        : iterate_(iterate), direction_(iterate.weights.size()) {}

    bool step() {
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] = -iterate_.gradient[p];
      step_size_ *= 2;
      return iterate_.line_search(direction_, step_size_);
    }

   private:
    Iterate<Objective>& iterate_;
    Vector direction_;
    double step_size_ = 1;
  };
};

}  // namespace linnet
