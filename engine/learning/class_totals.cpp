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
struct PlacedItem {
  std::int32_t column;
  Item item;
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

// Adds up equal labels of one feature, in order of labels, and appends what is not zero.
void append_feature(std::span<Item> items, std::int64_t frequency, double dust, BlockTotals& out) {
  sort_by_label(items);
  for (std::size_t i = 0; i < items.size();) {
    Item total = items[i];
    const double before = std::abs(total.sum);
    while (++i < items.size() && items[i].label == total.label)
      total.sum += items[i].sum, total.presence += items[i].presence;
    total.sum = without_dust(total.sum, dust * before);
    total.presence = without_dust(total.presence, dust * before);
    require(total.sum >= 0 && total.presence >= 0, "forgetting would make a total negative.");
    if (total.sum == 0 && total.presence == 0) continue;
    out.labels.push_back(total.label);
    out.sums.push_back(total.sum);
    out.presences.push_back(total.presence);
  }
  require(frequency >= 0, "forgetting would make a total negative.");
  out.frequencies.push_back(frequency);
  out.starts.push_back(static_cast<std::int64_t>(out.labels.size()));
}

// The totals of the columns [begin, end), whose items each part has dealt out.
BlockTotals gather_range(const std::vector<const BigVector<PlacedItem>*>& dealt, std::size_t begin, std::size_t end,
                         std::span<const std::int64_t> frequencies) {
  std::vector<std::size_t> starts(end - begin + 1, 0);
  for (const auto* items : dealt)
    for (const PlacedItem& one : *items) ++starts[static_cast<std::size_t>(one.column) - begin + 1];
  for (std::size_t c = 1; c < starts.size(); ++c) starts[c] += starts[c - 1];
  BigVector<Item> sorted(starts.back());
  std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
  for (const auto* items : dealt)
    for (const PlacedItem& one : *items) sorted[next[static_cast<std::size_t>(one.column) - begin]++] = one.item;
  BlockTotals out;
  for (std::size_t c = begin; c < end; ++c)
    append_feature(std::span(sorted).subspan(starts[c - begin], starts[c - begin + 1] - starts[c - begin]),
                   frequencies[c], 0.0, out);
  return out;
}

void append(BlockTotals& to, const BlockTotals& more) {
  const std::int64_t before = to.starts.back();
  to.frequencies.insert(to.frequencies.end(), more.frequencies.begin(), more.frequencies.end());
  for (std::size_t i = 1; i < more.starts.size(); ++i) to.starts.push_back(before + more.starts[i]);
  to.labels.insert(to.labels.end(), more.labels.begin(), more.labels.end());
  to.sums.insert(to.sums.end(), more.sums.begin(), more.sums.end());
  to.presences.insert(to.presences.end(), more.presences.begin(), more.presences.end());
}

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
  while ((count_ + waiting_.size()) * 2 > slots_.size()) grow();
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

BlockTotals gather_totals(const std::vector<const RunningTotals*>& parts,
                          const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns) {
  // As many ranges of columns as parts: column c belongs to range c * parts / columns.
  const std::size_t n = parts.size();
  const auto range_begin = [&](std::size_t range) { return (range * n_columns + n - 1) / n; };
  std::vector<std::vector<BigVector<PlacedItem>>> dealt(n, std::vector<BigVector<PlacedItem>>(n));  // [range][part]
  parallel_parts(n, [&](std::size_t part) {
    parts[part]->each([&](std::uint32_t feature, std::int32_t label, double sum, double presence) {
      require(static_cast<std::size_t>(label) < label_places.size(), "every label must have a place.");
      const std::int32_t column = columns[part][feature];
      dealt[static_cast<std::size_t>(column) * n / n_columns][part].push_back(
          {column, {label_places[static_cast<std::size_t>(label)], sum, presence}});
    });
  });
  std::vector<std::int64_t> frequencies(n_columns, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& seen = parts[i]->frequencies();
    for (std::size_t f = 0; f < std::min(seen.size(), columns[i].size()); ++f)
      if (columns[i][f] >= 0) frequencies[static_cast<std::size_t>(columns[i][f])] += seen[f];
  }
  std::vector<BlockTotals> ranges(n);
  parallel_parts(n, [&](std::size_t range) {
    std::vector<const BigVector<PlacedItem>*> items;
    for (const auto& of_part : dealt[range]) items.push_back(&of_part);
    ranges[range] = gather_range(items, range_begin(range), range_begin(range + 1), frequencies);
  });
  BlockTotals out = std::move(ranges[0]);
  for (std::size_t range = 1; range < n; ++range) append(out, ranges[range]);
  return out;
}

BlockTotals totals_of_rows(const RowsView& rows, std::span<const std::int32_t> codes, std::span<const double> weights,
                           std::size_t n_columns) {
  std::vector<std::int64_t> starts(n_columns + 1, 0);
  for (const std::int32_t column : rows.columns) ++starts[static_cast<std::size_t>(column) + 1];
  for (std::size_t c = 0; c < n_columns; ++c) starts[c + 1] += starts[c];
  struct Seen {
    std::int32_t code;
    std::uint32_t count;
    double weight;
  };
  std::vector<Seen> seen(rows.columns.size());
  std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (auto i = static_cast<std::size_t>(rows.starts[row]); i < static_cast<std::size_t>(rows.starts[row + 1]); ++i)
      seen[static_cast<std::size_t>(next[static_cast<std::size_t>(rows.columns[i])]++)] = {
          codes[row], rows.counts[i], weights.empty() ? 1.0 : weights[row]};
  const std::size_t n_codes =
      codes.empty() ? 0 : static_cast<std::size_t>(*std::max_element(codes.begin(), codes.end())) + 1;
  std::vector<double> sums(n_codes, 0), presences(n_codes, 0);
  std::vector<std::int32_t> touched;
  BlockTotals out;
  for (std::size_t c = 0; c < n_columns; ++c) {
    touched.clear();
    for (std::int64_t i = starts[c]; i < starts[c + 1]; ++i) {
      const Seen& one = seen[static_cast<std::size_t>(i)];
      const auto code = static_cast<std::size_t>(one.code);
      if (presences[code] == 0) touched.push_back(one.code);
      sums[code] += one.weight * one.count;
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
