// ROC areas and average precisions of labels in many resamples. Tables of scores are labels × documents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/resample.hpp"

namespace linnet {

// The true label of each document, which may be none of those in the table, and the unit it belongs to.
struct Truth {
  std::span<const std::int64_t> label, unit;
  std::size_t labels, units;
};

// Resamples × labels, twice; NaN where undefined.
struct ManyAreas {
  std::vector<double> roc, precision;
};

// The areas when units are drawn with replacement.
ManyAreas resample_areas(std::span<const double> scores, const Truth& truth, const Resampling& how, const Watch& watch);

// Throws of a coin: resamples × units, 8 to a byte, the first in its highest bit.
struct Coins {
  std::span<const std::uint8_t> bits;
  std::size_t resamples, bytes;  // per resample

  bool operator()(std::size_t resample, std::size_t unit) const {
    return bits[resample * bytes + unit / 8] >> (7 - unit % 8) & 1;
  }
};

// Two classifiers' scores of the same documents.
struct Rivals {
  std::span<const double> a, b;
};

// The areas of B less those of A, when the two exchange their places of each unit whose coin shows 1.
ManyAreas swap_areas(const Rivals& scores, const Truth& truth, const Coins& coins, std::size_t threads,
                     const Watch& watch);

}  // namespace linnet
