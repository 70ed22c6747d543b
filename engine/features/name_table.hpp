#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "common/big_vector.hpp"
#include "common/hash.hpp"
#include "common/require.hpp"

namespace linnet {

// A growing set of names, numbered in the order they are met. Names of up to 16 bytes lie inside the slot,
// so that a look-up touches one cache line; longer ones are kept aside.
class NameTable {
 public:
  struct Key {
    std::uint64_t low, high, hash;  // longer than 16 bytes: low = hash, high unused
    std::uint32_t length;
    const char* bytes;
  };
  struct alignas(32) Slot {           // two to a cache line
    std::uint64_t low = 0, high = 0;  // longer than 16 bytes: low = hash, high = place in the arena
    std::uint32_t length = 0;
    std::uint32_t number = 0;  // 0: empty, else id + 1
    std::uint32_t id() const { return number - 1; }
  };

  NameTable() : slots_(1u << 12), seed_(secret_seed()) {}

  // The name must have 16 readable bytes after its start (Scan and Characters see to that).
  [[gnu::always_inline]] Key key(std::string_view name) const {
    const auto length = static_cast<std::uint32_t>(name.size());
    if (length > 16) [[unlikely]]
      return long_key(name);
    const std::uint64_t low = load8(name.data()) & keep[length],
                        high = load8(name.data() + 8) & keep[length > 8 ? length - 8 : 0];
    return {low, high, hash_of(low, high, length), length, name.data()};
  }

  void prefetch(const Key& key) const { __builtin_prefetch(&slots_[key.hash & (slots_.size() - 1)], 1); }

  // The slot of the name; a new name gets the id `next_id`. Valid until the next call.
  [[gnu::always_inline]] Slot& find_or_add(const Key& key, std::uint32_t next_id) {
    const std::size_t last = slots_.size() - 1;
    for (std::size_t at = key.hash;; ++at) {
      Slot& slot = slots_[at & last];
      if (slot.low == key.low && slot.length == key.length && slot.number != 0 && rest_equal(slot, key)) [[likely]]
        return slot;
      if (slot.number == 0) return add(slot, key, next_id);
    }
  }

  std::size_t size() const { return count_; }

  void clear() {
    slots_.assign(1u << 12, Slot{});
    arena_.clear();
    count_ = 0;
  }

  struct Entry {  // a name in an order-preserving form: compare words as numbers, then length, then the rest
    std::uint64_t first, second;
    std::uint32_t length, id;
    const char* bytes;  // only when longer than 16
  };

  // Every name with its id, in the order of their bytes.
  std::vector<Entry> sorted() const {
    std::vector<Entry> entries;
    entries.reserve(count_);
    for (const Slot& slot : slots_)
      if (slot.number != 0) entries.push_back(entry(slot));
    std::sort(entries.begin(), entries.end(), less);
    return entries;
  }

  static bool less(const Entry& a, const Entry& b) { return compare(a, b) < 0; }
  static int compare(const Entry& a, const Entry& b) {
    if (a.first != b.first) return a.first < b.first ? -1 : 1;
    if (a.second != b.second) return a.second < b.second ? -1 : 1;
    if (a.length > 16 && b.length > 16)
      if (const int order = std::memcmp(a.bytes, b.bytes, std::min(a.length, b.length)); order != 0) return order;
    return a.length < b.length ? -1 : a.length > b.length;
  }

  static void write(const Entry& entry, char* to) {
    if (entry.length > 16) {
      std::memcpy(to, entry.bytes, entry.length);
      return;
    }
    const std::uint64_t words[2] = {swap(entry.first), swap(entry.second)};
    std::memcpy(to, words, entry.length);
  }

 private:
  // The first bytes of a word of eight, all of them from eight on.
  static constexpr std::array<std::uint64_t, 17> keep = [] {
    std::array<std::uint64_t, 17> masks{};
    for (std::size_t n = 0; n <= 16; ++n) masks[n] = n >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << n * 8) - 1;
    return masks;
  }();
  static std::uint64_t swap(std::uint64_t x) { return __builtin_bswap64(x); }

  bool rest_equal(const Slot& slot, const Key& key) const {
    if (key.length <= 16) return slot.high == key.high;
    return std::memcmp(arena_.data() + slot.high, key.bytes, key.length) == 0;
  }

  Key long_key(std::string_view name) const {
    const std::uint64_t hash = hash_bytes(name, seed_);
    return {hash, 0, hash, static_cast<std::uint32_t>(name.size()), name.data()};
  }

  [[gnu::noinline]] Slot& add(Slot& slot, const Key& key, std::uint32_t next_id) {
    if ((count_ + 1) * 2 > slots_.size()) {
      grow();
      return find_or_add(key, next_id);
    }
    require(next_id < 0x7FFFFFFFu,
            "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
    slot = {key.low, key.high, key.length, next_id + 1};
    if (key.length > 16) {
      slot.high = arena_.size();
      arena_.append(key.bytes, key.length);
    }
    ++count_;
    return slot;
  }

  std::uint64_t hash_of(std::uint64_t low, std::uint64_t high, std::uint32_t length) const {
    return fold(low ^ seed_ ^ hash_key_1, high ^ hash_key_2 ^ (std::uint64_t{length} << 56));
  }
  std::uint64_t hash_of(const Slot& slot) const {
    return slot.length > 16 ? slot.low : hash_of(slot.low, slot.high, slot.length);
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      std::size_t at = hash_of(slot);
      while (slots_[at & (slots_.size() - 1)].number != 0) ++at;
      slots_[at & (slots_.size() - 1)] = slot;
    }
  }

  Entry entry(const Slot& slot) const {
    if (slot.length <= 16) return {swap(slot.low), swap(slot.high), slot.length, slot.id(), nullptr};
    const char* bytes = arena_.data() + slot.high;
    return {swap(load8(bytes)), swap(load8(bytes + 8)), slot.length, slot.id(), bytes};
  }

  BigVector<Slot> slots_;
  std::string arena_;
  std::size_t count_ = 0;
  std::uint64_t seed_;
};

}  // namespace linnet
