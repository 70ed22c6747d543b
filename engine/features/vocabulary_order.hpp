#pragma once

#include <cstdint>
#include <vector>

#include "features/counters.hpp"
#include "features/names.hpp"

namespace linnet {

// The sorted vocabulary of several counters together, and the column of each counter's ids (-1: not
// a feature).
struct VocabularyOrder {
  Names names;
  std::vector<BigVector<std::int32_t>> columns;
};

// The columns do not depend on how the documents were partitioned among the counters. N-grams that
// need more than `narrow_bits` to be told apart are sorted as wide numbers.
VocabularyOrder order_of(const std::vector<const AnyCounter*>& counters,
                         const TextSettings& settings, int narrow_bits = 64);

}  // namespace linnet
