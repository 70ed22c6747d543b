#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

// The columns that rows have, ascending, and for each entry of the rows the place of its column among them.
struct DistinctColumns {
  std::vector<std::int32_t> columns, places;
};

// Beside the entries, only a bit per column is read: work over a few rows need not follow the width of their table.
DistinctColumns distinct_columns(std::span<const std::int32_t> entries, std::size_t n_columns);

}  // namespace linnet
