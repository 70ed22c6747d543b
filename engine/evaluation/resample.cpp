#include "evaluation/resample.hpp"

#include <algorithm>

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

}  // namespace linnet
