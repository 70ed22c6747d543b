#pragma once

#include <algorithm>
#include <vector>

#include "learning/crammer_singer_dual.hpp"
#include "learning/dual_offset.hpp"
#include "learning/dual_problem.hpp"
#include "learning/lanes.hpp"
#include "learning/softmax_dual.hpp"

namespace linnet {

// Calls kernel<Lanes>(first) for any number of outputs, a multiple of four, in blocks that fit the
// registers.
template <class Kernel>
void in_lane_blocks(std::size_t n_padded, Kernel kernel) {
  std::size_t k = 0;
  for (; k + 16 <= n_padded; k += 16) kernel.template operator()<16>(k);
  for (; k + 8 <= n_padded; k += 8) kernel.template operator()<8>(k);
  for (; k < n_padded; k += 4) kernel.template operator()<4>(k);
}

// Dual coordinate descent for a multiclass loss with an l2 penalty, of which Dual solves the part
// of one document. Each document has a dual variable alpha per label, at first 1 for its own label
// and 0 for the others;
//   w[label] = sum of cost * (1 for the document's own label, else 0, - alpha) * x.
template <class Real, class Dual>
class DualMulticlass {
 public:
  explicit DualMulticlass(const DualProblem<Real>& problem)
      : p_(problem),
        n_labels_(problem.targets().n_labels()),
        n_padded_((n_labels_ + 3) / 4 * 4),
        dual_(n_labels_),
        weights_(problem.rows.n_columns() * n_padded_, Real(0)),
        alpha_(problem.rows.size() * n_padded_, Real(0)),
        scores_(n_padded_),
        moves_(n_padded_, Real(0)),
        offset_(n_labels_, 0.0),
        center_(n_labels_, 0.0) {
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      alpha_[i * n_padded_ + label_of(i)] = Real(1);
      primal_ += objective_guess(i);
    }
    if (!p_.problem.start.empty()) start();
  }

  void solve(const Watch& watch) {
    Random random(p_.stopping().seed);
    RowBlocks blocks(p_.rows.size());
    double previous_estimate = 0;
    while (rounds_ < p_.stopping().rounds && !converged_) {
      double estimate = 0;
      blocks.each(random, watch, [&](std::size_t i) { estimate += visit(i); });
      ++rounds_;
      const double expected = expected_gap(estimate, previous_estimate);
      previous_estimate = estimate;
      const bool is_near = expected <= p_.stopping().tolerance * primal_;
      if (is_near || rounds_ == p_.stopping().rounds) {
        measure_gap();
        converged_ = gap_ <= p_.stopping().tolerance;
      }
      if (is_free() && !converged_) move_centers();
    }
  }

  void write(Solution& out) const {
    for (std::size_t c = 0; c < p_.rows.n_columns(); ++c) {
      const Real* of_column = &weights_[static_cast<std::size_t>(p_.rows.places[c]) * n_padded_];
      std::copy_n(of_column, n_labels_, out.weights.begin() + offset_at(c * n_labels_));
    }
    std::copy(offset_.begin(), offset_.end(), out.offset.begin());
    const double objective = primal_ * p_.problem.penalty.l2;
    out.convergence[0] = {objective, gap_, rounds_, gap_ <= p_.stopping().tolerance};
  }

 private:
  static std::ptrdiff_t offset_at(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }
  bool with_offset() const { return p_.offset() != Offset::None; }
  bool is_free() const { return p_.offset() == Offset::Free; }
  bool is_penalised() const { return p_.offset() == Offset::Penalised; }
  std::size_t label_of(std::size_t i) const {
    return static_cast<std::size_t>(p_.targets().code(p_.rows.documents[i]));
  }

  // A document's part of the objective at the optimum is guessed to be a third of the loss at
  // weights 0: until the gap is measured, the tolerance is relative to that. All of it takes 1.08
  // times as long; a tenth, 1.07 times the rounds.
  double objective_guess(std::size_t i) const {
    return double{p_.costs[i]} * std::log(static_cast<double>(n_labels_)) / 3;
  }

