#pragma once

#include <cstdint>
#include <vector>

#include "common/big_vector.hpp"
#include "common/hash.hpp"
#include "common/require.hpp"

namespace linnet {

// A hash table (feature, label) → sum and presence. Memory is what it costs most, so counts that
// fit are kept in narrow numbers.
template <class Number>
class LabelPairs {
 public:
  LabelPairs() : slots_(kFirstSlots), seed_(secret_seed()) {}

  [[gnu::always_inline]] void add(std::uint32_t feature, std::int32_t label, Number sum,
                                  Number presence) {
    const std::uint64_t key = key_of(feature, label);
    waiting_.push_back({key, sum, presence});
    __builtin_prefetch(&slots_[first_slot(key)], 1);
    if (waiting_.size() == kMostWaiting) finish();
  }

  // To be called after the last pair, before anything is asked.
  void finish() {
    while (exceeds_max_load(n_filled_ + waiting_.size(), slots_.size())) grow();
    for (const Slot& more : waiting_) {
      Slot& slot = slot_of(more.key);
      slot.sum += more.sum;
      slot.presence += more.presence;
    }
    waiting_.clear();
  }

  // Calls visit(feature, label, sum, presence) for each pair that was seen.
  template <class Visit>
  void each(Visit visit) const {
    require(waiting_.empty(), "totals must be finished before they are read.");
    for (const Slot& slot : slots_) {
      if (slot.key != kEmpty)
        visit(feature_of(slot.key), label_of(slot.key), slot.sum, slot.presence);
    }
  }

 private:
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::size_t kFirstSlots = 1u << 12;
  static constexpr std::size_t kMostWaiting = 256;  // each with its slot on the way to the cache

  struct Slot {
    std::uint64_t key = kEmpty;  // else (feature, label) + 1
    Number sum = 0;
    Number presence = 0;
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

  Slot& slot_of(std::uint64_t key) {
    for (std::size_t at = first_slot(key);; at = next_slot(at)) {
      Slot& slot = slots_[at];
      if (slot.key == key) return slot;
      if (slot.key == kEmpty) {
        ++n_filled_;
        slot.key = key;
        return slot;
      }
    }
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& from : old) {
      if (from.key == kEmpty) continue;
      std::size_t at = first_slot(from.key);
      while (slots_[at].key != kEmpty) at = next_slot(at);
      slots_[at] = from;
    }
  }

  BigVector<Slot> slots_;
  std::vector<Slot> waiting_;  // to be added to the slots of the same keys
  std::size_t n_filled_ = 0;
  std::uint64_t seed_;
};

}  // namespace linnet
