#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "features/hashing.hpp"
#include "features/names.hpp"
#include "features/row_buffer.hpp"
#include "text/tokenizer.hpp"

namespace linnet {

// One slot of a lookup table: the upper half of the name's hash, and its column + 1; 0 is empty.
struct LookupSlot {
  static constexpr std::uint64_t hash_bits = 0xFFFFFFFF00000000u;
  static constexpr std::uint64_t column_bits = 0x00000000FFFFFFFFu;

  static std::uint64_t pack(std::uint64_t hash, std::uint64_t column) {
    return (hash & hash_bits) | (column + 1);
  }
  static bool matches(std::uint64_t slot, std::uint64_t hash) {
    return ((slot ^ hash) & hash_bits) == 0;
  }
  static std::uint64_t column(std::uint64_t slot) { return (slot & column_bits) - 1; }
};

// A lookup table over sorted names that can be used where it lies (in a mapped file): open
// addressing with linear probing, at most half full.
inline std::vector<std::uint64_t> build_lookup(const NamesView& names) {
  constexpr std::size_t least_slots = 4;
  constexpr std::size_t at_once = 32;  // slots on their way from memory
  std::vector<std::uint64_t> slots(std::bit_ceil(std::max(least_slots, names.size() * 2)), 0);
  const std::size_t last_slot = slots.size() - 1;
  std::array<std::uint64_t, at_once> hashes;
  for (std::size_t first = 0; first < names.size(); first += at_once) {
    const std::size_t n = std::min(at_once, names.size() - first);
    for (std::size_t i = 0; i < n; ++i) {
      hashes[i] = hash_bytes(names[first + i], 0);
      __builtin_prefetch(&slots[hashes[i] & last_slot], 1);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t at = hashes[i] & last_slot;
      while (slots[at] != 0) at = (at + 1) & last_slot;
      slots[at] = LookupSlot::pack(hashes[i], first + i);
    }
  }
  return slots;
}

struct VocabularyView {
  NamesView names;
  std::span<const std::uint64_t> slots;  // a power of two of them

  // The column of the name, or -1. Bounded and checked: the table may come from a damaged file.
  std::int64_t find(std::string_view name) const {
    const std::uint64_t hash = hash_bytes(name, 0);
    const std::size_t last_slot = slots.size() - 1;
    std::size_t at = hash & last_slot;
    for (std::size_t probes = 0; probes < slots.size(); ++probes) {
      const std::uint64_t slot = slots[at];
      if (slot == 0) return -1;
      const std::uint64_t column = LookupSlot::column(slot);
      if (LookupSlot::matches(slot, hash) && column < names.size() && names[column] == name)
        return static_cast<std::int64_t>(column);
      at = (at + 1) & last_slot;
    }
    return -1;
  }
};

// A block whose vocabulary is fixed: text in, sorted row of its columns out.
struct FrozenBlock {
  std::size_t field = 0;
  TextSettings text = {};
  Hashing hashing = {};
  bool presence = false;
  VocabularyView vocabulary = {};  // unused where hashed
  std::int32_t first_column = 0;
  StopWords stop_words = StopWords({});

  std::int64_t column(std::string_view name) const {
    return hashing.on() ? hashing.column(name) : vocabulary.find(name);
  }

  // Appends the known features of the text to the open row.
  void append(std::string_view document, Scratch& scratch,
              std::vector<RowBuffer::Entry>& row) const {
    const std::size_t first = row.size();
    each_feature(document, text, stop_words, scratch, [&](std::string_view name) {
      const std::int64_t found = column(name);
      if (found >= 0) row.push_back({1, static_cast<std::uint32_t>(found + first_column)});
    });
    std::span<RowBuffer::Entry> added(row.data() + first, row.size() - first);
    sort_row(added);
    row.resize(static_cast<std::size_t>(merge_equal(added, added.data()) - row.data()));
    if (presence)
      for (std::size_t i = first; i < row.size(); ++i) row[i].count = 1;
  }
};

}  // namespace linnet
