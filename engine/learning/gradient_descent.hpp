#pragma once

#include "learning/smooth_columns.hpp"

namespace linnet {

// The plainest solver, to be read: go against the slope, a little further each time, less far when that does not help.
struct GradientDescent {
  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return descend_columns<GradientDescent>(problem, loss, watch);
  }
  static constexpr bool goes_all_the_way = false;
  static constexpr auto needs = "the gradient-descent solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Place<Objective>& place) : place_(place) {}
    bool step() {
      direction_.resize(place_.at.size());
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] = -place_.slope[p];
      size_ *= 2;
      return place_.step(direction_, size_);
    }

   private:
    Place<Objective>& place_;
    Vector direction_;
    double size_ = 1;
  };
};

}  // namespace linnet
