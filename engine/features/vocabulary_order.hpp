#pragma once

#include <cstdint>
#include <vector>

#include "features/counters.hpp"
#include "features/names.hpp"

namespace linnet {

// The sorted vocabulary of several counters together, and the column of each counter's ids (-1: not a feature).
struct VocabularyOrder {
  Names names;
  std::vector<std::vector<std::int32_t>> columns;
};

// The columns do not depend on how the documents were dealt to the counters.
VocabularyOrder order_of(const std::vector<const AnyCounter*>& counters, const TextSettings& settings);

}  // namespace linnet
