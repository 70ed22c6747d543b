#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "learning/best_step.hpp"
#include "learning/dual.hpp"
#include "learning/softmax_step.hpp"

namespace linnet {

// Any number of columns at once, a multiple of four, in blocks that fit the registers.
template <class Real, class Kernel>
void in_blocks(std::size_t n_padded, Kernel kernel) {
  std::size_t k = 0;
  for (; k + 16 <= n_padded; k += 16) kernel.template operator()<16>(k);
  for (; k + 8 <= n_padded; k += 8) kernel.template operator()<8>(k);
  for (; k < n_padded; k += 4) kernel.template operator()<4>(k);
}

// Dual coordinate descent for softmax with l2. Each document has a chance u per label, at first all on its own label;
// w[label] = sum of cap * (own label - u) * x. Offsets are held as in DualColumns. With another step, the dual of
// another loss over a row of scores.
template <class Real, class Step>
class DualSoftmax {
 public:
  DualSoftmax(const DualProblem<Real>& problem)
      : p_(problem),
        n_labels_(problem.targets().n_labels()),
        n_padded_((n_labels_ + 3) / 4 * 4),
        step_(n_labels_),
        weights_(problem.rows.n_columns() * n_padded_, Real(0)),
        u_(problem.rows.size() * n_padded_, Real(0)),
        scores_(n_padded_),
        moves_(n_padded_, Real(0)),
        offset_(n_labels_, 0.0),
        anchor_(n_labels_, 0.0) {
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      u_[i * n_padded_ + own(i)] = Real(1);
      scale_ += double{p_.caps[i]} * std::log(static_cast<double>(n_labels_)) / 3;
    }
    if (p_.problem.start.given()) start_at();
  }

  void solve(const Watch& watch) {
    Random random(p_.stopping().seed);
    RowBlocks blocks(p_.rows.size());
    double before = 0;
    for (bool done = false; rounds_ < p_.stopping().rounds && !done;) {
      double guess = 0;
      blocks.each(random, watch, [&](std::size_t i) { guess += visit(i); });
      ++rounds_;
      const double after = guess * std::min(1.0, guess / std::max(before, 1e-300));
      before = guess;
      if (rounds_ == p_.stopping().rounds || after <= p_.stopping().tolerance * scale_) {
        measure_gap();
        done = gap_ <= p_.stopping().tolerance;
      }
      if (p_.offset() == Offset::Free && !done) move_anchor();
    }
  }

