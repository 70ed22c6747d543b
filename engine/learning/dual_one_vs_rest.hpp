#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "learning/dual_offset.hpp"
#include "learning/dual_problem.hpp"
#include "learning/lanes.hpp"
#include "learning/margin_dual.hpp"
#include "learning/shrinking.hpp"

namespace linnet {

// Dual coordinate descent for a margin loss with an l2 penalty: document by document, in random
// order, its dual variable is set to the best given all others. Works on some outputs side by side,
// one per lane.
template <class Loss, class Real, int Lanes>
class DualOneVsRest {
 public:
  DualOneVsRest(const DualProblem<Real>& problem, std::size_t first_output)
      : p_(problem),
        weights_(problem.rows.n_columns() * Lanes, Real(0)),
        alpha_(problem.rows.size() * Lanes, Real(0)),
        signs_(problem.rows.size() * Lanes),
        shrinking_(Dual::has_bounds ? problem.rows.size() * Lanes : 0) {
    running_.fill(Real(1));
    offset_step_factor_.fill(1);
    const CostsBySign costs = set_signs(first_output);
    if (!p_.problem.start.empty()) {
      start_at(first_output);
    } else if (is_penalised()) {
      for (int l = 0; l < Lanes; ++l) {
        offset_[l] = best_offset_alone<Loss>(costs.positive[l], costs.all - costs.positive[l]);
        center_[l] = offset_[l];
      }
    }
    const std::size_t first_measure = is_penalised() ? 2 * kFirstMeasure : kFirstMeasure;
    for (int l = 0; l < Lanes; ++l) {
      schedule_[l] = GapSchedule(objective_guess(costs.positive[l], costs.all), first_measure);
    }
  }

  void solve(const Watch& watch) {
    Random random(p_.stopping().seed);
    RowBlocks blocks(p_.rows.size());
    while (rounds_ < p_.stopping().rounds && !all_converged()) {
      gap_estimate_.fill(0);
      blocks.each(random, watch, [&](std::size_t i) { visit(i); });
      ++rounds_;
      measure_due_gaps();
      if (with_offset()) move_centers();
    }
  }

  void write(std::size_t first_output, Solution& out) const {
    const std::size_t n_outputs = out.offset.size();
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c) {
      const Real* of_column = &weights_[static_cast<std::size_t>(p_.rows.places[c]) * Lanes];
      for (int l = 0; l < Lanes; ++l) {
        out.weights[c * n_outputs + first_output + l] = of_column[l];
      }
    }
    for (int l = 0; l < Lanes; ++l) {
      const double objective = primal_[l] * p_.problem.penalty.l2;
      out.offset[first_output + l] = offset_[l];
      out.convergence[first_output + l] = {objective, gap_[l], rounds_, has_converged(l)};
    }
  }

 private:
  using Dual = MarginDual<Loss>;
  using Values = LaneArray<Lanes, Real>;
  using Sums = std::array<double, Lanes>;

  // The round after which the gap is measured at the latest; twice as many for a penalised offset.
  // 3 and 10 take the same time within 4 %.
  static constexpr std::size_t kFirstMeasure = 5;

  bool with_offset() const { return p_.offset() != Offset::None; }
  bool is_penalised() const { return p_.offset() == Offset::Penalised; }
  bool has_converged(int lane) const { return running_[lane] == Real(0); }
  bool all_converged() const {
    return std::all_of(running_.begin(), running_.end(), [](Real flag) { return flag == Real(0); });
  }

  // ---- where it starts ----

