#include "learning/running_totals.hpp"

#include <algorithm>
#include <limits>

#include "common/parallel_for.hpp"

namespace linnet {

void RunningTotals::add(std::span<const RowBuffer::Entry> row, std::int32_t label, double weight,
                        bool presence_only) {
  count_features(row);
  if (fits_counts(row, weight)) {
    for (const RowBuffer::Entry& entry : row) {
      counts_.add(entry.feature, label, presence_only ? 1 : entry.count, 1);
    }
    return;
  }
  if (!wide_) widen();
  for (const RowBuffer::Entry& entry : row) {
    wide_->add(entry.feature, label, presence_only ? weight : weight * entry.count, weight);
  }
}

void RunningTotals::count_features(std::span<const RowBuffer::Entry> row) {
  for (const RowBuffer::Entry& entry : row) {
    if (entry.feature >= frequencies_.size()) {
      const std::size_t needed = std::size_t{entry.feature} + 1;
      frequencies_.resize(std::max(needed, frequencies_.size() * 2));
    }
    ++frequencies_[entry.feature];
  }
}

bool RunningTotals::fits_counts(std::span<const RowBuffer::Entry> row, double weight) {
  if (wide_ || weight != 1) return false;
  for (const RowBuffer::Entry& entry : row) n_occurrences_ += entry.count;
  return n_occurrences_ <= std::numeric_limits<std::uint32_t>::max();
}

void RunningTotals::widen() {
  wide_.emplace();
  counts_.finish();
  counts_.each([&](std::uint32_t feature, std::int32_t label, std::uint32_t sum,
                   std::uint32_t presence) { wide_->add(feature, label, sum, presence); });
  counts_ = {};
}

void RunningTotals::finish() {
  counts_.finish();
  if (wide_) wide_->finish();
}

void RunningTotals::clear() { *this = RunningTotals(); }

namespace {

// The items of the columns [begin, end) from all parts, those of a column side by side.
struct ColumnRange {
  std::size_t begin;
  std::size_t end;
  std::vector<std::size_t> starts;  // per column, and the end
  std::vector<std::size_t> sizes;   // per column, once added up
  BigVector<LabelTotal> items;

  // visit_items(take) calls take(column, item) for every item of all parts, each time in the same
  // order.
  template <class VisitItems>
  void gather(VisitItems visit_items) {
    const auto is_mine = [&](std::size_t column) { return column >= begin && column < end; };
    starts.assign(end - begin + 1, 0);
    visit_items([&](std::size_t column, const LabelTotal&) {
      if (is_mine(column)) ++starts[column - begin + 1];
    });
    for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
    items.resize(starts.back());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    visit_items([&](std::size_t column, const LabelTotal& item) {
      if (is_mine(column)) items[next[column - begin]++] = item;
    });
  }

  std::span<LabelTotal> of(std::size_t column) {
    const std::size_t c = column - begin;
    return std::span(items).subspan(starts[c], starts[c + 1] - starts[c]);
  }

  void add_up_columns() {
    for (std::size_t column = begin; column < end; ++column) {
      sizes.push_back(add_up(of(column), 0.0));
    }
  }

  void write(BlockTotals& out) {
    for (std::size_t column = begin; column < end; ++column) {
      auto at = static_cast<std::size_t>(out.starts[column]);
      for (const LabelTotal& item : of(column).first(sizes[column - begin])) {
        out.labels[at] = item.label;
        out.sums[at] = item.sum;
        out.presences[at] = item.presence;
        ++at;
      }
    }
  }
};

std::vector<std::int64_t> gather_frequencies(const std::vector<RunningTotals*>& parts,
                                             const std::vector<BigVector<std::int32_t>>& columns,
                                             std::size_t n_columns) {
  std::vector<std::int64_t> out(n_columns, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::vector<std::int64_t>& of_part = parts[i]->frequencies();
    const std::size_t n_features = std::min(of_part.size(), columns[i].size());
    for (std::size_t f = 0; f < n_features; ++f) {
      const std::int32_t column = columns[i][f];
      if (column >= 0) out[static_cast<std::size_t>(column)] += of_part[f];
    }
  }
  return out;
}

// Makes room for what all ranges will write.
void size_totals(const std::vector<ColumnRange>& ranges, std::size_t n_columns, BlockTotals& out) {
  out.starts.reserve(n_columns + 1);
  for (const ColumnRange& range : ranges) {
    for (const std::size_t size : range.sizes) {
      out.starts.push_back(out.starts.back() + static_cast<std::int64_t>(size));
    }
  }
  const auto n_items = static_cast<std::size_t>(out.starts.back());
  out.labels.resize(n_items);
  out.sums.resize(n_items);
  out.presences.resize(n_items);
}

}  // namespace

// Every thread goes through all tables and takes the items of its columns. No item is held twice,
// and the tables are gone before the totals are written: here is the most memory that training
// takes.
BlockTotals gather_totals(const std::vector<RunningTotals*>& parts,
                          const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns) {
  const auto visit_items = [&](auto take) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i]->each([&](std::uint32_t feature, std::int32_t label, double sum, double presence) {
        const auto at = static_cast<std::size_t>(label);
        require(at < label_places.size(), "every label must have a place.");
        const auto column = static_cast<std::size_t>(columns[i][feature]);
        take(column, LabelTotal{label_places[at], sum, presence});
      });
    }
  };
  BlockTotals out;
  out.frequencies = gather_frequencies(parts, columns, n_columns);
  const std::size_t n = parts.size();
  std::vector<ColumnRange> ranges(n);
  parallel_parts(n, [&](std::size_t range) {
    ranges[range].begin = range * n_columns / n;
    ranges[range].end = (range + 1) * n_columns / n;
    ranges[range].gather(visit_items);
  });
  parallel_parts(n, [&](std::size_t range) {
    parts[range]->clear();
    ranges[range].add_up_columns();
  });
  size_totals(ranges, n_columns, out);
  parallel_parts(n, [&](std::size_t range) { ranges[range].write(out); });
  return out;
}

}  // namespace linnet
