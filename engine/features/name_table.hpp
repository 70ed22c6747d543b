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

inline constexpr std::size_t FIRST_TABLE_SIZE = 1u << 12;  // slots of an empty table; it doubles

inline void require_id_fits(std::uint32_t id) {
  require(id < 0x7FFFFFFFu,
          "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
}

// A growing set of names, numbered in the order they are met: a hash table with open addressing and
// linear probing. Names of up to 16 bytes lie inside the slot, so that a look-up touches one cache
// line; longer ones lie in an arena.
class NameTable {
 public:
  static constexpr std::uint32_t inline_bytes = 16;  // two words of a slot

  struct Key {  // a name to look up, small because many wait for their slots
    const char* bytes;
    std::uint32_t length;
    std::uint32_t hash;
  };
  struct alignas(32) Slot {  // two to a cache line
    std::uint64_t low = 0;   // the first 8 bytes; of a long name its hash
    std::uint64_t high = 0;  // the next 8 bytes; of a long name its position in the arena
    std::uint32_t length = 0;
    std::uint32_t id_plus_1 = 0;  // 0: empty
    std::uint32_t id() const { return id_plus_1 - 1; }
    bool empty() const { return id_plus_1 == 0; }
  };

  NameTable() : slots_(FIRST_TABLE_SIZE), seed_(secret_seed()) {}

  // The name must have 16 readable bytes after its start (Scan and Characters see to that).
  [[gnu::always_inline]] Key key(std::string_view name) const {
    const auto length = static_cast<std::uint32_t>(name.size());
    const Content content = content_of(name.data(), length);
    return {name.data(), length, static_cast<std::uint32_t>(hash_of(content, length))};
  }

  void prefetch(const Key& key) const { __builtin_prefetch(&slots_[key.hash & last_slot()], 1); }

  // The slot of the name; a new name gets the id `next_id`. Valid until the next call.
  [[gnu::always_inline]] Slot& find_or_add(const Key& key, std::uint32_t next_id) {
    const std::size_t last = last_slot();
    const Content content = content_of(key.bytes, key.length);
    for (std::size_t at = key.hash;; ++at) {
      Slot& slot = slots_[at & last];
      if (slot.low == content.low && slot.length == key.length && !slot.empty() &&
          rest_equal(slot, key, content)) [[likely]]
        return slot;
      if (slot.empty()) return add(slot, key, next_id);
    }
  }

  std::size_t size() const { return count_; }

  void clear() {
    slots_.assign(FIRST_TABLE_SIZE, Slot{});
    arena_.clear();
    count_ = 0;
  }

  // A name in an order-preserving form: compare words as numbers, then length, then the rest.
  struct Entry {
    std::uint64_t first;   // bytes 0 to 7, big-endian
    std::uint64_t second;  // bytes 8 to 15
    std::uint32_t length;
    std::uint32_t id;
    const char* bytes;  // only of a long name
  };

  // Every name with its id, in the order of their bytes: dealt into buckets by the first two bytes,
  // then each bucket sorted.
  BigVector<Entry> sorted() const {
    const auto bucket_of = [](const Entry& entry) {
      return static_cast<std::size_t>(entry.first >> 48);
    };
    BigVector<std::size_t> starts((std::size_t{1} << 16) + 1, 0);
    each_entry([&](const Entry& entry) { ++starts[bucket_of(entry) + 1]; });
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    BigVector<Entry> entries(count_);
    BigVector<std::size_t> next(starts);
    each_entry([&](const Entry& entry) { entries[next[bucket_of(entry)]++] = entry; });
    for (std::size_t i = 1; i < starts.size(); ++i) {
      const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(starts[i - 1]);
      const auto end = entries.begin() + static_cast<std::ptrdiff_t>(starts[i]);
      std::sort(begin, end, less);
    }
    return entries;
  }

  static bool less(const Entry& a, const Entry& b) { return compare(a, b) < 0; }
  static int compare(const Entry& a, const Entry& b) {
    if (a.first != b.first) return a.first < b.first ? -1 : 1;
    if (a.second != b.second) return a.second < b.second ? -1 : 1;
    if (a.length > inline_bytes && b.length > inline_bytes) {
      const int order = std::memcmp(a.bytes, b.bytes, std::min(a.length, b.length));
      if (order != 0) return order;
    }
    return a.length < b.length ? -1 : a.length > b.length;
  }

  static void write(const Entry& entry, char* to) {
    if (entry.length > inline_bytes) {
      std::memcpy(to, entry.bytes, entry.length);
      return;
    }
    const std::uint64_t words[2] = {byte_swap(entry.first), byte_swap(entry.second)};
    std::memcpy(to, words, entry.length);
  }

 private:
  // keep[n] has the bits of the first n bytes of a word of eight, all of them from eight on.
  static constexpr std::array<std::uint64_t, inline_bytes + 1> keep = [] {
    std::array<std::uint64_t, inline_bytes + 1> masks{};
    for (std::size_t n = 0; n < masks.size(); ++n)
      masks[n] = n >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << n * 8) - 1;
    return masks;
  }();
  static std::uint64_t byte_swap(std::uint64_t x) { return __builtin_bswap64(x); }

  struct Content {
    std::uint64_t low;   // of a long name its hash
    std::uint64_t high;  // of a long name unused
  };

  std::size_t last_slot() const { return slots_.size() - 1; }

  [[gnu::always_inline]] Content content_of(const char* bytes, std::uint32_t length) const {
    if (length > inline_bytes) [[unlikely]]
      return {hash_bytes({bytes, length}, seed_), 0};
    const std::uint32_t in_second = length > 8 ? length - 8 : 0;
    return {load8(bytes) & keep[length], load8(bytes + 8) & keep[in_second]};
  }

  bool rest_equal(const Slot& slot, const Key& key, const Content& content) const {
    if (key.length <= inline_bytes) return slot.high == content.high;
    return std::memcmp(arena_.data() + slot.high, key.bytes, key.length) == 0;
  }

  [[gnu::noinline]] Slot& add(Slot& slot, const Key& key, std::uint32_t next_id) {
    if (exceeds_max_load(count_ + 1, slots_.size())) {
      grow();
      return find_or_add(key, next_id);
    }
    require_id_fits(next_id);
    const Content content = content_of(key.bytes, key.length);
    slot = {content.low, content.high, key.length, next_id + 1};
    if (key.length > inline_bytes) {
      slot.high = arena_.size();
      arena_.append(key.bytes, key.length);
    }
    ++count_;
    return slot;
  }

  std::uint64_t hash_of(const Content& content, std::uint32_t length) const {
    if (length > inline_bytes) [[unlikely]]
      return content.low;
    const std::uint64_t length_bits = std::uint64_t{length} << 56;
    return fold(content.low ^ seed_ ^ hash_key_1, content.high ^ hash_key_2 ^ length_bits);
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.empty()) continue;
      std::size_t at = static_cast<std::uint32_t>(hash_of({slot.low, slot.high}, slot.length));
      while (!slots_[at & last_slot()].empty()) ++at;
      slots_[at & last_slot()] = slot;
    }
  }

  template <class Visit>
  void each_entry(Visit visit) const {
    for (const Slot& slot : slots_)
      if (!slot.empty()) visit(entry_of(slot));
  }

  Entry entry_of(const Slot& slot) const {
    if (slot.length <= inline_bytes)
      return {byte_swap(slot.low), byte_swap(slot.high), slot.length, slot.id(), nullptr};
    const char* bytes = arena_.data() + slot.high;
    return {byte_swap(load8(bytes)), byte_swap(load8(bytes + 8)), slot.length, slot.id(), bytes};
  }

  BigVector<Slot> slots_;  // a power of two of them
  std::string arena_;      // the bytes of long names
  std::size_t count_ = 0;
  std::uint64_t seed_;
};

}  // namespace linnet
