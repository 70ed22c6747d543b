#pragma once

#include <algorithm>
#include <cmath>

#include "learning/fast_exp.hpp"

namespace linnet {

// Writes the probabilities of given scores, exp(score) / sum of exp(score); returns the log of
// that sum.
template <class Real>
Real softmax(const Real* scores, std::size_t n, Real* probabilities) {
  Real largest = scores[0];
  for (std::size_t k = 1; k < n; ++k) largest = std::max(largest, scores[k]);
  for (std::size_t k = 0; k < n; ++k) probabilities[k] = fast_exp(scores[k] - largest);
  Real sum = 0;
  for (std::size_t k = 0; k < n; ++k) sum += probabilities[k];
  for (std::size_t k = 0; k < n; ++k) probabilities[k] /= sum;
  return largest + std::log(sum);
}

}  // namespace linnet
