#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "learning/dual_step.hpp"
#include "learning/problem.hpp"

namespace linnet {

// How much each row counts: weight / (total weight * l2).
template <class Real>
std::vector<Real> caps_of(const Problem& problem, const FastRows<Real>& rows) {
  const double total = problem.examples.total_weight() * problem.penalty.l2;
  std::vector<Real> caps(rows.size());
  for (std::size_t i = 0; i < caps.size(); ++i)
    caps[i] = static_cast<Real>(problem.examples.weight(rows.documents[i]) / total);
  return caps;
}

// Blocks of neighbouring rows, to be visited in a new random order each round: far apart enough to be random, long
// enough to be read at full speed.
struct RowBlocks {
  std::size_t n_rows, length;  // where there are few rows, each is a block
  std::vector<std::uint32_t> order;

  explicit RowBlocks(std::size_t n) : n_rows(n), length(n < 4096 ? 1 : 64), order((n + length - 1) / length) {
    std::iota(order.begin(), order.end(), 0u);
  }
  template <class Visit>
  void each(Random& random, const Watch& watch, Visit visit) {
    shuffle(std::span(order), random);
    for (const std::size_t block : order) {
      watch.check();
      for (std::size_t i = block * length; i < std::min(n_rows, (block + 1) * length); ++i) visit(i);
    }
  }
};

// The square of the offset's feature: how readily the offset moves. One that is held where it was may be any: one that
// is small beside the others disturbs them least, and one that is large beside 1 / the curvature of all losses together
// moves far enough in a round, however strong the penalty.
template <class Real>
double held_give(const Problem& problem, const FastRows<Real>& rows, double curvature) {
  const double squares = std::accumulate(rows.squares.begin(), rows.squares.end(), 0.0);
  return std::max(0.004 * squares / static_cast<double>(rows.size()), 10 * problem.penalty.l2 / curvature);
}
// Of a softmax: a penalised offset is a feature 1.
template <class Real>
double give_of(const Problem& problem, const FastRows<Real>& rows, double curvature) {
  if (problem.offset != Offset::Free) return problem.offset == Offset::Penalised ? 1.0 : 0.0;
  return held_give(problem, rows, curvature);
}
// Of a column: (b - h)² / 2g, which holds the offset b, and its penalty b² / 2 are (b - h / (1 + g))² (1 + g) / 2g.
template <class Real>
double column_give(const Problem& problem, const FastRows<Real>& rows, double curvature) {
  if (problem.offset == Offset::None) return 0.0;
  const double give = held_give(problem, rows, curvature);
  return problem.offset == Offset::Free ? give : give / (1 + give);
}

// The penalised offset that is best without any weight: where b + the slopes of all losses along it cross 0.
template <class Loss>
double offset_alone(double with, double without) {
  double high = std::sqrt(2 * (with + without) * Loss{}.value(0));  // beyond, the penalty alone is above all losses
  double low = -high;
  for (int halving = 0; halving < 40; ++halving) {
    const double b = (low + high) / 2;
    const double rise = b + with * Loss{}.slope(b) - without * Loss{}.slope(-b);
    (rise > 0 ? high : low) = b;
  }
  return (low + high) / 2;
}

// What a free offset adds to the gap: `pull`, the slope of all losses along it, times how far away its best place may
// be, for which ten Newton steps are allowed: an estimate, not a bound.
inline double offset_gap(double pull, double curvature) { return 10 * pull * pull / std::max(curvature, 1e-300); }

// Columns that are worked on together. All threads get groups of about the same width, of up to four.
struct ColumnGroup {
  std::size_t first, width;
};
inline std::vector<ColumnGroup> column_groups(std::size_t n_out, std::size_t threads) {
  std::vector<ColumnGroup> groups;
  for (std::size_t first = 0; first < n_out; first += groups.back().width) {
    const std::size_t share = (n_out - first + threads - 1) / threads;
    groups.push_back({first, share >= 4 ? std::size_t{4} : share >= 2 ? std::size_t{2} : std::size_t{1}});
  }
  return groups;
}

// What the columns of a problem share while dual coordinate descent works on them.
template <class Real>
struct DualProblem {
  const Problem& problem;
  const FastRows<Real>& rows;
  std::vector<Real> caps;
  double give;

  const Stopping& stopping() const { return problem.stopping; }
  const Targets& targets() const { return problem.targets; }
  Offset offset() const { return problem.offset; }
};

// How long a document is left alone that a column had no use for: one round, then, if that has not changed, three,
// seven and so on.
class Rest {
 public:
  bool goes_on() { return left_ > 0 && left_-- > 0; }
  void after(bool idle) { left_ = length_ = idle ? static_cast<std::uint8_t>(length_ < 31 ? 2 * length_ + 1 : 31) : 0; }

