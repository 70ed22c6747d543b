#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/hashing.hpp"
#include "features/name_table.hpp"
#include "features/pair_table.hpp"

namespace linnet {

// Looks names up in batches: by the time the first of a batch is resolved, the slots of all of them
// have been prefetched into the cache.
class BatchedLookup {
 public:
  // each(emit) calls emit(name) for every name; found(keys) is called for a batch at a time, in
  // order.
  template <class Each, class Found>
  [[gnu::always_inline]] void run(const NameTable& table, Each each, Found found) {
    NameTable::Key* const begin = keys_.data();
    NameTable::Key* const end = begin + keys_.size();
    NameTable::Key* next = begin;
    each([&](std::string_view name) {
      *next = table.key(name);
      table.prefetch(*next);
      if (++next == end) [[unlikely]] {
        found(std::span<const NameTable::Key>(begin, end));
        next = begin;
      }
    });
    found(std::span<const NameTable::Key>(begin, next));
  }

 private:
  // Keys of 16 bytes: 4 KB of them, most documents in one batch.
  static constexpr std::size_t batch_size = 256;
  std::vector<NameTable::Key> keys_ = std::vector<NameTable::Key>(batch_size);
};

// The names a counter has met, numbered in that order; where features are hashed, the column of
// each.
class FeatureIds {
 public:
  explicit FeatureIds(Hashing hashing) : hashing_(hashing) {}

  NameTable names;
  PairTable pairs;

  [[gnu::always_inline]] std::uint32_t id_of(const NameTable::Key& key) {
    const std::uint32_t id = names.find_or_add(key, next_).id();
    if (id == next_) [[unlikely]]
      added({key.bytes, key.length});
    return id;
  }

  // For a name that was just given the id `size()`.
  void added(std::string_view name) {
    ++next_;
    if (hashing_.on()) columns_.push_back(hashing_.column(name));
  }

  bool hashed() const { return hashing_.on(); }
  std::uint32_t size() const { return next_; }
  const std::vector<std::uint32_t>& columns() const { return columns_; }

  void clear() {
    names.clear();
    pairs.clear();
    columns_.clear();
    next_ = 0;
  }

 private:
  Hashing hashing_;
  std::vector<std::uint32_t> columns_;
  std::uint32_t next_ = 0;
};

}  // namespace linnet
