#pragma once

#include <deque>

#include "learning/smooth_descent.hpp"

namespace linnet {

// Limited-memory BFGS: the last steps and what they did to the gradient stand in for the Hessian
// (Nocedal and Wright, 7.2).
struct Lbfgs {
  static constexpr bool bounds_suboptimality = false;
  static constexpr auto needs =
      "the lbfgs solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return solve_smooth<Lbfgs>(problem, loss, watch);
  }

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Iterate<Objective>& iterate)
        : iterate_(iterate), direction_(iterate.weights.size()) {}

    bool step() {
      const Vector weights = iterate_.weights;
      const Vector gradient = iterate_.gradient;
      set_direction();
      // The first step has length 1; later ones know the curvature.
      double step_size = memory_.empty() ? 1 / std::max(norm(gradient), kTiny) : 1;
      if (!iterate_.line_search(direction_, step_size)) return forget();
      remember(weights, gradient);
      return true;
    }

   private:
    struct Correction {
      Vector s;        // change of the weights
      Vector y;        // change of the gradient
      double rho = 0;  // 1 / (y·s)
    };
    // Corrections: as many as SciPy's L-BFGS-B keeps. 5 take 1.4 times the rounds, 20 take 0.6
    // times (three data sets, logistic and softmax).
    static constexpr std::size_t kMemory = 10;
    // Where a step met hardly any curvature, y·s <= this * |y|², its correction would make the
    // approximated Hessian singular.
    static constexpr double kLeastCurvature = 1e-12;

    // The two-loop recursion: from the newest correction to the oldest, then back.
    void set_direction() {
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] = -iterate_.gradient[p];
      std::vector<double> alphas(memory_.size());
      for (std::size_t m = memory_.size(); m-- > 0;) {
        alphas[m] = memory_[m].rho * dot(memory_[m].s, direction_);
        add_to_direction(-alphas[m], memory_[m].y);
      }
      scale_direction();
      for (std::size_t m = 0; m < memory_.size(); ++m) {
        const double beta = memory_[m].rho * dot(memory_[m].y, direction_);
        add_to_direction(alphas[m] - beta, memory_[m].s);
      }
    }
    // By y·s / y·y of the newest correction, an estimate of the inverse curvature.
    void scale_direction() {
      if (memory_.empty()) return;
      const Correction& newest = memory_.back();
      const double scale = 1 / (newest.rho * dot(newest.y, newest.y));
      for (double& d : direction_) d *= scale;
    }
    void add_to_direction(double factor, const Vector& vector) {
      for (std::size_t p = 0; p < direction_.size(); ++p) direction_[p] += factor * vector[p];
    }

    void remember(const Vector& weights, const Vector& gradient) {
      Correction last{iterate_.weights, iterate_.gradient};
      for (std::size_t p = 0; p < weights.size(); ++p) {
        last.s[p] -= weights[p];
        last.y[p] -= gradient[p];
      }
      const double curvature = dot(last.s, last.y);
      if (!(curvature > kLeastCurvature * dot(last.y, last.y))) return;
      last.rho = 1 / curvature;
      memory_.push_back(std::move(last));
      if (memory_.size() > kMemory) memory_.pop_front();
    }
    // A step that fails may be due to old corrections; without any, it is the end.
    bool forget() {
      const bool had_corrections = !memory_.empty();
      memory_.clear();
      return had_corrections;
    }

    Iterate<Objective>& iterate_;
    std::deque<Correction> memory_;
    Vector direction_;
  };
};

}  // namespace linnet
