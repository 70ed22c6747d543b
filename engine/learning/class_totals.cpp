#include "learning/class_totals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

struct Item {
  std::int32_t label;
  double sum, presence;
};
// Whole numbers are exact; what fractions leave behind after subtracting is dust.
double without_dust(double value, double dust) {
  return std::abs(value) < dust && value != std::floor(value) ? 0.0 : value;
}

// By label; those of one label stay in their order. Most features are seen with few labels.
void sort_by_label(std::span<Item> items) {
  const auto before = [](const Item& a, const Item& b) { return a.label < b.label; };
  if (items.size() > 16) return std::stable_sort(items.begin(), items.end(), before);
  for (std::size_t i = 1; i < items.size(); ++i) {
    const auto end = items.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(std::upper_bound(items.begin(), end, *end, before), end, end + 1);
  }
}

// Sorts the items of one feature by label, adds up equal labels and drops zeros; returns how many are left in front.
std::size_t add_up(std::span<Item> items, double dust) {
  sort_by_label(items);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < items.size();) {
    Item total = items[i];
    const double before = std::abs(total.sum);
    while (++i < items.size() && items[i].label == total.label)
      total.sum += items[i].sum, total.presence += items[i].presence;
    total.sum = without_dust(total.sum, dust * before);
    total.presence = without_dust(total.presence, dust * before);
    require(total.sum >= 0 && total.presence >= 0, "forgetting would make a total negative.");
    if (total.sum != 0 || total.presence != 0) items[kept++] = total;
  }
  return kept;
}

void append_feature(std::span<Item> items, std::int64_t frequency, double dust, BlockTotals& out) {
  for (const Item& item : items.first(add_up(items, dust))) {
    out.labels.push_back(item.label);
    out.sums.push_back(item.sum);
    out.presences.push_back(item.presence);
  }
  require(frequency >= 0, "forgetting would make a total negative.");
  out.frequencies.push_back(frequency);
  out.starts.push_back(static_cast<std::int64_t>(out.labels.size()));
}

// The items of the columns [begin, end) from all parts, those of a column side by side.
struct ColumnRange {
  std::size_t begin, end;
  std::vector<std::size_t> starts;  // per column, and the end
  std::vector<std::size_t> sizes;   // per column, once added up
  BigVector<Item> items;

  // visit_items(take) calls take(column, item) for every item of all parts, each time in the same order.
  template <class VisitItems>
  void gather(VisitItems visit_items) {
    const auto mine = [&](std::size_t column) { return column >= begin && column < end; };
    starts.assign(end - begin + 1, 0);
    visit_items([&](std::size_t column, const Item&) {
      if (mine(column)) ++starts[column - begin + 1];
    });
    for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
    items.resize(starts.back());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    visit_items([&](std::size_t column, const Item& item) {
      if (mine(column)) items[next[column - begin]++] = item;
    });
  }

  std::span<Item> of(std::size_t column) {
    const std::size_t c = column - begin;
    return std::span(items).subspan(starts[c], starts[c + 1] - starts[c]);
  }

  void add_up_columns() {
    for (std::size_t column = begin; column < end; ++column) sizes.push_back(add_up(of(column), 0.0));
  }

  void write(BlockTotals& out) {
    for (std::size_t column = begin; column < end; ++column) {
      auto at = static_cast<std::size_t>(out.starts[column]);
      for (const Item& item : of(column).first(sizes[column - begin])) {
        out.labels[at] = item.label;
        out.sums[at] = item.sum;
        out.presences[at++] = item.presence;
      }
    }
  }
};

}  // namespace

void RunningTotals::add(std::span<const RowBuffer::Entry> row, std::int32_t label, double weight, bool presence_only) {
  for (const auto& entry : row) {
    if (entry.feature >= frequencies_.size())
      frequencies_.resize(std::max<std::size_t>(entry.feature + 1, frequencies_.size() * 2));
    ++frequencies_[entry.feature];
    waiting_.push_back({key(entry.feature, label), presence_only ? weight : weight * entry.count, weight});
    __builtin_prefetch(&slots_[place(waiting_.back().key)], 1);
    if (waiting_.size() == most_waiting) finish();
  }
}

