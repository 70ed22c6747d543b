// ROC AUC and average precision: how well the documents of a label rank above the others, in many
// resamples.
//
// Only documents of the label (the positives) cut the ranking; between two cuts it does not matter
// in which order documents come. So a label is ranked once, and a resample only adds up how often
// the documents between two cuts count: for 32 resamples at a time, whose counts lie side by side.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"

namespace linnet {

// A document as one label sees it, and the unit that it is drawn with.
struct ScoredDocument {
  double score;
  std::int32_t unit;
  bool positive;  // whether it has the label
};

// The units of documents from the highest score down to the lowest one of a positive, cut at each
// score that some positive has: first come negatives that score higher than it, then the positives,
// then negatives with this score.
struct Ranking {
  // Where each of the three ends.
  struct Cut {
    std::size_t higher_negatives;
    std::size_t positives;
    std::size_t tied_negatives;
  };
  std::vector<std::int32_t> units;
  std::vector<Cut> cuts;
};
Ranking rank(std::span<const ScoredDocument> documents);

// Replaces scores by their ranks from the lowest up, in any order; tied scores share the mean of
// their ranks (midranks).
void to_midranks(std::span<ScoredDocument> documents);

// 32 resamples side by side: the counts of one unit are 32 bytes, half a cache line.
inline constexpr std::size_t LANES = 32;
template <class T>
using Lanes = std::array<T, LANES>;

// How often each unit counts. More than 255 draws of one unit out of many would overflow: never.
using LaneMultiplicities = BigVector<Lanes<std::uint8_t>>;

// Adds up how often some units count together.
class MultiplicitySum {
 public:
  explicit MultiplicitySum(const LaneMultiplicities& times);
  Lanes<std::int32_t> operator()(std::span<const std::int32_t> units) const;

 private:
  const LaneMultiplicities& times_;
  std::size_t safe_;  // so many units can be added up in bytes
};

// Each unit counted as often as it was drawn; NaN where undefined.
struct RankingMetrics {
  Lanes<double> roc_auc;
  Lanes<double> average_precision;
};
// n_documents: how often all documents together count.
RankingMetrics ranking_metrics(const Ranking& ranking, const MultiplicitySum& sum_of,
                               const Lanes<std::int32_t>& n_documents);

}  // namespace linnet
