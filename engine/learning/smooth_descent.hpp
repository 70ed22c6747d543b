#pragma once

#include "common/parallel_for.hpp"
#include "learning/smooth_objective.hpp"

namespace linnet {

// The weights a descent has come to, with the objective's value and gradient there.
template <class Objective>
struct Iterate {
  Objective& objective;
  Vector weights;
  Vector gradient;
  double value = 0;

  Iterate(Objective& of, Vector from)
      : objective(of), weights(std::move(from)), trial_(weights.size()) {
    evaluate();
  }
  void evaluate() {
    value = objective.value(weights);
    objective.gradient(weights, gradient);
  }

  // Backtracking line search: halves the step size until Armijo's condition holds,
  //   value(w + step * d) <= value(w) + c * step * gradient·d,
  // and takes that step. False where there is none.
  bool line_search(const Vector& direction, double& step_size) {
    const double directional_derivative = dot(gradient, direction);
    if (!(directional_derivative < 0)) return false;
    const double rounding = kRoundingError * std::abs(value);
    for (; step_size > kLeastStepSize; step_size /= 2) {
      for (std::size_t p = 0; p < weights.size(); ++p) {
        trial_[p] = weights[p] + step_size * direction[p];
      }
      const double trial_value = objective.value(trial_);
      const double decrease = kArmijo * step_size * directional_derivative;
      if (!(trial_value <= value + decrease + rounding)) continue;
      weights.swap(trial_);
      value = trial_value;
      objective.gradient(weights, gradient);
      return true;
    }
    evaluate();
    return false;
  }

 private:
  static constexpr double kArmijo = 1e-4;  // c, the usual value (Nocedal and Wright, 3.1)
  // Near the optimum a decrease drowns in the rounding of the sum over all documents.
  static constexpr double kRoundingError = 1e-15;
  static constexpr double kLeastStepSize = 1e-18;  // below, no weight of size 1 would change

  Vector trial_;
};

// Finds the weights of some outputs, first_output and those after it, by a Method that takes one
// step after the other, until the gradient is small enough.
template <class Method, class DocumentLoss>
class SmoothDescent {
 public:
  using Objective = SmoothObjective<DocumentLoss>;

  SmoothDescent(const Problem& problem, DocumentLoss loss, std::size_t first_output,
                const Watch& watch)
      : problem_(problem),
        objective_(problem, std::move(loss), watch),
        iterate_(objective_, Vector(objective_.size(), 0.0)),
        first_output_(first_output),
        norm_at_zero_(std::max(norm(iterate_.gradient), kTiny)) {
    if (!problem.start.empty()) start_at(problem.start);
  }

  void solve() {
    typename Method::template Descent<Objective> descent(iterate_);
    bool improves = true;
    while (!(converged_ = is_converged()) && improves && rounds_ < problem_.stopping.rounds) {
      improves = descent.step() && !objective_.is_separated();
      ++rounds_;
    }
  }

  void write(Solution& out) const {
    const std::size_t width = objective_.n_outputs();
    const std::size_t n_outputs = out.offset.size();
    const std::size_t n_columns = problem_.rows.n_columns;
    for (std::size_t c = 0; c < n_columns; ++c) {
      for (std::size_t k = 0; k < width; ++k) {
        out.weights[c * n_outputs + first_output_ + k] = iterate_.weights[c * width + k];
      }
    }
    if (objective_.with_offset()) {
      for (std::size_t k = 0; k < width; ++k) {
        out.offset[first_output_ + k] = iterate_.weights[n_columns * width + k];
      }
    }
    const double relative_norm = norm(iterate_.gradient) / norm_at_zero_;
    out.convergence[first_output_] = {iterate_.value, relative_norm, rounds_, converged_};
  }

 private:
  void start_at(const WeightsView& start) {
    const std::size_t width = objective_.n_outputs();
    const std::size_t n_outputs = start.offset.size();
    const std::size_t n_columns = problem_.rows.n_columns;
    for (std::size_t c = 0; c < n_columns; ++c) {
      for (std::size_t k = 0; k < width; ++k) {
        iterate_.weights[c * width + k] = start.weights[c * n_outputs + first_output_ + k];
      }
    }
    if (objective_.with_offset()) {
      for (std::size_t k = 0; k < width; ++k) {
        iterate_.weights[n_columns * width + k] = start.offset[first_output_ + k];
      }
    }
    iterate_.evaluate();
  }

  // A small gradient is not enough where the penalty is weak. An objective with an l2 penalty is
  // strongly convex: value - minimum <= |gradient|² / (2 l2), which methods that converge fast are
  // held to.
  bool is_converged() {
    const double tolerance = problem_.stopping.tolerance;
    const double gradient_norm = norm(iterate_.gradient);
    if (!(gradient_norm <= tolerance * norm_at_zero_)) return false;

    const double l2 = problem_.penalty.l2;
    if (Method::bounds_suboptimality && l2 > 0) {
      const double suboptimality = gradient_norm * gradient_norm / (2 * l2);
      if (!(suboptimality <= tolerance * iterate_.value)) return false;
    }
    return objective_.newton_steps_are_short(iterate_.weights, iterate_.gradient);
  }

  const Problem& problem_;
  Objective objective_;
  Iterate<Objective> iterate_;
  std::size_t first_output_;
  double norm_at_zero_;  // of the gradient where all weights are 0
  std::size_t rounds_ = 0;
  bool converged_ = false;
};

inline constexpr auto kNoL1 = "this solver takes no l1 penalty; use the coordinate solver.";

// Each output by itself.
template <class Method, SmoothLoss Loss>
Solution solve_smooth(const Problem& problem, Loss, const Watch& watch) {
  require(problem.penalty.l1 == 0, kNoL1);
  const std::size_t n_outputs = problem.targets.n_outputs();
  Solution out(problem.rows.n_columns, n_outputs, n_outputs, Measure::GradientNorm);
  parallel_each(problem.stopping.threads, n_outputs, [&](std::size_t output) {
    OneVsRestLoss<Loss> loss(problem, output);
    SmoothDescent<Method, OneVsRestLoss<Loss>> descent(problem, std::move(loss), output, watch);
    descent.solve();
    descent.write(out);
  });
  return out;
}

// All outputs together.
template <class Method>
Solution solve_smooth(const Problem& problem, Softmax, const Watch& watch) {
  require(problem.penalty.l1 == 0, kNoL1);
  const std::size_t n_labels = problem.targets.n_labels();
  Solution out(problem.rows.n_columns, n_labels, 1, Measure::GradientNorm);
  SmoothDescent<Method, SoftmaxLoss> descent(problem, SoftmaxLoss(problem), 0, watch);
  descent.solve();
  descent.write(out);
  return out;
}

}  // namespace linnet
