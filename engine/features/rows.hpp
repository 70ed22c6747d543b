// Sparse tables documents × features, in compressed sparse row (CSR) form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"

namespace linnet {

// Row i is columns[starts[i] .. starts[i + 1]) with counts beside them, sorted.
struct Rows {
  std::vector<std::int64_t> starts = {0};
  BigVector<std::int32_t> columns;
  BigVector<std::uint32_t> counts;
};

template <class Value>
struct RowsOf {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> columns;
  std::span<const Value> values;
  std::size_t size() const { return starts.size() - 1; }
};
using RowsView = RowsOf<std::uint32_t>;  // counts
using WeighedRows = RowsOf<double>;

// Whether starts ascend within so many columns, each of which has a value: what rows from outside
// must be before they are trusted.
inline bool rows_fit(std::span<const std::int64_t> starts, std::size_t n_columns,
                     std::size_t n_values) {
  if (starts.empty() || n_columns != n_values || starts.front() < 0) return false;
  if (!std::is_sorted(starts.begin(), starts.end())) return false;
  return static_cast<std::size_t>(starts.back()) <= n_columns;
}

// One document of those.
template <class Value>
struct RowOf {
  std::span<const std::int32_t> columns;
  std::span<const Value> values;
  std::size_t size() const { return columns.size(); }
  RowOf part(std::size_t begin, std::size_t end) const {
    return {columns.subspan(begin, end - begin), values.subspan(begin, end - begin)};
  }
};

template <class Value>
RowOf<Value> row_of(const RowsOf<Value>& rows, std::size_t row) {
  const auto begin = static_cast<std::size_t>(rows.starts[row]);
  const auto end = static_cast<std::size_t>(rows.starts[row + 1]);
  return RowOf<Value>{rows.columns, rows.values}.part(begin, end);
}

// Rows with each column replaced by its new number; those whose number is below 0 are left out.
template <class Value>
struct RenumberedRows {
  std::vector<std::int64_t> starts = {0};
  BigVector<std::int32_t> columns;
  BigVector<Value> values;

  RenumberedRows(const RowsOf<Value>& rows, std::span<const std::int32_t> new_numbers)
      : columns(rows.columns.size()), values(rows.columns.size()) {
    std::int32_t* const columns_out = columns.data();
    Value* const values_out = values.data();
    std::size_t kept = 0;
    starts.reserve(rows.starts.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const RowOf<Value> one = row_of(rows, row);
      for (std::size_t i = 0; i < one.size(); ++i) {
        const std::int32_t column = new_numbers[static_cast<std::size_t>(one.columns[i])];
        columns_out[kept] = column;
        values_out[kept] = one.values[i];
        kept += column >= 0;  // without a branch: the next one takes its room where it is not kept
      }
      starts.push_back(static_cast<std::int64_t>(kept));
    }
    columns.resize(kept);
    values.resize(kept);
  }
};

// Rows of counts of several blocks side by side; the columns of each begin where those of the one
// before end.
inline Rows join_rows(std::span<const RowsView> blocks, std::span<const std::int64_t> block_ends) {
  Rows out;
  std::size_t size = 0;
  for (const RowsView& block : blocks) size += block.columns.size();
  out.columns.resize(size);
  out.counts.resize(size);
  out.starts.reserve(blocks.front().starts.size());
  std::size_t at = 0;
  for (std::size_t row = 0; row < blocks.front().size(); ++row) {
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const RowOf<std::uint32_t> one = row_of(blocks[b], row);
      const auto first_column = static_cast<std::int32_t>(b == 0 ? 0 : block_ends[b - 1]);
      for (std::size_t i = 0; i < one.size(); ++i) {
        out.columns[at + i] = one.columns[i] + first_column;
        out.counts[at + i] = one.values[i];
      }
      at += one.size();
    }
    out.starts.push_back(static_cast<std::int64_t>(at));
  }
  return out;
}

// Calls visit(block, the part of the row in its columns) for each block; what lies beyond the last
// goes to the last.
template <class Value, class Visit>
void each_block(const RowOf<Value>& row, std::span<const std::int64_t> block_ends, Visit visit) {
  std::size_t begin = 0;
  for (std::size_t block = 0; block < block_ends.size(); ++block) {
    const bool last = block + 1 == block_ends.size();
    std::size_t end = last ? row.size() : begin;
    while (!last && end < row.size() && row.columns[end] < block_ends[block]) ++end;
    visit(block, row.part(begin, end));
    begin = end;
  }
}

}  // namespace linnet
