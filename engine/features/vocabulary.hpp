#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "common/hash.hpp"
#include "features/counters.hpp"
#include "features/names.hpp"
#include "features/row_buffer.hpp"
#include "features/rows.hpp"
#include "text/tokenizer.hpp"

namespace linnet {

// A lookup table over sorted names that can be used where it lies (in a mapped file): open addressing, each slot holds
// the upper half of the name's hash and its column + 1; 0 is empty.
inline std::vector<std::uint64_t> build_lookup(const NamesView& names) {
  std::vector<std::uint64_t> slots(std::bit_ceil(std::max<std::size_t>(4, names.size() * 2)), 0);
  std::array<std::uint64_t, 32> hashes;  // so many slots are on their way from memory at once
  for (std::size_t first = 0; first < names.size(); first += hashes.size()) {
    const std::size_t n = std::min(hashes.size(), names.size() - first);
    for (std::size_t i = 0; i < n; ++i) {
      hashes[i] = hash_bytes(names[first + i], 0);
      __builtin_prefetch(&slots[hashes[i] & (slots.size() - 1)], 1);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t at = hashes[i] & (slots.size() - 1);
      while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
      slots[at] = (hashes[i] & 0xFFFFFFFF00000000u) | (first + i + 1);
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
    std::size_t at = hash & (slots.size() - 1);
    for (std::size_t probes = 0; probes < slots.size(); ++probes, at = (at + 1) & (slots.size() - 1)) {
      const std::uint64_t slot = slots[at];
      if (slot == 0) return -1;
      const std::uint64_t column = (slot & 0xFFFFFFFFu) - 1;
      if ((slot ^ hash) >> 32 == 0 && column < names.size() && names[column] == name)
        return static_cast<std::int64_t>(column);
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
  StopWords stop = StopWords({});

  std::int64_t column(std::string_view name) const {
    return hashing.on() ? hashing.column(name) : vocabulary.find(name);
  }

  // Appends the known features of the text to the open row.
  void append(std::string_view document, Scratch& scratch, std::vector<RowBuffer::Entry>& row) const {
    const std::size_t first = row.size();
    each_feature(document, text, stop, scratch, [&](std::string_view name) {
      if (const std::int64_t found = column(name); found >= 0)
        row.push_back({1, static_cast<std::uint32_t>(found + first_column)});
    });
    std::span<RowBuffer::Entry> mine(row.data() + first, row.size() - first);
    sort_row(mine);
    row.resize(static_cast<std::size_t>(merge_equal(mine, mine.data()) - row.data()));
    if (presence)
      for (std::size_t i = first; i < row.size(); ++i) row[i].count = 1;
  }
};

}  // namespace linnet
