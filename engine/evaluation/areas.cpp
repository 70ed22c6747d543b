#include "evaluation/areas.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace linnet {

namespace {

// Each score that some document of the label has, once, the highest first.
std::vector<double> heights_of(std::span<const Scored> documents) {
  std::vector<double> heights;
  for (const auto& document : documents)
    if (document.has) heights.push_back(document.score);
  std::ranges::sort(heights, std::greater{});
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
  return heights;
}

// How many heights are above the score. There is at least one height; no step depends on a guess.
std::size_t above(std::span<const double> heights, double score) {
  std::size_t begin = 0, n = heights.size();
  for (; n > 1; n -= n / 2) begin += heights[begin + n / 2 - 1] > score ? n / 2 : 0;
  return begin + (heights[begin] > score);
}

// Three places per height, for what is higher, the label's own and what is tied; and one for all that is lower.
std::size_t place_of(const Scored& document, std::span<const double> heights) {
  const std::size_t height = above(heights, document.score);
  if (height == heights.size() || heights[height] < document.score) return 3 * height;
  return 3 * height + (document.has ? 1 : 2);
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN(); }

}  // namespace

Ranking rank(std::span<const Scored> documents) {
  const auto heights = heights_of(documents);
  if (heights.empty()) return {};
  std::vector<std::uint32_t> places(documents.size());
  std::vector<std::size_t> ends(3 * heights.size() + 2);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    places[i] = static_cast<std::uint32_t>(place_of(documents[i], heights));
    ++ends[places[i] + 1];
  }
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const std::size_t lowest = 3 * heights.size();
  Ranking ranking{std::vector<std::int32_t>(ends[lowest]), {}};
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (places[i] < lowest) ranking.units[ends[places[i]]++] = documents[i].unit;  // from here on, ends are ends
  for (std::size_t at = 0; at < lowest; at += 3) ranking.cuts.push_back({ends[at], ends[at + 1], ends[at + 2]});
  return ranking;
}

void to_places(std::span<Scored> documents) {
  std::ranges::sort(documents, {}, &Scored::score);
  for (std::size_t begin = 0, end; begin < documents.size(); begin = end) {
    end = begin + 1;
    while (end < documents.size() && documents[end].score == documents[begin].score) ++end;
    for (std::size_t i = begin; i < end; ++i) documents[i].score = static_cast<double>(begin + end + 1) / 2;
  }
}

Adder::Adder(const Draws& draws) : draws_(draws) {
  Lanes<std::uint8_t> most{};
  for (const auto& times : draws)
    for (std::size_t i = 0; i < LANES; ++i) most[i] = std::max(most[i], times[i]);
  safe_ = 255 / std::max<std::size_t>(1, std::ranges::max(most));
}

// Eight bytes at a time: none overflows into the next.
Lanes<std::int32_t> Adder::operator()(std::span<const std::int32_t> units) const {
  Lanes<std::int32_t> sums{};
  for (std::size_t begin = 0; begin < units.size(); begin += safe_) {
    std::array<std::uint64_t, LANES / 8> eights{};
    for (const std::int32_t unit : units.subspan(begin, std::min(safe_, units.size() - begin))) {
      const auto times = std::bit_cast<decltype(eights)>(draws_[static_cast<std::size_t>(unit)]);
      for (std::size_t i = 0; i < eights.size(); ++i) eights[i] += times[i];
    }
    const auto bytes = std::bit_cast<Lanes<std::uint8_t>>(eights);
    for (std::size_t i = 0; i < LANES; ++i) sums[i] += bytes[i];
  }
  return sums;
}

// Walking down the ranks: a document without the label is ranked rightly below each one above it that has the label.
Areas areas_of(const Ranking& ranking, const Adder& drawn, const Lanes<std::int32_t>& all) {
  Lanes<std::int32_t> above{};
  Lanes<double> found{}, pairs{}, precision{};
  std::size_t begin = 0;
  const auto until = [&](std::size_t end) {
    const std::size_t from = std::exchange(begin, end);
    return drawn(std::span(ranking.units).subspan(from, end - from));
  };
  for (const auto& cut : ranking.cuts) {
    const auto higher = until(cut.higher), own = until(cut.own), tied = until(cut.tied);
    for (std::size_t i = 0; i < LANES; ++i) {
      pairs[i] += higher[i] * found[i] + tied[i] * (found[i] + own[i] / 2.0);
      found[i] += own[i];
      above[i] += higher[i] + own[i] + tied[i];
      precision[i] += own[i] * found[i] / (above[i] + (above[i] == 0));
    }
  }
  Areas areas;
  for (std::size_t i = 0; i < LANES; ++i) {
    areas.roc[i] = ratio(pairs[i] + (all[i] - above[i]) * found[i], found[i] * (all[i] - found[i]));
    areas.precision[i] = ratio(precision[i], found[i]);
  }
  return areas;
}

}  // namespace linnet
