#include "learning/objective.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace linnet {
namespace {

void score_document(const Problem& problem, const WeightsView& at, std::size_t document,
                    std::span<double> scores) {
  const std::size_t n_outputs = scores.size();
  std::copy(at.offset.begin(), at.offset.end(), scores.begin());
  problem.rows.each(document, [&](std::size_t column, double x) {
    for (std::size_t k = 0; k < n_outputs; ++k) {
      scores[k] += x * at.weights[column * n_outputs + k];
    }
  });
}

double log_sum_exp(std::span<const double> scores) {
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (const double score : scores) sum += std::exp(score - largest);
  return largest + std::log(sum);
}

std::vector<double> penalties(const Problem& problem, const WeightsView& at) {
  const std::size_t n_outputs = at.offset.size();
  std::vector<double> sums(n_outputs, 0.0);
  for (std::size_t i = 0; i < at.weights.size(); ++i) {
    sums[i % n_outputs] += problem.penalty.value(at.weights[i]);
  }
  if (problem.offset != Offset::Penalised) return sums;
  for (std::size_t k = 0; k < n_outputs; ++k) sums[k] += problem.penalty.value(at.offset[k]);
  return sums;
}

template <MarginLoss Loss>
std::vector<double> evaluate(const Problem& problem, const WeightsView& at, Loss loss) {
  const std::size_t n_outputs = at.offset.size();
  std::vector<double> scores(n_outputs);
  std::vector<double> losses(n_outputs, 0.0);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    score_document(problem, at, i, scores);
    for (std::size_t k = 0; k < n_outputs; ++k) {
      const bool positive = problem.targets.has(i, problem.targets.positive_label(k));
      const double sign = positive ? 1.0 : -1.0;
      losses[k] += problem.rows.weight(i) * loss.value(sign * scores[k]);
    }
  }
  const double total_weight = problem.rows.total_weight();
  std::vector<double> objectives = penalties(problem, at);
  for (std::size_t k = 0; k < n_outputs; ++k) objectives[k] += losses[k] / total_weight;
  return objectives;
}

// One number, for a multiclass loss given by value(scores, label of the document).
template <class Value>
std::vector<double> evaluate_multiclass(const Problem& problem, const WeightsView& at,
                                        Value value) {
  std::vector<double> scores(at.offset.size());
  double losses = 0;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    score_document(problem, at, i, scores);
    const auto label = static_cast<std::size_t>(problem.targets.code(i));
    losses += problem.rows.weight(i) * value(std::span(scores), label);
  }
  const std::vector<double> by_output = penalties(problem, at);
  const double penalty = std::accumulate(by_output.begin(), by_output.end(), 0.0);
  return {losses / problem.rows.total_weight() + penalty};
}

std::vector<double> evaluate(const Problem& problem, const WeightsView& at, Softmax) {
  if (at.offset.size() == 1) return evaluate(problem, at, Logistic{});
  return evaluate_multiclass(problem, at, [](std::span<double> scores, std::size_t label) {
    return log_sum_exp(scores) - scores[label];
  });
}

std::vector<double> evaluate(const Problem& problem, const WeightsView& at, CrammerSinger) {
  return evaluate_multiclass(problem, at, [](std::span<double> scores, std::size_t label) {
    scores[label] -= 1;
    return *std::max_element(scores.begin(), scores.end()) - scores[label];
  });
}

}  // namespace

std::vector<double> objective(const Problem& problem, const AnyLoss& loss, const WeightsView& at) {
  return std::visit([&](auto kind) { return evaluate(problem, at, kind); }, loss);
}

}  // namespace linnet