  void write(Solution& out) const {
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c)
      for (std::size_t k = 0; k < n_labels_; ++k)
        out.weights[c * n_labels_ + k] = weights_[static_cast<std::size_t>(p_.rows.places[c]) * n_padded_ + k];
    for (std::size_t k = 0; k < n_labels_; ++k) out.offset[k] = offset_[k];
    out.reached[0] = {scale_ * p_.problem.penalty.l2, gap_, rounds_, gap_ <= p_.stopping().tolerance};
  }

 private:
  bool with_offset() const { return p_.offset() != Offset::None; }
  std::size_t own(std::size_t i) const { return static_cast<std::size_t>(p_.targets().code(p_.rows.documents[i])); }

  void score(std::size_t i) {
    for (std::size_t k = 0; k < n_labels_; ++k) scores_[k] = static_cast<Real>(offset_[k]) + Step::head_start;
    scores_[own(i)] -= Step::head_start;
    std::fill(scores_.begin() + static_cast<std::ptrdiff_t>(n_labels_), scores_.end(), Real(0));
    in_blocks<Real>(n_padded_, [&]<int Lanes>(std::size_t k) {
      add_scores<Lanes>(p_.rows.row(i), weights_.data() + k, n_padded_, scores_.data() + k);
    });
  }

  // weights += cap * x * by, for every label
  void add(std::size_t i, const std::vector<Real>& by) {
    in_blocks<Real>(n_padded_, [&]<int Lanes>(std::size_t k) {
      add_row<Lanes>(p_.rows.row(i), weights_.data() + k, n_padded_, by.data() + k);
    });
    if (with_offset())
      for (std::size_t k = 0; k < n_labels_; ++k) offset_[k] += p_.give * double{by[k]};
  }

  double visit(std::size_t i) {
    const Real cap = p_.caps[i], a = cap * (p_.rows.squares[i] + static_cast<Real>(p_.give));
    Real* u = u_.data() + i * n_padded_;
    score(i);
    const Real gap = step_.step(scores_.data(), a, u, moves_.data());
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const Real moved = std::max(u[k] + moves_[k], Real(0));
      moves_[k] = cap * (u[k] - moved);
      u[k] = moved;
    }
    add(i, moves_);
    return double{cap} * double{gap};
  }

  void move_anchor() {
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double pull = offset_[k] - anchor_[k];
      anchor_[k] += pull;
      offset_[k] += pull;
    }
  }

  // The chances of the given weights, and the weights that follow from those.
  void start_at() {
    const auto& start = p_.problem.start;
    std::vector<double> scores(n_labels_), chances(n_labels_);
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      std::copy(start.offset.begin(), start.offset.end(), scores.begin());
      if (!with_offset()) std::fill(scores.begin(), scores.end(), 0.0);
      p_.problem.examples.each(p_.rows.documents[i], [&](std::size_t c, double x) {
        for (std::size_t k = 0; k < n_labels_; ++k) scores[k] += x * start.weights[c * n_labels_ + k];
      });
      Step::value(scores, chances);
      for (std::size_t k = 0; k < n_labels_; ++k) {
        u_[i * n_padded_ + k] = static_cast<Real>(chances[k]);
        moves_[k] = p_.caps[i] * static_cast<Real>((k == own(i) ? 1.0 : 0.0) - chances[k]);
      }
      add(i, moves_);
    }
    if (p_.offset() != Offset::Free) return;
    for (std::size_t k = 0; k < n_labels_; ++k) anchor_[k] = start.offset[k], offset_[k] += anchor_[k];
  }

  void measure_gap() {
    double losses = 0, conjugates = 0, squares = 0, held = 0, drift = 0, offsets = 0;
    std::vector<double> scores(n_labels_), chances(n_labels_), curvatures(n_labels_, 0.0);
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      score(i);
      std::copy_n(scores_.begin(), n_labels_, scores.begin());
      losses += double{p_.caps[i]} * (Step::value(scores, chances) - scores[own(i)]);
      for (std::size_t k = 0; k < n_labels_; ++k) {
        const double u = u_[i * n_padded_ + k];
        curvatures[k] += double{p_.caps[i]} * chances[k] * (1 - chances[k]);
        conjugates += double{p_.caps[i]} * Step::conjugate(u);
        if (k != own(i)) conjugates -= double{p_.caps[i]} * Step::head_start * u;
      }
    }
    for (const Real w : weights_) squares += double{w} * double{w};
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double b = offset_[k], h = anchor_[k], pull = with_offset() ? (b - h) / p_.give : 0.0;
      held += pull * ((b - h) / 2 + h);
      drift += p_.offset() == Offset::Free ? pull * (b - h) / 2 + offset_gap(pull, curvatures[k]) : 0.0;
      offsets += p_.offset() == Offset::Penalised ? b * b / 2 : 0.0;
    }
    scale_ = squares / 2 + losses + offsets;
    gap_ = std::max(0.0, scale_ + squares / 2 + held + conjugates + drift) / std::max(scale_, 1e-300);
  }

  const DualProblem<Real>& p_;
  std::size_t n_labels_, n_padded_;
  Step step_;
  BigVector<Real> weights_, u_;
  std::vector<Real> scores_, moves_;
  std::vector<double> offset_, anchor_;
  double scale_ = 0, gap_ = 0;
  std::size_t rounds_ = 0;
};

template <class Real, class Step>
Solution dual_softmax(const Problem& problem, const Watch& watch) {
  const FastRows<Real> rows(problem.examples, shuffled_documents(problem.examples, problem.stopping.seed),
                            problem.stopping.threads);
  const double share = 1.0 / static_cast<double>(problem.targets.n_labels());
  const double give = give_of(problem, rows, share * (1 - share));
  const DualProblem<Real> shared{problem, rows, caps_of<Real>(problem, rows), give};
  Solution out(problem.examples.n_columns, problem.targets.n_labels(), 1, Measure::DualityGap);
  DualSoftmax<Real, Step> columns(shared);
  columns.solve(watch);
  columns.write(out);
  return out;
}

}  // namespace linnet