void RunningTotals::finish() {
  while (exceeds_max_load(count_ + waiting_.size(), slots_.size())) grow();
  for (const Slot& more : waiting_) {
    Slot& slot = slot_of(more.key);
    slot.sum += more.sum;
    slot.presence += more.presence;
  }
  waiting_.clear();
}

RunningTotals::Slot& RunningTotals::slot_of(std::uint64_t key) {
  for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[at];
    if (slot.key == key) return slot;
    if (slot.key == 0) {
      ++count_;
      slot.key = key;
      return slot;
    }
  }
}

void RunningTotals::grow() {
  BigVector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& from : old) {
    if (from.key == 0) continue;
    std::size_t at = place(from.key);
    while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = from;
  }
}

void RunningTotals::clear() { *this = RunningTotals(); }

BlockTotals gather_totals(const std::vector<RunningTotals*>& parts, const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns) {
  BlockTotals out;
  out.frequencies.assign(n_columns, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& seen = parts[i]->frequencies();
    for (std::size_t f = 0; f < std::min(seen.size(), columns[i].size()); ++f)
      if (columns[i][f] >= 0) out.frequencies[static_cast<std::size_t>(columns[i][f])] += seen[f];
  }
  const auto visit_items = [&](auto take) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      parts[i]->each([&](std::uint32_t feature, std::int32_t label, double sum, double presence) {
        require(static_cast<std::size_t>(label) < label_places.size(), "every label must have a place.");
        take(static_cast<std::size_t>(columns[i][feature]),
             Item{label_places[static_cast<std::size_t>(label)], sum, presence});
      });
  };
  // Every thread goes through all tables and takes the items of its columns. No item is held twice, and the tables are
  // gone before the totals are written: here is the most memory that training takes.
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
  out.starts.reserve(n_columns + 1);
  for (const ColumnRange& range : ranges)
    for (const std::size_t size : range.sizes)
      out.starts.push_back(out.starts.back() + static_cast<std::int64_t>(size));
  out.labels.resize(static_cast<std::size_t>(out.starts.back()));
  out.sums.resize(out.labels.size());
  out.presences.resize(out.labels.size());
  parallel_parts(n, [&](std::size_t range) { ranges[range].write(out); });
  return out;
}

namespace {

// By a full table, columns × codes; each of its sums adds up in the order of the rows.
template <class Value>
BlockTotals totals_by_table(const RowsOf<Value>& rows, std::span<const std::int32_t> codes,
                            std::span<const double> weights, std::size_t n_columns, std::size_t n_codes) {
  struct Total {
    double sum = 0, presence = 0;
  };
  std::vector<Total> table(n_columns * n_codes);
  BlockTotals out;
  out.frequencies.resize(n_columns);
  out.starts.reserve(n_columns + 1);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    Total* const of_code = table.data() + codes[row];
    const double weight = weights.empty() ? 1.0 : weights[row];
    for (auto i = static_cast<std::size_t>(rows.starts[row]); i < static_cast<std::size_t>(rows.starts[row + 1]); ++i) {
      const auto column = static_cast<std::size_t>(rows.columns[i]);
      Total& total = of_code[column * n_codes];
      total.sum += weight * static_cast<double>(rows.values[i]);
      total.presence += weight;
      ++out.frequencies[column];
    }
  }
  for (std::size_t c = 0; c < n_columns; ++c) {
    for (std::size_t code = 0; code < n_codes; ++code)
      if (const Total& total = table[c * n_codes + code]; total.presence != 0) {
        out.labels.push_back(static_cast<std::int32_t>(code));
        out.sums.push_back(total.sum);
        out.presences.push_back(total.presence);
      }
    out.starts.push_back(static_cast<std::int64_t>(out.labels.size()));
  }
  return out;
}

}  // namespace

