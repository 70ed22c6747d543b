#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"

namespace linnet {

// A sparse table documents × features: row i is columns[starts[i] .. starts[i + 1]) with counts beside them, sorted.
struct Rows {
  std::vector<std::int64_t> starts = {0};
  BigVector<std::int32_t> columns;
  BigVector<std::uint32_t> counts;
};

struct RowsView {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> columns;
  std::span<const std::uint32_t> counts;
  std::size_t size() const { return starts.size() - 1; }
};

}  // namespace linnet
