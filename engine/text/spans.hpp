// Which bytes of a text each of its features covers: what the tokenizer says, once more with spans,
// for explanations. Counting and scoring never come here.
#pragma once

#include <string_view>
#include <vector>

#include "text/tokenizer.hpp"

namespace linnet {

struct Span {
  std::size_t begin;
  std::size_t end;
};

namespace spans_detail {

// For each byte of the normalised text, the span of the original that it was made of. What vanishes
// (an accent, or what is not ASCII) belongs to the character before it.
class Alignment {
 public:
  Alignment(std::string_view text, const TextSettings& settings) : settings_(settings) {
    for (std::size_t at = 0; at < text.size();) {
      const Decoded decoded = decode(text.data() + at, text.data() + text.size());
      const Span here = {at, at + decoded.length};
      const std::size_t size_before = spans_.size();
      put_normalised(text, at, decoded.cp, here);
      if (spans_.size() == size_before) extend_last_character(here.end);
      at = here.end;
    }
  }

  // From a span of the normalised text to that of the original.
  Span original(Span normalised) const {
    return {spans_[normalised.begin].begin, spans_[normalised.end - 1].end};
  }

 private:
  void put_normalised(std::string_view text, std::size_t at, char32_t cp, Span here) {
    auto put = [&](char32_t out) {
      if (settings_.ascii_only && out >= 0x80) return;
      char bytes[LONGEST_UTF8];
      spans_.insert(spans_.end(), encode(out, bytes), here);
    };
    auto strip = [&](char32_t out) {
      if (settings_.strip_accents)
        each_without_accents(out, put);
      else
        put(out);
    };
    if (settings_.lower)
      each_lower(text, at, cp, strip);
    else
      strip(cp);
  }

  void extend_last_character(std::size_t end) {
    if (spans_.empty()) return;
    const std::size_t begin = spans_.back().begin;
    for (std::size_t i = spans_.size(); i > 0 && spans_[i - 1].begin == begin; --i)
      spans_[i - 1].end = end;
  }

  const TextSettings& settings_;
  std::vector<Span> spans_;
};

inline Span span_in(const Scan& scan, std::string_view part) {
  const auto begin = static_cast<std::size_t>(part.data() - scan.bytes());
  return {begin, begin + part.size()};
}

inline void append_bytes(Span bytes, std::vector<Span>& out) {
  for (std::size_t i = bytes.begin; i < bytes.end; ++i) out.push_back({i, i + 1});
}

// White space of several characters is one space in the n-grams, which covers all of it.
inline void append_whitespace(const Scan& scan, Span gap, std::vector<Span>& out) {
  if (gap.begin == gap.end) return;
  const Decoded first = decode(scan.bytes() + gap.begin, scan.bytes() + gap.end);
  if (first.length == gap.end - gap.begin)
    append_bytes(gap, out);
  else
    out.push_back(gap);
}

// For each byte of the characters that each_char_ngram cuts, its span in the normalised text.
inline std::vector<Span> character_spans(std::string_view text, const TextSettings& settings,
                                         Scan& scan) {
  std::vector<Span> spans;
  std::size_t after = 0;  // where the token before ended
  each_whitespace_token(text, settings, scan, [&](std::string_view token) {
    const Span here = span_in(scan, token);
    append_whitespace(scan, {after, here.begin}, spans);
    append_bytes(here, spans);
    after = here.end;
  });
  append_whitespace(scan, {after, scan.size()}, spans);
  return spans;
}

// The same for a word with a space on both sides: the space before it stands for its first byte,
// that after it for its last, so that every n-gram is somewhere.
inline std::vector<Span> padded_word_spans(Span word) {
  std::vector<Span> spans = {{word.begin, word.begin + 1}};
  append_bytes(word, spans);
  spans.push_back({word.end - 1, word.end});
  return spans;
}

template <class Emit>
void each_word_span(std::string_view text, const TextSettings& settings,
                    const StopWords& stop_words, Emit emit) {
  const Alignment alignment(text, settings);
  Scratch scratch;
  each_word(text, settings, scratch.scan, [&](std::string_view word) {
    if (!stop_words.contains(word)) scratch.words.push_back(word);
  });
  const auto& words = scratch.words;
  for (int n = settings.shortest; n <= settings.longest; ++n) {
    const auto size = static_cast<std::size_t>(n);
    for (std::size_t at = 0; at + size <= words.size(); ++at) {
      join_words(words, at, size, scratch.name);
      for (std::size_t i = at; i < at + size; ++i) {
        const Span word = span_in(scratch.scan, words[i]);
        emit(std::string_view(scratch.name), alignment.original(word));
      }
    }
  }
}

template <class Emit>
void each_char_span(std::string_view text, const TextSettings& settings, Emit emit) {
  const Alignment alignment(text, settings);
  Scan scan;
  Characters chars;
  std::vector<Span> spans;  // of the bytes of `chars`, in the normalised text
  auto emit_span = [&](std::string_view ngram) {
    const auto first = static_cast<std::size_t>(ngram.data() - chars.view(0, 0).data());
    const std::size_t last = first + ngram.size() - 1;
    emit(ngram, alignment.original({spans[first].begin, spans[last].end}));
  };
  if (settings.kind == Kind::Chars) {
    spans = character_spans(text, settings, scan);
    return each_char_ngram(text, settings, scan, chars, emit_span);
  }
  each_whitespace_token(text, settings, scan, [&](std::string_view word) {
    spans = padded_word_spans(span_in(scan, word));
    each_char_ngram_in_word(word, settings, chars, emit_span);
  });
}

}  // namespace spans_detail

// Calls emit(name, span) for every feature of the text, as often as it stands there: an n-gram of
// words once for each of its words, since other words may stand between, one of characters once for
// all of it. Spans are bytes of the text as it was given.
template <class Emit>
void each_feature_span(std::string_view text, const TextSettings& settings,
                       const StopWords& stop_words, Emit emit) {
  if (settings.kind == Kind::Words)
    spans_detail::each_word_span(text, settings, stop_words, emit);
  else
    spans_detail::each_char_span(text, settings, emit);
}

}  // namespace linnet