 private:
  std::uint8_t left_ = 0, length_ = 0;
};

// Dual coordinate descent: document by document, in random order, set its dual number to the best given all others.
// An offset is a feature that every document has: a small one, so that it does not set all documents against each
// other. It is held near where it was in the round before (the method of multipliers), so that what holds it vanishes,
// but for its own penalty, if it has one.
template <class Loss, class Real, int Lanes>
class DualColumns {
 public:
  using Sums = std::array<double, Lanes>;

  DualColumns(const DualProblem<Real>& problem, std::size_t first)
      : p_(problem),
        weights_(problem.rows.n_columns() * Lanes, Real(0)),
        u_(problem.rows.size() * Lanes, Real(0)),
        signs_(problem.rows.size() * Lanes),
        rests_(Dual<Loss>::rests ? problem.rows.size() * Lanes : 0) {
    double all = 0;
    Sums with{};
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      for (std::size_t l = 0; l < Lanes; ++l) {
        const bool has = p_.targets().has(p_.rows.documents[i], p_.targets().label_of(first + l));
        signs_[i * Lanes + l] = has ? Real(1) : Real(-1);
        with[l] += has ? double{p_.caps[i]} : 0.0;
      }
      all += double{p_.caps[i]};
    }
    if (problem.problem.start.given())
      start_at(first);
    else if (penalised())
      for (int l = 0; l < Lanes; ++l) anchor_[l] = offset_[l] = offset_alone<Loss>(with[l], all - with[l]);
    for (int l = 0; l < Lanes; ++l) {  // a guess: a tenth of what squares cost at the best offset
      const double share = std::clamp(with[l] / all, 1e-3, 1 - 1e-3);
      scale_[l] = all * Loss{}.value(0) * 4 * share * (1 - share) / 10;
    }
    beyond_.fill(1);
    pace_.fill(1);
    due_.fill(penalised() ? 10 : 5);
    live_.fill(Real(1));
  }

  void solve(const Watch& watch) {
    Random random(p_.stopping().seed);
    RowBlocks blocks(p_.rows.size());
    for (rounds_ = 0; rounds_ < p_.stopping().rounds && !all_done();) {
      guesses_.fill(0);
      blocks.each(random, watch, [&](std::size_t i) { visit(i); });
      ++rounds_;
      check_lanes();
      if (with_offset()) move_anchor();
    }
  }

