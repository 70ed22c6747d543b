#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace linnet {

inline std::uint64_t load8(const char* from) {
  std::uint64_t value;
  std::memcpy(&value, from, 8);
  return value;
}

// Both halves of the 128-bit product, folded: every input bit reaches every output bit.
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using u128 = unsigned __int128;
  const u128 product = static_cast<u128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t hash_key_1 = 0x9E3779B97F4A7C15u, hash_key_2 = 0xD6E8FEB86659FD93u,
                        hash_key_3 = 0xA0761D6478BD642Fu;

// A 64-bit hash of any bytes; the same on every machine, so that it may stand in a file.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t state = seed ^ hash_key_1;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 16; at += 16, left -= 16) state = fold(load8(at) ^ hash_key_2, load8(at + 8) ^ state);
  char tail[16] = {};
  if (left > 0) std::memcpy(tail, at, left);
  state = fold(load8(tail) ^ hash_key_2, load8(tail + 8) ^ state);
  return fold(state ^ hash_key_3, bytes.size() ^ hash_key_1);
}

// Murmur3, 32 bits: the hash behind scikit-learn's HashingVectorizer.
inline std::uint32_t murmur3(std::string_view bytes, std::uint32_t seed = 0) {
  const auto rotate = [](std::uint32_t x, int by) { return x << by | x >> (32 - by); };
  const auto scramble = [&](std::uint32_t k) { return rotate(k * 0xCC9E2D51u, 15) * 0x1B873593u; };
  std::uint32_t state = seed;
  std::size_t at = 0;
  for (; at + 4 <= bytes.size(); at += 4) {
    std::uint32_t block;
    std::memcpy(&block, bytes.data() + at, 4);
    state = rotate(state ^ scramble(block), 13) * 5 + 0xE6546B64u;
  }
  std::uint32_t tail = 0;
  std::memcpy(&tail, bytes.data() + at, bytes.size() - at);
  state ^= scramble(tail);
  state ^= static_cast<std::uint32_t>(bytes.size());
  state = (state ^ state >> 16) * 0x85EBCA6Bu;
  state = (state ^ state >> 13) * 0xC2B2AE35u;
  return state ^ state >> 16;
}

// A seed nobody can know beforehand, for tables that see text from outside.
inline std::uint64_t secret_seed() {
  static const std::uint64_t seed = [] {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
  }();
  return seed;
}

}  // namespace linnet
