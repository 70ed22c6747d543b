#pragma once

#include "common/parallel_for.hpp"
#include "learning/smooth_objective.hpp"

namespace linnet {

// Where a descent stands, and the step all descents share.
template <class Objective>
struct Place {
  Objective& objective;
  Vector at, slope, next;
  double value = 0;

  Place(Objective& of, Vector from) : objective(of), at(std::move(from)), next(at.size()) { look(); }
  void look() {
    value = objective.value(at);
    objective.slope(at, slope);
  }
  // Goes along a direction, halving the step until the value falls by a part of what the slope promises.
  bool step(const Vector& direction, double& size) {
    const double promise = dot(slope, direction);
    if (!(promise < 0)) return false;
    const double rounding = 1e-15 * std::abs(value);  // else nothing would help near the end
    for (; size > 1e-18; size /= 2) {
      for (std::size_t p = 0; p < at.size(); ++p) next[p] = at[p] + size * direction[p];
      const double there = objective.value(next);
      if (!(there <= value + 1e-4 * size * promise + rounding)) continue;
      at.swap(next);
      value = there;
      objective.slope(at, slope);
      return true;
    }
    look();
    return false;
  }
};

// The columns first, first + 1 … of a problem, from where it starts to where the slope is small enough.
template <class Kind, class Rows>
class SmoothColumns {
 public:
  using Objective = SmoothObjective<Rows>;

  SmoothColumns(const Problem& problem, Rows rows, std::size_t first, const Watch& watch)
      : problem_(problem),
        objective_(problem, std::move(rows), watch),
        place_(objective_, Vector(objective_.size(), 0.0)),
        first_(first),
        steepest_(std::max(norm(place_.slope), 1e-300)) {
    if (problem.start.given()) start_at(problem.start);
  }

  void solve() {
    typename Kind::template Descent<Objective> descent(place_);
    for (bool moves = true; !(done_ = is_done()) && moves && rounds_ < problem_.stopping.rounds; ++rounds_)
      moves = descent.step() && !objective_.runs_away();
  }

  void write(Solution& out) const {
    const std::size_t width = objective_.width(), n_out = out.offset.size(), n = problem_.examples.n_columns;
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t k = 0; k < width; ++k) out.weights[c * n_out + first_ + k] = place_.at[c * width + k];
    for (std::size_t k = 0; k < width && objective_.with_offset(); ++k)
      out.offset[first_ + k] = place_.at[n * width + k];
    out.reached[first_] = {place_.value, norm(place_.slope) / steepest_, rounds_, done_};
  }

 private:
  void start_at(const Start& start) {
    const std::size_t width = objective_.width(), n_out = start.offset.size(), n = problem_.examples.n_columns;
    for (std::size_t c = 0; c < n; ++c)
      for (std::size_t k = 0; k < width; ++k) place_.at[c * width + k] = start.weights[c * n_out + first_ + k];
    for (std::size_t k = 0; k < width && objective_.with_offset(); ++k)
      place_.at[n * width + k] = start.offset[first_ + k];
    place_.look();
  }
  // A small slope is not enough where the penalty is weak: |slope|² / 2 l2 bounds how much better the best is.
  bool is_done() {
    const double tolerance = problem_.stopping.tolerance, slope = norm(place_.slope), l2 = problem_.penalty.l2;
    const bool near = !Kind::goes_all_the_way || l2 <= 0 || slope * slope / (2 * l2) <= tolerance * place_.value;
    return slope <= tolerance * steepest_ && near && objective_.settled(place_.at, place_.slope);
  }

  const Problem& problem_;
  Objective objective_;
  Place<Objective> place_;
  std::size_t first_;
  double steepest_;
  std::size_t rounds_ = 0;
  bool done_ = false;
};

inline constexpr auto no_l1 = "this solver takes no l1 penalty; use the coordinate solver.";

template <class Kind, SmoothLoss Loss>
Solution descend_columns(const Problem& problem, Loss, const Watch& watch) {
  require(problem.penalty.l1 == 0, no_l1);
  const std::size_t n_out = problem.targets.n_out();
  Solution out(problem.examples.n_columns, n_out, n_out, Measure::GradientNorm);
  parallel_each(problem.stopping.threads, n_out, [&](std::size_t k) {
    SmoothColumns<Kind, MarginRows<Loss>> column(problem, MarginRows<Loss>(problem, k), k, watch);
    column.solve();
    column.write(out);
  });
  return out;
}

template <class Kind>
Solution descend_columns(const Problem& problem, Softmax, const Watch& watch) {
  require(problem.penalty.l1 == 0, no_l1);
  Solution out(problem.examples.n_columns, problem.targets.n_labels(), 1, Measure::GradientNorm);
  SmoothColumns<Kind, SoftmaxRows> columns(problem, SoftmaxRows(problem), 0, watch);
  columns.solve();
  columns.write(out);
  return out;
}

}  // namespace linnet
