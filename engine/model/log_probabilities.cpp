#include <algorithm>
#include <cmath>

#include "model/linear_model.hpp"

namespace linnet {

namespace {

// score - log(sum of exp(score)), with the highest score taken off first, so that nothing
// overflows.
void log_softmax(std::span<double> scores) {
  const double highest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) {
    score -= highest;
    sum += std::exp(score);
  }
  const double log_sum = std::log(sum);
  for (double& score : scores) score -= log_sum;
}

}  // namespace

std::vector<double> log_probabilities(const LinearModelView& model,
                                      std::span<const std::int64_t> starts,
                                      std::span<const std::int32_t> columns) {
  const std::vector<std::uint32_t> ones(columns.size(), 1);
  const RowsView rows{starts, columns, ones};
  std::vector<double> out(rows.size() * model.n_labels);
  score_rows(model, rows, std::span(out), 1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    log_softmax(std::span(out).subspan(row * model.n_labels, model.n_labels));
  return out;
}

}  // namespace linnet
