#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/loss.hpp"
#include "learning/problem.hpp"
#include "learning/softmax_step.hpp"

namespace linnet {

// The loss of one document over its scores, and how it follows them: for a margin loss of one column …
template <SmoothLoss Loss>
class MarginRows {
 public:
  MarginRows(const Problem& problem, std::size_t out) : signs_(signs_of(problem.targets, out)) {}
  static constexpr bool can_run_away = std::is_same_v<Loss, Logistic>;  // falls for ever as margins grow
  std::size_t width() const { return 1; }
  double value(std::size_t i, const double* scores) { return Loss{}.value(signs_[i] * scores[0]); }
  void slope(std::size_t i, const double* scores, double* out) {
    out[0] = signs_[i] * Loss{}.slope(signs_[i] * scores[0]);
  }
  void bend(std::size_t i, const double* scores, const double* by, double* out) {
    out[0] = Loss{}.curvature(signs_[i] * scores[0]) * by[0];
  }
  void diagonal(std::size_t i, const double* scores, double* out) { out[0] = Loss{}.curvature(signs_[i] * scores[0]); }

 private:
  std::vector<double> signs_;
};

// … and for softmax over all columns.
class SoftmaxRows {
 public:
  explicit SoftmaxRows(const Problem& problem)
      : targets_(problem.targets), width_(problem.targets.n_labels()), chances_(width_) {}
  static constexpr bool can_run_away = true;
  std::size_t width() const { return width_; }
  double value(std::size_t i, const double* scores) {
    return softmax(scores, width_, chances_.data()) - scores[own(i)];
  }
  void slope(std::size_t i, const double* scores, double* out) {
    softmax(scores, width_, out);
    out[own(i)] -= 1;
  }
  void bend(std::size_t, const double* scores, const double* by, double* out) {
    softmax(scores, width_, chances_.data());
    double mean = 0;
    for (std::size_t k = 0; k < width_; ++k) mean += chances_[k] * by[k];
    for (std::size_t k = 0; k < width_; ++k) out[k] = chances_[k] * (by[k] - mean);
  }
  void diagonal(std::size_t, const double* scores, double* out) {
    softmax(scores, width_, out);
    for (std::size_t k = 0; k < width_; ++k) out[k] *= 1 - out[k];
  }

 private:
  std::size_t own(std::size_t i) const { return static_cast<std::size_t>(targets_.code(i)); }
  const Targets& targets_;
  std::size_t width_;
  std::vector<double> chances_;
};

using Vector = std::vector<double>;

inline double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline double norm(const Vector& a) { return std::sqrt(dot(a, a)); }

// Average loss + l2 penalty as a smooth function of all weights, by feature, with the offset at their end.
template <class Rows>
class SmoothObjective {
 public:
  SmoothObjective(const Problem& problem, Rows rows, const Watch& watch)
      : problem_(problem),
        watch_(watch),
        rows_(std::move(rows)),
        width_(rows_.width()),
        total_(problem.examples.total_weight()),
        scores_(problem.examples.size() * width_),
        row_(width_),
        slopes_(width_) {}

  std::size_t size() const { return (problem_.examples.n_columns + (with_offset() ? 1 : 0)) * width_; }
  bool with_offset() const { return problem_.offset != Offset::None; }
  std::size_t width() const { return width_; }

  double value(const Vector& at) {
    double sum = 0;
    worst_ = 0;
    watch_.check();
    for (std::size_t i = 0; i < problem_.examples.size(); ++i) {
      score(at, i, &scores_[i * width_]);
      const double loss = rows_.value(i, &scores_[i * width_]);
      sum += share(i) * loss;
      if (share(i) > 0) worst_ = std::max(worst_, loss);
    }
    double squares = 0;
    for (std::size_t p = 0; p < n_penalised(); ++p) squares += at[p] * at[p];
    return sum + problem_.penalty.l2 / 2 * squares;
  }

  // These look at the place whose value was asked for last.
  void slope(const Vector& at, Vector& out) {
    start(at, out);
    spread(out, [&](std::size_t i) { rows_.slope(i, &scores_[i * width_], slopes_.data()); });
  }
  void curve(const Vector& by, Vector& out) {
    start(by, out);
    spread(out, [&](std::size_t i) {
      score(by, i, row_.data());
      rows_.bend(i, &scores_[i * width_], row_.data(), slopes_.data());
    });
  }
  void diagonal(Vector& out) {
    out.assign(size(), 0.0);
    std::fill_n(out.begin(), n_penalised(), problem_.penalty.l2);
    for (std::size_t i = 0; i < problem_.examples.size(); ++i) {
      rows_.diagonal(i, &scores_[i * width_], slopes_.data());
      add(i, share(i), out, [](double x) { return x * x; });
    }
  }

  // Without a penalty, where every document is on its own side, weights twice as large are always better.
  bool runs_away() const { return Rows::can_run_away && problem_.penalty.l2 == 0 && worst_ < std::log(2.0); }

  // Without a penalty, a loss may fall for ever, ever more slowly. Then the slopes are small only because the curvature
  // is: weights would still like to go far.
  bool settled(const Vector& at, const Vector& slope) {
    if (!Rows::can_run_away || problem_.penalty.l2 > 0) return true;
    Vector bends;
    diagonal(bends);
    for (std::size_t p = 0; p < bends.size(); ++p)
      if (std::abs(slope[p]) > 0.01 * (1 + std::abs(at[p])) * bends[p]) return false;
    return true;
  }

 private:
  double share(std::size_t i) const { return problem_.examples.weight(i) / total_; }
  std::size_t n_penalised() const {
    return (problem_.examples.n_columns + (problem_.offset == Offset::Penalised ? 1 : 0)) * width_;
  }

  void score(const Vector& at, std::size_t i, double* out) const {
    for (std::size_t k = 0; k < width_; ++k)
      out[k] = with_offset() ? at[problem_.examples.n_columns * width_ + k] : 0.0;
    problem_.examples.each(i, [&](std::size_t c, double x) {
      for (std::size_t k = 0; k < width_; ++k) out[k] += x * at[c * width_ + k];
    });
  }

  // out = what the penalty says of `of`
  void start(const Vector& of, Vector& out) const {
    out.assign(size(), 0.0);
    for (std::size_t p = 0; p < n_penalised(); ++p) out[p] = problem_.penalty.l2 * of[p];
  }
  template <class Fill>
  void spread(Vector& out, Fill fill) {
    watch_.check();
    for (std::size_t i = 0; i < problem_.examples.size(); ++i) {
      fill(i);
      add(i, share(i), out, [](double x) { return x; });
    }
  }
  template <class Of>
  void add(std::size_t i, double share, Vector& out, Of of) const {
    problem_.examples.each(i, [&](std::size_t c, double x) {
      for (std::size_t k = 0; k < width_; ++k) out[c * width_ + k] += share * of(x) * slopes_[k];
    });
    if (with_offset())
      for (std::size_t k = 0; k < width_; ++k) out[problem_.examples.n_columns * width_ + k] += share * slopes_[k];
  }

  const Problem& problem_;
  const Watch& watch_;
  Rows rows_;
  std::size_t width_;
  double total_, worst_ = 0;  // the worst loss of a document
  Vector scores_, row_, slopes_;
};

}  // namespace linnet