  struct CostsBySign {
    Sums positive{};
    double all = 0;
  };
  CostsBySign set_signs(std::size_t first_output) {
    CostsBySign costs;
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      const double cost{p_.costs[i]};
      for (std::size_t l = 0; l < Lanes; ++l) {
        const std::int32_t label = p_.targets().positive_label(first_output + l);
        const bool is_positive = p_.targets().has(p_.rows.documents[i], label);
        signs_[i * Lanes + l] = is_positive ? Real(1) : Real(-1);
        costs.positive[l] += is_positive ? cost : 0.0;
      }
      costs.all += cost;
    }
    return costs;
  }

  // The objective at the optimum is guessed to be a tenth of that of squares at the best offset:
  // until the gap is measured, the tolerance is relative to it. A third and a thirtieth take the
  // same time within 3 %.
  static double objective_guess(double positive_cost, double all_costs) {
    constexpr double kLeastShare = 1e-3;  // of a label so rare that the guess would be about 0
    const double share = std::clamp(positive_cost / all_costs, kLeastShare, 1 - kLeastShare);
    return all_costs * Loss{}.value(0) * 4 * share * (1 - share) / 10;
  }

  // The dual variables that fit the scores of the given weights best, and the weights that follow
  // from those.
  void start_at(std::size_t first_output) {
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      Values steps;
      for (int l = 0; l < Lanes; ++l) {
        const Real sign = signs_[i * Lanes + l];
        const double margin = double{sign} * start_score(i, first_output + l);
        const Real alpha = static_cast<Real>(-Loss{}.derivative(margin));
        alpha_[i * Lanes + l] = alpha;
        steps[l] = alpha * p_.costs[i] * sign;
        offset_[l] += p_.offset_square * double{steps[l]};
      }
      add_row<Lanes>(p_.rows.row(i), weights_.data(), Lanes, steps.at);
    }
    if (!with_offset()) return;
    for (int l = 0; l < Lanes; ++l) {
      center_[l] = center_share() * p_.problem.start.offset[first_output + l];
      offset_[l] += center_[l];
    }
  }
  double start_score(std::size_t i, std::size_t output) const {
    const WeightsView& start = p_.problem.start;
    const std::size_t n_outputs = start.offset.size();
    double score = with_offset() ? start.offset[output] : 0.0;
    p_.problem.rows.each(p_.rows.documents[i], [&](std::size_t column, double x) {
      score += x * start.weights[column * n_outputs + output];
    });
    return score;
  }

  // ---- a round ----

  // One coordinate step: the dual variable of one document, in all lanes that need it.
  [[gnu::always_inline]] void visit(std::size_t i) {
    Values active;
    if (!find_active_lanes(i, active)) return;
    const auto row = p_.rows.row(i);
    const Real cost = p_.costs[i];
    const Real q = p_.q(i);
    const Real* sign = &signs_[i * Lanes];
    Real* alpha = &alpha_[i * Lanes];

    const Values margin = margins(row, sign);
    Values gap;
    for (int l = 0; l < Lanes; ++l) gap[l] = active[l] * Dual::gap(margin[l], alpha[l]);
    for (int l = 0; l < Lanes; ++l) gap_estimate_[l] += double{cost * gap[l]};

    Values step = alpha_steps(margin, alpha, q);
    bool moves = false;
    for (int l = 0; l < Lanes; ++l) {
      step[l] *= active[l];
      alpha[l] += step[l];
      step[l] *= cost * sign[l];
      moves |= step[l] != Real(0);
    }
    shrink(i, active, step, gap);
    if (!moves) return;
    add_row<Lanes>(row, weights_.data(), Lanes, step.at);
    if (!with_offset()) return;
    for (int l = 0; l < Lanes; ++l) offset_[l] += p_.offset_square * double{step[l]};
  }

  // 1 for the lanes that have not converged, unless shrinking leaves the document out of them.
  [[gnu::always_inline]] bool find_active_lanes(std::size_t i, Values& active) {
    bool any = false;
    for (int l = 0; l < Lanes; ++l) {
      active[l] = running_[l];
      if constexpr (Dual::has_bounds) {
        if (shrinking_[i * Lanes + l].skips_round()) active[l] = Real(0);
      }
      any |= active[l] != Real(0);
    }
    return any;
  }

  [[gnu::always_inline]] Values margins(std::span<const Entry<Real>> row, const Real* sign) const {
    Values out;
    for (int l = 0; l < Lanes; ++l) out[l] = static_cast<Real>(offset_[l]);
    add_scores<Lanes>(row, weights_.data(), Lanes, out.at);
    for (int l = 0; l < Lanes; ++l) out[l] = sign[l] * out[l];
    return out;
  }

  [[gnu::always_inline]] static Values alpha_steps(const Values& margin, const Real* alpha,
                                                   Real q) {
    Values out;
    if (q <= Real(Dual::kLargestNewtonQ)) {
      for (int l = 0; l < Lanes; ++l) out[l] = Dual::update(margin[l], alpha[l], q);
    } else {
      for (int l = 0; l < Lanes; ++l) {
        out[l] = static_cast<Real>(Dual::exact_update(margin[l], alpha[l], q));
      }
    }
    return out;
  }

  [[gnu::always_inline]] void shrink(std::size_t i, const Values& active, const Values& step,
                                     const Values& gap) {
    if constexpr (Dual::has_bounds) {
      for (int l = 0; l < Lanes; ++l) {
        if (active[l] == Real(0)) continue;
        const bool at_bound = step[l] == Real(0) && gap[l] == Real(0);
        shrinking_[i * Lanes + l].after_visit(at_bound);
      }
    }
  }

  // ---- the offset ----

  // The offset is its centre plus what the dual variables add. The centre of a free one goes to
  // where the offset is, which takes the offset on by as much again.
  void move_centers() {
    for (int l = 0; l < Lanes; ++l) {
      if (has_converged(l)) continue;
      const double step = is_penalised() ? accelerated_step(l) : offset_[l] - center_[l];
      center_[l] += step;
      offset_[l] += step;
    }
  }

  // The sum of cost * alpha * sign.
  double alpha_sum(int l) const { return (offset_[l] - center_[l]) / p_.offset_square; }
  // A penalised offset is the weight of a feature 1, so that in the end it is this sum.
  double penalised_residual(int l) const { return alpha_sum(l) - offset_[l]; }
  double penalised_gap(int l) const {
    return is_penalised() ? penalised_residual(l) * penalised_residual(l) / 2 : 0.0;
  }

  // The centre of a penalised offset follows the residual. Where more than half of that was left by
  // the last step, the next is twice as long, and half as long where it went too far.
  double accelerated_step(int l) {
    constexpr double kLeftTooMuch = 0.5;  // 0.3 and 0.7 take the same rounds within 1 %
    double& factor = offset_step_factor_[l];
    const double residual = penalised_residual(l);
    const bool is_first = previous_residual_[l] == 0;
    const double left = is_first ? 0.0 : residual / previous_residual_[l];
    if (left > kLeftTooMuch) factor = std::min(2 * factor, 1 / p_.offset_square);
    if (left < 0) factor = std::max(1.0, factor / 2);
    previous_residual_[l] = residual;
    return factor * p_.offset_square * residual;
  }
  // Where the centre is in the end, as a part of the offset.
  double center_share() const { return is_penalised() ? 1.0 - p_.offset_square : 1.0; }

  // ---- the duality gap ----

  void measure_due_gaps() {
    const bool is_last = rounds_ == p_.stopping().rounds;
    std::array<bool, Lanes> due{};
    for (int l = 0; l < Lanes; ++l) {
      const bool is_due =
          schedule_[l].is_due(rounds_, gap_estimate_[l], penalised_gap(l), p_.stopping().tolerance);
      due[l] = !has_converged(l) && (is_due || is_last);
    }
    const bool any = std::any_of(due.begin(), due.end(), [](bool is_due) { return is_due; });
    if (any) measure_gaps(due);
  }

  struct LaneTotals {  // over all documents, and squares over all weights
    Sums losses{};
    Sums conjugates{};
    Sums curvatures{};
    Sums squares{};
  };

  void measure_gaps(const std::array<bool, Lanes>& due) {
    LaneTotals totals;
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      const double cost{p_.costs[i]};
      const Values margin_of_lane = margins(p_.rows.row(i), &signs_[i * Lanes]);
      for (int l = 0; l < Lanes; ++l) {
        const double margin{margin_of_lane[l]};
        const double alpha{alpha_[i * Lanes + l]};
        totals.losses[l] += cost * Loss{}.value(margin);
        totals.curvatures[l] += cost * Dual::curvature(margin);
        totals.conjugates[l] += cost * Dual::conjugate(alpha);
        if constexpr (Dual::has_bounds) {
          if (due[l] && Dual::gap(margin, alpha) > 0) shrinking_[i * Lanes + l] = {};
        }
      }
    }
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c) {
      for (int l = 0; l < Lanes; ++l) {
        const double weight{weights_[c * Lanes + l]};
        totals.squares[l] += weight * weight;
      }
    }
    for (int l = 0; l < Lanes; ++l) {
      if (due[l]) set_gap(l, totals);
    }
  }

  // With s the sum of cost * alpha * sign, b the offset and h its centre:
  //   dual = -|w|²/2 - conjugates - s (b - h)/2 - s h   for a free offset,
  //   dual = -|w|²/2 - conjugates - s²/2                for a penalised one.
  void set_gap(int l, const LaneTotals& totals) {
    const double b = offset_[l];
    const double h = center_[l];
    const double s = with_offset() ? alpha_sum(l) : 0.0;
    const double offset_part = is_penalised() ? s * s / 2 : s * ((b - h) / 2 + h);
    const double dual = -totals.squares[l] / 2 - offset_part - totals.conjugates[l];
    primal_[l] = totals.squares[l] / 2 + totals.losses[l] + (is_penalised() ? b * b / 2 : 0.0);

    double offset_gap = 0;
    if (p_.offset() == Offset::Free) {
      offset_gap = s * (b - h) / 2 + free_offset_gap(s, totals.curvatures[l]);
    }
    const double gap = std::max(0.0, primal_[l] - dual + offset_gap);
    gap_[l] = gap / std::max(primal_[l], kTiny);
    if (gap_[l] <= p_.stopping().tolerance) running_[l] = Real(0);

    // Again after half as many rounds (a quarter, or all, take the same time within 2 %). A
    // penalised offset's part of the gap, the most misleading one, is known: less is to be checked.
    const std::size_t rounds_between = is_penalised() ? rounds_ : rounds_ / 2 + 1;
    const double estimated_part = gap_[l] * primal_[l] - penalised_gap(l);
    schedule_[l].measured(estimated_part, primal_[l], rounds_ + rounds_between);
  }

  const DualProblem<Real>& p_;
  BigVector<Real> weights_;  // columns × lanes
  BigVector<Real> alpha_;    // documents × lanes
  BigVector<Real> signs_;    // documents × lanes
  BigVector<Shrinking> shrinking_;
  std::array<Real, Lanes> running_{};  // 1 for a lane that has not converged, else 0
  Sums offset_{};
  Sums center_{};
  Sums offset_step_factor_{};
  Sums previous_residual_{};
  Sums gap_estimate_{};
  Sums primal_{};
  Sums gap_{};
  std::array<GapSchedule, Lanes> schedule_{};
  std::size_t rounds_ = 0;
};

