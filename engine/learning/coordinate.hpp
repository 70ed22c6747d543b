#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/column_table.hpp"
#include "learning/dual_step.hpp"
#include "learning/problem.hpp"

namespace linnet {

// The most that |slope of the average loss| over a column can be anywhere a solver looks: a column that stays below l1
// has weight 0. |slope| <= 1 for logistic; for squared hinge, the mean of its square is at most 4 times the loss at 0.
struct ColumnBounds {
  std::vector<double> sums, squares;

  explicit ColumnBounds(const Examples& examples) : sums(examples.n_columns, 0.0), squares(examples.n_columns, 0.0) {
    const double total = examples.total_weight();
    for (std::size_t i = 0; i < examples.size(); ++i)
      examples.each(i, [&](std::size_t column, double x) {
        sums[column] += examples.weight(i) / total * std::abs(x);
        squares[column] += examples.weight(i) / total * x * x;
      });
  }
  double most(std::size_t column, Logistic) const { return sums[column]; }
  double most(std::size_t column, SquaredHinge) const { return 2 * std::sqrt(squares[column]); }
};

// One column of weights by proximal Newton steps: a quadratic model of the loss, made small over a few columns that
// matter by coordinate descent, then a step that is halved until the objective falls.
template <SmoothLoss Loss, class Real>
class CoordinateColumn {
 public:
  CoordinateColumn(const Problem& problem, const ColumnTable<Real>& table, std::size_t out)
      : problem_(problem),
        table_(table),
        weights_(table.size(), 0.0),
        pulls_(table.size(), 0.0),
        steps_(table.size(), 0.0),
        curvatures_(table.size(), 0.0),
        signs_(signs_of(problem.targets, out)),
        shares_(signs_.size()),
        scores_(signs_.size(), 0.0),
        slopes_(signs_.size()),
        bends_(signs_.size()),
        moves_(signs_.size()) {
    const double total = problem.examples.total_weight();
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i] = problem.examples.weight(i) / total;
    if (problem.start.given()) start_at(problem.start, out);
  }

  // Can be called again with another penalty: it goes on from where it is.
  void solve(Penalty penalty, const Watch& watch) {
    penalty_ = penalty;
    gap_ = INFINITY;
    for (rounds_ = 0;;) {
      measure();
      if (gap_ <= problem_.stopping.tolerance || rounds_ >= problem_.stopping.rounds) return;
      choose();
      for (int again = 0; again < (gap_ > 0.01 ? 2 : 3) && rounds_ < problem_.stopping.rounds; ++again) {
        watch.check();
        ++rounds_;
        if (!newton_step(watch)) break;
      }
    }
  }

  void write(std::size_t out, Solution& into) const {
    const std::size_t n_out = into.offset.size();
    for (std::size_t j = 0; j < table_.size(); ++j)
      into.weights[static_cast<std::size_t>(table_.columns[j]) * n_out + out] = weights_[j];
    into.offset[out] = offset_;
    into.reached[out] = {objective_, gap_, rounds_, gap_ <= problem_.stopping.tolerance};
  }

 private:
  bool with_offset() const { return problem_.offset != Offset::None; }
  Penalty offset_penalty() const { return problem_.offset == Offset::Penalised ? penalty_ : Penalty{}; }

  void start_at(const Start& start, std::size_t out) {
    const std::size_t n_out = start.offset.size();
    for (std::size_t j = 0; j < table_.size(); ++j)
      weights_[j] = start.weights[static_cast<std::size_t>(table_.columns[j]) * n_out + out];
    if (with_offset()) offset_ = start.offset[out];
    std::fill(scores_.begin(), scores_.end(), offset_);
    for (std::size_t j = 0; j < table_.size(); ++j)
      if (weights_[j] != 0)
        for (const auto& cell : table_.column(j))
          scores_[static_cast<std::size_t>(cell.document)] += weights_[j] * cell.x;
  }

