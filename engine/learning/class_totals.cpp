#include "learning/class_totals.hpp"

#include <algorithm>
#include <cmath>

#include "common/require.hpp"

namespace linnet {
namespace {

constexpr auto kNegative = "forgetting would make a total negative.";

// Whole numbers are exact; what fractions leave behind after subtracting is dust.
double without_dust(double value, double dust) {
  const bool is_whole = value == std::floor(value);
  return std::abs(value) < dust && !is_whole ? 0.0 : value;
}

// By label; those of one label stay in their order.
void sort_by_label(std::span<LabelTotal> items) {
  constexpr std::size_t kMostInserted = 16;  // most features are seen with fewer labels
  const auto is_before = [](const LabelTotal& a, const LabelTotal& b) { return a.label < b.label; };
  if (items.size() > kMostInserted) {
    std::stable_sort(items.begin(), items.end(), is_before);
    return;
  }
  for (std::size_t i = 1; i < items.size(); ++i) {
    const auto end = items.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(std::upper_bound(items.begin(), end, *end, is_before), end, end + 1);
  }
}

}  // namespace

std::size_t add_up(std::span<LabelTotal> items, double dust) {
  sort_by_label(items);
  std::size_t n_kept = 0;
  std::size_t i = 0;
  while (i < items.size()) {
    LabelTotal total = items[i];
    const double first_sum = std::abs(total.sum);
    for (++i; i < items.size() && items[i].label == total.label; ++i) {
      total.sum += items[i].sum;
      total.presence += items[i].presence;
    }
    total.sum = without_dust(total.sum, dust * first_sum);
    total.presence = without_dust(total.presence, dust * first_sum);
    require(total.sum >= 0 && total.presence >= 0, kNegative);
    if (total.sum != 0 || total.presence != 0) items[n_kept++] = total;
  }
  return n_kept;
}

NamesUnion unite(const NamesView& a, const NamesView& b) {
  NamesUnion out;
  const auto append = [&](std::string_view name) {
    out.names.bytes.insert(out.names.bytes.end(), name.begin(), name.end());
    out.names.offsets.push_back(static_cast<std::int64_t>(out.names.bytes.size()));
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const int order = i == a.size() ? 1 : j == b.size() ? -1 : a[i].compare(b[j]);
    const auto place = static_cast<std::int32_t>(out.names.size());
    append(order <= 0 ? a[i] : b[j]);
    if (order <= 0) {
      out.from_a.push_back(place);
      ++i;
    }
    if (order >= 0) {
      out.from_b.push_back(place);
      ++j;
    }
  }
  return out;
}

namespace {

// Goes through the features of totals in the order of their places.
class PlacedReader {
 public:
  PlacedReader(const PlacedTotals& from, double factor) : from_(from), factor_(factor) {}

  // Appends the totals of the feature at this place, times the factor, if there is one; returns in
  // how many documents it is, below 0 for a negative factor.
  std::int64_t take(std::size_t place, std::vector<LabelTotal>& out) {
    const bool is_here =
        next_ < from_.features.size() && static_cast<std::size_t>(from_.features[next_]) == place;
    if (!is_here) return 0;
    const BlockTotalsView& totals = from_.totals;
    const auto begin = static_cast<std::size_t>(totals.starts[next_]);
    const auto end = static_cast<std::size_t>(totals.starts[next_ + 1]);
    for (std::size_t i = begin; i < end; ++i) {
      const std::int32_t label = from_.labels[static_cast<std::size_t>(totals.labels[i])];
      out.push_back({label, factor_ * totals.sums[i], factor_ * totals.presences[i]});
    }
    const std::int64_t frequency = totals.frequencies[next_];
    ++next_;
    return factor_ < 0 ? -frequency : frequency;
  }

 private:
  const PlacedTotals& from_;
  double factor_;
  std::size_t next_ = 0;
};

}  // namespace

BlockTotals combine(const PlacedTotals& a, const PlacedTotals& b, double sign,
                    std::size_t n_features) {
  constexpr double kDust = 1e-9;  // of the total that was subtracted from
  const double dust = sign < 0 ? kDust : 0.0;
  BlockTotals out;
  PlacedReader from_a(a, 1.0);
  PlacedReader from_b(b, sign);
  std::vector<LabelTotal> items;
  for (std::size_t place = 0; place < n_features; ++place) {
    items.clear();
    std::int64_t frequency = from_a.take(place, items);
    frequency += from_b.take(place, items);
    const std::size_t n_kept = add_up(items, dust);
    for (std::size_t i = 0; i < n_kept; ++i) {
      out.add(items[i].label, items[i].sum, items[i].presence);
    }
    require(frequency >= 0, kNegative);
    out.finish_feature(frequency);
  }
  return out;
}

}  // namespace linnet
