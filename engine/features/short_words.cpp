#include "features/short_words.hpp"

namespace linnet {

namespace {

// Without a branch on the length, because words differ in it.
[[gnu::always_inline]] inline std::uint32_t hash_word(const ShortWords& words, std::size_t i) {
  const std::uint32_t length = words.lengths[i], first = words.first[i], second = words.second[i];
  const std::uint32_t from_4 = 0u - static_cast<std::uint32_t>(length >= 4),
                      from_8 = 0u - static_cast<std::uint32_t>(length >= 8);
  const auto choose = [](std::uint32_t mask, std::uint32_t yes, std::uint32_t no) { return no ^ ((no ^ yes) & mask); };
  const std::uint32_t one = Murmur3::add(0, first) & from_4;
  const std::uint32_t state = choose(from_8, Murmur3::add(one, second), one);
  const std::uint32_t last = choose(from_8, words.third[i], choose(from_4, second, first));
  return Murmur3::finish(state, last & ((1u << length % 4 * 8) - 1u), length);
}

// Whole eights: what stands behind the last word is hashed for nothing.
[[gnu::always_inline]] inline void hash_eights(const ShortWords& words, ShortWords::Numbers& hashes) {
  for (std::size_t i = 0; i < (words.size + 7) / 8 * 8; ++i) hashes[i] = hash_word(words, i);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void hash_with_avx2(const ShortWords& words, ShortWords::Numbers& hashes) {
  hash_eights(words, hashes);
}
#endif

}  // namespace

void hash_words_anywhere(const ShortWords& words, ShortWords::Numbers& hashes) { hash_eights(words, hashes); }

void hash_words(const ShortWords& words, ShortWords::Numbers& hashes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return hash_with_avx2(words, hashes);
#endif
  hash_words_anywhere(words, hashes);
}

}  // namespace linnet
