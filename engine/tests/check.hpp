// What every test of the engine needs: say what failed, draw random things, build texts.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "text/utf8.hpp"

namespace linnet::test {

inline int failures = 0;

// Prints the sentence that does not hold; the first few are enough to see what is wrong.
inline void check(bool holds, const std::string& sentence) {
  if (holds) return;
  if (++failures <= 20) std::printf("failed: %s\n", sentence.c_str());
}

template <class Work>
bool refuses(Work work) {
  try {
    work();
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

inline int report() {
  if (failures > 0) std::printf("%d failed\n", failures);
  return failures > 0 ? 1 : 0;
}

// The same numbers on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Items>
  const auto& pick(const Items& items) {
    return items[below(std::size(items))];
  }

 private:
  std::uint64_t state_;
};

inline std::string text_of(char32_t cp) {
  char bytes[LONGEST_UTF8];
  return {bytes, encode(cp, bytes)};
}

// Pieces that are hard to cut; spliced together they meet most branches of the scanner.
inline const std::vector<std::string> pieces = {
    "a",
    "The",
    "word",
    "B2",
    "_",
    " ",
    "  ",
    "\t",
    "\n",
    ".",
    "-",
    "#",
    "*",
    "'",
    std::string("x\0y", 3),
    "0123456789abcdef",
    "ABCDEFGHIJKLMNOP_",
    "thirty-two bytes are two blocks!",
    "Σ",
    "ΑΣ",
    "İ",
    "ẞ",
    "é",
    "e\u0301",
    "\u0301",
    "\u0327",
    "\u00ad",
    "ʰ",
    "ﷺ",
    "각",
    "\u3000",
    "\u00a0",
    "\u0085",
    "\u2028",
    "中",
    "東京",
    "タワー",
    "\u3099",
    "ภาษา",
    "\u0e33",
    "ນ້ຳ",
    "ខ្មែ",
    "မြန်",
    "नमस्ते",
    "می\u200cروم",
    "\u200c",
    "\u200d",
    "😀",
    "👨\u200d👩",
    "🏽",
    "🇩",
    "🇪",
    "\ufe0f",
    "\u20e3",
    "#\ufe0f\u20e3",
    "❤\ufe0f",
    "ℹ",
    "©",
    "\ufeff",
    "\ufffd",
    "\U0010ffff",
    "²",
    "½",
    "٣",
};

inline std::string random_text(Chance& chance, std::size_t most_pieces) {
  std::string text;
  for (std::size_t n = chance.below(most_pieces + 1); n > 0; --n) {
    if (chance.one_in(8))
      text += text_of(static_cast<char32_t>(chance.below(0x110000)));
    else
      text += chance.pick(pieces);
  }
  return text;
}

inline std::string random_bytes(Chance& chance, std::size_t most) {
  std::string bytes(chance.below(most + 1), '\0');
  for (char& byte : bytes)
    byte = static_cast<char>(chance.one_in(3) ? chance.below(256) : 0x20 + chance.below(0x5F));
  return bytes;
}

// A text with some bytes changed, left out or put in: mostly broken UTF-8.
inline std::string damaged(std::string text, Chance& chance) {
  for (std::size_t n = chance.below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = chance.below(text.size());
    const auto byte = static_cast<char>(chance.below(256));
    if (chance.one_in(3))
      text.erase(at, 1 + chance.below(3));
    else if (chance.one_in(2))
      text.insert(at, 1, byte);
    else
      text[at] = byte;
  }
  return text;
}

inline std::string shown(std::string_view bytes) {
  std::string out;
  char two[4];
  for (const char byte : bytes.substr(0, 60)) {
    std::snprintf(two, sizeof two, "%02X", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    out += two;
  }
  return out;
}

}  // namespace linnet::test
