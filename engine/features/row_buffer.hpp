#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/require.hpp"
#include "features/name_table.hpp"

namespace linnet {

// Rows while they are being counted: features by provisional id, in the order they were met.
struct RowBuffer {
  struct Entry {  // as one little-endian number the feature comes first, so that rows sort as numbers
    std::uint32_t count, feature;
  };
  static_assert(std::endian::native == std::endian::little);

  std::vector<Entry> entries;
  std::vector<std::uint64_t> ends;  // one per row
  std::uint32_t row = 1;            // never reused, so that old stamps stay old

  void add(Stamp& stamp, std::uint32_t feature, std::uint32_t count) {
    if (stamp.row == row) {
      entries[stamp.position].count += count;
      return;
    }
    stamp = {row, static_cast<std::uint32_t>(entries.size())};
    entries.push_back({count, feature});
  }

  void finish_row() {
    require(entries.size() < 0xFFFFFFF0u && row < 0xFFFFFFF0u,
            "one pass must stay below 4 billion entries; read the data in parts and merge the models.");
    ends.push_back(entries.size());
    ++row;
  }

  std::span<const Entry> at(std::size_t index) const {
    const std::uint64_t begin = index == 0 ? 0 : ends[index - 1];
    return {entries.data() + begin, static_cast<std::size_t>(ends[index] - begin)};
  }

  void clear() {
    entries.clear();
    ends.clear();
  }
};

inline void sort_row(std::span<RowBuffer::Entry> row) {
  std::sort(row.begin(), row.end(), [](RowBuffer::Entry a, RowBuffer::Entry b) {
    return std::bit_cast<std::uint64_t>(a) < std::bit_cast<std::uint64_t>(b);
  });
}

// Sorts rows of columns below a limit without comparing: a bit per column, and a bit per 64 of those.
class RowSorter {
 public:
  explicit RowSorter(std::size_t n_columns) : bits_(n_columns / 64 + 1), groups_(bits_.size() / 64 + 1), counts_(n_columns) {}

  static bool fits(std::size_t n_columns) { return n_columns <= (std::size_t{1} << 22); }

  void add(std::uint32_t column, std::uint32_t count) {
    std::uint64_t& word = bits_[column >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (column & 63);
    counts_[column] = count + ((word & bit) ? counts_[column] : 0);
    word |= bit;
    groups_[column >> 12] |= std::uint64_t{1} << (column >> 6 & 63);
  }

  // Writes what was added in order of columns and is empty again.
  RowBuffer::Entry* take(RowBuffer::Entry* out) {
    for (std::size_t g = 0; g < groups_.size(); ++g)
      for (std::uint64_t group = std::exchange(groups_[g], 0); group != 0; group &= group - 1) {
        const std::size_t w = g * 64 + static_cast<std::size_t>(std::countr_zero(group));
        for (std::uint64_t word = std::exchange(bits_[w], 0); word != 0; word &= word - 1) {
          const std::size_t column = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
          *out++ = {counts_[column], static_cast<std::uint32_t>(column)};
        }
      }
    return out;
  }

 private:
  std::vector<std::uint64_t> bits_, groups_;
  std::vector<std::uint32_t> counts_;
};

// Adds up neighbours of the same column; returns the end.
inline RowBuffer::Entry* merge_equal(std::span<const RowBuffer::Entry> sorted, RowBuffer::Entry* out) {
  RowBuffer::Entry* const first = out;
  for (const auto& entry : sorted) {
    if (out != first && out[-1].feature == entry.feature) out[-1].count += entry.count;
    else *out++ = entry;
  }
  return out;
}

// Replaces provisional ids by columns, sorts each row and adds up what fell into one column.
template <class Columns>
void settle(RowBuffer& rows, const Columns& column, std::size_t n_columns) {
  const bool few = RowSorter::fits(n_columns);
  RowSorter sorter(few ? n_columns : 0);
  std::uint64_t begin = 0;
  RowBuffer::Entry* out = rows.entries.data();
  for (auto& end : rows.ends) {
    const std::span<RowBuffer::Entry> row(rows.entries.data() + begin, static_cast<std::size_t>(end - begin));
    if (few) {
      for (const auto& entry : row) sorter.add(static_cast<std::uint32_t>(column[entry.feature]), entry.count);
      out = sorter.take(out);
    } else {
      for (auto& entry : row) entry.feature = static_cast<std::uint32_t>(column[entry.feature]);
      sort_row(row);
      out = merge_equal(row, out);
    }
    begin = end;
    end = static_cast<std::uint64_t>(out - rows.entries.data());
  }
  rows.entries.resize(static_cast<std::size_t>(out - rows.entries.data()));
}

}  // namespace linnet
