// Rows of ids to sorted rows of columns with counts.
//
// What all sorters share: sort(ids, columns, columns_out, counts_out) writes columns[id] for all
// ids of a row in order, each once with its count, and returns how many there are. The ids may lie
// where the columns are written.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "features/column_set.hpp"
#include "features/row_buffer.hpp"
#include "features/sorting_network.hpp"

namespace linnet {

// For few columns: a counting sort whose counts stay in the cache.
class DenseSorter {
 public:
  explicit DenseSorter(std::size_t n_columns) : present_(n_columns), counts_(n_columns, 0) {}

  static constexpr std::size_t most_columns = std::size_t{1} << 19;  // whose counts take 2 MB
  static bool fits(std::size_t n_columns) { return n_columns <= most_columns; }

  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns,
                   std::uint32_t* columns_out, std::uint32_t* counts_out) {
    for (const std::uint32_t id : ids) {
      const auto column = static_cast<std::uint32_t>(columns[id]);
      ++counts_[column];
      present_.add(column);
    }
    std::size_t n = 0;
    present_.take([&](std::uint32_t column) {
      columns_out[n] = column;
      counts_out[n] = std::exchange(counts_[column], 0);
      ++n;
    });
    return n;
  }

 private:
  ColumnSet present_;
  BigVector<std::uint32_t> counts_;
};

// For many columns, whose counts would not stay in the cache: bits alone say which are there; the
// columns met again, which are few, are kept aside and counted at the end.
class SparseSorter {
 public:
  explicit SparseSorter(std::size_t n_columns) : present_(n_columns) {}

  static constexpr std::size_t most_columns = std::size_t{1} << 22;  // whose bits take 512 KB
  static bool fits(std::size_t n_columns) { return n_columns <= most_columns; }

  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns,
                   std::uint32_t* columns_out, std::uint32_t* counts_out) {
    if (repeated_.size() <= ids.size()) repeated_.resize(2 * ids.size() + 1);
    std::size_t n_repeated = 0;
    for (const std::uint32_t id : ids) {
      repeated_[n_repeated] = static_cast<std::uint32_t>(columns[id]);
      n_repeated += present_.add(repeated_[n_repeated]);  // without a branch
    }
    std::size_t n = 0;
    present_.take([&](std::uint32_t column) { columns_out[n++] = column; });
    std::fill_n(counts_out, n, 1u);
    for (std::size_t i = 0; i < n_repeated; ++i)
      ++counts_out[position_of(repeated_[i], {columns_out, n})];
    return n;
  }

 private:
  // Where a column that is there stands; a binary search without branches.
  static std::size_t position_of(std::uint32_t column, std::span<const std::uint32_t> sorted) {
    const std::uint32_t* base = sorted.data();
    for (std::size_t n = sorted.size(); n > 1; n -= n / 2)
      base += base[n / 2] <= column ? n / 2 : 0;
    return static_cast<std::size_t>(base - sorted.data());
  }

  ColumnSet present_;
  std::vector<std::uint32_t> repeated_;
};

// For any number of columns: sorts by comparing.
class ComparisonSorter {
 public:
  template <class Columns>
  std::size_t sort(std::span<const std::uint32_t> ids, const Columns& columns,
                   std::uint32_t* columns_out, std::uint32_t* counts_out) {
    row_.clear();
    for (const std::uint32_t id : ids) row_.push_back({1, static_cast<std::uint32_t>(columns[id])});
    sort_row(row_);
    const auto n = static_cast<std::size_t>(merge_equal(row_, row_.data()) - row_.data());
    for (std::size_t i = 0; i < n; ++i) {
      columns_out[i] = row_[i].feature;
      counts_out[i] = row_[i].count;
    }
    return n;
  }

 private:
  std::vector<RowBuffer::Entry> row_;
};

// Sorts the rows of a buffer in place: short ones four at a time by a network, others by the
// sorter.
template <class Sorter, class Columns>
class BufferSorter {
 public:
  BufferSorter(Sorter sorter, RowBuffer& rows, const Columns& columns, std::size_t n_columns,
               std::uint32_t* counts)
      : sorter_(std::move(sorter)),
        rows_(rows),
        columns_(columns),
        n_columns_(n_columns),
        counts_(counts) {}

  void run() {
    rows_.each([&](std::size_t, std::span<const std::uint32_t> ids) { add(ids); });
    flush_network();
  }

 private:
  void add(std::span<const std::uint32_t> ids) {
    if (SortingNetwork::fits(ids.size(), n_columns_)) {
      network_.put(n_waiting_++, ids, columns_);
      if (n_waiting_ == SortingNetwork::n_lanes) flush_network();
    } else {
      flush_network();  // rows stay in their order
      write_row([&](auto... out) { return sorter_.sort(ids, columns_, out...); });
    }
  }

  void flush_network() {
    network_.sort(n_waiting_);
    for (std::size_t lane = 0; lane < n_waiting_; ++lane)
      write_row([&](auto... out) { return network_.take(lane, out...); });
    n_waiting_ = 0;
  }

  // A row has at most as many columns as it had ids, so writing never overtakes reading.
  template <class Sort>
  void write_row(Sort sort) {
    size_ += sort(rows_.features.data() + size_, counts_ + size_);
    rows_.ends[n_written_++] = size_;
  }

  Sorter sorter_;
  SortingNetwork network_;
  RowBuffer& rows_;
  const Columns& columns_;
  std::size_t n_columns_;
  std::uint32_t* counts_;
  std::size_t size_ = 0;       // entries written
  std::size_t n_written_ = 0;  // rows written
  std::size_t n_waiting_ = 0;  // rows in the network
};

// Turns the ids of each row into columns in order, in place, and writes the count of each beside
// them.
template <class Columns>
void sort_rows(RowBuffer& rows, const Columns& columns, std::size_t n_columns,
               std::uint32_t* counts) {
  const auto sort_with = [&](auto sorter) {
    BufferSorter(std::move(sorter), rows, columns, n_columns, counts).run();
  };
  if (DenseSorter::fits(n_columns)) return sort_with(DenseSorter(n_columns));
  if (SparseSorter::fits(n_columns)) return sort_with(SparseSorter(n_columns));
  sort_with(ComparisonSorter());
}

}  // namespace linnet
