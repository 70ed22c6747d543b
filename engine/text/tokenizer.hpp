#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "text/characters.hpp"
#include "text/words.hpp"

namespace linnet {

// Working memory of one thread, reused from document to document.
struct Scratch {
  Scan scan;
  Characters chars;
  std::string name;
  std::vector<std::string_view> words;
};

// Stop words as a sorted list; asked once per distinct word while counting.
class StopWords {
 public:
  explicit StopWords(std::vector<std::string> words) : words_(std::move(words)) {
    std::sort(words_.begin(), words_.end());
  }
  bool contains(std::string_view word) const {
    return std::binary_search(words_.begin(), words_.end(), word, std::less<std::string_view>());
  }
  bool empty() const { return words_.empty(); }

 private:
  std::vector<std::string> words_;
};

// Writes the n-gram of the words from `first` on: its words with a space between them.
inline void join_words(const std::vector<std::string_view>& words, std::size_t first, std::size_t n,
                       std::string& name) {
  name.assign(words[first]);
  for (std::size_t i = 1; i < n; ++i) {
    name.push_back(' ');
    name.append(words[first + i]);
  }
}

// The number of words of each text.
inline std::vector<std::int64_t> word_counts(const std::vector<std::string_view>& texts,
                                             const TextSettings& settings) {
  std::vector<std::int64_t> counts;
  Scan scan;
  for (const std::string_view text : texts) {
    std::int64_t n = 0;
    each_word(text, settings, scan, [&](std::string_view) { ++n; });
    counts.push_back(n);
  }
  return counts;
}

namespace tokenizer_detail {

template <class Emit>
void each_word_ngram(const TextSettings& settings, Scratch& scratch, Emit& emit) {
  const auto& words = scratch.words;
  for (int n = settings.shortest; n <= settings.longest; ++n) {
    const auto size = static_cast<std::size_t>(n);
    for (std::size_t at = 0; at + size <= words.size(); ++at) {
      if (n == 1) {
        emit(words[at]);
        continue;
      }
      join_words(words, at, size, scratch.name);
      emit(std::string_view(scratch.name));
    }
  }
}

}  // namespace tokenizer_detail

// Calls emit(name) for every feature of the text, as often as it stands there. The order is by
// length, then by position. This is the reference of what the counters do faster; the tests hold
// them against it.
template <class Emit>
void each_feature(std::string_view text, const TextSettings& settings, const StopWords& stop_words,
                  Scratch& scratch, Emit emit) {
  switch (settings.kind) {
    case Kind::Words:
      scratch.words.clear();
      each_word(text, settings, scratch.scan, [&](std::string_view word) {
        if (stop_words.empty() || !stop_words.contains(word)) scratch.words.push_back(word);
      });
      return tokenizer_detail::each_word_ngram(settings, scratch, emit);
    case Kind::Chars: return each_char_ngram(text, settings, scratch.scan, scratch.chars, emit);
    case Kind::CharsInWords:
      return each_whitespace_token(text, settings, scratch.scan, [&](std::string_view word) {
        each_char_ngram_in_word(word, settings, scratch.chars, emit);
      });
  }
}

}  // namespace linnet