  void write(std::size_t first, Solution& out) const {
    const std::size_t n_out = out.offset.size();
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c)
      for (int l = 0; l < Lanes; ++l)
        out.weights[c * n_out + first + l] = weights_[static_cast<std::size_t>(p_.rows.places[c]) * Lanes + l];
    for (int l = 0; l < Lanes; ++l) {
      out.offset[first + l] = offset_[l];
      out.reached[first + l] = {primal_[l] * p_.problem.penalty.l2, gaps_[l], rounds_, live_[l] == Real(0)};
    }
  }

 private:
  bool with_offset() const { return p_.offset() != Offset::None; }
  bool penalised() const { return p_.offset() == Offset::Penalised; }
  bool all_done() const {
    return std::all_of(live_.begin(), live_.end(), [](Real live) { return live == Real(0); });
  }

  // The dual numbers that fit the scores of the given weights best, and the weights that follow from those.
  void start_at(std::size_t first) {
    const auto& start = p_.problem.start;
    const std::size_t n_out = start.offset.size();
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      LaneArray<Lanes, Real> by;
      for (int l = 0; l < Lanes; ++l) {
        double score = with_offset() ? start.offset[first + l] : 0.0;
        p_.problem.examples.each(p_.rows.documents[i],
                                 [&](std::size_t c, double x) { score += x * start.weights[c * n_out + first + l]; });
        const Real sign = signs_[i * Lanes + l];
        u_[i * Lanes + l] = static_cast<Real>(-Loss{}.slope(double{sign} * score));
        by.at[l] = u_[i * Lanes + l] * p_.caps[i] * sign;
        offset_[l] += p_.give * double{by.at[l]};
      }
      add_row<Lanes>(p_.rows.row(i), weights_.data(), Lanes, by.at);
    }
    if (with_offset())
      for (int l = 0; l < Lanes; ++l) anchor_[l] = kept() * start.offset[first + l], offset_[l] += anchor_[l];
  }

  [[gnu::always_inline]] void visit(std::size_t i) {
    LaneArray<Lanes, Real> awake;
    if (!wake(i, awake)) return;
    const auto row = p_.rows.row(i);
    const Real cap = p_.caps[i], a = cap * (p_.rows.squares[i] + static_cast<Real>(p_.give));
    Real *u = &u_[i * Lanes], *y = &signs_[i * Lanes];
    LaneArray<Lanes, Real> score, gap, by;
    for (int l = 0; l < Lanes; ++l) score.at[l] = static_cast<Real>(offset_[l]);
    add_scores<Lanes>(row, weights_.data(), Lanes, score.at);
    for (int l = 0; l < Lanes; ++l) gap.at[l] = awake.at[l] * Dual<Loss>::gap(y[l] * score.at[l], u[l]);
    for (int l = 0; l < Lanes; ++l) guesses_[l] += double{cap * gap.at[l]};
    if (a <= Real(Dual<Loss>::most_gentle))
      for (int l = 0; l < Lanes; ++l) by.at[l] = Dual<Loss>::move(y[l] * score.at[l], u[l], a);
    else
      for (int l = 0; l < Lanes; ++l)
        by.at[l] = static_cast<Real>(Dual<Loss>::careful_move(y[l] * score.at[l], u[l], a));
    bool moved = false;
    for (int l = 0; l < Lanes; ++l) {
      by.at[l] *= awake.at[l];
      u[l] += by.at[l];
      by.at[l] *= cap * y[l];
      moved |= by.at[l] != Real(0);
    }
    if constexpr (Dual<Loss>::rests)
      for (int l = 0; l < Lanes; ++l)
        if (awake.at[l] != Real(0)) rests_[i * Lanes + l].after(by.at[l] == Real(0) && gap.at[l] == Real(0));
    if (!moved) return;
    add_row<Lanes>(row, weights_.data(), Lanes, by.at);
    if (with_offset())
      for (int l = 0; l < Lanes; ++l) offset_[l] += p_.give * double{by.at[l]};
  }

  // Says which lanes a document is visited for: those not done, where it does not rest.
  bool wake(std::size_t i, LaneArray<Lanes, Real>& awake) {
    bool any = false;
    for (int l = 0; l < Lanes; ++l) {
      awake.at[l] = live_[l];
      if constexpr (Dual<Loss>::rests)
        if (rests_[i * Lanes + l].goes_on()) awake.at[l] = Real(0);
      any |= awake.at[l] != Real(0);
    }
    return any;
  }

  // The offset is the anchor plus its pull. The anchor of a free one goes to where the offset is.
  void move_anchor() {
    for (int l = 0; l < Lanes; ++l) {
      if (live_[l] == Real(0)) continue;
      const double step = penalised() ? paced_step(l) : offset_[l] - anchor_[l];
      anchor_[l] += step;
      offset_[l] += step;
    }
  }

  // How far a penalised offset is from the weight that the dual numbers make for a feature 1: not at all in the end.
  double apart(int l) const { return (offset_[l] - anchor_[l]) / p_.give - offset_[l]; }
  // What that adds to the gap.
  double apart_gap(int l) const { return penalised() ? apart(l) * apart(l) / 2 : 0.0; }

  // The anchor follows. Where more than half of the way was left by the last step, the next is twice as bold, and half
  // as bold where it went too far.
  double paced_step(int l) {
    const double left = apart(l), share = left_before_[l] == 0 ? 0.1 : left / left_before_[l];
    if (share > 0.5) pace_[l] = std::min(2 * pace_[l], 1 / p_.give);
    if (share < 0) pace_[l] = std::max(1.0, pace_[l] / 2);
    left_before_[l] = left;
    return pace_[l] * p_.give * left;
  }
  // Where the anchor is in the end, as a part of the offset.
  double kept() const { return penalised() ? 1.0 - p_.give : 1.0; }

  // The true gap costs half a round, so it is only asked for when the guesses say that it is about small enough. They
  // were taken before each step, so they run ahead of what a round leaves behind; and where the true gap was asked for,
  // it tells how far it is beyond them. As they may mislead, it is asked for again after half as many rounds at last;
  // after as many where the offset's part, the most misleading one, is known.
  void check_lanes() {
    bool any = false;
    for (int l = 0; l < Lanes; ++l) {
      expected_[l] = guesses_[l] * std::min(1.0, guesses_[l] / std::max(before_[l], 1e-300));
      before_[l] = guesses_[l];
      const bool near = beyond_[l] * expected_[l] + apart_gap(l) <= p_.stopping().tolerance * scale_[l];
      asked_[l] = live_[l] != Real(0) && (near || rounds_ >= due_[l] || rounds_ == p_.stopping().rounds);
      any |= asked_[l];
    }
    if (any) measure_gaps();
  }

  void measure_gaps() {
    Sums losses{}, conjugates{}, squares{}, curvatures{};
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      LaneArray<Lanes, Real> score;
      for (int l = 0; l < Lanes; ++l) score.at[l] = static_cast<Real>(offset_[l]);
      add_scores<Lanes>(p_.rows.row(i), weights_.data(), Lanes, score.at);
      for (int l = 0; l < Lanes; ++l) {
        const double margin = double{signs_[i * Lanes + l]} * double{score.at[l]};
        losses[l] += double{p_.caps[i]} * Loss{}.value(margin);
        curvatures[l] += double{p_.caps[i]} * Dual<Loss>::curvature(margin);
        conjugates[l] += double{p_.caps[i]} * Dual<Loss>::conjugate(u_[i * Lanes + l]);
        if constexpr (Dual<Loss>::rests)
          if (asked_[l] && Dual<Loss>::gap(margin, double{u_[i * Lanes + l]}) > 0) rests_[i * Lanes + l] = {};
      }
    }
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c)
      for (int l = 0; l < Lanes; ++l) squares[l] += double{weights_[c * Lanes + l]} * double{weights_[c * Lanes + l]};
    for (int l = 0; l < Lanes; ++l)
      if (asked_[l]) finish_lane(l, losses[l], conjugates[l], squares[l], curvatures[l]);
  }

  // With a free offset b pulled from h: dual = -|w|²/2 - (b - h)²/2 - h (b - h) - conjugates. A penalised one is a
  // feature 1, of which the dual numbers make the weight `pull`.
  void finish_lane(int l, double losses, double conjugates, double squares, double curvature) {
    const double b = offset_[l], h = anchor_[l];
    const double pull = with_offset() ? (b - h) / p_.give : 0.0;
    const double held = penalised() ? pull * pull / 2 : pull * ((b - h) / 2 + h);
    primal_[l] = squares / 2 + losses + (penalised() ? b * b / 2 : 0.0);
    const double dual = -squares / 2 - held - conjugates;
    const double drift = p_.offset() == Offset::Free ? pull * (b - h) / 2 + offset_gap(pull, curvature) : 0.0;
    gaps_[l] = std::max(0.0, primal_[l] - dual + drift) / std::max(primal_[l], 1e-300);
    scale_[l] = primal_[l];
    due_[l] = rounds_ + (penalised() ? rounds_ : rounds_ / 2 + 1);
    if (gaps_[l] <= p_.stopping().tolerance)
      live_[l] = Real(0);
    else
      beyond_[l] =
          std::min(100.0, std::max(0.0, gaps_[l] * primal_[l] - apart_gap(l)) / std::max(expected_[l], 1e-300));
  }

  const DualProblem<Real>& p_;
  BigVector<Real> weights_, u_, signs_;
  BigVector<Rest> rests_;
  std::array<Real, Lanes> live_{};
  Sums offset_{}, anchor_{}, pace_{}, left_before_{}, guesses_{}, before_{}, expected_{}, beyond_{}, scale_{},
      primal_{}, gaps_{};
  std::array<bool, Lanes> asked_{};
  std::array<std::size_t, Lanes> due_{};  // the round in which the true gap is asked for at the latest
  std::size_t rounds_ = 0;
};

