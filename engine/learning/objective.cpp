#include "learning/objective.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace linnet {
namespace {

void score_document(const Problem& problem, const Start& at, std::size_t document, std::span<double> scores) {
  std::copy(at.offset.begin(), at.offset.end(), scores.begin());
  problem.examples.each(document, [&](std::size_t column, double x) {
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += x * at.weights[column * scores.size() + k];
  });
}

double log_sum_exp(std::span<const double> scores) {
  const double top = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (const double score : scores) sum += std::exp(score - top);
  return top + std::log(sum);
}

std::vector<double> penalties(const Problem& problem, const Start& at) {
  std::vector<double> out(at.offset.size(), 0.0);
  for (std::size_t i = 0; i < at.weights.size(); ++i) out[i % out.size()] += problem.penalty.value(at.weights[i]);
  if (problem.offset == Offset::Penalised)
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += problem.penalty.value(at.offset[k]);
  return out;
}

template <MarginLoss Loss>
std::vector<double> evaluate(const Problem& problem, const Start& at, Loss loss) {
  const std::size_t n_out = at.offset.size();
  const double total = problem.examples.total_weight();
  std::vector<double> scores(n_out), out = penalties(problem, at);
  std::vector<double> losses(n_out, 0.0);
  for (std::size_t i = 0; i < problem.examples.size(); ++i) {
    score_document(problem, at, i, scores);
    for (std::size_t k = 0; k < n_out; ++k) {
      const double sign = problem.targets.has(i, problem.targets.label_of(k)) ? 1.0 : -1.0;
      losses[k] += problem.examples.weight(i) * loss.value(sign * scores[k]);
    }
  }
  for (std::size_t k = 0; k < n_out; ++k) out[k] += losses[k] / total;
  return out;
}

// One number, for a loss over a whole row: value(scores, the place of the document's own).
template <class Value>
std::vector<double> evaluate_rows(const Problem& problem, const Start& at, Value value) {
  std::vector<double> scores(at.offset.size());
  double losses = 0;
  for (std::size_t i = 0; i < problem.examples.size(); ++i) {
    score_document(problem, at, i, scores);
    losses += problem.examples.weight(i) * value(std::span(scores), static_cast<std::size_t>(problem.targets.code(i)));
  }
  const auto parts = penalties(problem, at);
  return {losses / problem.examples.total_weight() + std::accumulate(parts.begin(), parts.end(), 0.0)};
}

std::vector<double> evaluate(const Problem& problem, const Start& at, Softmax) {
  if (at.offset.size() == 1) return evaluate(problem, at, Logistic{});
  return evaluate_rows(problem, at,
                       [](std::span<double> scores, std::size_t own) { return log_sum_exp(scores) - scores[own]; });
}

std::vector<double> evaluate(const Problem& problem, const Start& at, CrammerSinger) {
  return evaluate_rows(problem, at, [](std::span<double> scores, std::size_t own) {
    scores[own] -= 1;
    return *std::max_element(scores.begin(), scores.end()) - scores[own];
  });
}

}  // namespace

std::vector<double> objective(const Problem& problem, const AnyLoss& loss, const Start& at) {
  return std::visit([&](auto kind) { return evaluate(problem, at, kind); }, loss);
}

}  // namespace linnet