// Outputs that are worked on together. All threads get groups of about the same width, of up to
// four.
struct OutputGroup {
  std::size_t first;
  std::size_t width;
};
inline std::vector<OutputGroup> output_groups(std::size_t n_outputs, std::size_t threads) {
  std::vector<OutputGroup> groups;
  for (std::size_t first = 0; first < n_outputs; first += groups.back().width) {
    const std::size_t share = (n_outputs - first + threads - 1) / threads;
    const std::size_t width = share >= 4 ? 4 : share >= 2 ? 2 : 1;
    groups.push_back({first, width});
  }
  return groups;
}

template <int Lanes, class Loss, class Real>
void solve_group(const DualProblem<Real>& problem, std::size_t first_output, Solution& out,
                 const Watch& watch) {
  DualOneVsRest<Loss, Real, Lanes> outputs(problem, first_output);
  outputs.solve(watch);
  outputs.write(first_output, out);
}

template <class Loss, class Real>
Solution dual_one_vs_rest(const Problem& problem, const Watch& watch) {
  const std::size_t n_outputs = problem.targets.n_outputs();
  const std::size_t threads = problem.stopping.threads;
  const FastRows<Real> rows(problem.rows, shuffled_documents(problem.rows, problem.stopping.seed),
                            threads);
  const double curvature = MarginDual<Loss>::curvature(0);
  const double offset_square = one_vs_rest_offset_square(problem, rows, curvature);
  const DualProblem<Real> shared{problem, rows, costs_of<Real>(problem, rows), offset_square};
  Solution out(problem.rows.n_columns, n_outputs, n_outputs, Measure::DualityGap);
  const auto groups = output_groups(n_outputs, threads);
  parallel_each(threads, groups.size(), [&](std::size_t g) {
    const OutputGroup& group = groups[g];
    if (group.width == 4) solve_group<4, Loss>(shared, group.first, out, watch);
    if (group.width == 2) solve_group<2, Loss>(shared, group.first, out, watch);
    if (group.width == 1) solve_group<1, Loss>(shared, group.first, out, watch);
  });
  return out;
}

}  // namespace linnet
