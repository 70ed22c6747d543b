#include "evaluation/resample.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "common/random.hpp"

namespace linnet {

namespace {

// Calls work(resample from 0, how often each unit was drawn) for each resample.
template <class Work>
void each_resample(std::size_t units, const Resampling& how, const Watch& watch, Work work) {
  parallel_for(how.threads, how.resamples, [&](std::size_t, std::size_t begin, std::size_t end) {
    Times times(units);
    for (std::size_t resample = begin; resample < end; ++resample) {
      watch.check();
      draw(times, how.seed, resample);
      work(resample, times);
    }
  });
}

std::uint64_t drawn(const Ranking& ranking, const Times& times, std::size_t begin, std::size_t end) {
  std::uint64_t sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += times[static_cast<std::size_t>(ranking.order[i])];
  return sum;
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN(); }

}  // namespace

void draw(Times& times, std::uint64_t seed, std::size_t resample) {
  std::ranges::fill(times, std::uint16_t{0});
  Random random(Random((seed << 32) + resample).next());
  const auto units = static_cast<std::uint32_t>(times.size());
  for (std::uint32_t i = 0; i < units; ++i) ++times[random.below(units)];
}

std::vector<double> resample_sums(const WeighedRows& rows, std::size_t columns, const Resampling& how,
                                  const Watch& watch) {
  std::vector<double> sums(how.resamples * columns);
  each_resample(rows.size(), how, watch, [&](std::size_t resample, const Times& times) {
    double* const own = sums.data() + resample * columns;
    for (std::size_t unit = 0; unit < rows.size(); ++unit) {
      if (times[unit] == 0) continue;
      const auto row = row_of(rows, unit);
      for (std::size_t i = 0; i < row.size(); ++i)
        own[static_cast<std::size_t>(row.columns[i])] += times[unit] * row.values[i];
    }
  });
  return sums;
}

Ranking rank(std::span<const double> scores, std::span<const bool> has) {
  Ranking ranking{std::vector<std::int32_t>(scores.size()), {}};
  auto& order = ranking.order;
  const auto at = [](auto values, std::int32_t i) { return values[static_cast<std::size_t>(i)]; };
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
    if (at(scores, a) != at(scores, b)) return at(scores, a) > at(scores, b);
    return at(has, a) != at(has, b) ? at(has, a) : a < b;
  });
  for (std::size_t i = 0; i < order.size();) {
    const double score = at(scores, order[i]);
    const std::size_t begin = i;
    while (i < order.size() && at(scores, order[i]) == score && at(has, order[i])) ++i;
    const std::size_t own = i;
    while (i < order.size() && at(scores, order[i]) == score) ++i;
    if (own > begin) ranking.cuts.push_back({begin, own, i});
  }
  return ranking;
}

// Walking down the ranks: a document without the label is ranked rightly below each one above it that has the label.
Areas areas_of(const Ranking& ranking, const Times& times, std::uint64_t all) {
  std::uint64_t above = 0, found = 0;
  double pairs = 0, precision = 0;
  std::size_t begin = 0;
  for (const auto& cut : ranking.cuts) {
    const auto higher = drawn(ranking, times, begin, cut.higher), own = drawn(ranking, times, cut.higher, cut.own),
               tied = drawn(ranking, times, cut.own, cut.tied);
    pairs += static_cast<double>(higher * found) + static_cast<double>(tied * (2 * found + own)) / 2;
    above += higher + own + tied;
    found += own;
    if (own > 0) precision += static_cast<double>(own * found) / static_cast<double>(above);
    begin = cut.tied;
  }
  pairs += static_cast<double>((all - above) * found);
  return {ratio(pairs, static_cast<double>(found * (all - found))), ratio(precision, static_cast<double>(found))};
}

std::vector<Areas> resample_areas(const Ranked& ranked, const Resampling& how, const Watch& watch) {
  const std::size_t n = ranked.truth.size(), labels = ranked.labels;
  std::vector<Ranking> rankings(labels);
  parallel_each(how.threads, labels, [&](std::size_t label) {
    std::vector<double> scores(n);
    const auto has = std::make_unique<bool[]>(n);
    for (std::size_t i = 0; i < n; ++i) {
      scores[i] = ranked.scores[i * labels + label];
      has[i] = ranked.truth[i] == static_cast<std::int64_t>(label);
    }
    rankings[label] = rank(scores, {has.get(), n});
  });
  std::vector<Areas> found(how.resamples * labels);
  each_resample(ranked.units, how, watch, [&](std::size_t resample, const Times& of_units) {
    Times times(n);
    for (std::size_t i = 0; i < n; ++i) times[i] = of_units[static_cast<std::size_t>(ranked.unit[i])];
    const auto all = std::accumulate(times.begin(), times.end(), std::uint64_t{0});
    for (std::size_t label = 0; label < labels; ++label)
      found[resample * labels + label] = areas_of(rankings[label], times, all);
  });
  return found;
}

}  // namespace linnet
