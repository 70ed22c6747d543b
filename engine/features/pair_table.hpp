#pragma once

#include <cstdint>
#include <vector>

#include "common/hash.hpp"
#include "features/name_table.hpp"

namespace linnet {

// A growing set of pairs of ids: a longer n-gram is the n-gram before its last word, and that word.
// A hash table with open addressing and linear probing, as NameTable.
class PairTable {
 public:
  struct Slot {
    std::uint64_t pair = 0;
    std::uint32_t id_plus_1 = 0;  // 0: empty
    std::uint32_t id() const { return id_plus_1 - 1; }
    bool empty() const { return id_plus_1 == 0; }
  };

  PairTable() : slots_(FIRST_TABLE_SIZE), seed_(secret_seed()) {}

  static std::uint64_t pair(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t{first} << 32 | second;
  }
  static std::uint32_t first_of(std::uint64_t pair) {
    return static_cast<std::uint32_t>(pair >> 32);
  }
  static std::uint32_t second_of(std::uint64_t pair) { return static_cast<std::uint32_t>(pair); }

  void prefetch(std::uint64_t pair) const {
    __builtin_prefetch(&slots_[hash(pair) & last_slot()], 1);
  }

  [[gnu::always_inline]] Slot& find_or_add(std::uint64_t pair, std::uint32_t next_id) {
    const std::size_t last = last_slot();
    for (std::size_t at = hash(pair);; ++at) {
      Slot& slot = slots_[at & last];
      if (slot.pair == pair && !slot.empty()) return slot;
      if (slot.empty()) return add(slot, pair, next_id);
    }
  }

  void clear() {
    slots_.assign(FIRST_TABLE_SIZE, Slot{});
    count_ = 0;
  }

  template <class Visit>
  void each(Visit visit) const {
    each_in_sample(1, visit);
  }
  // Visits one pair in `step`: slots are in the order of a hash, so every step-th is a random
  // sample.
  template <class Visit>
  void each_in_sample(std::size_t step, Visit visit) const {
    for (std::size_t i = 0; i < slots_.size(); i += step)
      if (!slots_[i].empty()) visit(slots_[i].pair, slots_[i].id());
  }

  std::size_t size() const { return count_; }

 private:
  std::size_t last_slot() const { return slots_.size() - 1; }
  std::uint64_t hash(std::uint64_t pair) const { return fold(pair ^ seed_, hash_key_2); }

  [[gnu::noinline]] Slot& add(Slot& slot, std::uint64_t pair, std::uint32_t next_id) {
    if (exceeds_max_load(count_ + 1, slots_.size())) {
      grow();
      return find_or_add(pair, next_id);
    }
    require_id_fits(next_id);
    slot = {pair, next_id + 1};
    ++count_;
    return slot;
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.empty()) continue;
      std::size_t at = hash(slot.pair);
      while (!slots_[at & last_slot()].empty()) ++at;
      slots_[at & last_slot()] = slot;
    }
  }

  BigVector<Slot> slots_;  // a power of two of them
  std::size_t count_ = 0;
  std::uint64_t seed_;
};

}  // namespace linnet