  double loss_at(double size) const {
    double sum = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i)
      sum += shares_[i] * Loss{}.value(signs_[i] * (scores_[i] + size * moves_[i]));
    return sum;
  }

  // slopes = how the average loss follows each score
  void fill_slopes() {
    for (std::size_t i = 0; i < scores_.size(); ++i)
      slopes_[i] = static_cast<Real>(shares_[i] * signs_[i] * Loss{}.slope(signs_[i] * scores_[i]));
  }

  double column_slope(std::size_t j) const {
    const auto cells = table_.column(j);
    const auto part = [&](std::size_t c) {
      return double{cells[c].x * slopes_[static_cast<std::size_t>(cells[c].document)]};
    };
    double sums[4] = {};  // four at a time, since each sum has to wait for its last addition
    std::size_t c = 0;
    for (; c + 4 <= cells.size(); c += 4)
      for (std::size_t s = 0; s < 4; ++s) sums[s] += part(c + s);
    for (; c < cells.size(); ++c) sums[0] += part(c);
    return sums[0] + sums[1] + (sums[2] + sums[3]);
  }

  double penalties() const {
    double sum = offset_penalty().value(offset_);
    for (const double w : weights_)
      if (w != 0) sum += penalty_.value(w);
    return sum;
  }

  // The pull of every column, the objective and the duality gap. The dual numbers are u = -slope of the loss; with pure
  // l1 they are scaled down until no column pulls harder than l1.
  void measure() {
    fill_slopes();
    double top = 0;
    for (std::size_t j = 0; j < table_.size(); ++j) {
      pulls_[j] = column_slope(j);
      top = std::max(top, std::abs(pulls_[j]));
    }
    const double offset_pull = std::accumulate(slopes_.begin(), slopes_.end(), 0.0);
    if (problem_.offset == Offset::Penalised) top = std::max(top, std::abs(offset_pull));
    std::fill(moves_.begin(), moves_.end(), 0.0);
    objective_ = loss_at(0) + penalties();
    const double scale = penalty_.l2 > 0 || top <= penalty_.l1 ? 1.0 : penalty_.l1 / top;
    double dual = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i)
      dual -= shares_[i] * Dual<Loss>::conjugate(-scale * Loss{}.slope(signs_[i] * scores_[i]));
    for (const double pull : pulls_) dual -= excess(pull);
    if (problem_.offset == Offset::Penalised) dual -= excess(offset_pull);
    const double drift =
        problem_.offset == Offset::Free ? std::abs(offset_pull) * std::max(1.0, std::abs(offset_)) : 0.0;
    gap_ = std::max(0.0, objective_ - dual + drift) / std::max(objective_, 1e-300);
  }
  // The conjugate of the penalty.
  double excess(double pull) const {
    const double over = std::max(0.0, std::abs(pull) - penalty_.l1);
    return penalty_.l2 > 0 ? over * over / (2 * penalty_.l2) : 0.0;
  }

  // The columns with a weight, and of those that pull harder than l1 the hardest, about as many again.
  void choose() {
    chosen_.clear();
    std::vector<std::int32_t> waiting;
    for (std::size_t j = 0; j < table_.size(); ++j) {
      if (weights_[j] != 0)
        chosen_.push_back(static_cast<std::int32_t>(j));
      else if (std::abs(pulls_[j]) > penalty_.l1)
        waiting.push_back(static_cast<std::int32_t>(j));
    }
    const std::size_t most = std::min(waiting.size(), std::max<std::size_t>(chosen_.size(), 256));
    const auto harder = [&](std::int32_t a, std::int32_t b) {
      const double x = std::abs(pulls_[static_cast<std::size_t>(a)]), y = std::abs(pulls_[static_cast<std::size_t>(b)]);
      return x != y ? x > y : a < b;
    };
    std::nth_element(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(most), waiting.end(), harder);
    chosen_.insert(chosen_.end(), waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(most));
    std::sort(chosen_.begin(), chosen_.end());
  }

  // One proximal Newton step over the chosen columns; false where it gains nothing any more.
  bool newton_step(const Watch& watch) {
    fill_slopes();
    for (std::size_t i = 0; i < scores_.size(); ++i)
      bends_[i] = static_cast<Real>(shares_[i] * Loss{}.curvature(signs_[i] * scores_[i]));
    std::fill(moves_.begin(), moves_.end(), 0.0);
    double promise = 0;  // what the slope says the step gains
    for (const auto j : chosen_) prepare(static_cast<std::size_t>(j));
    offset_pull_ = std::accumulate(slopes_.begin(), slopes_.end(), 0.0);
    offset_bend_ = std::accumulate(bends_.begin(), bends_.end(), 1e-12) + offset_penalty().l2;
    offset_step_ = 0;
    descend(watch);
    for (const auto j : chosen_) {
      const auto at = static_cast<std::size_t>(j);
      promise += pulls_[at] * steps_[at] + penalty_.value(weights_[at] + steps_[at]) - penalty_.value(weights_[at]);
    }
    promise +=
        offset_pull_ * offset_step_ + offset_penalty().value(offset_ + offset_step_) - offset_penalty().value(offset_);
    return promise < 0 && take(promise);
  }

  void prepare(std::size_t j) {
    double pull = 0, bend = 0;
    for (const auto& cell : table_.column(j)) {
      const auto i = static_cast<std::size_t>(cell.document);
      pull += double{cell.x} * double{slopes_[i]};
      bend += double{cell.x} * double{cell.x} * double{bends_[i]};
    }
    pulls_[j] = pull;
    curvatures_[j] = bend + penalty_.l2 + 1e-12;
    steps_[j] = 0;
  }

  // Coordinate descent on the quadratic model, until a sweep moves little compared with the first, or so little that
  // the gap no longer shows it: moves count by their square, the gap by their size. Far from the end the model is not
  // worth many sweeps: it changes with the next step, and its smallest point may be a bad place.
  void descend(const Watch& watch) {
    const double unseen = 0.3 * std::min(1.0, problem_.stopping.tolerance * problem_.stopping.tolerance) * objective_;
    const bool far = gap_ > 0.01;
    double first = 0;
    for (int sweep = 0; sweep < (far ? 3 : 30); ++sweep) {
      watch.check();
      double moved = with_offset() ? move_offset() : 0.0;
      for (const auto j : chosen_) moved += move(static_cast<std::size_t>(j));
      if (sweep == 0) first = moved;
      if (moved <= std::max((far ? 0.3 : 0.1) * first, unseen)) return;
    }
  }

  // The smallest of pull * d + bend/2 * d² + l1 |w + d| over d
  static double best_step(double w, double pull, double bend, double l1) {
    const double aim = w - pull / bend, shrunk = std::abs(aim) - l1 / bend;
    return (shrunk > 0 ? std::copysign(shrunk, aim) : 0.0) - w;
  }

  double move(std::size_t j) {
    const double w = weights_[j] + steps_[j];
    const double d = best_step(w, column_slope(j) + penalty_.l2 * w, curvatures_[j], penalty_.l1);
    if (d == 0) return 0;
    steps_[j] += d;
    for (const auto& cell : table_.column(j)) {
      const auto i = static_cast<std::size_t>(cell.document);
      const Real by = static_cast<Real>(d) * cell.x;
      moves_[i] += by;
      slopes_[i] += bends_[i] * by;
    }
    return d * d * curvatures_[j];
  }

  double move_offset() {
    const Penalty penalty = offset_penalty();
    const double b = offset_ + offset_step_,
                 pull = std::accumulate(slopes_.begin(), slopes_.end(), 0.0) + penalty.l2 * b;
    const double d = best_step(b, pull, offset_bend_, penalty.l1);
    offset_step_ += d;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      moves_[i] += d;
      slopes_[i] += bends_[i] * static_cast<Real>(d);
    }
    return d * d * offset_bend_;
  }

  // Halves the step until the objective falls by a part of what was promised.
  bool take(double promise) {
    const double rounding = 1e-15 * std::abs(objective_);  // else nothing would help near the end
    for (double size = 1; size > 1e-10; size /= 2) {
      double there = loss_at(size) + offset_penalty().value(offset_ + size * offset_step_);
      double before = penalties_of_chosen(0), after = penalties_of_chosen(size);
      const double gained = there + penalties() - offset_penalty().value(offset_) - before + after - objective_;
      if (gained > 0.01 * size * promise + rounding) continue;
      for (const auto j : chosen_) weights_[static_cast<std::size_t>(j)] += size * steps_[static_cast<std::size_t>(j)];
      offset_ += size * offset_step_;
      for (std::size_t i = 0; i < scores_.size(); ++i) scores_[i] += size * moves_[i];
      objective_ += gained;
      return true;
    }
    return false;
  }
  double penalties_of_chosen(double size) const {
    double sum = 0;
    for (const auto j : chosen_) {
      const auto at = static_cast<std::size_t>(j);
      sum += penalty_.value(weights_[at] + size * steps_[at]);
    }
    return sum;
  }

  const Problem& problem_;
  const ColumnTable<Real>& table_;
  Penalty penalty_;
  std::vector<double> weights_, pulls_, steps_, curvatures_;
  std::vector<double> signs_, shares_, scores_;
  std::vector<Real> slopes_, bends_;
  std::vector<double> moves_;
  std::vector<std::int32_t> chosen_;
  double offset_ = 0, offset_step_ = 0, offset_pull_ = 0, offset_bend_ = 0, objective_ = 0, gap_ = 0;
  std::size_t rounds_ = 0;
};

