// Tables, UTF-8, lower case and accents. Prints what failed and exits 1, or exits 0.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "text/normalise.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

using namespace linnet;

namespace {

int failures = 0;

void check(bool holds, const std::string& sentence) {
  if (holds) return;
  ++failures;
  std::printf("failed: %s\n", sentence.c_str());
}

std::string name(char32_t cp) {
  char text[16];
  std::snprintf(text, sizeof text, "U+%04X", static_cast<unsigned>(cp));
  return text;
}

std::string hex(std::string_view bytes) {
  std::string out;
  char two[4];
  for (const char byte : bytes) {
    std::snprintf(two, sizeof two, "%02X", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    out += two;
  }
  return out;
}

void check_equal(std::string_view came, std::string_view wanted, const std::string& what) {
  check(came == wanted, what + ": wanted " + hex(wanted) + ", got " + hex(came));
}

std::string text_of(std::u32string_view code_points) {
  std::string out;
  for (const char32_t cp : code_points) {
    char bytes[LONGEST_UTF8];
    out.append(bytes, encode(cp, bytes));
  }
  return out;
}

// ---- classes ----

struct ClassCase {
  char32_t cp;
  int wanted;
};

constexpr ClassCase class_cases[] = {
    {U'a', PythonWord | Word},
    {U'A', PythonWord | Word | LowerDiffers},
    {U'7', PythonWord | Word},
    {U'_', PythonWord | Word},
    {U'-', 0},
    {U'#', 0},
    {0x00, 0},
    {U'\t', Space},
    {0x1C, Space},  // the separators of files, groups, records and units are spaces to Python
    {0x1F, Space},
    {U' ', Space},
    {0x85, Space},
    {0xA0, Space},
    {0x2028, Space},
    {0x3000, Space},
    {0x200B, 0},  // the zero-width space is none
    {0xFEFF, 0},
    {0xA9, Pictograph},         // ©
    {0xB2, PythonWord | Word},  // ²
    {0xBD, PythonWord | Word},  // ½
    {0xDF, PythonWord | Word},  // ß
    {0xD7, 0},                  // ×
    {0x130, PythonWord | Word | LowerDiffers},
    {0x301, Extend},
    {0x3A3, PythonWord | Word | LowerDiffers},
    {0x416, PythonWord | Word | LowerDiffers},  // Ж
    {0x5D0, PythonWord | Word},                 // Hebrew alef
    {0x640, PythonWord | Word},                 // Arabic tatweel
    {0x64E, Extend},                            // Arabic fatha
    {0x915, PythonWord | Word},                 // Devanagari ka
    {0x93F, Extend},                            // its vowel sign i, a spacing mark
    {0x94D, Extend},                            // its virama
    {0x966, PythonWord | Word},                 // its zero
    {0xE01, PythonWord | Spaceless},            // Thai
    {0xE31, Extend},                            // Thai vowel above
    {0xE33, PythonWord | Spaceless | Extend},   // Thai am: a letter that Unicode never cuts off
    {0xE51, PythonWord | Word},                 // Thai one
    {0xE3F, 0},                                 // baht sign
    {0xE81, PythonWord | Spaceless},            // Lao
    {0x1000, PythonWord | Spaceless},           // Myanmar
    {0x102B, Extend},
    {0x1780, PythonWord | Spaceless},            // Khmer
    {0x2163, PythonWord | Word | LowerDiffers},  // Roman four
    {0x200C, Extend},
    {0x200D, Extend},
    {0x2139, PythonWord | Word | Pictograph},
    {0x20E3, Extend},      // keycap
    {0x2764, Pictograph},  // heart
    {0x2E80, 0},           // a Han radical, not a letter
    {0x3001, 0},           // ideographic comma
    {0x3005, PythonWord | Spaceless},
    {0x3007, PythonWord | Spaceless},
    {0x3042, PythonWord | Spaceless},
    {0x30A2, PythonWord | Spaceless},
    {0x30FB, 0},  // katakana middle dot
    {0x30FC, PythonWord | Spaceless},
    {0x3099, Extend},
    {0x4E2D, PythonWord | Spaceless},
    {0x9FFF, PythonWord | Spaceless},
    {0xAC00, PythonWord | Word},  // Hangul is written with spaces
    {0xD7A3, PythonWord | Word},
    {0xD800, 0},
    {0xE000, 0},
    {0xF900, PythonWord | Spaceless},
    {0xFE0F, Extend},
    {0xFF21, PythonWord | Word | LowerDiffers},
    {0xFF70, PythonWord | Spaceless},
    {0xFF9E, PythonWord | Word | Extend},
    {0xFFFD, 0},
    {0x10400, PythonWord | Word | LowerDiffers},  // Deseret
    {0x1D400, PythonWord | Word},                 // mathematical A has no lower case
    {0x1F1E6, RegionalIndicator},
    {0x1F1FF, RegionalIndicator},
    {0x1F3FB, Extend},  // skin tone
    {0x1F600, Pictograph},
    {0x20000, PythonWord | Spaceless},
    {0x31350, PythonWord | Spaceless},  // extension H, new in Unicode 15
    {0xE0067, Extend},                  // tag g
    {0x10FFFF, 0},
    {0x110000, 0},
    {0xFFFFFFFF, 0},
};

void test_classes() {
  for (const auto& [cp, wanted] : class_cases) {
    const int came = char_class(cp);
    const std::string numbers = std::to_string(wanted) + ", got " + std::to_string(came);
    check(came == wanted, "class of " + name(cp) + ": wanted " + numbers);
  }
}

void test_scripts() {
  constexpr char32_t first_of[] = {0x4E00, 0x3041, 0xE01, 0xE81, 0x1780, 0x1000};
  for (std::size_t i = 0; i < 6; ++i) {
    check(spaceless_script(first_of[i]) == i + 1, "script of " + name(first_of[i]));
  }
  check(spaceless_script(0x30A1) == 2 && spaceless_script(0x30FC) == 2, "katakana is kana too");
  check(spaceless_script(U'a') == 0 && spaceless_script(0xAC00) == 0,
        "Latin and Hangul have spaces");
  check(spaceless_script(0x110000) == 0, "nothing is beyond the last code point");
}

void test_classes_agree() {
  for (char32_t cp = 0; cp <= LAST_CODE_POINT; ++cp) {
    const int bits = char_class(cp);
    const int ours = bits & (Word | Spaceless);
    const bool script_agrees = ((bits & Spaceless) != 0) == (spaceless_script(cp) != 0);
    const bool case_agrees = ((bits & LowerDiffers) != 0) == (case_code(cp) >= CaseDottedI);
    if (!script_agrees) check(false, name(cp) + ": Spaceless means a script");
    if (!case_agrees) check(false, name(cp) + ": LowerDiffers means a case");
    if (ours == (Word | Spaceless)) check(false, name(cp) + ": Word or Spaceless, not both");
    if ((ours != 0) != ((bits & PythonWord) != 0))
      check(false, name(cp) + ": our words are Python's");
  }
}

// ---- UTF-8 ----

void test_all_code_points_survive() {
  for (char32_t cp = 0; cp <= LAST_CODE_POINT; ++cp) {
    char bytes[LONGEST_UTF8];
    const std::size_t length = encode(cp, bytes);
    const Decoded there = decode(bytes, bytes + length),
                  back = decode_before(bytes, bytes + length);
    const char32_t wanted = utf8::is_surrogate(cp) ? REPLACEMENT : cp;
    const bool forwards = there.cp == wanted && there.length == length;
    const bool backwards = back.cp == wanted && back.length == length;
    if (!forwards || !backwards) check(false, name(cp) + " decodes to itself from both sides");
  }
}

// Bytes on the heap without a terminating zero, so that the address sanitizer sees a read past the
// end.
void test_broken_bytes() {
  constexpr std::string_view broken[] = {
      "\x80",         "\xBF",         "\xC0\x80",         "\xC1\xBF",         "\xC3",
      "\xC3(",        "\xE4",         "\xE4\xB8",         "\xE4\xB8(",        "\xE0\x80\x80",
      "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",     "\xF0\x9F\x98",     "\xF0\x80\x80\x80",
      "\xF0\x9F(((",  "\xFE",         "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
      "\xFF",
  };
  for (const std::string_view bytes : broken) {
    const auto copy = std::make_unique<char[]>(bytes.size());
    std::memcpy(copy.get(), bytes.data(), bytes.size());
    const Decoded first = decode(copy.get(), copy.get() + bytes.size());
    check(first.cp == REPLACEMENT && first.length == 1,
          hex(bytes) + " starts with one broken byte");
    const std::string_view view(copy.get(), bytes.size());
    check(lower(view).substr(0, 3) == "\xEF\xBF\xBD",
          hex(bytes) + " in lower case starts with U+FFFD");
  }
  const char* const nothing = "";
  check(decode(nothing, nothing).length == 0, "there is nothing at the end");
  check(decode_before(nothing, nothing).length == 0, "there is nothing before the beginning");
}

// ---- lower case ----

struct TextCase {
  std::u32string_view text;
  std::u32string_view wanted;
};

constexpr TextCase lower_cases[] = {
    {U"", U""},
    {U"Linnet 42_X", U"linnet 42_x"},
    {U"ÀÖÞß", U"àöþß"},
    {U"ЖУК", U"жук"},
    {U"\u0130x", U"i\u0307x"},
    {U"\u01C5", U"\u01C6"},
    {U"\u1E9E", U"\u00DF"},                     // capital sharp s
    {U"\u2126\u212A\u212B", U"\u03C9k\u00E5"},  // ohm, kelvin, angstrom
    {U"\U00010400", U"\U00010428"},
    {U"\u13A0\u10A0\u1C90", U"\uAB70\u2D00\u10D0"},  // Cherokee, Georgian twice
    {U"ΟΔΟΣ", U"οδος"},
    {U"ΟΔΟΣ ΣΑΣ", U"οδος σας"},
    {U"Σ", U"σ"},
    {U" Σ", U" σ"},
    {U"1Σ", U"1σ"},
    {U"ΑΣ.", U"ας."},
    {U"ΑΣ.Β", U"ασ.β"},  // a full stop is case-ignorable
    {U"ΑΣ Β", U"ας β"},  // a space is not
    {U"Α\u0301Σ\u0301", U"α\u0301ς\u0301"},
    {U"\u0301Σ", U"\u0301σ"},
    {U"\u02B0Σ", U"\u02B0σ"},  // a modifier letter is cased, but skipped first
    {U"ΑΣΣ", U"ασς"},
    {U"中Σ", U"中σ"},
    {U"AΣ中", U"aς中"},
};

void test_lower() {
  for (const auto& [text, wanted] : lower_cases) {
    check_equal(lower(text_of(text)), text_of(wanted), "lower case of " + text_of(text));
  }
  check(is_cased(U'a') && is_cased(U'A') && is_cased(0x3A3) && is_cased(0x2B0),
        "letters with case are cased");
  check(!is_cased(U'1') && !is_cased(0x4E2D), "digits and Han are not cased");
  check(is_case_ignorable(U'.') && is_case_ignorable(0x301) && is_case_ignorable(0x2B0),
        "these are skipped");
  check(!is_case_ignorable(U'A') && !is_case_ignorable(0x3A3), "capitals are not skipped");
  check(!is_case_ignorable(U' '), "spaces are not skipped");
}

void test_sigma_beyond_the_text() {
  check(!is_final_sigma("", 0) && !is_final_sigma("a", 7), "a sigma outside the text ends no word");
  check(!is_final_sigma("a\xCE", 1), "half a sigma ends no word");
  check(is_final_sigma("a\xCE\xA3\xFF", 1), "a broken byte is no letter");
  check(!is_final_sigma("\xFF\xCE\xA3", 1), "a broken byte before is no letter either");
}

// ---- accents ----

constexpr TextCase accent_cases[] = {
    {U"", U""},
    {U"plain", U"plain"},
    {U"Café naïve Ångström", U"Cafe naive Angstrom"},
    {U"e\u0301\u0323", U"e"},
    {U"\u0301", U""},
    {U"ệ", U"e"},
    {U"ø ß æ ł", U"ø ß æ ł"},  // a stroke is no accent
    {U"ﬁ ² ½", U"fi 2 1\u20442"},
    {U"\u0130", U"I"},
    {U"Ａ１", U"A1"},
    {U"각", U"\u1100\u1161\u11A8"},
    {U"가힣", U"\u1100\u1161\u1112\u1175\u11C2"},
    {U"\u0958", U"\u0915"},        // Devanagari qa without its nukta
    {U"\u093F\u094D", U"\u093F"},  // a vowel sign has combining class 0, the virama has not
    {U"が", U"か"},
    {U"ｶﾞ", U"カ"},
    {U"\u00A8", U" "},
    {U"\u3000\uFDFA", U" صلى الله عليه وسلم"},  // the longest of all
    {U"\uF900\U0002F800", U"\u8C48\u4E3D"},
    {U"\U0001D400", U"A"},
    {U"中😀", U"中😀"},
};

void test_accents() {
  for (const auto& [text, wanted] : accent_cases) {
    check_equal(strip_accents(text_of(text)), text_of(wanted), "without accents: " + text_of(text));
  }
  int emitted = 0;
  each_without_accents(0xFFFFFFFF, [&](char32_t) { ++emitted; });
  check(emitted == 1, "what is beyond the last code point stays itself");
}

}  // namespace

int main() {
  test_classes();
  test_scripts();
  test_classes_agree();
  test_all_code_points_survive();
  test_broken_bytes();
  test_lower();
  test_sigma_beyond_the_text();
  test_accents();
  check(std::string_view(UNICODE_VERSION) == "15.0.0", "the version is 15.0.0");
  if (failures > 0) std::printf("%d failed\n", failures);
  return failures > 0 ? 1 : 0;
}
