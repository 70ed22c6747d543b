#pragma once

#include <cstdint>
#include <vector>

#include "common/hash.hpp"
#include "features/name_table.hpp"

namespace linnet {

// A growing set of pairs of ids: a longer n-gram is the n-gram before its last word, and that word.
class PairTable {
 public:
  struct Slot {
    std::uint64_t pair = 0;
    std::uint32_t number = 0;  // 0: empty, else id + 1
    std::uint32_t id() const { return number - 1; }
  };

  PairTable() : slots_(1u << 12), seed_(secret_seed()) {}

  static std::uint64_t pair(std::uint32_t first, std::uint32_t second) { return std::uint64_t{first} << 32 | second; }

  void prefetch(std::uint64_t pair) const { __builtin_prefetch(&slots_[hash(pair) & (slots_.size() - 1)], 1); }

  [[gnu::always_inline]] Slot& find_or_add(std::uint64_t pair, std::uint32_t next_id) {
    const std::size_t last = slots_.size() - 1;
    for (std::size_t at = hash(pair);; ++at) {
      Slot& slot = slots_[at & last];
      if (slot.pair == pair && slot.number != 0) return slot;
      if (slot.number == 0) return add(slot, pair, next_id);
    }
  }

  void clear() {
    slots_.assign(1u << 12, Slot{});
    count_ = 0;
  }

  template <class Visit>
  void each(Visit visit) const {
    each_of(1, visit);
  }
  // One in `step`, by chance.
  template <class Visit>
  void each_of(std::size_t step, Visit visit) const {
    for (std::size_t i = 0; i < slots_.size(); i += step)
      if (slots_[i].number != 0) visit(slots_[i].pair, slots_[i].id());
  }

  std::size_t size() const { return count_; }

 private:
  std::uint64_t hash(std::uint64_t pair) const { return fold(pair ^ seed_, hash_key_2); }

  [[gnu::noinline]] Slot& add(Slot& slot, std::uint64_t pair, std::uint32_t next_id) {
    if (crowded(count_ + 1, slots_.size())) {
      grow();
      return find_or_add(pair, next_id);
    }
    require(next_id < 0x7FFFFFFFu,
            "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
    slot = {pair, next_id + 1};
    ++count_;
    return slot;
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      std::size_t at = hash(slot.pair);
      while (slots_[at & (slots_.size() - 1)].number != 0) ++at;
      slots_[at & (slots_.size() - 1)] = slot;
    }
  }

  BigVector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint64_t seed_;
};

}  // namespace linnet
