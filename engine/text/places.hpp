// Where in a text its features stand: what the tokenizer says, once more with places, for those who explain.
// Counting and scoring never come here.
#pragma once

#include <string_view>
#include <vector>

#include "text/tokenizer.hpp"

namespace linnet {

struct Place {
  std::size_t begin, end;
};

namespace places_detail {

// For each byte of the normalised text, the bytes of the original that it was made of. What vanishes (an accent, or
// what is not ASCII) belongs to the character before it.
inline std::vector<Place> origins(std::string_view text, const TextSettings& settings) {
  std::vector<Place> found;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode(text.data() + at, text.data() + text.size());
    const Place here = {at, at + decoded.length};
    const std::size_t before = found.size();
    auto put = [&](char32_t cp) {
      if (settings.ascii_only && cp >= 0x80) return;
      char bytes[LONGEST_UTF8];
      found.insert(found.end(), encode(cp, bytes), here);
    };
    auto strip = [&](char32_t cp) { settings.strip_accents ? each_without_accents(cp, put) : put(cp); };
    settings.lower ? each_lower(text, at, decoded.cp, strip) : strip(decoded.cp);
    if (found.size() == before)
      for (std::size_t i = before; i > 0 && found[i - 1].begin == found.back().begin; --i) found[i - 1].end = here.end;
    at = here.end;
  }
  return found;
}

// From a place in the normalised text to that in the original.
inline Place original(const std::vector<Place>& origin, std::size_t begin, std::size_t end) {
  return {origin[begin].begin, origin[end - 1].end};
}

inline Place place_of(std::string_view part, const Scan& scan) {
  const auto begin = static_cast<std::size_t>(part.data() - scan.bytes());
  return {begin, begin + part.size()};
}

// For each byte of the characters that each_gram cuts, its place in the normalised text: white space may be fewer
// there.
inline std::vector<Place> places_of_characters(std::string_view text, const TextSettings& settings, Scan& scan) {
  std::vector<Place> places;
  auto each_byte = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) places.push_back({i, i + 1});
  };
  auto gap = [&](std::size_t begin, std::size_t end) {
    const char* const from = scan.bytes() + begin;
    const bool single = begin < end && decode(from, scan.bytes() + end).length == end - begin;
    if (single) return each_byte(begin, end);
    if (begin < end) places.push_back({begin, end});
  };
  std::size_t after = 0;
  each_chunk(text, settings, scan, [&](std::string_view chunk) {
    const Place here = place_of(chunk, scan);
    gap(after, here.begin);
    each_byte(here.begin, here.end);
    after = here.end;
  });
  gap(after, scan.size());
  return places;
}

// The same for a word with a space on both sides: the space before it stands for its first byte, that after it for its
// last, so that every gram is somewhere.
inline std::vector<Place> places_of_padded(Place word) {
  std::vector<Place> places = {{word.begin, word.begin + 1}};
  for (std::size_t i = word.begin; i < word.end; ++i) places.push_back({i, i + 1});
  places.push_back({word.end - 1, word.end});
  return places;
}

template <class Emit>
void each_word_place(std::string_view text, const TextSettings& settings, const StopWords& stop, Emit emit) {
  const std::vector<Place> origin = origins(text, settings);
  Scratch scratch;
  each_word(text, settings, scratch.scan, [&](std::string_view word) {
    if (!stop.has(word)) scratch.words.push_back(word);
  });
  const auto& words = scratch.words;
  for (int n = settings.shortest; n <= settings.longest; ++n) {
    const auto size = static_cast<std::size_t>(n);
    for (std::size_t at = 0; at + size <= words.size(); ++at) {
      std::string name(words[at]);
      for (std::size_t i = 1; i < size; ++i) name.append(1, ' ').append(words[at + i]);
      for (std::size_t i = at; i < at + size; ++i) {
        const Place place = place_of(words[i], scratch.scan);
        emit(std::string_view(name), original(origin, place.begin, place.end));
      }
    }
  }
}

}  // namespace places_detail

// Calls emit(name, place) for every feature of the text, as often as it stands there: an n-gram of words once for each
// of its words, since other words may stand between, one of characters once for all of it. Places are bytes of the
// text as it was given.
template <class Emit>
void each_place(std::string_view text, const TextSettings& settings, const StopWords& stop, Emit emit) {
  namespace here = places_detail;
  if (settings.kind == Kind::Words) return here::each_word_place(text, settings, stop, emit);
  const std::vector<Place> origin = here::origins(text, settings);
  Scan scan;
  Characters chars;
  std::vector<Place> places;
  auto placed = [&](std::string_view gram) {
    const auto first = static_cast<std::size_t>(gram.data() - chars.view(0, 0).data());
    const std::size_t begin = places[first].begin, end = places[first + gram.size() - 1].end;
    emit(gram, here::original(origin, begin, end));
  };
  if (settings.kind == Kind::Chars) {
    places = here::places_of_characters(text, settings, scan);
    return each_gram(text, settings, scan, chars, placed);
  }
  each_chunk(text, settings, scan, [&](std::string_view word) {
    places = here::places_of_padded(here::place_of(word, scan));
    each_gram_of_word(word, settings, chars, placed);
  });
}

// Calls visit(begin, end) for the pieces of a text that are shown as one: by words, each word with its marks, each
// emoji, each character of a script without spaces and whatever lies between; else each character with its marks.
template <class Visit>
void each_piece(std::string_view text, bool by_words, Visit visit) {
  enum class Piece : std::uint8_t { Gap, Word, Alone };
  std::size_t begin = 0;
  char32_t before = 0;
  Piece open = Piece::Gap;
  bool half_flag = false;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode(text.data() + at, text.data() + text.size());
    const char32_t cp = decoded.cp;
    const std::uint8_t cls = char_class(cp);
    const bool emoji = (cls & Pictograph) && cp >= 0x231A;
    const Piece kind = (cls & Word)                                       ? Piece::Word
                       : (cls & (Spaceless | RegionalIndicator)) || emoji ? Piece::Alone
                                                                          : Piece::Gap;
    const bool belongs = (cls & Extend) || (before == 0x200D && (cls & Pictograph)) ||
                         (half_flag && (cls & RegionalIndicator)) || (before == '\r' && cp == '\n');
    if (at > begin && !belongs && !(by_words && kind == open && kind != Piece::Alone)) {
      visit(begin, at);
      begin = at;
    }
    half_flag = (cls & RegionalIndicator) && !(belongs && half_flag);
    if (!belongs || at == begin) open = kind;
    before = cp;
    at += decoded.length;
  }
  if (begin < text.size()) visit(begin, text.size());
}

}  // namespace linnet
