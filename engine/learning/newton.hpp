#pragma once

#include "learning/smooth_descent.hpp"

namespace linnet {

// Truncated Newton: each step solves hessian * direction = -gradient by conjugate gradients, only
// as well as the step deserves (Nocedal and Wright, 7.1).
struct Newton {
  static constexpr bool bounds_suboptimality = true;
  static constexpr auto needs =
      "the newton solver needs a smooth loss: logistic, squared-hinge or softmax.";

  template <class Loss>
    requires SmoothLoss<Loss> || std::same_as<Loss, Softmax>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    return solve_smooth<Newton>(problem, loss, watch);
  }

  template <class Objective>
  class Descent {
   public:
    explicit Descent(Iterate<Objective>& iterate)
        : iterate_(iterate), first_norm_(norm(iterate.gradient)) {}

    bool step() {
      const double relative_norm = norm(iterate_.gradient) / std::max(first_norm_, kTiny);
      solve_newton_equation(std::min(kLargestForcing, std::sqrt(relative_norm)));
      double step_size = 1;
      return iterate_.line_search(direction_, step_size);
    }

   private:
    // The residual may stay at min(this, sqrt(|gradient| / |first gradient|)) of the gradient: a
    // usual choice, which makes the convergence superlinear.
    static constexpr double kLargestForcing = 0.5;
    // An inexact direction is still one of descent; 30 and 300 take the same time within 7 %.
    static constexpr int kMostCgSteps = 100;
    static constexpr double kLeastDiagonal = 1e-12;  // where a feature has no curvature at all

    // Conjugate gradients, preconditioned by the diagonal of the Hessian, until the residual is
    // `forcing` times the gradient, in the norm of the preconditioner.
    void solve_newton_equation(double forcing) {
      const std::size_t n = iterate_.weights.size();
      iterate_.objective.hessian_diagonal(inverse_diagonal_);
      for (double& d : inverse_diagonal_) d = 1 / std::max(d, kLeastDiagonal);
      direction_.assign(n, 0.0);
      residual_.resize(n);
      conjugate_.resize(n);
      for (std::size_t p = 0; p < n; ++p) {
        residual_[p] = -iterate_.gradient[p];
        conjugate_[p] = inverse_diagonal_[p] * residual_[p];
      }
      double residual_square = dot(residual_, conjugate_);
      const double enough = forcing * forcing * residual_square;
      for (int i = 0; i < kMostCgSteps && residual_square > enough && residual_square > 0; ++i) {
        residual_square = conjugate_gradient_step(residual_square);
      }
    }

    // Returns the square of the new residual, preconditioned; 0 where there is no curvature left.
    double conjugate_gradient_step(double residual_square) {
      iterate_.objective.hessian_vector(conjugate_, hessian_conjugate_);
      const double curvature = dot(conjugate_, hessian_conjugate_);
      if (!(curvature > kTiny)) return 0;
      const std::size_t n = conjugate_.size();
      const double step_size = residual_square / curvature;
      for (std::size_t p = 0; p < n; ++p) {
        direction_[p] += step_size * conjugate_[p];
        residual_[p] -= step_size * hessian_conjugate_[p];
      }
      double next_square = 0;
      for (std::size_t p = 0; p < n; ++p) {
        next_square += residual_[p] * residual_[p] * inverse_diagonal_[p];
      }
      const double beta = next_square / residual_square;
      for (std::size_t p = 0; p < n; ++p) {
        conjugate_[p] = inverse_diagonal_[p] * residual_[p] + beta * conjugate_[p];
      }
      return next_square;
    }

    Iterate<Objective>& iterate_;
    double first_norm_;
    Vector direction_;
    Vector residual_;           // -gradient - hessian * direction
    Vector conjugate_;          // the direction of the next conjugate-gradient step
    Vector hessian_conjugate_;  // hessian * conjugate
    Vector inverse_diagonal_;   // of the Hessian: the preconditioner
  };
};

}  // namespace linnet
