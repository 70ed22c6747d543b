#pragma once

#include "learning/smooth_columns.hpp"

namespace linnet {

// Newton steps, each solved by conjugate gradients just as well as it deserves.
struct Newton {
  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return descend_columns<Newton>(problem, loss, watch);
  }
  static constexpr bool goes_all_the_way = true;
  static constexpr auto needs = "the newton solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Place<Objective>& place) : place_(place), first_(norm(place.slope)) {}
    bool step() {
      solve(std::min(0.5, std::sqrt(norm(place_.slope) / std::max(first_, 1e-300))));
      double size = 1;
      return place_.step(direction_, size);
    }

   private:
    // curve * direction = -slope, scaled by the diagonal of the curvature, until the rest is a given part of the slope.
    void solve(double part) {
      const std::size_t n = place_.at.size();
      place_.objective.diagonal(scale_);
      for (double& s : scale_) s = 1 / std::max(s, 1e-12);
      direction_.assign(n, 0.0);
      rest_.resize(n), way_.resize(n);
      for (std::size_t p = 0; p < n; ++p) rest_[p] = -place_.slope[p], way_[p] = scale_[p] * rest_[p];
      double strength = dot(rest_, way_);
      const double enough = part * part * strength;
      for (int round = 0; round < 100 && strength > enough && strength > 0; ++round) strength = go(strength);
    }
    double go(double strength) {
      place_.objective.curve(way_, curved_);
      const double bend = dot(way_, curved_);
      if (!(bend > 1e-300)) return 0;
      const double size = strength / bend;
      for (std::size_t p = 0; p < way_.size(); ++p) direction_[p] += size * way_[p], rest_[p] -= size * curved_[p];
      double after = 0;
      for (std::size_t p = 0; p < way_.size(); ++p) after += rest_[p] * rest_[p] * scale_[p];
      for (std::size_t p = 0; p < way_.size(); ++p) way_[p] = scale_[p] * rest_[p] + after / strength * way_[p];
      return after;
    }

    Place<Objective>& place_;
    double first_;
    Vector direction_, rest_, way_, curved_, scale_;
  };
};

}  // namespace linnet
