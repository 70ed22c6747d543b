// ROC AUC and average precision of labels in many resamples. Tables of scores are labels ×
// documents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/bootstrap.hpp"

namespace linnet {

// The true label of each document, which may be none of those in the table, and the unit it belongs
// to.
struct TrueLabels {
  std::span<const std::int64_t> label;
  std::span<const std::int64_t> unit;
  std::size_t n_labels;
  std::size_t n_units;
};

// Two tables resamples × labels; NaN where undefined.
struct ResampledMetrics {
  std::vector<double> roc_auc;
  std::vector<double> average_precision;
};

// The metrics when units are drawn with replacement.
ResampledMetrics bootstrap_metrics(std::span<const double> scores, const TrueLabels& truth,
                                   const Bootstrap& bootstrap, const Watch& watch);

// Coin flips: resamples × units, 8 to a byte, the first in its highest bit (as NumPy's packbits).
struct CoinFlips {
  std::span<const std::uint8_t> bits;
  std::size_t n_resamples;
  std::size_t bytes_per_resample;

  bool operator()(std::size_t resample, std::size_t unit) const {
    const std::uint8_t byte = bits[resample * bytes_per_resample + unit / 8];
    return byte >> (7 - unit % 8) & 1;
  }
};

// Two classifiers' scores of the same documents.
struct PairedScores {
  std::span<const double> a;
  std::span<const double> b;
};

// The paired permutation test: the metrics of B less those of A, when the two exchange their ranks
// of each unit whose coin shows 1.
ResampledMetrics permute_metrics(const PairedScores& scores, const TrueLabels& truth,
                                 const CoinFlips& flips, std::size_t threads, const Watch& watch);

}  // namespace linnet
