#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "features/row_buffer.hpp"
#include "learning/class_totals.hpp"
#include "learning/label_pairs.hpp"

namespace linnet {

// Totals of one thread while documents stream by. Documents without weights have whole numbers: a
// pair of feature and label then takes 16 bytes instead of 24, until a count could grow too large.
class RunningTotals {
 public:
  void add(std::span<const RowBuffer::Entry> row, std::int32_t label, double weight,
           bool presence_only);
  // To be called after the last row, before anything is asked.
  void finish();

  // Calls visit(feature, label, sum, presence) for each pair that was seen, with doubles.
  template <class Visit>
  void each(Visit visit) const {
    if (wide_) return wide_->each(visit);
    counts_.each(
        [&](std::uint32_t feature, std::int32_t label, std::uint32_t sum, std::uint32_t presence) {
          visit(feature, label, static_cast<double>(sum), static_cast<double>(presence));
        });
  }
  const std::vector<std::int64_t>& frequencies() const { return frequencies_; }
  void clear();

 private:
  void count_features(std::span<const RowBuffer::Entry> row);
  bool fits_counts(std::span<const RowBuffer::Entry> row, double weight);
  void widen();

  LabelPairs<std::uint32_t> counts_;
  std::optional<LabelPairs<double>> wide_;  // instead, from the first that might not fit there
  std::uint64_t n_occurrences_ = 0;         // in `counts_`: no count is larger
  std::vector<std::int64_t> frequencies_;
};

// One table from those of all threads, which are empty afterwards; columns[i] gives the column of
// each feature of parts[i], label_places the new number of each label.
BlockTotals gather_totals(const std::vector<RunningTotals*>& parts,
                          const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns);

}  // namespace linnet
