// Bytes to a Scan: lower case, accents and token edges in one pass.
#pragma once

#include <string_view>

#include "text/normalise.hpp"
#include "text/scan.hpp"
#include "text/settings.hpp"
#include "text/unicode.hpp"

namespace linnet {

// --- What counts as inside a token: one policy per tokenizer. ---

struct PythonWords {  // Python's \w
  static constexpr AsciiClass ascii = AsciiClass::Word;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, char_class(cp) & PythonWord); }
};

struct NonSpace {  // what str.split() keeps
  static constexpr AsciiClass ascii = AsciiClass::NonSpace;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, !(char_class(cp) & Space)); }
};

// What stands between white space. Control characters separate words too: n-grams are in order only
// where the space between their words is smaller than any character of a word.
struct WhitespaceWords {
  static constexpr AsciiClass ascii = AsciiClass::Visible;
  static void put(Scan& scan, char32_t cp) { NonSpace::put(scan, cp); }
};

struct GivenTokens {  // what stands between separators, whatever it is
  static constexpr AsciiClass ascii = AsciiClass::GivenToken;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, true); }
};

// Words with their marks; emoji and scripts without spaces as grapheme clusters (a simplified form
// of Unicode Standard Annex #29).
struct UnicodeWords {
  static constexpr AsciiClass ascii = AsciiClass::Word;
  static void put(Scan& scan, char32_t cp);
};

// Pictographs below are ©, ®, ™ and arrows: punctuation rather than emoji.
inline constexpr char32_t FIRST_EMOJI = 0x231A;
inline constexpr char32_t KEYCAP = 0x20E3;

namespace unicode_words {

inline constexpr std::string_view ZERO_WIDTH_JOINER = "\xE2\x80\x8D";
inline constexpr std::string_view KEYCAP_NUMBER_SIGN = "#\xEF\xB8\x8F";  // before U+20E3
inline constexpr std::string_view KEYCAP_ASTERISK = "*\xEF\xB8\x8F";

// The cluster that ends where the text ends now, if any.
inline Cluster* open_cluster(Scan& scan) {
  if (scan.clusters.empty()) return nullptr;
  Cluster& last = scan.clusters.back();
  return last.end == scan.size() ? &last : nullptr;
}

inline bool ends_with_keycap_base(const Scan& scan) {
  return scan.ends_with(KEYCAP_NUMBER_SIGN) || scan.ends_with(KEYCAP_ASTERISK);
}

// A mark belongs to what it follows: a cluster, a word, or a sign that it makes a keycap of.
inline void put_mark(Scan& scan, char32_t cp, Cluster* open) {
  const std::uint32_t at = scan.size();
  const bool in_word = !open && at > 0 && scan.inside(at - 1);
  const bool keycap = cp == KEYCAP && !open && ends_with_keycap_base(scan);
  scan.put_char(cp, in_word);
  if (open) open->end = scan.size();
  if (keycap) {
    const auto base_size = static_cast<std::uint32_t>(KEYCAP_ASTERISK.size());
    scan.clusters.push_back({at - base_size, scan.size(), Cluster::Emoji});
  }
}

}  // namespace unicode_words

inline void UnicodeWords::put(Scan& scan, char32_t cp) {
  const std::uint8_t cls = char_class(cp);
  Cluster* const open = unicode_words::open_cluster(scan);
  if (cls & Extend) return unicode_words::put_mark(scan, cp, open);
  const bool joined =
      open && open->kind == Cluster::Emoji && scan.ends_with(unicode_words::ZERO_WIDTH_JOINER);
  const bool joined_emoji = joined && (cls & Pictograph);  // U+2139 is a letter as well
  const std::uint32_t begin = scan.size();
  scan.put_char(cp, (cls & Word) && !joined_emoji);
  const std::uint32_t end = scan.size();
  if (joined_emoji)
    open->end = end;
  else if ((cls & Pictograph) && cp >= FIRST_EMOJI)
    scan.clusters.push_back({begin, end, Cluster::Emoji});
  else if ((cls & RegionalIndicator) && open && open->kind == Cluster::HalfFlag)
    *open = {open->begin, end, Cluster::Flag};
  else if (cls & RegionalIndicator)
    scan.clusters.push_back({begin, end, Cluster::HalfFlag});
  else if (cls & Spaceless)
    scan.clusters.push_back({begin, end, spaceless_script(cp)});
}

// Normalises one character that is not ASCII (or whose neighbours matter) and puts what comes of
// it. Returns how many bytes of the text it took.
template <class Policy>
unsigned scan_char(std::string_view text, std::size_t at, const TextSettings& settings,
                   Scan& scan) {
  const auto decoded = decode(text.data() + at, text.data() + text.size());
  auto put = [&](char32_t cp) {
    if (cp < 0x80)
      scan.put_char(cp, ascii_inside(static_cast<unsigned char>(cp), Policy::ascii));
    else if (!settings.ascii_only)
      Policy::put(scan, cp);
  };
  auto strip = [&](char32_t cp) {
    if (settings.strip_accents)
      each_without_accents(cp, put);
    else
      put(cp);
  };
  if (settings.lower)
    each_lower(text, at, decoded.cp, strip);
  else
    strip(decoded.cp);
  return decoded.length;
}

// Reads each byte of the text once, 64 or 16 bytes at a time where they are ASCII.
template <class Policy>
void scan_text(std::string_view text, const TextSettings& settings, Scan& scan) {
  constexpr std::size_t four_blocks = 4 * ASCII_BLOCK;
  const auto is_ascii = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0x80) == 0;
  };
  scan.start(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char* const from = text.data() + at;
    const std::size_t left = text.size() - at;
    scan.ensure(four_blocks);
    if (left >= four_blocks && scan.put_four_blocks(from, settings.lower, Policy::ascii)) {
      at += four_blocks;
      continue;
    }
    const AsciiBlock block(from, left, settings.lower, Policy::ascii);
    if (block.ascii_prefix > 0) scan.put_block(block, block.ascii_prefix);
    at += block.ascii_prefix;
    while (at < text.size() && !is_ascii(at)) at += scan_char<Policy>(text, at, settings, scan);
  }
}

}  // namespace linnet