struct CoordinateDescent {
  static constexpr auto needs =
      "an l1 penalty needs the logistic or squared-hinge loss, which tell each label from the rest; use one of these.";

  template <SmoothLoss Loss>
  Solution solve(const Problem& problem, Loss loss, const Watch& watch) const {
    constexpr double strength = 1;
    return std::move(path(problem, loss, {&strength, 1}, watch).front());
  }
  // One solution per strength, by which the penalty is multiplied; each starts from the one before.
  template <SmoothLoss Loss>
  std::vector<Solution> path(const Problem& problem, Loss loss, std::span<const double> strengths,
                             const Watch& watch) const {
    require(problem.penalty.l1 > 0, "the coordinate solver needs l1 above 0; use another solver for a smooth penalty.");
    return problem.stopping.tolerance >= 5e-6 ? solve_as<float>(problem, loss, strengths, watch)
                                              : solve_as<double>(problem, loss, strengths, watch);
  }

 private:
  template <class Real, SmoothLoss Loss>
  static std::vector<Solution> solve_as(const Problem& problem, Loss loss, std::span<const double> strengths,
                                        const Watch& watch) {
    const std::size_t n_out = problem.targets.n_out();
    const double weakest = problem.penalty.l1 * *std::min_element(strengths.begin(), strengths.end());
    const ColumnBounds bounds(problem.examples);
    const ColumnTable<Real> table(problem.examples, [&](std::size_t c) { return bounds.most(c, loss) > weakest; });
    std::vector<Solution> out;
    for (std::size_t s = 0; s < strengths.size(); ++s)
      out.emplace_back(problem.examples.n_columns, n_out, n_out, Measure::DualityGap);
    parallel_each(problem.stopping.threads, n_out, [&](std::size_t k) {
      CoordinateColumn<Loss, Real> column(problem, table, k);
      for (std::size_t s = 0; s < strengths.size(); ++s) {
        column.solve({problem.penalty.l1 * strengths[s], problem.penalty.l2 * strengths[s]}, watch);
        column.write(k, out[s]);
      }
    });
    return out;
  }
};

}  // namespace linnet
