#pragma once

#include <cstdint>
#include <vector>

#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "features/rows.hpp"

namespace linnet {

// The bootstrap (Efron 1979): units (documents, or groups of them) drawn with replacement, each
// time as many as there are. Resample number r of a seed is always the same, whichever thread makes
// it.
struct Bootstrap {
  std::uint64_t seed = 1;
  std::size_t n_resamples = 1000;
  std::size_t threads = 1;

  // The generator of resample number r.
  Random random(std::size_t resample) const {
    return Random(Random((seed << 32) + resample).next());
  }
};

// How often each unit was drawn. More than 65,535 draws of one unit out of many would overflow:
// never.
using Multiplicities = std::vector<std::uint16_t>;
void draw(Multiplicities& times, const Bootstrap& bootstrap, std::size_t resample);

// Returns resamples × columns: the rows of the drawn units added up.
std::vector<double> bootstrap_sums(const WeighedRows& rows, std::size_t n_columns,
                                   const Bootstrap& bootstrap, const Watch& watch);

}  // namespace linnet
