#pragma once

#include <cstdint>
#include <vector>

#include "common/parallel_for.hpp"
#include "features/rows.hpp"

namespace linnet {

// What else could have come out: units (documents, or groups of them) drawn again and again, with replacement, each
// time as many as there are. Resample number r of a seed is always the same, whichever thread makes it.
struct Resampling {
  std::uint64_t seed = 1;
  std::size_t resamples = 1000, threads = 1;
};

// How often each unit was drawn. With more than 65,535 draws of one unit out of many this would overflow: never.
using Times = std::vector<std::uint16_t>;
void draw(Times& times, std::uint64_t seed, std::size_t resample);

// Returns resamples × columns: the rows of the drawn units added up.
std::vector<double> resample_sums(const WeighedRows& rows, std::size_t columns, const Resampling& how,
                                  const Watch& watch);

}  // namespace linnet
