// Lower case as Python's str.lower(), and accent stripping as scikit-learn's strip_accents_unicode.
// What is ASCII of the latter is its strip_accents_ascii.
//
// Both exist per code point, for a tokenizer that stores nothing, and for a whole text. Where both
// are wanted, lower case comes first, as in scikit-learn:
//   each_lower(text, at, cp, [&](char32_t low) { each_without_accents(low, emit); });
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/unicode.hpp"

namespace linnet {

// Invalid bytes become U+FFFD in both.
std::string lower(std::string_view text);
std::string strip_accents(std::string_view text);

// Whether the capital sigma at byte `at` ends a word: a cased letter before it and none after it,
// not counting case-ignorable characters in between. Then its lower case is U+03C2.
bool is_final_sigma(std::string_view text, std::size_t at) noexcept;

// Calls emit(char32_t) for each code point of the lower case of `cp`, which stands at byte `at` of
// `text`.
template <class Emit>
void each_lower(std::string_view text, std::size_t at, char32_t cp, Emit emit) {
  const std::uint8_t code = case_code(cp);
  if (code < CaseDottedI) {
    emit(cp);
  } else if (code >= FirstCaseStep) {
    const std::int32_t step = tables::case_steps[code - FirstCaseStep];
    emit(static_cast<char32_t>(static_cast<std::int32_t>(cp) + step));
  } else if (code == CaseSigma) {
    emit(is_final_sigma(text, at) ? U'\u03C2' : U'\u03C3');
  } else {
    emit(U'i');
    emit(U'\u0307');
  }
}

// Calls emit for the two or three letters of a Hangul syllable.
template <class Emit>
void each_hangul_letter(char32_t syllable, Emit emit) {
  // The Unicode standard, section 3.12: syllable = ((initial * 21) + vowel) * 28 + final + 0xAC00.
  constexpr char32_t n_vowels = 21;
  constexpr char32_t n_finals = 28;  // counts "none" too
  const char32_t number = syllable - 0xAC00;
  const char32_t final = number % n_finals;
  emit(0x1100 + number / (n_vowels * n_finals));
  emit(0x1161 + number / n_finals % n_vowels);
  if (final != 0) emit(0x11A7 + final);
}

// Calls emit for each code point of NFKD(cp) whose combining class is 0; an accent by itself gives
// none.
template <class Emit>
void each_without_accents(char32_t cp, Emit emit) {
  const std::uint16_t code = unaccented_code(cp);
  if (code == UnaccentedSame) {
    emit(cp);
  } else if (code == UnaccentedHangul) {
    each_hangul_letter(cp, emit);
  } else {
    const char32_t* form = tables::unaccented_forms + code;
    for (char32_t i = 1; i <= form[0]; ++i) emit(form[i]);
  }
}

}  // namespace linnet