  // The dual variables that fit the scores of the given weights, and the weights that follow from
  // those.
  void start() {
    const WeightsView& start = p_.problem.start;
    std::vector<double> scores(n_labels_);
    std::vector<double> gradient(n_labels_);
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      set_start_scores(i, scores);
      Dual::value(scores, gradient);
      for (std::size_t k = 0; k < n_labels_; ++k) {
        const double is_own = k == label_of(i) ? 1.0 : 0.0;
        alpha_[i * n_padded_ + k] = static_cast<Real>(gradient[k]);
        moves_[k] = p_.costs[i] * static_cast<Real>(is_own - gradient[k]);
      }
      add_moves(i);
    }
    if (!is_free()) return;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      center_[k] = start.offset[k];
      offset_[k] += center_[k];
    }
  }
  void set_start_scores(std::size_t i, std::vector<double>& scores) const {
    const WeightsView& start = p_.problem.start;
    for (std::size_t k = 0; k < n_labels_; ++k) scores[k] = with_offset() ? start.offset[k] : 0.0;
    p_.problem.rows.each(p_.rows.documents[i], [&](std::size_t column, double x) {
      const double* of_column = &start.weights[column * n_labels_];
      for (std::size_t k = 0; k < n_labels_; ++k) scores[k] += x * of_column[k];
    });
  }

  void set_scores(std::size_t i) {
    for (std::size_t k = 0; k < n_labels_; ++k) {
      scores_[k] = static_cast<Real>(offset_[k]) + Dual::kMargin;
    }
    scores_[label_of(i)] -= Dual::kMargin;
    std::fill(scores_.begin() + offset_at(n_labels_), scores_.end(), Real(0));
    in_lane_blocks(n_padded_, [&]<int Lanes>(std::size_t k) {
      add_scores<Lanes>(p_.rows.row(i), weights_.data() + k, n_padded_, scores_.data() + k);
    });
  }

  // weights += x * moves, for every label
  void add_moves(std::size_t i) {
    in_lane_blocks(n_padded_, [&]<int Lanes>(std::size_t k) {
      add_row<Lanes>(p_.rows.row(i), weights_.data() + k, n_padded_, moves_.data() + k);
    });
    if (!with_offset()) return;
    for (std::size_t k = 0; k < n_labels_; ++k) offset_[k] += p_.offset_square * double{moves_[k]};
  }

  // The step of one document; returns its estimated part of the duality gap.
  double visit(std::size_t i) {
    const Real cost = p_.costs[i];
    Real* alpha = alpha_.data() + i * n_padded_;
    set_scores(i);
    const Real gap = dual_.update(scores_.data(), p_.q(i), alpha, moves_.data());
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const Real next = std::max(alpha[k] + moves_[k], Real(0));
      moves_[k] = cost * (alpha[k] - next);
      alpha[k] = next;
    }
    add_moves(i);
    return double{cost} * double{gap};
  }

  // The centre of a free offset goes to where the offset is, which takes the offset on by as much
  // again.
  void move_centers() {
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double step = offset_[k] - center_[k];
      center_[k] += step;
      offset_[k] += step;
    }
  }

  struct DocumentTotals {
    double losses = 0;
    double conjugates = 0;
    std::vector<double> curvatures;  // by label
  };
  DocumentTotals document_totals() {
    DocumentTotals totals{0, 0, std::vector<double>(n_labels_, 0.0)};
    std::vector<double> scores(n_labels_);
    std::vector<double> gradient(n_labels_);
    for (std::size_t i = 0; i < p_.rows.size(); ++i) {
      const double cost{p_.costs[i]};
      set_scores(i);
      std::copy_n(scores_.begin(), n_labels_, scores.begin());
      totals.losses += cost * (Dual::value(scores, gradient) - scores[label_of(i)]);
      for (std::size_t k = 0; k < n_labels_; ++k) {
        const double alpha{alpha_[i * n_padded_ + k]};
        totals.curvatures[k] += cost * gradient[k] * (1 - gradient[k]);
        totals.conjugates += cost * Dual::conjugate(alpha);
        if (k != label_of(i)) totals.conjugates -= cost * Dual::kMargin * alpha;
      }
    }
    return totals;
  }

  // As in DualOneVsRest, summed over labels.
  void measure_gap() {
    const DocumentTotals totals = document_totals();
    double squares = 0;
    for (const Real w : weights_) squares += double{w} * double{w};
    double offset_part = 0;
    double offset_gap = 0;
    double offset_penalty = 0;
    for (std::size_t k = 0; k < n_labels_; ++k) {
      const double b = offset_[k];
      const double h = center_[k];
      const double alpha_sum = with_offset() ? (b - h) / p_.offset_square : 0.0;
      offset_part += alpha_sum * ((b - h) / 2 + h);
      if (is_free()) {
        offset_gap += alpha_sum * (b - h) / 2 + free_offset_gap(alpha_sum, totals.curvatures[k]);
      }
      if (is_penalised()) offset_penalty += b * b / 2;
    }
    primal_ = squares / 2 + totals.losses + offset_penalty;
    const double gap = primal_ + squares / 2 + offset_part + totals.conjugates + offset_gap;
    gap_ = std::max(0.0, gap) / std::max(primal_, kTiny);
  }

  const DualProblem<Real>& p_;
  std::size_t n_labels_;
  std::size_t n_padded_;  // outputs with those that fill the last register
  Dual dual_;
  BigVector<Real> weights_;   // columns × outputs
  BigVector<Real> alpha_;     // documents × outputs
  std::vector<Real> scores_;  // of one document
  std::vector<Real> moves_;   // what one document adds to the weights, over x
  std::vector<double> offset_;
  std::vector<double> center_;
  double primal_ = 0;
  double gap_ = 0;
  std::size_t rounds_ = 0;
  bool converged_ = false;
};

template <class Real, class Dual>
Solution dual_multiclass(const Problem& problem, const Watch& watch) {
  const std::size_t n_labels = problem.targets.n_labels();
  const FastRows<Real> rows(problem.rows, shuffled_documents(problem.rows, problem.stopping.seed),
                            problem.stopping.threads);
  const double share = 1.0 / static_cast<double>(n_labels);
  const double curvature = share * (1 - share);  // of softmax at weights 0
  const double offset_square = multiclass_offset_square(problem, rows, curvature);
  const DualProblem<Real> shared{problem, rows, costs_of<Real>(problem, rows), offset_square};
  Solution out(problem.rows.n_columns, n_labels, 1, Measure::DualityGap);
  DualMulticlass<Real, Dual> outputs(shared);
  outputs.solve(watch);
  outputs.write(out);
  return out;
}

}  // namespace linnet
