#pragma once

#include <deque>

#include "learning/smooth_columns.hpp"

namespace linnet {

// Limited-memory BFGS: the last few steps and what they did to the slope stand in for the curvature.
struct Lbfgs {
  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return descend_columns<Lbfgs>(problem, loss, watch);
  }
  static constexpr bool goes_all_the_way = false;
  static constexpr auto needs = "the lbfgs solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Place<Objective>& place) : place_(place) {}
    bool step() {
      const Vector at = place_.at, slope = place_.slope;
      fill_direction();
      double size = memory_.empty() ? 1 / std::max(norm(slope), 1e-300) : 1;
      if (!place_.step(direction_, size)) return forget();
      remember(at, slope);
      return true;
    }

   private:
    struct Pair {
      Vector move, change;
      double rate;
    };
    static constexpr std::size_t most = 10;

    // Two loops over the pairs: newest to oldest, then back.
    void fill_direction() {
      direction_.resize(place_.at.size());
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] = -place_.slope[p];
      std::vector<double> parts(memory_.size());
      for (std::size_t m = memory_.size(); m-- > 0;) {
        parts[m] = memory_[m].rate * dot(memory_[m].move, direction_);
        add(-parts[m], memory_[m].change);
      }
      if (!memory_.empty()) {
        const auto& [move, change, rate] = memory_.back();
        const double scale = 1 / (rate * dot(change, change));
        for (double& d : direction_) d *= scale;
      }
      for (std::size_t m = 0; m < memory_.size(); ++m)
        add(parts[m] - memory_[m].rate * dot(memory_[m].change, direction_), memory_[m].move);
    }
    void add(double by, const Vector& what) {
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] += by * what[p];
    }
    void remember(const Vector& at, const Vector& slope) {
      Pair pair{place_.at, place_.slope, 0};
      for (std::size_t p = 0; p < at.size(); ++p) pair.move[p] -= at[p], pair.change[p] -= slope[p];
      const double along = dot(pair.move, pair.change);
      if (!(along > 1e-12 * dot(pair.change, pair.change))) return;
      pair.rate = 1 / along;
      memory_.push_back(std::move(pair));
      if (memory_.size() > most) memory_.pop_front();
    }
    // A step that fails may be due to old pairs; without any, it is the end.
    bool forget() {
      const bool had = !memory_.empty();
      memory_.clear();
      return had;
    }

    Place<Objective>& place_;
    std::deque<Pair> memory_;
    Vector direction_;
  };
};

}  // namespace linnet
