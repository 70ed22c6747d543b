// A text cut into what is shown as one: words, emoji, flags, characters with their marks.
#pragma once

#include <string_view>

#include "text/scan_text.hpp"

namespace linnet {

// Where a text is cut, code point by code point.
class Segmenter {
 public:
  explicit Segmenter(bool by_words) : by_words_(by_words) {}

  // Whether a segment begins with this code point; the first one always does.
  bool begins_with(char32_t cp) {
    const std::uint8_t cls = char_class(cp);
    const Type type = type_of(cp, cls);
    const bool belongs = belongs_to_previous(cp, cls);
    const bool goes_on = by_words_ && type == open_ && type != Type::Alone;
    const bool begins = first_ || (!belongs && !goes_on);
    half_flag_ = (cls & RegionalIndicator) && !(belongs && half_flag_);
    if (!belongs || begins) open_ = type;
    previous_ = cp;
    first_ = false;
    return begins;
  }

 private:
  enum class Type : std::uint8_t { Gap, Word, Alone };
  static constexpr char32_t ZERO_WIDTH_JOINER = 0x200D;

  static Type type_of(char32_t cp, std::uint8_t cls) {
    const bool emoji = (cls & Pictograph) && cp >= FIRST_EMOJI;
    if (cls & Word) return Type::Word;
    if (emoji || (cls & (Spaceless | RegionalIndicator))) return Type::Alone;
    return Type::Gap;
  }

  bool belongs_to_previous(char32_t cp, std::uint8_t cls) const {
    if (cls & Extend) return true;
    if (previous_ == ZERO_WIDTH_JOINER && (cls & Pictograph)) return true;
    if (half_flag_ && (cls & RegionalIndicator)) return true;
    return previous_ == '\r' && cp == '\n';
  }

  bool by_words_;
  bool first_ = true;
  bool half_flag_ = false;  // one regional indicator stands without its second
  char32_t previous_ = 0;
  Type open_ = Type::Gap;
};

// Calls visit(begin, end) for the segments of a text: by words, each word with its marks, each
// emoji, each character of a script without spaces and whatever lies between; else each grapheme
// cluster.
template <class Visit>
void each_segment(std::string_view text, bool by_words, Visit visit) {
  Segmenter segmenter(by_words);
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode(text.data() + at, text.data() + text.size());
    if (segmenter.begins_with(decoded.cp) && at > begin) {
      visit(begin, at);
      begin = at;
    }
    at += decoded.length;
  }
  if (begin < text.size()) visit(begin, text.size());
}

}  // namespace linnet
