#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace linnet {

inline constexpr char TOKEN_SEPARATOR = 0x1F;  // between tokens that were cut elsewhere

enum class AsciiClass : std::uint8_t { Word, NonSpace, Visible, Given };

constexpr bool ascii_space(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

constexpr bool ascii_inside(unsigned char c, AsciiClass wanted) {
  if (wanted == AsciiClass::NonSpace) return !ascii_space(c);
  if (wanted == AsciiClass::Visible) return c > ' ';
  if (wanted == AsciiClass::Given) return c != TOKEN_SEPARATOR;
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

// Up to 16 bytes: how many from the start are ASCII, those bytes in lower case, and a bit for each inside a token.
// The plain twin of the SSE2 path below; the tests hold the two against each other.
struct PlainAsciiBlock {
  unsigned ascii_prefix = 0;
  std::uint32_t inside = 0;

  PlainAsciiBlock(const char* from, std::size_t available, bool lower, AsciiClass wanted) {
    const auto limit = static_cast<unsigned>(std::min<std::size_t>(16, available));
    for (; ascii_prefix < limit; ++ascii_prefix) {
      const auto c = static_cast<unsigned char>(from[ascii_prefix]);
      if (c & 0x80) break;
      const bool upper = lower && c >= 'A' && c <= 'Z';
      bytes_[ascii_prefix] = static_cast<char>(upper ? c | 0x20 : c);
      inside |= static_cast<std::uint32_t>(ascii_inside(c, wanted)) << ascii_prefix;
    }
  }
  void store(char* to) const { std::memcpy(to, bytes_, 16); }

 private:
  char bytes_[16] = {};
};

#if defined(__SSE2__)

struct SseAsciiBlock {
  unsigned ascii_prefix;
  std::uint32_t inside;

  SseAsciiBlock(const char* from, std::size_t available, bool lower, AsciiClass wanted) {
    const bool whole = available >= 16;
    const __m128i raw = whole ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)) : padded(from, available);
    const auto high = static_cast<std::uint32_t>(_mm_movemask_epi8(raw));
    const auto limit = static_cast<unsigned>(whole ? 16 : available);
    ascii_prefix = std::min(limit, static_cast<unsigned>(std::countr_zero(high | 0x10000u)));
    bytes_ = lower ? _mm_or_si128(raw, _mm_and_si128(between(raw, 'A', 'Z'), _mm_set1_epi8(0x20))) : raw;
    inside = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes_inside(raw, wanted)));
  }
  void store(char* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes_); }

 private:
  static __m128i padded(const char* from, std::size_t available) {
    char bytes[16] = {};
    std::memcpy(bytes, from, available);
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  }
  static __m128i between(__m128i x, char low, char high) {  // unsigned x - low <= high - low
    const __m128i above = _mm_sub_epi8(x, _mm_set1_epi8(low));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(static_cast<char>(high - low))), above);
  }
  static __m128i bytes_inside(__m128i x, AsciiClass wanted) {
    switch (wanted) {
      case AsciiClass::NonSpace: return non_space(x);
      case AsciiClass::Visible: return _mm_cmpgt_epi8(x, _mm_set1_epi8(' '));
      case AsciiClass::Given:
        return _mm_andnot_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(TOKEN_SEPARATOR)), _mm_set1_epi8(-1));
      default: return word(x);
    }
  }
  static __m128i word(__m128i x) {
    const __m128i letter = between(_mm_or_si128(x, _mm_set1_epi8(0x20)), 'a', 'z');
    return _mm_or_si128(_mm_or_si128(letter, between(x, '0', '9')), _mm_cmpeq_epi8(x, _mm_set1_epi8('_')));
  }
  static __m128i non_space(__m128i x) {
    const __m128i space =
        _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(' ')), _mm_or_si128(between(x, 9, 13), between(x, 28, 31)));
    return _mm_xor_si128(space, _mm_set1_epi8(-1));
  }

  __m128i bytes_;
};
using AsciiBlock = SseAsciiBlock;

#else
using AsciiBlock = PlainAsciiBlock;
#endif

}  // namespace linnet
