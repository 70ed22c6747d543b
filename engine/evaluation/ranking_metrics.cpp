#include "evaluation/ranking_metrics.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace linnet {

namespace {

// Each score that some positive has, once, the highest first.
std::vector<double> positive_scores(std::span<const ScoredDocument> documents) {
  std::vector<double> scores;
  for (const auto& document : documents)
    if (document.positive) scores.push_back(document.score);
  std::ranges::sort(scores, std::greater{});
  scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
  return scores;
}

// How many thresholds are above the score: a binary search without branches. There is at least one
// threshold.
std::size_t n_above(std::span<const double> thresholds, double score) {
  std::size_t begin = 0;
  for (std::size_t n = thresholds.size(); n > 1; n -= n / 2)
    begin += thresholds[begin + n / 2 - 1] > score ? n / 2 : 0;
  return begin + (thresholds[begin] > score);
}

// Three bins per threshold, for higher negatives, positives and tied negatives; and one for all
// that is lower.
std::size_t bin_of(const ScoredDocument& document, std::span<const double> thresholds) {
  const std::size_t threshold = n_above(thresholds, document.score);
  const std::size_t first_bin = 3 * threshold;
  if (threshold == thresholds.size() || thresholds[threshold] < document.score) return first_bin;
  return first_bin + (document.positive ? 1 : 2);
}

double ratio(double part, double whole) {
  return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

// A counting sort by bins.
Ranking rank(std::span<const ScoredDocument> documents) {
  const auto thresholds = positive_scores(documents);
  if (thresholds.empty()) return {};
  std::vector<std::uint32_t> bins(documents.size());
  std::vector<std::size_t> ends(3 * thresholds.size() + 2);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    bins[i] = static_cast<std::uint32_t>(bin_of(documents[i], thresholds));
    ++ends[bins[i] + 1];
  }
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const std::size_t lowest = 3 * thresholds.size();
  Ranking ranking{std::vector<std::int32_t>(ends[lowest]), {}};
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (bins[i] < lowest) ranking.units[ends[bins[i]]++] = documents[i].unit;
  // By now each bin's beginning has moved to its end.
  for (std::size_t bin = 0; bin < lowest; bin += 3)
    ranking.cuts.push_back({ends[bin], ends[bin + 1], ends[bin + 2]});
  return ranking;
}

void to_midranks(std::span<ScoredDocument> documents) {
  std::ranges::sort(documents, {}, &ScoredDocument::score);
  for (std::size_t begin = 0, end; begin < documents.size(); begin = end) {
    end = begin + 1;
    while (end < documents.size() && documents[end].score == documents[begin].score) ++end;
    const double midrank = static_cast<double>(begin + end + 1) / 2;
    for (std::size_t i = begin; i < end; ++i) documents[i].score = midrank;
  }
}

MultiplicitySum::MultiplicitySum(const LaneMultiplicities& times) : times_(times) {
  Lanes<std::uint8_t> most{};
  for (const auto& of_unit : times)
    for (std::size_t i = 0; i < LANES; ++i) most[i] = std::max(most[i], of_unit[i]);
  safe_ = 255 / std::max<std::size_t>(1, std::ranges::max(most));
}

// Eight bytes at a time (SIMD within a register): none overflows into the next.
Lanes<std::int32_t> MultiplicitySum::operator()(std::span<const std::int32_t> units) const {
  using Eights = std::array<std::uint64_t, LANES / 8>;
  Lanes<std::int32_t> sums{};
  for (std::size_t begin = 0; begin < units.size(); begin += safe_) {
    const std::size_t size = std::min(safe_, units.size() - begin);
    Eights eights{};
    for (const std::int32_t unit : units.subspan(begin, size)) {
      const auto times = std::bit_cast<Eights>(times_[static_cast<std::size_t>(unit)]);
      for (std::size_t i = 0; i < eights.size(); ++i) eights[i] += times[i];
    }
    const auto bytes = std::bit_cast<Lanes<std::uint8_t>>(eights);
    for (std::size_t i = 0; i < LANES; ++i) sums[i] += bytes[i];
  }
  return sums;
}

// Walking down the ranks. ROC AUC is the share of pairs (positive, negative) in which the positive
// ranks higher, ties counting half: each negative is ranked rightly below the positives above it.
// Average precision is the mean over the positives of the precision at their score.
RankingMetrics ranking_metrics(const Ranking& ranking, const MultiplicitySum& sum_of,
                               const Lanes<std::int32_t>& n_documents) {
  Lanes<std::int32_t> above{};  // documents so far
  Lanes<double> found{};        // positives so far
  Lanes<double> right_pairs{};
  Lanes<double> precision{};
  std::size_t begin = 0;
  const auto sum_until = [&](std::size_t end) {
    const std::size_t from = std::exchange(begin, end);
    return sum_of(std::span(ranking.units).subspan(from, end - from));
  };
  for (const auto& cut : ranking.cuts) {
    const auto higher = sum_until(cut.higher_negatives);
    const auto own = sum_until(cut.positives);
    const auto tied = sum_until(cut.tied_negatives);
    for (std::size_t i = 0; i < LANES; ++i) {
      right_pairs[i] += higher[i] * found[i] + tied[i] * (found[i] + own[i] / 2.0);
      found[i] += own[i];
      above[i] += higher[i] + own[i] + tied[i];
      precision[i] += own[i] * found[i] / (above[i] + (above[i] == 0));
    }
  }
  RankingMetrics metrics;
  for (std::size_t i = 0; i < LANES; ++i) {
    const double right_below = (n_documents[i] - above[i]) * found[i];
    const double pairs = found[i] * (n_documents[i] - found[i]);
    metrics.roc_auc[i] = ratio(right_pairs[i] + right_below, pairs);
    metrics.average_precision[i] = ratio(precision[i], found[i]);
  }
  return metrics;
}

}  // namespace linnet
