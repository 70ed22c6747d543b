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
  struct Key {  // a name to look up, small because many wait for their slots
    const char* bytes;
    std::uint32_t length;
    std::uint32_t place;  // where the search begins, before it is cut to the size of the table
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
    return {name.data(), length, static_cast<std::uint32_t>(hash_of(content(name.data(), length), length))};
  }

  void prefetch(const Key& key) const { __builtin_prefetch(&slots_[key.place & (slots_.size() - 1)], 1); }

  // The slot of the name; a new name gets the id `next_id`. Valid until the next call.
  [[gnu::always_inline]] Slot& find_or_add(const Key& key, std::uint32_t next_id) {
    const std::size_t last = slots_.size() - 1;
    const Content content = this->content(key.bytes, key.length);
    for (std::size_t at = key.place;; ++at) {
      Slot& slot = slots_[at & last];
      if (slot.low == content.low && slot.length == key.length && slot.number != 0 && rest_equal(slot, key, content))
          [[likely]]
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
  BigVector<Entry> sorted() const {
    const auto first_two = [](const Entry& entry) { return static_cast<std::size_t>(entry.first >> 48); };
    BigVector<std::size_t> starts((std::size_t{1} << 16) + 1, 0);
    for (const Slot& slot : slots_)
      if (slot.number != 0) ++starts[first_two(entry(slot)) + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    BigVector<Entry> entries(count_);
    BigVector<std::size_t> next(starts);
    for (const Slot& slot : slots_)
      if (const Entry one = entry(slot); slot.number != 0) entries[next[first_two(one)]++] = one;
    for (std::size_t i = 1; i < starts.size(); ++i)
      std::sort(entries.begin() + static_cast<std::ptrdiff_t>(starts[i - 1]),
                entries.begin() + static_cast<std::ptrdiff_t>(starts[i]), less);
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

  struct Content {
    std::uint64_t low, high;  // longer than 16 bytes: low = hash, high unused
  };

  [[gnu::always_inline]] Content content(const char* bytes, std::uint32_t length) const {
    if (length > 16) [[unlikely]]
      return {hash_bytes({bytes, length}, seed_), 0};
    return {load8(bytes) & keep[length], load8(bytes + 8) & keep[length > 8 ? length - 8 : 0]};
  }

  bool rest_equal(const Slot& slot, const Key& key, const Content& content) const {
    if (key.length <= 16) return slot.high == content.high;
    return std::memcmp(arena_.data() + slot.high, key.bytes, key.length) == 0;
  }

  [[gnu::noinline]] Slot& add(Slot& slot, const Key& key, std::uint32_t next_id) {
    if (crowded(count_ + 1, slots_.size())) {
      grow();
      return find_or_add(key, next_id);
    }
    require(next_id < 0x7FFFFFFFu,
            "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
    const Content own = content(key.bytes, key.length);
    slot = {own.low, own.high, key.length, next_id + 1};
    if (key.length > 16) {
      slot.high = arena_.size();
      arena_.append(key.bytes, key.length);
    }
    ++count_;
    return slot;
  }

  std::uint64_t hash_of(const Content& of, std::uint32_t length) const {
    if (length > 16) [[unlikely]]
      return of.low;
    return fold(of.low ^ seed_ ^ hash_key_1, of.high ^ hash_key_2 ^ (std::uint64_t{length} << 56));
  }

  void grow() {
    BigVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      std::size_t at = static_cast<std::uint32_t>(hash_of({slot.low, slot.high}, slot.length));
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