template <class Value>
BlockTotals totals_of_rows(const RowsOf<Value>& rows, std::span<const std::int32_t> codes,
                           std::span<const double> weights, std::size_t n_columns) {
  const std::size_t n_codes =
      codes.empty() ? 0 : static_cast<std::size_t>(*std::max_element(codes.begin(), codes.end())) + 1;
  if (n_columns * n_codes <= 2 * rows.columns.size()) return totals_by_table(rows, codes, weights, n_columns, n_codes);
  std::vector<std::int64_t> starts(n_columns + 1, 0);
  for (const std::int32_t column : rows.columns) ++starts[static_cast<std::size_t>(column) + 1];
  for (std::size_t c = 0; c < n_columns; ++c) starts[c + 1] += starts[c];
  struct Seen {
    std::int32_t code;
    Value value;
    double weight;
  };
  std::vector<Seen> seen(rows.columns.size());
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (auto i = static_cast<std::size_t>(rows.starts[row]); i < static_cast<std::size_t>(rows.starts[row + 1]); ++i)
      seen[static_cast<std::size_t>(next[static_cast<std::size_t>(rows.columns[i])]++)] = {
          codes[row], rows.values[i], weights.empty() ? 1.0 : weights[row]};
  std::vector<double> sums(n_codes, 0), presences(n_codes, 0);
  std::vector<std::int32_t> touched;
  BlockTotals out;
  for (std::size_t c = 0; c < n_columns; ++c) {
    touched.clear();
    for (std::int64_t i = starts[c]; i < starts[c + 1]; ++i) {
      const Seen& one = seen[static_cast<std::size_t>(i)];
      const auto code = static_cast<std::size_t>(one.code);
      if (presences[code] == 0) touched.push_back(one.code);
      sums[code] += one.weight * one.value;
      presences[code] += one.weight;
    }
    std::sort(touched.begin(), touched.end());
    for (const std::int32_t code : touched) {
      out.labels.push_back(code);
      out.sums.push_back(std::exchange(sums[static_cast<std::size_t>(code)], 0.0));
      out.presences.push_back(std::exchange(presences[static_cast<std::size_t>(code)], 0.0));
    }
    out.frequencies.push_back(starts[c + 1] - starts[c]);
    out.starts.push_back(static_cast<std::int64_t>(out.labels.size()));
  }
  return out;
}

template BlockTotals totals_of_rows(const RowsView&, std::span<const std::int32_t>, std::span<const double>,
                                    std::size_t);
template BlockTotals totals_of_rows(const WeighedRows&, std::span<const std::int32_t>, std::span<const double>,
                                    std::size_t);

NamesUnion unite(const NamesView& a, const NamesView& b) {
  NamesUnion out;
  const auto append = [&](std::string_view name) {
    out.names.bytes.insert(out.names.bytes.end(), name.begin(), name.end());
    out.names.offsets.push_back(static_cast<std::int64_t>(out.names.bytes.size()));
  };
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const int order = i == a.size() ? 1 : j == b.size() ? -1 : a[i].compare(b[j]);
    const auto place = static_cast<std::int32_t>(out.names.size());
    append(order <= 0 ? a[i] : b[j]);
    if (order <= 0) out.from_a.push_back(place), ++i;
    if (order >= 0) out.from_b.push_back(place), ++j;
  }
  return out;
}

BlockTotals combine(const Placed& a, const Placed& b, double sign, std::size_t n_features) {
  BlockTotals out;
  std::vector<Item> items;
  std::int64_t frequency = 0;
  const auto take = [&](const Placed& from, std::size_t& at, std::size_t place, double times) {
    if (at == from.features.size() || static_cast<std::size_t>(from.features[at]) != place) return;
    for (auto i = static_cast<std::size_t>(from.totals.starts[at]);
         i < static_cast<std::size_t>(from.totals.starts[at + 1]); ++i)
      items.push_back({from.labels[static_cast<std::size_t>(from.totals.labels[i])], times * from.totals.sums[i],
                       times * from.totals.presences[i]});
    frequency += (times < 0 ? -1 : 1) * from.totals.frequencies[at++];
  };
  std::size_t i = 0, j = 0;
  for (std::size_t place = 0; place < n_features; ++place) {
    items.clear();
    frequency = 0;
    take(a, i, place, 1.0);
    take(b, j, place, sign);
    append_feature(items, frequency, sign < 0 ? 1e-9 : 0.0, out);
  }
  return out;
}

}  // namespace linnet
