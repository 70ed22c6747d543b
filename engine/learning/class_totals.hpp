#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/names.hpp"
#include "features/row_buffer.hpp"
#include "features/rows.hpp"
#include "features/vocabulary_order.hpp"

namespace linnet {

// What naive Bayes needs of one block of features, sparse by feature: for feature f and the labels it was seen with,
// the sum of its counts and the number (weight) of documents that have it. Whole numbers are exact up to 2^53.
struct BlockTotals {
  std::vector<std::int64_t> frequencies;  // per feature: documents that have it, whatever their weight
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int32_t> labels;
  std::vector<double> sums, presences;
  std::size_t size() const { return frequencies.size(); }
};

struct BlockTotalsView {
  std::span<const std::int64_t> frequencies, starts;
  std::span<const std::int32_t> labels;
  std::span<const double> sums, presences;
  std::size_t size() const { return frequencies.size(); }
};

// Totals of one thread while documents stream by: a hash table over (feature, label).
class RunningTotals {
 public:
  RunningTotals() : slots_(1u << 12), seed_(secret_seed()) {}

  void add(std::span<const RowBuffer::Entry> row, std::int32_t label, double weight, bool presence_only);
  // To be called after the last row, before anything is asked.
  void finish();

  template <class Visit>
  void each(Visit visit) const {
    require(waiting_.empty(), "totals must be finished before they are read.");
    for (const Slot& slot : slots_)
      if (slot.key != 0)
        visit(static_cast<std::uint32_t>((slot.key - 1) >> 32), static_cast<std::int32_t>((slot.key - 1) & 0xFFFFFFFFu),
              slot.sum, slot.presence);
  }
  const std::vector<std::int64_t>& frequencies() const { return frequencies_; }
  void clear();

 private:
  struct Slot {
    std::uint64_t key = 0;  // 0: empty, else (feature, label) + 1
    double sum = 0, presence = 0;
  };
  static constexpr std::size_t most_waiting = 256;  // each with its slot on the way to the cache
  static std::uint64_t key(std::uint32_t feature, std::int32_t label) {
    return (std::uint64_t{feature} << 32 | static_cast<std::uint32_t>(label)) + 1;
  }
  std::size_t place(std::uint64_t key) const { return fold(key ^ seed_, hash_key_3) & (slots_.size() - 1); }
  Slot& slot_of(std::uint64_t key);
  void grow();

  BigVector<Slot> slots_;
  std::vector<Slot> waiting_;  // to be added to the slots of the same keys
  std::size_t count_ = 0;
  std::vector<std::int64_t> frequencies_;
  std::uint64_t seed_;
};

// One table from those of all threads, which are empty afterwards; columns[i] gives the column of each feature of
// parts[i], label_places the new number of each label.
BlockTotals gather_totals(const std::vector<RunningTotals*>& parts, const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns);

// Totals of ready rows, by any code per document (a label, or a fold and a label).
template <class Value>
BlockTotals totals_of_rows(const RowsOf<Value>& rows, std::span<const std::int32_t> codes,
                           std::span<const double> weights, std::size_t n_columns);

// Adds the values of rows by code to a table, columns × codes, in place; gives what they sum to for each code.
template <class Value>
std::vector<double> add_sums_of_rows(const RowsOf<Value>& rows, std::span<const std::int32_t> codes,
                                     std::span<const double> weights, std::size_t n_codes, std::span<double> table) {
  std::vector<double> totals(n_codes, 0.0);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    double* const of_code = table.data() + codes[row];
    const double weight = weights.empty() ? 1.0 : weights[row];
    double total = 0;
    for (auto i = static_cast<std::size_t>(rows.starts[row]); i < static_cast<std::size_t>(rows.starts[row + 1]); ++i) {
      const double x = weight * static_cast<double>(rows.values[i]);
      of_code[static_cast<std::size_t>(rows.columns[i]) * n_codes] += x;
      total += x;
    }
    totals[static_cast<std::size_t>(codes[row])] += total;
  }
  return totals;
}

// The sums by code of rows, columns × codes.
template <class Value>
std::vector<double> sums_of_rows(const RowsOf<Value>& rows, std::span<const std::int32_t> codes,
                                 std::span<const double> weights, std::size_t n_columns, std::size_t n_codes) {
  std::vector<double> out(n_columns * n_codes, 0.0);
  add_sums_of_rows(rows, codes, weights, n_codes, std::span<double>(out));
  return out;
}

// Where each name of `a` and `b` stands in their sorted union.
struct NamesUnion {
  Names names;
  std::vector<std::int32_t> from_a, from_b;
};
NamesUnion unite(const NamesView& a, const NamesView& b);

// a + sign * b, feature by feature and label by label; places and labels say where each goes. Zeros are dropped.
// Refuses what would make any total negative.
struct Placed {
  BlockTotalsView totals;
  std::span<const std::int32_t> features, labels;
};
BlockTotals combine(const Placed& a, const Placed& b, double sign, std::size_t n_features);

}  // namespace linnet
