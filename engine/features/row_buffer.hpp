#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/require.hpp"
#include "features/lane_sorter.hpp"
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

  // Calls visit(row number, ids) for each row; it may write over that row, those before it and their ends.
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

// A set of columns below a limit that gives them in order without comparing: a bit per column, a bit per 64 of those,
// and once more.
class ColumnSet {
 public:
  explicit ColumnSet(std::size_t n_columns)
      : there_(n_columns / 64 + 1), groups_(there_.size() / 64 + 1), tops_(groups_.size() / 64 + 1) {}

  // Whether the column was there before.
  [[gnu::always_inline]] bool add(std::uint32_t column) {
    std::uint64_t& there = there_[column >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (column & 63);
    const bool before = (there & bit) != 0;
    there |= bit;
    groups_[column >> 12] |= std::uint64_t{1} << (column >> 6 & 63);
    tops_[column >> 18] |= std::uint64_t{1} << (column >> 12 & 63);
    return before;
  }

  // Calls visit(column) for each in order and is empty again.
  template <class Visit>
  void take(Visit visit) {
    for (std::size_t t = 0; t < tops_.size(); ++t)
      each_bit(tops_, t, [&](std::size_t group) {
        each_bit(groups_, group, [&](std::size_t word) { each_bit(there_, word, visit); });
      });
  }

 private:
  template <class Visit>
  [[gnu::always_inline]] static void each_bit(std::vector<std::uint64_t>& words, std::size_t word, Visit visit) {
    for (std::uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1)
      visit(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  std::vector<std::uint64_t> there_, groups_, tops_;
};

// Sorts rows: sort(ids, columns, columns_out, counts_out) writes columns[id] for all ids of a row in order, each once
// with its count, and returns how many there are. The ids may lie where the columns are written.

// For few columns: a count of each.
class DenseSorter {
 public:
  explicit DenseSorter(std::size_t n_columns) : there_(n_columns), counts_(n_columns, 0) {}
  static bool fits(std::size_t n_columns) { return n_columns <= (std::size_t{1} << 19); }

  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns, std::uint32_t* columns_out,
                   std::uint32_t* counts_out) {
    for (const std::uint32_t id : ids) {
      const auto column = static_cast<std::uint32_t>(columns[id]);
      ++counts_[column];
      there_.add(column);
    }
    std::size_t n = 0;
    there_.take([&](std::uint32_t column) {
      columns_out[n] = column;
      counts_out[n++] = std::exchange(counts_[column], 0);
    });
    return n;
  }

 private:
  ColumnSet there_;
  BigVector<std::uint32_t> counts_;
};

// For many columns, whose counts would not stay in the cache: the columns met again, which are few, are kept aside.
class SparseSorter {
 public:
  explicit SparseSorter(std::size_t n_columns) : there_(n_columns) {}
  static bool fits(std::size_t n_columns) { return n_columns <= (std::size_t{1} << 22); }

  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns, std::uint32_t* columns_out,
                   std::uint32_t* counts_out) {
    if (again_.size() <= ids.size()) again_.resize(2 * ids.size() + 1);
    std::size_t n = 0, n_again = 0;
    for (const std::uint32_t id : ids) {
      again_[n_again] = static_cast<std::uint32_t>(columns[id]);
      n_again += there_.add(again_[n_again]);
    }
    there_.take([&](std::uint32_t column) { columns_out[n++] = column; });
    std::fill_n(counts_out, n, 1u);
    for (std::size_t i = 0; i < n_again; ++i) ++counts_out[place_of(again_[i], {columns_out, n})];
    return n;
  }

 private:
  // Where a column that is there stands; a binary search without branches.
  static std::size_t place_of(std::uint32_t column, std::span<const std::uint32_t> sorted) {
    const std::uint32_t* base = sorted.data();
    for (std::size_t n = sorted.size(); n > 1; n -= n / 2) base += base[n / 2] <= column ? n / 2 : 0;
    return static_cast<std::size_t>(base - sorted.data());
  }

  ColumnSet there_;
  std::vector<std::uint32_t> again_;
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

// For any number of columns.
class ComparingSorter {
 public:
  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns, std::uint32_t* columns_out,
                   std::uint32_t* counts_out) {
    row_.clear();
    for (const std::uint32_t id : ids) row_.push_back({1, static_cast<std::uint32_t>(columns[id])});
    sort_row(row_);
    const auto n = static_cast<std::size_t>(merge_equal(row_, row_.data()) - row_.data());
    for (std::size_t i = 0; i < n; ++i) columns_out[i] = row_[i].feature, counts_out[i] = row_[i].count;
    return n;
  }

 private:
  std::vector<RowBuffer::Entry> row_;
};

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

// Short rows several at a time, others by the sorter.
template <class Sorter, class Columns>
void settle_rows_with(Sorter sorter, RowBuffer& rows, const Columns& columns, std::size_t n_columns,
                      std::uint32_t* counts) {
  LaneSorter lanes;
  std::size_t out = 0, settled = 0, waiting = 0;
  const auto settle = [&](auto sort) {
    // A row has at most as many columns as it had ids, so writing never overtakes reading.
    out += sort(rows.features.data() + out, counts + out);
    rows.ends[settled++] = out;
  };
  const auto settle_waiting = [&] {
    lanes.sort(waiting);
    for (std::size_t lane = 0; lane < waiting; ++lane) settle([&](auto... to) { return lanes.take(lane, to...); });
    waiting = 0;
  };
  rows.each([&](std::size_t, std::span<const std::uint32_t> ids) {
    const bool fits = LaneSorter::fits(ids.size(), n_columns);
    if (fits) lanes.put(waiting++, ids, columns);
    if (!fits || waiting == LaneSorter::n_lanes) settle_waiting();
    if (!fits) settle([&](auto... to) { return sorter.sort(ids, columns, to...); });
  });
  settle_waiting();
}

// Turns the ids of each row into columns in order, in place, and writes the count of each beside them.
template <class Columns>
void settle_rows(RowBuffer& rows, const Columns& columns, std::size_t n_columns, std::uint32_t* counts) {
  const auto settle = [&](auto sorter) { settle_rows_with(std::move(sorter), rows, columns, n_columns, counts); };
  if (DenseSorter::fits(n_columns)) return settle(DenseSorter(n_columns));
  if (SparseSorter::fits(n_columns)) return settle(SparseSorter(n_columns));
  settle(ComparingSorter());
}

}  // namespace linnet
