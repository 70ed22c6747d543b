// Sixteen bytes of text at a time: lower case, and which bytes stand inside a token.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace linnet {

inline constexpr char TOKEN_SEPARATOR = 0x1F;   // between tokens that were cut elsewhere
inline constexpr std::size_t ASCII_BLOCK = 16;  // bytes of one SSE2 register

// Which ASCII characters stand inside a token.
enum class AsciiClass : std::uint8_t {
  Word,       // letters, digits, underscore
  NonSpace,   // all but what Python's str.isspace() calls space
  Visible,    // all above the space character
  GivenToken  // all but TOKEN_SEPARATOR
};

constexpr bool ascii_space(unsigned char c) {
  return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
}

constexpr bool ascii_inside(unsigned char c, AsciiClass wanted) {
  if (wanted == AsciiClass::NonSpace) return !ascii_space(c);
  if (wanted == AsciiClass::Visible) return c > ' ';
  if (wanted == AsciiClass::GivenToken) return c != TOKEN_SEPARATOR;
  const bool digit = c >= '0' && c <= '9';
  const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  return digit || letter || c == '_';
}

// Up to 16 bytes: how many from the start are ASCII, those bytes in lower case, and a bit for each
// inside a token. The scalar reference of the SSE2 path below; the tests hold the two against each
// other.
struct ScalarAsciiBlock {
  unsigned ascii_prefix = 0;
  std::uint32_t inside = 0;

  ScalarAsciiBlock(const char* from, std::size_t available, bool lower, AsciiClass wanted) {
    const auto limit = static_cast<unsigned>(std::min(ASCII_BLOCK, available));
    for (; ascii_prefix < limit; ++ascii_prefix) {
      const auto c = static_cast<unsigned char>(from[ascii_prefix]);
      if (c & 0x80) break;
      const bool upper = lower && c >= 'A' && c <= 'Z';
      bytes_[ascii_prefix] = static_cast<char>(upper ? c | 0x20 : c);
      inside |= static_cast<std::uint32_t>(ascii_inside(c, wanted)) << ascii_prefix;
    }
  }
  void store(char* to) const { std::memcpy(to, bytes_, ASCII_BLOCK); }

 private:
  char bytes_[ASCII_BLOCK] = {};
};

#if defined(__SSE2__)

struct Sse2AsciiBlock {
  unsigned ascii_prefix;
  std::uint32_t inside;

  Sse2AsciiBlock(const char* from, std::size_t available, bool lower, AsciiClass wanted) {
    const bool whole = available >= ASCII_BLOCK;
    const __m128i raw = whole ? load(from) : load_padded(from, available);
    const auto high_bits = static_cast<std::uint32_t>(_mm_movemask_epi8(raw));
    const auto limit = static_cast<unsigned>(whole ? ASCII_BLOCK : available);
    const auto first_high = static_cast<unsigned>(std::countr_zero(high_bits | 1u << ASCII_BLOCK));
    ascii_prefix = std::min(limit, first_high);
    bytes_ = lower ? to_lower(raw) : raw;
    inside = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes_inside(raw, wanted)));
  }
  void store(char* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes_); }

 private:
  static __m128i load(const char* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  static __m128i load_padded(const char* from, std::size_t available) {
    char bytes[ASCII_BLOCK] = {};
    std::memcpy(bytes, from, available);
    return load(bytes);
  }

  // Bytes from low to high: x - low <= high - low as unsigned numbers. SSE2 has no such comparison,
  // so it is written as min(x - low, high - low) == x - low.
  static __m128i between(__m128i x, char low, char high) {
    const __m128i above_low = _mm_sub_epi8(x, _mm_set1_epi8(low));
    const __m128i width = _mm_set1_epi8(static_cast<char>(high - low));
    return _mm_cmpeq_epi8(_mm_min_epu8(above_low, width), above_low);
  }
  static __m128i to_lower(__m128i x) {
    const __m128i case_bit = _mm_and_si128(between(x, 'A', 'Z'), _mm_set1_epi8(0x20));
    return _mm_or_si128(x, case_bit);
  }

  static __m128i bytes_inside(__m128i x, AsciiClass wanted) {
    switch (wanted) {
      case AsciiClass::NonSpace: return non_space(x);
      case AsciiClass::Visible: return _mm_cmpgt_epi8(x, _mm_set1_epi8(' '));
      case AsciiClass::GivenToken: return non_separator(x);
      default: return word(x);
    }
  }
  static __m128i word(__m128i x) {
    const __m128i letter = between(_mm_or_si128(x, _mm_set1_epi8(0x20)), 'a', 'z');
    const __m128i digit = between(x, '0', '9');
    const __m128i underscore = _mm_cmpeq_epi8(x, _mm_set1_epi8('_'));
    return _mm_or_si128(_mm_or_si128(letter, digit), underscore);
  }
  static __m128i non_space(__m128i x) {
    const __m128i blank = _mm_cmpeq_epi8(x, _mm_set1_epi8(' '));
    const __m128i control = _mm_or_si128(between(x, 9, 13), between(x, 28, 31));
    return _mm_xor_si128(_mm_or_si128(blank, control), _mm_set1_epi8(-1));
  }
  static __m128i non_separator(__m128i x) {
    const __m128i separator = _mm_cmpeq_epi8(x, _mm_set1_epi8(TOKEN_SEPARATOR));
    return _mm_xor_si128(separator, _mm_set1_epi8(-1));
  }

  __m128i bytes_;
};
using AsciiBlock = Sse2AsciiBlock;

#else
using AsciiBlock = ScalarAsciiBlock;
#endif

}  // namespace linnet
