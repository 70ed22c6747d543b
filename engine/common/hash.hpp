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

inline std::uint32_t load4(const char* from) {
  std::uint32_t value;
  std::memcpy(&value, from, 4);
  return value;
}

// Both halves of the 128-bit product, folded: every input bit reaches every output bit. (The mixing
// step of wyhash and its relatives.)
inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using u128 = unsigned __int128;
  const u128 product = static_cast<u128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Odd constants without a pattern in their bits. They stand behind every lookup table in a model
// file: they may never change.
constexpr std::uint64_t hash_key_1 = 0x9E3779B97F4A7C15u;  // 2^64 / golden ratio
constexpr std::uint64_t hash_key_2 = 0xD6E8FEB86659FD93u;
constexpr std::uint64_t hash_key_3 = 0xA0761D6478BD642Fu;  // the first secret of wyhash

// A 64-bit hash of any bytes, 16 at a time, in the manner of wyhash; the same on every
// (little-endian) machine, so that it may stand in a file.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t state = seed ^ hash_key_1;
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 16; at += 16, left -= 16)
    state = fold(load8(at) ^ hash_key_2, load8(at + 8) ^ state);
  char tail[16] = {};
  if (left > 0) std::memcpy(tail, at, left);
  state = fold(load8(tail) ^ hash_key_2, load8(tail + 8) ^ state);
  return fold(state ^ hash_key_3, bytes.size() ^ hash_key_1);
}

// The 0 to 3 bytes that stand after the last whole four, as a little-endian number.
inline std::uint32_t tail_bytes(std::string_view bytes) {
  const std::size_t size = bytes.size();
  if (size >= 4) {
    const std::uint64_t last_four = load4(bytes.data() + size - 4);
    return static_cast<std::uint32_t>(last_four >> (32 - size % 4 * 8));
  }
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= static_cast<std::uint32_t>(byte) << 8 * i;
  }
  return value;
}

// MurmurHash3, x86, 32 bits (Appleby): the hash behind scikit-learn's HashingVectorizer.
struct Murmur3 {
  static std::uint32_t rotate(std::uint32_t x, int by) { return x << by | x >> (32 - by); }
  static std::uint32_t scramble(std::uint32_t four) {
    return rotate(four * 0xCC9E2D51u, 15) * 0x1B873593u;
  }
  static std::uint32_t add(std::uint32_t state, std::uint32_t four) {
    return rotate(state ^ scramble(four), 13) * 5 + 0xE6546B64u;
  }
  static std::uint32_t finish(std::uint32_t state, std::uint32_t last, std::size_t size) {
    state ^= scramble(last) ^ static_cast<std::uint32_t>(size);
    state = (state ^ state >> 16) * 0x85EBCA6Bu;
    state = (state ^ state >> 13) * 0xC2B2AE35u;
    return state ^ state >> 16;
  }
};

inline std::uint32_t murmur3(std::string_view bytes, std::uint32_t seed = 0) {
  std::uint32_t state = seed;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4)
    state = Murmur3::add(state, load4(bytes.data() + at));
  return Murmur3::finish(state, tail_bytes(bytes), bytes.size());
}

// Whether a table with open addressing and linear probing must grow: above a load factor of 0.7.
// Fuller ones save memory, but searches get long: 2.2 slots for a name that is there at 0.7, 5.5 at
// 0.9 (Knuth, The Art of Computer Programming 3, 6.4: (1 + 1 / (1 - load)) / 2).
inline bool exceeds_max_load(std::size_t filled, std::size_t slots) {
  return filled * 10 > slots * 7;
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
