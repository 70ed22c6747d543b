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

// Rows while they are being counted: the id of every feature met, as often as it was met.
struct RowBuffer {
  struct Entry {  // as one little-endian number the feature comes first, so that rows sort as numbers
    std::uint32_t count, feature;
  };
  static_assert(std::endian::native == std::endian::little);

  BigVector<std::uint32_t> features;
  std::vector<std::uint64_t> ends;  // one per row

  void finish_row() { ends.push_back(features.size()); }

  // Calls visit(row number, ids) for each row; it may write over that row and its end.
  template <class Visit>
  void each(Visit visit) const {
    std::uint64_t begin = 0;
    for (std::size_t number = 0; number < ends.size(); ++number) {
      const std::span ids(features.data() + begin, static_cast<std::size_t>(ends[number] - begin));
      begin = ends[number];
      visit(number, ids);
    }
  }

  void clear() {
    features.clear();
    ends.clear();
  }
};

inline void sort_row(std::span<RowBuffer::Entry> row) {
  std::sort(row.begin(), row.end(), [](RowBuffer::Entry a, RowBuffer::Entry b) {
    return std::bit_cast<std::uint64_t>(a) < std::bit_cast<std::uint64_t>(b);
  });
}

// Sorts rows of columns below a limit without comparing or branching: a bit per column, and a bit per 64 of those.
class RowSorter {
 public:
  explicit RowSorter(std::size_t n_columns)
      : there_(n_columns / 64 + 1), groups_(there_.size() / 64 + 1), counts_(n_columns, 0) {}

  static bool fits(std::size_t n_columns) { return n_columns <= (std::size_t{1} << 22); }

  [[gnu::always_inline]] void add(std::uint32_t column) {
    const std::size_t word = column >> 6;
    const std::uint64_t bit = std::uint64_t{1} << (column & 63);
    ++counts_[column];
    there_[word] |= bit;
    groups_[word >> 6] |= std::uint64_t{1} << (word & 63);
  }

  // Calls write(column, count) for what was added in order of columns and is empty again.
  template <class Write>
  void take(Write write) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::uint64_t group = groups_[g];
      if (group == 0) continue;
      groups_[g] = 0;
      for (; group != 0; group &= group - 1)
        take_word(g * 64 + static_cast<std::size_t>(std::countr_zero(group)), write);
    }
  }

 private:
  template <class Write>
  [[gnu::always_inline]] void take_word(std::size_t word, Write& write) {
    for (std::uint64_t there = std::exchange(there_[word], 0); there != 0; there &= there - 1) {
      const std::size_t column = word * 64 + static_cast<std::size_t>(std::countr_zero(there));
      write(static_cast<std::uint32_t>(column), std::exchange(counts_[column], 0));
    }
  }

  std::vector<std::uint64_t> there_, groups_;
  BigVector<std::uint32_t> counts_;
};

// Adds up neighbours of the same column; returns the end.
inline RowBuffer::Entry* merge_equal(std::span<const RowBuffer::Entry> sorted, RowBuffer::Entry* out) {
  RowBuffer::Entry* const first = out;
  for (const auto& entry : sorted) {
    if (out != first && out[-1].feature == entry.feature)
      out[-1].count += entry.count;
    else
      *out++ = entry;
  }
  return out;
}

// The columns of ids that are columns already.
struct SameColumns {
  std::uint32_t operator[](std::uint32_t id) const { return id; }
};

// The features of one row, each once with its count, in the order they are met.
class DistinctRow {
 public:
  explicit DistinctRow(std::size_t n_features) : place_(n_features, 0) {}

  template <class Features>
  std::span<RowBuffer::Entry> of(std::span<const std::uint32_t> ids, const Features& feature_of) {
    if (row_.size() < ids.size()) row_.resize(2 * ids.size());
    std::uint32_t n = 0;
    for (const std::uint32_t id : ids) {
      const std::uint32_t feature = feature_of[id];
      std::uint32_t& place = place_[feature];
      if (place >= n || row_[place].feature != feature) {  // what an earlier row has left there
        place = n;
        row_[n++] = {0, feature};
      }
      ++row_[place].count;
    }
    return {row_.data(), n};
  }

 private:
  BigVector<std::uint32_t> place_;  // per feature: where it may stand in the row
  std::vector<RowBuffer::Entry> row_;
};

// Gives each row of the buffer as columns in order: entry(column, count) for each, then end_row(row number).
template <class Columns, class AddEntry, class EndRow>
void each_settled_row(const RowBuffer& rows, const Columns& column, std::size_t n_columns, AddEntry entry,
                      EndRow end_row) {
  const bool few = RowSorter::fits(n_columns);
  RowSorter sorter(few ? n_columns : 0);
  std::vector<RowBuffer::Entry> sorted;
  rows.each([&](std::size_t number, std::span<const std::uint32_t> ids) {
    if (few) {
      for (const std::uint32_t id : ids) sorter.add(static_cast<std::uint32_t>(column[id]));
      sorter.take(entry);
    } else {
      sorted.clear();
      for (const std::uint32_t id : ids) sorted.push_back({1, static_cast<std::uint32_t>(column[id])});
      sort_row(sorted);
      sorted.resize(static_cast<std::size_t>(merge_equal(sorted, sorted.data()) - sorted.data()));
      for (const auto& one : sorted) entry(one.feature, one.count);
    }
    end_row(number);
  });
}

}  // namespace linnet
