#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/scan_text.hpp"

namespace linnet {

// Bytes of a text with the start of each character, followed by room for wide loads.
class Characters {
 public:
  void clear() {
    bytes_.clear();
    starts_.clear();
  }
  void append(std::string_view more) {
    for (std::size_t i = 0; i < more.size(); ++i)
      if ((static_cast<unsigned char>(more[i]) & 0xC0) != 0x80)  // not a continuation byte
        starts_.push_back(static_cast<std::uint32_t>(bytes_.size() + i));
    bytes_.append(more);
  }
  void finish() {
    starts_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    bytes_.append(Scan::padding, '\0');
  }
  int size() const { return static_cast<int>(starts_.size()) - 1; }
  std::string_view view(int first, int n) const {
    const auto begin = starts_[static_cast<std::size_t>(first)];
    return {bytes_.data() + begin, starts_[static_cast<std::size_t>(first + n)] - begin};
  }

 private:
  std::string bytes_;
  std::vector<std::uint32_t> starts_;
};

// Calls emit(ngram) for the character n-grams of one word padded with a space on both sides.
// A padded word shorter than n is emitted once, whole, and ends it (scikit-learn's char_wb).
template <class Emit>
void each_char_ngram_in_word(std::string_view word, const TextSettings& settings, Characters& chars,
                             Emit emit) {
  chars.clear();
  chars.append(" ");
  chars.append(word);
  chars.append(" ");
  chars.finish();
  for (int n = settings.shortest; n <= settings.longest; ++n) {
    if (chars.size() <= n) return emit(chars.view(0, chars.size()));
    for (int at = 0; at + n <= chars.size(); ++at) emit(chars.view(at, n));
  }
}

// Calls emit(token) for every run of bytes between white space, normalised.
template <class Emit>
void each_whitespace_token(std::string_view text, const TextSettings& settings, Scan& scan,
                           Emit emit) {
  scan_text<NonSpace>(text, settings, scan);
  scan.each_run([&](std::uint32_t begin, std::uint32_t end) { emit(scan.view(begin, end)); });
}

namespace characters_detail {

// White space as scikit-learn leaves it: two or more characters become one space, a single one
// stays what it is.
inline void append_whitespace(std::string_view whitespace, Characters& chars) {
  if (whitespace.empty()) return;
  bool single = whitespace.size() == 1;
  if (!single && static_cast<unsigned char>(whitespace[0]) >= 0xC0) {
    const Decoded first = decode(whitespace.data(), whitespace.data() + whitespace.size());
    single = first.length == whitespace.size();
  }
  chars.append(single ? whitespace : std::string_view(" "));
}

}  // namespace characters_detail

// Calls emit(ngram) for the character n-grams of the whole text (scikit-learn's char).
template <class Emit>
void each_char_ngram(std::string_view text, const TextSettings& settings, Scan& scan,
                     Characters& chars, Emit emit) {
  chars.clear();
  std::uint32_t after = 0;  // where the token before ended
  each_whitespace_token(text, settings, scan, [&](std::string_view token) {
    const auto begin = static_cast<std::uint32_t>(token.data() - scan.bytes());
    characters_detail::append_whitespace(scan.view(after, begin), chars);
    chars.append(token);
    after = begin + static_cast<std::uint32_t>(token.size());
  });
  characters_detail::append_whitespace(scan.view(after, scan.size()), chars);
  chars.finish();
  for (int n = settings.shortest; n <= settings.longest; ++n)
    for (int at = 0; at + n <= chars.size(); ++at) emit(chars.view(at, n));
}

}  // namespace linnet
