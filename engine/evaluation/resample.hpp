#pragma once

#include <cstdint>
#include <span>
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

// Documents from the highest score for a label to the lowest, cut after each score that some document of the label has:
// first come others that score higher than it, then the label's documents, then others of the same score.
struct Ranking {
  struct Cut {
    std::size_t higher, own, tied;  // where each of the three ends
  };
  std::vector<std::int32_t> order;
  std::vector<Cut> cuts;
};
Ranking rank(std::span<const double> scores, std::span<const bool> has);

// ROC area and average precision, each document counted as often as it was drawn, `all` together; NaN where undefined.
struct Areas {
  double roc, precision;
};
Areas areas_of(const Ranking& ranking, const Times& times, std::uint64_t all);

// A table of scores, documents × labels, the true label of each document, and the unit it belongs to.
struct Ranked {
  std::span<const double> scores;
  std::span<const std::int64_t> truth, unit;
  std::size_t labels, units;
};

// Returns resamples × labels.
std::vector<Areas> resample_areas(const Ranked& ranked, const Resampling& how, const Watch& watch);

}  // namespace linnet
