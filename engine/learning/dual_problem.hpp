#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "learning/fast_rows.hpp"
#include "learning/problem.hpp"

namespace linnet {

// How much each row counts where the penalty is |w|²/2: weight / (total weight * l2). LIBLINEAR's
// C.
template <class Real>
std::vector<Real> costs_of(const Problem& problem, const FastRows<Real>& rows) {
  const double total = problem.rows.total_weight() * problem.penalty.l2;
  std::vector<Real> costs(rows.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    costs[i] = static_cast<Real>(problem.rows.weight(rows.documents[i]) / total);
  }
  return costs;
}

// What dual coordinate descent shares between the outputs of a problem.
template <class Real>
struct DualProblem {
  const Problem& problem;
  const FastRows<Real>& rows;
  std::vector<Real> costs;
  double offset_square;  // of the offset's feature: dual_offset.hpp

  const Stopping& stopping() const { return problem.stopping; }
  const Targets& targets() const { return problem.targets; }
  Offset offset() const { return problem.offset; }
  // The diagonal of the dual's Hessian, over the cost.
  Real q(std::size_t i) const {
    return costs[i] * (rows.squares[i] + static_cast<Real>(offset_square));
  }
};

// Blocks of neighbouring rows, visited in a new random order each round: short enough to be random,
// long enough to be read at full speed.
class RowBlocks {
 public:
  explicit RowBlocks(std::size_t n_rows)
      : n_rows_(n_rows),
        length_(n_rows < kFewRows ? 1 : kLength),
        order_((n_rows + length_ - 1) / length_) {
    std::iota(order_.begin(), order_.end(), 0u);
  }

  template <class Visit>
  void each(Random& random, const Watch& watch, Visit visit) {
    shuffle(std::span(order_), random);
    for (const std::size_t block : order_) {
      watch.check();
      const std::size_t end = std::min(n_rows_, (block + 1) * length_);
      for (std::size_t i = block * length_; i < end; ++i) visit(i);
    }
  }

 private:
  // With blocks of 1, a round takes 1.4 times as long, and 1.1 times with 16; with 256, 1.1 times
  // as many rounds are needed (three data sets of 10,000 to 20,000 rows).
  static constexpr std::size_t kLength = 64;
  // Of fewer rows, each is a block: all fit the cache. In blocks of 64, 3,000 rows took up to three
  // times the rounds, and mostly as many.
  static constexpr std::size_t kFewRows = 4096;

  std::size_t n_rows_;
  std::size_t length_;
  std::vector<std::uint32_t> order_;
};

// What the steps of a round say of the duality gap that is left after it. Each step's estimate was
// taken before the step, so that their sum is about the gap before the round; the gap is expected
// to fall on as it fell in the last round.
inline double expected_gap(double estimate, double previous_estimate) {
  return estimate * std::min(1.0, estimate / std::max(previous_estimate, kTiny));
}

// Decides after which rounds the true duality gap of an output is measured, which costs half a
// round: where the estimates say that it is about small enough. Where it was measured, it tells how
// far the estimates are off. As they may mislead all the same, it is measured again after a number
// of rounds at last.
class GapSchedule {
 public:
  GapSchedule() = default;
  GapSchedule(double objective, std::size_t first_measure)
      : objective_(objective), next_measure_(first_measure) {}

  // known_gap is a part of the gap that needs no estimate.
  bool is_due(std::size_t round, double estimate, double known_gap, double tolerance) {
    expected_ = expected_gap(estimate, previous_estimate_);
    previous_estimate_ = estimate;
    const bool is_near = correction_ * expected_ + known_gap <= tolerance * objective_;
    return is_near || round >= next_measure_;
  }
  // gap: of the estimated part. The next measurement comes at that round at the latest.
  void measured(double gap, double objective, std::size_t next_measure) {
    correction_ = std::min(kLargestCorrection, std::max(0.0, gap) / std::max(expected_, kTiny));
    objective_ = objective;
    next_measure_ = next_measure;
  }

 private:
  // What one odd round may say of the next; 10 and 1000 take the same time within 4 %.
  static constexpr double kLargestCorrection = 100;

  double objective_ = 0;
  double previous_estimate_ = 0;
  double expected_ = 0;
  double correction_ = 1;  // the measured gap over the expected one
  std::size_t next_measure_ = 0;
};

}  // namespace linnet
