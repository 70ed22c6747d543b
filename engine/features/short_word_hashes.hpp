#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "common/hash.hpp"

namespace linnet {

// Words of few bytes, as most are, on their way to be hashed many at once: a structure of arrays,
// so that one instruction serves several words.
struct ShortWords {
  static constexpr std::size_t longest = 11;   // bytes: two whole fours of murmur3 and a tail
  static constexpr std::size_t capacity = 64;  // words; a multiple of eight
  using Numbers = std::array<std::uint32_t, capacity>;

  // Of each word the first 12 bytes, four by four.
  alignas(32) Numbers first{};
  alignas(32) Numbers second{};
  alignas(32) Numbers third{};
  alignas(32) Numbers lengths{};
  std::size_t size = 0;

  // Of a word 12 bytes can be read, however short it is.
  [[gnu::always_inline]] void add(std::string_view word) {
    first[size] = load4(word.data());
    second[size] = load4(word.data() + 4);
    third[size] = load4(word.data() + 8);
    lengths[size] = static_cast<std::uint32_t>(word.size());
    ++size;
  }
};

// The murmur3 of each word in the order they came; eight at once where the machine can.
void hash_words(const ShortWords& words, ShortWords::Numbers& hashes);

// The same with the instructions that every machine has; the tests hold the two against each other.
void hash_words_portably(const ShortWords& words, ShortWords::Numbers& hashes);

}  // namespace linnet
