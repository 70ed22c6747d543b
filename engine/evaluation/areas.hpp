// How well the documents of a label rank above the others, in many resamples.
//
// Only documents of the label cut the ranking; between two cuts it does not matter in which order documents come. So a
// label is ranked once, and a resample only adds up how often the documents between two cuts count: for 32 resamples
// at a time, whose counts lie side by side.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "evaluation/resample.hpp"

namespace linnet {

// A document as one label sees it, and the unit that it is drawn with.
struct Scored {
  double score;
  std::int32_t unit;
  bool has;  // the label
};

// The units of documents from the highest score down to the lowest one of the label, cut after each score that some
// document of the label has: first come others that score higher than it, then the label's, then others with this
// score.
struct Ranking {
  struct Cut {
    std::size_t higher, own, tied;  // where each of the three ends
  };
  std::vector<std::int32_t> units;
  std::vector<Cut> cuts;
};
Ranking rank(std::span<const Scored> documents);

// Replaces scores by their places from the lowest up, in any order; what is equal shares the middle of its places.
void to_places(std::span<Scored> documents);

// 32 resamples side by side.
inline constexpr std::size_t LANES = 32;
template <class T>
using Lanes = std::array<T, LANES>;

// How often each unit counts. More than 255 draws of one unit out of many would overflow: never.
using Draws = BigVector<Lanes<std::uint8_t>>;

// Adds up how often some units count together.
class Adder {
 public:
  explicit Adder(const Draws& draws);
  Lanes<std::int32_t> operator()(std::span<const std::int32_t> units) const;

 private:
  const Draws& draws_;
  std::size_t safe_;  // so many units can be added up in bytes
};

// ROC areas and average precisions, each unit counted as often as it was drawn, `all` together; NaN where undefined.
struct Areas {
  Lanes<double> roc, precision;
};
Areas areas_of(const Ranking& ranking, const Adder& drawn, const Lanes<std::int32_t>& all);

}  // namespace linnet