// Solves the columns first, first + 1 … and writes what it found to their place.
template <int Lanes, class Loss, class Real>
void solve_columns(const DualProblem<Real>& problem, std::size_t first, Solution& out, const Watch& watch) {
  DualColumns<Loss, Real, Lanes> columns(problem, first);
  columns.solve(watch);
  columns.write(first, out);
}

template <class Loss, class Real>
Solution dual_columns(const Problem& problem, const Watch& watch) {
  const std::size_t n_out = problem.targets.n_out(), threads = problem.stopping.threads;
  const FastRows<Real> rows(problem.examples, shuffled_documents(problem.examples, problem.stopping.seed), threads);
  const double give = column_give(problem, rows, Dual<Loss>::curvature(0));
  const DualProblem<Real> shared{problem, rows, caps_of<Real>(problem, rows), give};
  Solution out(problem.examples.n_columns, n_out, n_out, Measure::DualityGap);
  const auto groups = column_groups(n_out, threads);
  parallel_each(threads, groups.size(), [&](std::size_t g) {
    const auto solve = groups[g].width == 4   ? solve_columns<4, Loss, Real>
                       : groups[g].width == 2 ? solve_columns<2, Loss, Real>
                                              : solve_columns<1, Loss, Real>;
    solve(shared, groups[g].first, out, watch);
  });
  return out;
}

}  // namespace linnet
