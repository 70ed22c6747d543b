#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "common/hash.hpp"

namespace linnet {

// Words of few bytes, as most are, on their way to be hashed many at once.
struct ShortWords {
  static constexpr std::size_t longest = 11, most = 64;
  using Numbers = std::array<std::uint32_t, most>;

  alignas(32) Numbers first{}, second{}, third{}, lengths{};  // of each word the first 12 bytes, four by four
  std::size_t size = 0;

  // Of a word 12 bytes can be read, however short it is.
  [[gnu::always_inline]] void add(std::string_view word) {
    first[size] = load4(word.data());
    second[size] = load4(word.data() + 4);
    third[size] = load4(word.data() + 8);
    lengths[size++] = static_cast<std::uint32_t>(word.size());
  }
};

// The murmur3 of each word in the order they came; eight at once where the machine can.
void hash_words(const ShortWords& words, ShortWords::Numbers& hashes);
void hash_words_anywhere(const ShortWords& words, ShortWords::Numbers& hashes);

}  // namespace linnet
