#include "features/short_word_hashes.hpp"

namespace linnet {

namespace {

// All ones where the condition holds, else 0.
[[gnu::always_inline]] inline std::uint32_t mask_if(bool condition) {
  return 0u - static_cast<std::uint32_t>(condition);
}

[[gnu::always_inline]] inline std::uint32_t select(std::uint32_t mask, std::uint32_t yes,
                                                   std::uint32_t no) {
  return no ^ ((no ^ yes) & mask);
}

// Without a branch on the length, because words differ in it and because vectors have none.
[[gnu::always_inline]] inline std::uint32_t hash_word(const ShortWords& words, std::size_t i) {
  const std::uint32_t length = words.lengths[i];
  const std::uint32_t first = words.first[i];
  const std::uint32_t second = words.second[i];
  const std::uint32_t third = words.third[i];
  const std::uint32_t from_4 = mask_if(length >= 4);
  const std::uint32_t from_8 = mask_if(length >= 8);
  const std::uint32_t after_first = Murmur3::add(0, first) & from_4;
  const std::uint32_t state = select(from_8, Murmur3::add(after_first, second), after_first);
  const std::uint32_t last_four = select(from_8, third, select(from_4, second, first));
  const std::uint32_t tail_mask = (1u << length % 4 * 8) - 1u;
  return Murmur3::finish(state, last_four & tail_mask, length);
}

// Whole eights: what stands behind the last word is hashed for nothing.
[[gnu::always_inline]] inline void hash_eights(const ShortWords& words,
                                               ShortWords::Numbers& hashes) {
  const std::size_t rounded = (words.size + 7) / 8 * 8;
  for (std::size_t i = 0; i < rounded; ++i) hashes[i] = hash_word(words, i);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void hash_with_avx2(const ShortWords& words, ShortWords::Numbers& hashes) {
  hash_eights(words, hashes);
}
#endif

}  // namespace

void hash_words_portably(const ShortWords& words, ShortWords::Numbers& hashes) {
  hash_eights(words, hashes);
}

void hash_words(const ShortWords& words, ShortWords::Numbers& hashes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return hash_with_avx2(words, hashes);
#endif
  hash_words_portably(words, hashes);
}

}  // namespace linnet
