// Which bytes features cover, and segments: whatever the bytes, valid or not.
#include "text/spans.hpp"

#include "check.hpp"
#include "text/segments.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

const std::string odd_bytes =
    "aB \xC4\xB0\xCE\xA3 e\xCC\x81\xF0\x9F\x91\x8D\xE5\xA5\xBD\r\n\xFF\xC3(\xE2\x82";

template <class Visit>
void each_odd_text(Visit visit) {
  for (std::size_t begin = 0; begin < odd_bytes.size(); ++begin)
    for (std::size_t end = begin; end <= odd_bytes.size(); ++end)
      visit(std::string_view(odd_bytes).substr(begin, end - begin));
}

void check_spans(std::string_view text, const TextSettings& settings) {
  std::vector<std::string> expected;
  Scratch scratch;
  each_feature(text, settings, StopWords({}), scratch,
               [&](std::string_view name) { expected.emplace_back(name); });
  std::vector<std::string> found;
  each_feature_span(text, settings, StopWords({}), [&](std::string_view name, Span span) {
    found.emplace_back(name);
    check(span.begin < span.end && span.end <= text.size(),
          "a span is inside its text: " + shown(text));
  });
  check(found == expected, "spans are those of the features: " + shown(text));
}

void test_every_feature_has_a_span() {
  for (const Kind kind : {Kind::Words, Kind::Chars, Kind::CharsInWords})
    for (const bool ascii_only : {false, true})
      for (const bool strip_accents : {ascii_only, true}) {
        const TextSettings settings = {
            .kind = kind, .strip_accents = strip_accents, .ascii_only = ascii_only};
        each_odd_text([&](std::string_view text) { check_spans(text, settings); });
      }
}

void test_segments_are_the_whole_text() {
  for (const bool by_words : {false, true})
    each_odd_text([&](std::string_view text) {
      std::size_t after = 0;
      each_segment(text, by_words, [&](std::size_t begin, std::size_t end) {
        check(begin == after && end > begin, "segments follow each other: " + shown(text));
        after = end;
      });
      check(after == text.size(), "segments are the whole text: " + shown(text));
    });
}

std::vector<std::string> segments_of(std::string_view text, bool by_words) {
  std::vector<std::string> out;
  each_segment(text, by_words, [&](std::size_t begin, std::size_t end) {
    out.emplace_back(text.substr(begin, end - begin));
  });
  return out;
}

void test_segments_by_hand() {
  using Segments = std::vector<std::string>;
  const std::string text = "e\u0301a, 東京 🇩🇪🇫🇷👨\u200d👩";
  check(segments_of(text, true) ==
            Segments{"e\u0301a", ", ", "東", "京", " ", "🇩🇪", "🇫🇷", "👨\u200d👩"},
        "by words: words with their marks, single characters, flags and joined emoji");
  check(segments_of("e\u0301a\r\n", false) == Segments{"e\u0301", "a", "\r\n"},
        "else: grapheme clusters");
}

}  // namespace

int main() {
  test_every_feature_has_a_span();
  test_segments_are_the_whole_text();
  test_segments_by_hand();
  return report();
}
