#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "common/hash.hpp"
#include "common/require.hpp"
#include "features/row_buffer.hpp"
#include "learning/class_totals.hpp"

namespace linnet {

// Totals of one thread while documents stream by: a hash table over (feature, label).
class RunningTotals {
 public:
  RunningTotals() : slots_(kFirstSlots), seed_(secret_seed()) {}

  void add(std::span<const RowBuffer::Entry> row, std::int32_t label, double weight,
           bool presence_only);
  // To be called after the last row, before anything is asked.
  void finish();

  // Calls visit(feature, label, sum, presence) for each pair that was seen.
  template <class Visit>
  void each(Visit visit) const {
    require(waiting_.empty(), "totals must be finished before they are read.");
    for (const Slot& slot : slots_) {
      if (slot.key != kEmpty)
        visit(feature_of(slot.key), label_of(slot.key), slot.sum, slot.presence);
    }
  }
  const std::vector<std::int64_t>& frequencies() const { return frequencies_; }
  void clear();

 private:
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kFirstSlots = 1u << 12;
  static constexpr std::size_t kMostWaiting = 256;  // each with its slot on the way to the cache

  struct Slot {
    std::uint64_t key = kEmpty;  // else (feature, label) + 1
    double sum = 0;
    double presence = 0;
  };
  static std::uint64_t key_of(std::uint32_t feature, std::int32_t label) {
    return (std::uint64_t{feature} << 32 | static_cast<std::uint32_t>(label)) + 1;
  }
  static std::uint32_t feature_of(std::uint64_t key) {
    return static_cast<std::uint32_t>((key - 1) >> 32);
  }
  static std::int32_t label_of(std::uint64_t key) {
    return static_cast<std::int32_t>((key - 1) & 0xFFFFFFFFu);
  }
  std::size_t first_slot(std::uint64_t key) const {
    return fold(key ^ seed_, hash_key_3) & (slots_.size() - 1);
  }
  std::size_t next_slot(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }
  Slot& slot_of(std::uint64_t key);
  void grow();

  BigVector<Slot> slots_;
  std::vector<Slot> waiting_;  // to be added to the slots of the same keys
  std::size_t n_filled_ = 0;
  std::vector<std::int64_t> frequencies_;
  std::uint64_t seed_;
};

// One table from those of all threads, which are empty afterwards; columns[i] gives the column of
// each feature of parts[i], label_places the new number of each label.
BlockTotals gather_totals(const std::vector<RunningTotals*>& parts,
                          const std::vector<BigVector<std::int32_t>>& columns,
                          std::span<const std::int32_t> label_places, std::size_t n_columns);

}  // namespace linnet
