#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/column_table.hpp"
#include "learning/margin_dual.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The weights of one output under an l1 penalty, by proximal Newton steps (newGLMNET: Yuan, Ho and
// Lin 2012). Each step makes a quadratic model of the average loss, minimises it with the penalty
// by coordinate descent over a working set of columns, and searches along the direction found.
template <SmoothLoss Loss, class Real>
class ProximalNewton {
 public:
  ProximalNewton(const Problem& problem, const ColumnTable<Real>& table, std::size_t output)
      : problem_(problem),
        table_(table),
        output_(output),
        weights_(table.size(), 0.0),
        gradient_(table.size(), 0.0),
        direction_(table.size(), 0.0),
        curvature_(table.size(), 0.0),
        signs_(signs_of(problem.targets, output)),
        shares_(signs_.size()),
        scores_(signs_.size(), 0.0),
        score_gradient_(signs_.size()),
        score_curvature_(signs_.size()),
        score_direction_(signs_.size()) {
    const double total_weight = problem.rows.total_weight();
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i] = problem.rows.weight(i) / total_weight;
    }
    if (!problem.start.empty()) start_at(problem.start);
  }

  // Can be called again with another penalty: it goes on from where it is.
  void solve(Penalty penalty, const Watch& watch) {
    penalty_ = penalty;
    gap_ = INFINITY;
    rounds_ = 0;
    while (true) {
      measure_gap();
      if (has_converged() || rounds_ >= problem_.stopping.rounds) return;
      choose_working_set();
      if (!take_newton_steps(watch)) return;  // no step gains, so none ever will
    }
  }

  void write(Solution& out) const {
    const std::size_t n_outputs = out.offset.size();
    for (std::size_t j = 0; j < table_.size(); ++j) {
      const auto column = static_cast<std::size_t>(table_.columns[j]);
      out.weights[column * n_outputs + output_] = weights_[j];
    }
    out.offset[output_] = offset_;
    out.convergence[output_] = {objective_, gap_, rounds_, has_converged()};
  }

 private:
  // Above this gap, the quadratic model is not worth much work. This number and those below it were
  // chosen by trial; on four data sets, with two losses and two tolerances, 0.003 to 0.1 take the
  // same time within 1 %.
  static constexpr double kFarGap = 0.01;
  static constexpr double kLeastCurvature = 1e-12;  // as in LIBLINEAR: no division by 0

  bool with_offset() const { return problem_.offset != Offset::None; }
  bool is_penalised() const { return problem_.offset == Offset::Penalised; }
  Penalty offset_penalty() const { return is_penalised() ? penalty_ : Penalty{}; }
  bool has_converged() const { return gap_ <= problem_.stopping.tolerance; }
  bool is_far() const { return gap_ > kFarGap; }

  void start_at(const WeightsView& start) {
    const std::size_t n_outputs = start.offset.size();
    for (std::size_t j = 0; j < table_.size(); ++j) {
      const auto column = static_cast<std::size_t>(table_.columns[j]);
      weights_[j] = start.weights[column * n_outputs + output_];
    }
    if (with_offset()) offset_ = start.offset[output_];
    std::fill(scores_.begin(), scores_.end(), offset_);
    for (std::size_t j = 0; j < table_.size(); ++j) {
      if (weights_[j] == 0) continue;
      for (const auto& cell : table_.column(j)) {
        scores_[static_cast<std::size_t>(cell.document)] += weights_[j] * cell.x;
      }
    }
  }

  // ---- the objective ----

  // The average loss after a step of some size along the direction.
  double loss_at(double step_size) const {
    double sum = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const double score = scores_[i] + step_size * score_direction_[i];
      sum += shares_[i] * Loss{}.value(signs_[i] * score);
    }
    return sum;
  }

  double penalty_sum() const {
    double sum = offset_penalty().value(offset_);
    for (const double w : weights_) {
      if (w != 0) sum += penalty_.value(w);
    }
    return sum;
  }
  // Of the columns in the working set, after a step of some size.
  double working_penalty(double step_size) const {
    double sum = 0;
    for (const std::size_t j : working_set_) {
      sum += penalty_.value(weights_[j] + step_size * direction_[j]);
    }
    return sum;
  }

  // The derivative of the average loss along each document's score.
  void set_score_gradient() {
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const double derivative = Loss{}.derivative(signs_[i] * scores_[i]);
      score_gradient_[i] = static_cast<Real>(shares_[i] * signs_[i] * derivative);
    }
  }
  double score_gradient_sum() const {
    return std::accumulate(score_gradient_.begin(), score_gradient_.end(), 0.0);
  }

  // The derivative of the average loss along a column's weight: sum of x * score_gradient.
  double column_gradient(std::size_t j) const {
    constexpr std::size_t kSums = 4;  // at a time, since each has to wait for its last addition
    const auto cells = table_.column(j);
    const auto term = [&](std::size_t c) {
      return double{cells[c].x * score_gradient_[static_cast<std::size_t>(cells[c].document)]};
    };
    double sums[kSums] = {};
    std::size_t c = 0;
    for (; c + kSums <= cells.size(); c += kSums) {
      for (std::size_t s = 0; s < kSums; ++s) sums[s] += term(c + s);
    }
    for (; c < cells.size(); ++c) sums[0] += term(c);
    return sums[0] + sums[1] + (sums[2] + sums[3]);
  }

  // ---- the duality gap ----

  // The gradient of every column, the objective and the duality gap.
  void measure_gap() {
    set_score_gradient();
    double largest_gradient = 0;
    for (std::size_t j = 0; j < table_.size(); ++j) {
      gradient_[j] = column_gradient(j);
      largest_gradient = std::max(largest_gradient, std::abs(gradient_[j]));
    }
    const double offset_gradient = score_gradient_sum();
    if (is_penalised()) largest_gradient = std::max(largest_gradient, std::abs(offset_gradient));

    std::fill(score_direction_.begin(), score_direction_.end(), 0.0);
    objective_ = loss_at(0) + penalty_sum();
    const double dual = dual_objective(largest_gradient, offset_gradient);
    // A free offset has no dual of its own: how far it may be from its best is estimated.
    double offset_gap = 0;
    if (problem_.offset == Offset::Free) {
      offset_gap = std::abs(offset_gradient) * std::max(1.0, std::abs(offset_));
    }
    gap_ = std::max(0.0, objective_ - dual + offset_gap) / std::max(objective_, kTiny);
  }

  // The dual variables are -derivative of the loss; with a pure l1 penalty they are scaled until no
  // column's gradient is larger than l1.
  double dual_objective(double largest_gradient, double offset_gradient) const {
    const bool feasible = penalty_.l2 > 0 || largest_gradient <= penalty_.l1;
    const double scale = feasible ? 1.0 : penalty_.l1 / largest_gradient;
    double dual = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const double alpha = -scale * Loss{}.derivative(signs_[i] * scores_[i]);
      dual -= shares_[i] * MarginDual<Loss>::conjugate(alpha);
    }
    for (const double gradient : gradient_) dual -= penalty_conjugate(gradient);
    if (is_penalised()) dual -= penalty_conjugate(offset_gradient);
    return dual;
  }
  double penalty_conjugate(double gradient) const {
    const double excess = std::max(0.0, std::abs(gradient) - penalty_.l1);
    return penalty_.l2 > 0 ? excess * excess / (2 * penalty_.l2) : 0.0;
  }

  // ---- the working set ----

  // The columns with a weight, and of those whose gradient is larger than l1 the largest, about as
  // many again.
  void choose_working_set() {
    constexpr std::size_t kLeastNew = 256;  // 64 and 1024 take the same time within 5 %
    working_set_.clear();
    std::vector<std::size_t> candidates;
    for (std::size_t j = 0; j < table_.size(); ++j) {
      if (weights_[j] != 0) {
        working_set_.push_back(j);
      } else if (std::abs(gradient_[j]) > penalty_.l1) {
        candidates.push_back(j);
      }
    }
    const std::size_t most = std::max(working_set_.size(), kLeastNew);
    const std::size_t n_new = std::min(candidates.size(), most);
    const auto is_larger = [&](std::size_t a, std::size_t b) {
      const double of_a = std::abs(gradient_[a]);
      const double of_b = std::abs(gradient_[b]);
      return of_a != of_b ? of_a > of_b : a < b;
    };
    const auto end_new = candidates.begin() + static_cast<std::ptrdiff_t>(n_new);
    std::nth_element(candidates.begin(), end_new, candidates.end(), is_larger);
    working_set_.insert(working_set_.end(), candidates.begin(), end_new);
    std::sort(working_set_.begin(), working_set_.end());
  }

  // ---- Newton steps ----

  // Returns whether a step was taken. Far off, one step with a working set takes 1.09 times as
  // long, three 1.02 times; near the optimum, two and five take the same time within 4 %.
  bool take_newton_steps(const Watch& watch) {
    const int most = is_far() ? 2 : 3;
    for (int step = 0; step < most && rounds_ < problem_.stopping.rounds; ++step) {
      watch.check();
      ++rounds_;
      if (!newton_step(watch)) return step > 0;
    }
    return true;
  }

  // One step over the working set; false where it gains nothing any more.
  bool newton_step(const Watch& watch) {
    set_score_gradient();
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const double curvature = Loss{}.curvature(signs_[i] * scores_[i]);
      score_curvature_[i] = static_cast<Real>(shares_[i] * curvature);
    }
    std::fill(score_direction_.begin(), score_direction_.end(), 0.0);
    for (const std::size_t j : working_set_) prepare_column(j);
    prepare_offset();
    minimise_model(watch);
    const double decrease = predicted_decrease();
    return decrease < 0 && line_search(decrease);
  }

  void prepare_column(std::size_t j) {
    double gradient = 0;
    double curvature = 0;
    for (const auto& cell : table_.column(j)) {
      const auto i = static_cast<std::size_t>(cell.document);
      const double x{cell.x};
      gradient += x * double{score_gradient_[i]};
      curvature += x * x * double{score_curvature_[i]};
    }
    gradient_[j] = gradient;
    curvature_[j] = curvature + penalty_.l2 + kLeastCurvature;
    direction_[j] = 0;
  }
  void prepare_offset() {
    const double curvature =
        std::accumulate(score_curvature_.begin(), score_curvature_.end(), kLeastCurvature);
    offset_gradient_ = score_gradient_sum();
    offset_curvature_ = curvature + offset_penalty().l2;
    offset_direction_ = 0;
  }

  // What the objective falls by along the direction, to first order: the Δ of newGLMNET's line
  // search, below 0.
  double predicted_decrease() const {
    double sum = 0;
    for (const std::size_t j : working_set_) {
      sum += gradient_[j] * direction_[j] + penalty_.value(weights_[j] + direction_[j]) -
             penalty_.value(weights_[j]);
    }
    const Penalty penalty = offset_penalty();
    sum += offset_gradient_ * offset_direction_ + penalty.value(offset_ + offset_direction_) -
           penalty.value(offset_);
    return sum;
  }

  // Coordinate descent on the quadratic model, until a sweep moves little compared with the first,
  // or so little that the gap no longer shows it: moves count by their square, the gap by their
  // size. Far from the optimum the model is not worth many sweeps: it changes with the next step,
  // and its minimum may be a bad place.
  void minimise_model(const Watch& watch) {
    // Of the tolerance's square, times the objective; 0.1 and 1 take the same time within 1 %.
    constexpr double kUnseen = 0.3;
    const double tolerance = problem_.stopping.tolerance;
    const double unseen = kUnseen * std::min(1.0, tolerance * tolerance) * objective_;
    // Of what the first sweep moved; a third and three times as much take the same time within 2 %.
    const double little = is_far() ? 0.3 : 0.1;
    // Far off, one sweep takes 1.2 times as long; ten, the same time within 3 %. Near the optimum,
    // ten take the same time; a hundred, up to 2.6 times as long.
    const int most_sweeps = is_far() ? 3 : 30;
    double first_moved = 0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      watch.check();
      double moved = with_offset() ? move_offset() : 0.0;
      for (const std::size_t j : working_set_) moved += move_column(j);
      if (sweep == 0) first_moved = moved;
      if (moved <= std::max(little * first_moved, unseen)) return;
    }
  }

  // The minimum over d of gradient * d + curvature/2 * d² + l1 |w + d|: soft thresholding.
  static double best_move(double w, double gradient, double curvature, double l1) {
    const double without_l1 = w - gradient / curvature;
    const double shrunk = std::abs(without_l1) - l1 / curvature;
    return (shrunk > 0 ? std::copysign(shrunk, without_l1) : 0.0) - w;
  }

  // Both return the square of the move, in the norm of the curvature.
  double move_column(std::size_t j) {
    const double w = weights_[j] + direction_[j];
    const double gradient = column_gradient(j) + penalty_.l2 * w;
    const double move = best_move(w, gradient, curvature_[j], penalty_.l1);
    if (move == 0) return 0;
    direction_[j] += move;
    for (const auto& cell : table_.column(j)) {
      const auto i = static_cast<std::size_t>(cell.document);
      const Real score_move = static_cast<Real>(move) * cell.x;
      score_direction_[i] += score_move;
      score_gradient_[i] += score_curvature_[i] * score_move;
    }
    return move * move * curvature_[j];
  }
  double move_offset() {
    const Penalty penalty = offset_penalty();
    const double b = offset_ + offset_direction_;
    const double gradient = score_gradient_sum() + penalty.l2 * b;
    const double move = best_move(b, gradient, offset_curvature_, penalty.l1);
    offset_direction_ += move;
    for (std::size_t i = 0; i < score_direction_.size(); ++i) {
      score_direction_[i] += move;
      score_gradient_[i] += score_curvature_[i] * static_cast<Real>(move);
    }
    return move * move * offset_curvature_;
  }

  // Backtracking: halves the step until the objective falls by a part of what was predicted, and
  // takes it. False where there is none.
  bool line_search(double predicted) {
    constexpr double kArmijo = 0.01;          // as in LIBLINEAR
    constexpr double kRoundingError = 1e-15;  // in which a decrease drowns near the optimum
    constexpr double kLeastStepSize = 1e-10;
    const double rounding = kRoundingError * std::abs(objective_);
    const Penalty penalty = offset_penalty();
    const double all_penalties = penalty_sum();
    const double working_before = working_penalty(0);
    for (double step_size = 1; step_size > kLeastStepSize; step_size /= 2) {
      const double trial =
          loss_at(step_size) + penalty.value(offset_ + step_size * offset_direction_);
      const double change = trial + all_penalties - penalty.value(offset_) - working_before +
                            working_penalty(step_size) - objective_;
      if (change > kArmijo * step_size * predicted + rounding) continue;
      take_step(step_size);
      objective_ += change;
      return true;
    }
    return false;
  }
  void take_step(double step_size) {
    for (const std::size_t j : working_set_) weights_[j] += step_size * direction_[j];
    offset_ += step_size * offset_direction_;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      scores_[i] += step_size * score_direction_[i];
    }
  }

  const Problem& problem_;
  const ColumnTable<Real>& table_;
  std::size_t output_;
  Penalty penalty_;
  // By column of the table:
  std::vector<double> weights_;
  std::vector<double> gradient_;  // of the average loss
  std::vector<double> direction_;
  std::vector<double> curvature_;  // of the quadratic model
  std::vector<std::size_t> working_set_;
  // By document:
  std::vector<double> signs_;
  std::vector<double> shares_;  // of the total weight
  std::vector<double> scores_;
  std::vector<Real> score_gradient_;   // of the model, along the score
  std::vector<Real> score_curvature_;  // of the model, along the score
  std::vector<double> score_direction_;

  double offset_ = 0;
  double offset_gradient_ = 0;
  double offset_direction_ = 0;
  double offset_curvature_ = 0;
  double objective_ = 0;
  double gap_ = 0;
  std::size_t rounds_ = 0;
};

}  // namespace linnet
