#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/names.hpp"

namespace linnet {

// What naive Bayes needs of one block of features, sparse by feature: for feature f and the labels
// it was seen with, the sum of its counts and the number (weight) of documents that have it. Whole
// numbers are exact up to 2^53.
struct BlockTotals {
  std::vector<std::int64_t> frequencies;  // by feature: documents that have it, of any weight
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> labels;
  std::vector<double> sums;
  std::vector<double> presences;

  std::size_t size() const { return frequencies.size(); }
  void add(std::int32_t label, double sum, double presence) {
    labels.push_back(label);
    sums.push_back(sum);
    presences.push_back(presence);
  }
  // Ends what was added for the last feature.
  void finish_feature(std::int64_t frequency) {
    frequencies.push_back(frequency);
    starts.push_back(static_cast<std::int64_t>(labels.size()));
  }
};

struct BlockTotalsView {
  std::span<const std::int64_t> frequencies;
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> labels;
  std::span<const double> sums;
  std::span<const double> presences;

  std::size_t size() const { return frequencies.size(); }
};

// The totals of a feature with one label.
struct LabelTotal {
  std::int32_t label;
  double sum;
  double presence;
};

// Sorts the totals of one feature by label, adds up equal labels and drops zeros; returns how many
// are left in front. What is smaller than `dust` times the first of its label, and not whole, is 0.
std::size_t add_up(std::span<LabelTotal> items, double dust);

// Where each name of `a` and `b` stands in their sorted union.
struct NamesUnion {
  Names names;
  std::vector<std::int32_t> from_a;
  std::vector<std::int32_t> from_b;
};
NamesUnion unite(const NamesView& a, const NamesView& b);

// a + sign * b, feature by feature and label by label; `features` and `labels` say where each goes.
// Zeros are dropped. Refuses what would make any total negative.
struct PlacedTotals {
  BlockTotalsView totals;
  std::span<const std::int32_t> features;
  std::span<const std::int32_t> labels;
};
BlockTotals combine(const PlacedTotals& a, const PlacedTotals& b, double sign,
                    std::size_t n_features);

}  // namespace linnet
