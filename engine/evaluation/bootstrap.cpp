#include "evaluation/bootstrap.hpp"

#include <algorithm>

namespace linnet {

namespace {

// Adds the rows of the drawn units to out, each as often as it was drawn.
void add_drawn_rows(const WeighedRows& rows, const Multiplicities& times, double* out) {
  for (std::size_t unit = 0; unit < rows.size(); ++unit) {
    if (times[unit] == 0) continue;
    const auto row = row_of(rows, unit);
    for (std::size_t i = 0; i < row.size(); ++i)
      out[static_cast<std::size_t>(row.columns[i])] += times[unit] * row.values[i];
  }
}

}  // namespace

void draw(Multiplicities& times, const Bootstrap& bootstrap, std::size_t resample) {
  std::ranges::fill(times, std::uint16_t{0});
  Random random = bootstrap.random(resample);
  const auto n_units = static_cast<std::uint32_t>(times.size());
  for (std::uint32_t i = 0; i < n_units; ++i) ++times[random.below(n_units)];
}

std::vector<double> bootstrap_sums(const WeighedRows& rows, std::size_t n_columns,
                                   const Bootstrap& bootstrap, const Watch& watch) {
  std::vector<double> sums(bootstrap.n_resamples * n_columns);
  const auto work = [&](std::size_t, std::size_t begin, std::size_t end) {
    Multiplicities times(rows.size());
    for (std::size_t resample = begin; resample < end; ++resample) {
      watch.check();
      draw(times, bootstrap, resample);
      add_drawn_rows(rows, times, sums.data() + resample * n_columns);
    }
  };
  parallel_for(bootstrap.threads, bootstrap.n_resamples, work);
  return sums;
}

}  // namespace linnet
