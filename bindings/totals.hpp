// Totals by feature and label, as Python sees them.
#pragma once

#include "bindings/convert.hpp"
#include "learning/class_totals.hpp"

namespace linnet::bind {

struct BoundTotals {
  NumpyArray<std::int64_t> frequencies;
  NumpyArray<std::int64_t> starts;
  NumpyArray<std::int32_t> labels;
  NumpyArray<double> sums;
  NumpyArray<double> presences;

  BoundTotals(NumpyArray<std::int64_t> frequencies_in, NumpyArray<std::int64_t> starts_in,
              NumpyArray<std::int32_t> labels_in, NumpyArray<double> sums_in,
              NumpyArray<double> presences_in)
      : frequencies(std::move(frequencies_in)),
        starts(std::move(starts_in)),
        labels(std::move(labels_in)),
        sums(std::move(sums_in)),
        presences(std::move(presences_in)) {}

  explicit BoundTotals(BlockTotals&& totals)
      : frequencies(std::move(totals.frequencies)),
        starts(std::move(totals.starts)),
        labels(std::move(totals.labels)),
        sums(std::move(totals.sums)),
        presences(std::move(totals.presences)) {}

  BlockTotalsView view() const { return {frequencies, starts, labels, sums, presences}; }
};

}  // namespace linnet::bind
