#include <algorithm>
#include <limits>

#include "model/linear_model.hpp"

namespace linnet {

std::size_t best_label(std::span<const double> scores, std::span<const double> prior) {
  const auto best = std::max_element(scores.begin(), scores.end());
  const bool all_vetoed = *best == -std::numeric_limits<double>::infinity();
  if (!all_vetoed) return static_cast<std::size_t>(best - scores.begin());
  const auto most_probable = std::max_element(prior.begin(), prior.end());
  return static_cast<std::size_t>(most_probable - prior.begin());
}

std::int32_t best_label_in_order(std::span<const double> scores,
                                 std::span<const std::int32_t> order) {
  const auto scores_less = [&](std::int32_t a, std::int32_t b) {
    return scores[static_cast<std::size_t>(a)] < scores[static_cast<std::size_t>(b)];
  };
  return *std::max_element(order.begin(), order.end(), scores_less);
}

}  // namespace linnet
