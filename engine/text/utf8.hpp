// UTF-8 bytes to code points and back. Never reads beyond the end, whatever the bytes are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linnet {

inline constexpr char32_t REPLACEMENT = 0xFFFD;  // stands for a broken byte
inline constexpr std::size_t LONGEST_UTF8 = 4;   // bytes of one code point

struct Decoded {
  char32_t cp;
  std::uint8_t length;
};

namespace utf8 {

// The six bits of a continuation byte; 64 or more if it is not one.
inline char32_t continuation(char byte) noexcept {
  return static_cast<unsigned char>(byte) ^ 0x80U;
}

inline bool is_surrogate(char32_t cp) noexcept { return cp - 0xD800 < 0x800; }

}  // namespace utf8

// The code point at `at`. A byte that starts no valid sequence (overlong, surrogate, above U+10FFFF
// or cut off) is a U+FFFD of length 1. At the end there is nothing: length 0. Always inline: as a
// call, with the result packed into a register, it is two to three times slower.
[[gnu::always_inline]] inline Decoded decode(const char* at, const char* end) noexcept {
  if (at >= end) return {REPLACEMENT, 0};
  const char32_t lead = static_cast<unsigned char>(*at);
  const std::ptrdiff_t left = end - at;
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) {
    if (lead < 0xC2 || left < 2) return {REPLACEMENT, 1};
    const char32_t second = utf8::continuation(at[1]);
    if (second < 0x40) [[likely]]
      return {(lead & 0x1F) << 6 | second, 2};
  } else if (lead < 0xF0) {
    if (left < 3) return {REPLACEMENT, 1};
    const char32_t second = utf8::continuation(at[1]);
    const char32_t third = utf8::continuation(at[2]);
    const char32_t cp = (lead & 0x0F) << 12 | second << 6 | third;
    if ((second | third) < 0x40 && cp >= 0x800 && !utf8::is_surrogate(cp)) [[likely]]
      return {cp, 3};
  } else if (lead < 0xF5 && left >= 4) {
    const char32_t second = utf8::continuation(at[1]);
    const char32_t third = utf8::continuation(at[2]);
    const char32_t fourth = utf8::continuation(at[3]);
    const char32_t cp = (lead & 0x07) << 18 | second << 12 | third << 6 | fourth;
    if ((second | third | fourth) < 0x40 && cp - 0x10000 < 0x100000) [[likely]]
      return {cp, 4};
  }
  return {REPLACEMENT, 1};
}

// The code point that ends at `at`, cut as decode cuts; length 0 at the beginning.
inline Decoded decode_before(const char* begin, const char* at) noexcept {
  if (at <= begin) return {REPLACEMENT, 0};
  constexpr auto LONGEST = static_cast<std::ptrdiff_t>(LONGEST_UTF8);
  for (std::ptrdiff_t length = 1; length <= LONGEST && length <= at - begin; ++length) {
    if (utf8::continuation(at[-length]) < 0x40) continue;
    const Decoded found = decode(at - length, at);
    return found.length == length ? found : Decoded{REPLACEMENT, 1};
  }
  return {REPLACEMENT, 1};
}

// Writes up to LONGEST_UTF8 bytes and returns how many. What has no UTF-8 is written as U+FFFD.
inline std::size_t encode(char32_t cp, char* out) noexcept {
  const auto tail = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
  if (cp < 0x80) {
    out[0] = static_cast<char>(cp);
    return 1;
  }
  if (cp < 0x800) {
    out[0] = static_cast<char>(0xC0 | cp >> 6);
    out[1] = tail(cp);
    return 2;
  }
  if (cp > 0x10FFFF || utf8::is_surrogate(cp)) cp = REPLACEMENT;
  if (cp < 0x10000) {
    out[0] = static_cast<char>(0xE0 | cp >> 12);
    out[1] = tail(cp >> 6);
    out[2] = tail(cp);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | cp >> 18);
  out[1] = tail(cp >> 12);
  out[2] = tail(cp >> 6);
  out[3] = tail(cp);
  return 4;
}

}  // namespace linnet
