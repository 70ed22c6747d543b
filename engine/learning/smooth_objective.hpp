#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/document_loss.hpp"
#include "learning/problem.hpp"

namespace linnet {

using Vector = std::vector<double>;

inline double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
inline double norm(const Vector& a) { return std::sqrt(dot(a, a)); }

// Average loss + l2 penalty as a smooth function of all weights: by feature, the outputs of a
// feature side by side, with the offsets at their end.
//
//   value           sum over documents of share * loss(scores) + l2/2 |w|²
//   gradient        sum of share * x ⊗ (gradient of the loss over the scores) + l2 w
//   hessian_vector  sum of share * x ⊗ (Hessian of the loss over the scores) (scores of v) + l2 v
//
// What needs these three of a part of the documents, and adds them up elsewhere, asks this class.
template <class DocumentLoss>
class SmoothObjective {
 public:
  SmoothObjective(const Problem& problem, DocumentLoss loss, const Watch& watch)
      : problem_(problem),
        watch_(watch),
        loss_(std::move(loss)),
        n_outputs_(loss_.n_scores()),
        total_weight_(problem.rows.total_weight()),
        scores_(problem.rows.size() * n_outputs_),
        vector_scores_(n_outputs_),
        score_gradient_(n_outputs_) {}

  std::size_t size() const {
    return (problem_.rows.n_columns + (with_offset() ? 1 : 0)) * n_outputs_;
  }
  bool with_offset() const { return problem_.offset != Offset::None; }
  std::size_t n_outputs() const { return n_outputs_; }

  double value(const Vector& weights) {
    watch_.check();
    double loss_sum = 0;
    largest_loss_ = 0;
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      score(weights, i, scores_of(i));
      const double loss = loss_.value(i, scores_of(i));
      loss_sum += share(i) * loss;
      if (share(i) > 0) largest_loss_ = std::max(largest_loss_, loss);
    }
    double squares = 0;
    for (std::size_t p = 0; p < n_penalised(); ++p) squares += weights[p] * weights[p];
    return loss_sum + problem_.penalty.l2 / 2 * squares;
  }

  // These three are taken at the weights whose value was asked for last.
  void gradient(const Vector& weights, Vector& out) {
    set_to_penalty_gradient(weights, out);
    watch_.check();
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      loss_.gradient(i, scores_of(i), score_gradient_.data());
      add_document(i, out);
    }
  }
  void hessian_vector(const Vector& vector, Vector& out) {
    set_to_penalty_gradient(vector, out);
    watch_.check();
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      score(vector, i, vector_scores_.data());
      loss_.hessian_vector(i, scores_of(i), vector_scores_.data(), score_gradient_.data());
      add_document(i, out);
    }
  }
  void hessian_diagonal(Vector& out) {
    out.assign(size(), 0.0);
    std::fill_n(out.begin(), n_penalised(), problem_.penalty.l2);
    for (std::size_t i = 0; i < problem_.rows.size(); ++i) {
      loss_.hessian_diagonal(i, scores_of(i), score_gradient_.data());
      add_document_squared(i, out);
    }
  }

  // Whether, without a penalty, all documents are on their own side: then weights twice as large
  // are always better, and there is no minimum.
  bool is_separated() const {
    return DocumentLoss::has_no_minimum && problem_.penalty.l2 == 0 &&
           largest_loss_ < std::log(2.0);
  }

  // Without a penalty, a loss may fall for ever, ever more slowly. Then the gradient is small only
  // because the curvature is: a Newton step of each weight would still be long.
  bool newton_steps_are_short(const Vector& weights, const Vector& gradient) {
    constexpr double kShort = 0.01;  // beside 1 + |weight|
    if (!DocumentLoss::has_no_minimum || problem_.penalty.l2 > 0) return true;
    Vector diagonal;
    hessian_diagonal(diagonal);
    for (std::size_t p = 0; p < diagonal.size(); ++p) {
      const double limit = kShort * (1 + std::abs(weights[p])) * diagonal[p];
      if (std::abs(gradient[p]) > limit) return false;
    }
    return true;
  }

 private:
  double share(std::size_t document) const {
    return problem_.rows.weight(document) / total_weight_;
  }
  double* scores_of(std::size_t document) { return &scores_[document * n_outputs_]; }
  std::size_t offset_begin() const { return problem_.rows.n_columns * n_outputs_; }
  std::size_t n_penalised() const {
    const std::size_t offsets = problem_.offset == Offset::Penalised ? 1 : 0;
    return (problem_.rows.n_columns + offsets) * n_outputs_;
  }

  void score(const Vector& weights, std::size_t document, double* out) const {
    for (std::size_t k = 0; k < n_outputs_; ++k) {
      out[k] = with_offset() ? weights[offset_begin() + k] : 0.0;
    }
    problem_.rows.each(document, [&](std::size_t column, double x) {
      const double* of_column = &weights[column * n_outputs_];
      for (std::size_t k = 0; k < n_outputs_; ++k) out[k] += x * of_column[k];
    });
  }

  void set_to_penalty_gradient(const Vector& weights, Vector& out) const {
    out.assign(size(), 0.0);
    for (std::size_t p = 0; p < n_penalised(); ++p) out[p] = problem_.penalty.l2 * weights[p];
  }

  // out += share * x ⊗ score_gradient
  void add_document(std::size_t document, Vector& out) const {
    add_rows(document, out, [](double x) { return x; });
  }
  // out += share * x² ⊗ score_gradient
  void add_document_squared(std::size_t document, Vector& out) const {
    add_rows(document, out, [](double x) { return x * x; });
  }
  template <class Transform>
  void add_rows(std::size_t document, Vector& out, Transform transform) const {
    const double weight = share(document);
    problem_.rows.each(document, [&](std::size_t column, double x) {
      double* of_column = &out[column * n_outputs_];
      const double factor = weight * transform(x);
      for (std::size_t k = 0; k < n_outputs_; ++k) of_column[k] += factor * score_gradient_[k];
    });
    if (!with_offset()) return;
    double* offsets = &out[offset_begin()];
    for (std::size_t k = 0; k < n_outputs_; ++k) offsets[k] += weight * score_gradient_[k];
  }

  const Problem& problem_;
  const Watch& watch_;
  DocumentLoss loss_;
  std::size_t n_outputs_;
  double total_weight_;
  double largest_loss_ = 0;  // of a document
  Vector scores_;            // documents × outputs
  Vector vector_scores_;     // of one document, by the vector of a Hessian product
  Vector score_gradient_;    // of one document
};

}  // namespace linnet
