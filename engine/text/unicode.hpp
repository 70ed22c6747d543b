// What kind of character a code point is: one lookup in a generated two-stage table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linnet {

// A model remembers the version its words were cut with.
inline constexpr char UNICODE_VERSION[] = "15.0.0";

inline constexpr char32_t LAST_CODE_POINT = 0x10FFFF;

// Bits, because a code point can be of several classes. Extend meets Spaceless in U+0E33 and U+0EB3
// (the Thai and Lao am) and Word in U+FF9E and U+FF9F (the half-width voicing marks of kana): ask
// for Extend first. Pictograph meets Word in U+2139 (the information sign).
enum CharClass : std::uint8_t {
  PythonWord = 1,  // \w of Python's re for str
  Word = 2,        // letters, numbers and underscore, without the letters that are Spaceless
  Spaceless = 4,   // letters of Han, kana, Thai, Lao, Khmer and Myanmar: see spaceless_script
  Extend = 8,  // belongs to what it follows: marks, joiners, variation selectors, skin tones, tags
  Pictograph = 16,         // Extended_Pictographic: emoji and what may become one
  RegionalIndicator = 32,  // half of a flag
  Space = 64,  // str.isspace() of Python, which is also \s of its re and what str.split() cuts at
  LowerDiffers = 128,  // its lower case is not itself
};

// Where the lower case is the code point itself, bit 0 says cased and bit 1 case-ignorable. All
// others are cased: the two special ones, and from FirstCaseStep those whose lower case is a fixed
// step away.
enum CaseCode : std::uint8_t {
  Cased = 1,
  CaseIgnorable = 2,
  CaseDottedI = 4,
  CaseSigma = 5,
  FirstCaseStep = 6,
};

// What accent stripping leaves: the code point itself, a Hangul syllable's letters, or an index
// into unaccented_forms.
enum UnaccentedCode : std::uint16_t { UnaccentedSame = 0, UnaccentedHangul = 1 };

namespace tables {

inline constexpr unsigned BLOCK_BITS = 8;
inline constexpr char32_t IN_BLOCK = (1U << BLOCK_BITS) - 1;

extern const std::uint8_t class_index[];
extern const std::uint8_t class_blocks[];
extern const std::uint8_t script_index[];
extern const std::uint8_t script_blocks[];
extern const std::uint8_t case_index[];
extern const std::uint8_t case_blocks[];
extern const std::int32_t case_steps[];
extern const std::uint8_t unaccented_index[];
extern const std::uint16_t unaccented_blocks[];
extern const char32_t unaccented_forms[];  // a length, then that many code points

// What is beyond the last code point has no property.
template <class Value>
inline Value look_up(const std::uint8_t* index, const Value* blocks, char32_t cp) noexcept {
  if (cp > LAST_CODE_POINT) return 0;
  const std::size_t block = index[cp >> BLOCK_BITS];
  return blocks[block << BLOCK_BITS | (cp & IN_BLOCK)];
}

}  // namespace tables

inline std::uint8_t char_class(char32_t cp) noexcept {
  return tables::look_up(tables::class_index, tables::class_blocks, cp);
}

// 1 Han, 2 kana, 3 Thai, 4 Lao, 5 Khmer, 6 Myanmar; 0 where Spaceless is not set.
inline std::uint8_t spaceless_script(char32_t cp) noexcept {
  return tables::look_up(tables::script_index, tables::script_blocks, cp);
}

inline std::uint8_t case_code(char32_t cp) noexcept {
  return tables::look_up(tables::case_index, tables::case_blocks, cp);
}

inline std::uint16_t unaccented_code(char32_t cp) noexcept {
  return tables::look_up(tables::unaccented_index, tables::unaccented_blocks, cp);
}

inline bool is_cased(char32_t cp) noexcept {
  const std::uint8_t code = case_code(cp);
  return code >= CaseDottedI || (code & Cased) != 0;
}

inline bool is_case_ignorable(char32_t cp) noexcept {
  const std::uint8_t code = case_code(cp);
  return code < CaseDottedI && (code & CaseIgnorable) != 0;
}

}  // namespace linnet
