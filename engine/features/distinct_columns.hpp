#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

struct DistinctColumns {
  std::vector<std::int32_t> columns;  // that the rows have, ascending
  std::vector<std::int32_t> places;   // of each entry's column among those
};

// Beside the entries, only a bit per column is read: work over a few rows need not follow the width
// of their table.
DistinctColumns distinct_columns(std::span<const std::int32_t> entries, std::size_t n_columns);

}  // namespace linnet
