// A counter turns one text into one row of provisional ids. What all counters share:
//   count(text, rows)  adds the features of one text to the open row
//   ids()              what the ids mean; is_stop_word(id): not a feature
//   forget()           drops ids and names (only where hashed: there they are a cache)
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "features/feature_ids.hpp"
#include "features/hashed_word_counter.hpp"
#include "features/row_buffer.hpp"
#include "text/tokenizer.hpp"

namespace linnet {

// Words and n-grams of words. An n-gram of two words or more is a pair of ids, never bytes.
class WordCounter {
 public:
  WordCounter(const TextSettings& settings, Hashing hashing)
      : settings_(settings), stop_words_(settings.stop_words), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    if (settings_.longest == 1) {
      count_words(text, rows.features);
      return;
    }
    words_.clear();
    word_names_.clear();
    count_words(text, words_);
    count_ngrams(rows);
  }

  const FeatureIds& ids() const { return ids_; }
  bool is_stop_word(std::uint32_t id) const { return id < stopped_.size() && stopped_[id] != 0; }
  void forget() {
    ids_.clear();
    stopped_.clear();
  }

 private:
  void count_words(std::string_view text, BigVector<std::uint32_t>& out) {
    const auto each = [&](auto emit) { each_word(text, settings_, scan_, emit); };
    lookup_.run(ids_.names, each,
                [&](std::span<const NameTable::Key> keys) { add_words(keys, out); });
  }

  void add_words(std::span<const NameTable::Key> keys, BigVector<std::uint32_t>& out) {
    std::size_t size = out.size();
    out.resize(size + keys.size());
    std::uint32_t* const ids = out.data();
    for (const auto& key : keys) {
      const std::uint32_t id = word_id(key);
      const bool kept = !is_stop_word(id);
      ids[size] = id;
      size += kept;  // without a branch: the next word takes the room of one that is not kept
      if (word_names_wanted() && kept) word_names_.emplace_back(key.bytes, key.length);
    }
    out.resize(size);
  }

  // The words of a text by name: only where an n-gram's name is hashed.
  bool word_names_wanted() const { return ids_.hashed() && settings_.longest > 1; }

  void count_ngrams(RowBuffer& rows) {
    auto& out = rows.features;
    if (settings_.shortest == 1) out.insert(out.end(), words_.begin(), words_.end());
    ngrams_.assign(words_.begin(), words_.end());
    for (int n = 2; n <= settings_.longest; ++n) {
      if (words_.size() < static_cast<std::size_t>(n)) return;
      lengthen(static_cast<std::size_t>(n));
      const auto count = static_cast<std::ptrdiff_t>(words_.size()) - n + 1;
      if (n >= settings_.shortest) out.insert(out.end(), ngrams_.begin(), ngrams_.begin() + count);
    }
  }

  // From the (n-1)-gram at each position to the n-gram there.
  void lengthen(std::size_t n) {
    constexpr std::size_t ahead = 16;  // pairs whose slots are on their way from memory
    const std::size_t n_positions = words_.size() - n + 1;
    const auto pair_at = [&](std::size_t at) {
      return PairTable::pair(ngrams_[at], words_[at + n - 1]);
    };
    for (std::size_t at = 0; at < std::min(ahead, n_positions); ++at)
      ids_.pairs.prefetch(pair_at(at));
    for (std::size_t at = 0; at < n_positions; ++at) {
      if (at + ahead < n_positions) ids_.pairs.prefetch(pair_at(at + ahead));
      const std::uint32_t id = ids_.pairs.find_or_add(pair_at(at), ids_.size()).id();
      if (id == ids_.size()) add_ngram(at, n);
      ngrams_[at] = id;
    }
  }

  [[gnu::always_inline]] std::uint32_t word_id(const NameTable::Key& key) {
    const std::uint32_t id = ids_.id_of(key);
    if (!stop_words_.empty() && id >= stopped_.size()) {
      stopped_.resize(id + 1, 0);
      stopped_[id] = stop_words_.contains({key.bytes, key.length});
    }
    return id;
  }

  void add_ngram(std::size_t at, std::size_t n) {
    name_.clear();
    if (word_names_wanted()) join_words(word_names_, at, n, name_);
    ids_.added(name_);
  }

  TextSettings settings_;
  StopWords stop_words_;
  Scan scan_;
  FeatureIds ids_;
  BatchedLookup lookup_;
  BigVector<std::uint32_t> words_;            // of the text at hand
  BigVector<std::uint32_t> ngrams_;           // of the text at hand, by position
  std::vector<std::string_view> word_names_;  // of words_
  std::vector<std::uint8_t> stopped_;         // per id, as far as known
  std::string name_;
};

// Character n-grams of the whole text.
class CharCounter {
 public:
  CharCounter(const TextSettings& settings, Hashing hashing) : settings_(settings), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    const auto each = [&](auto emit) { each_char_ngram(text, settings_, scan_, chars_, emit); };
    lookup_.run(ids_.names, each, [&](std::span<const NameTable::Key> keys) {
      for (const auto& key : keys) rows.features.push_back(ids_.id_of(key));
    });
  }

  const FeatureIds& ids() const { return ids_; }
  bool is_stop_word(std::uint32_t) const { return false; }
  void forget() { ids_.clear(); }

 private:
  TextSettings settings_;
  Scan scan_;
  Characters chars_;
  FeatureIds ids_;
  BatchedLookup lookup_;
};

// Character n-grams inside words: the n-grams of each distinct word are found once and remembered.
class CharInWordCounter {
 public:
  CharInWordCounter(const TextSettings& settings, Hashing hashing)
      : settings_(settings), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    const auto each = [&](auto emit) { each_whitespace_token(text, settings_, scan_, emit); };
    auto& out = rows.features;
    lookup_.run(words_, each, [&](std::span<const NameTable::Key> keys) {
      for (const auto& key : keys) {
        const std::uint32_t word = word_id(key);
        const auto begin = ngrams_.begin() + first_ngram_[word];
        const auto end = ngrams_.begin() + first_ngram_[word + 1];
        out.insert(out.end(), begin, end);
      }
    });
  }

  const FeatureIds& ids() const { return ids_; }
  bool is_stop_word(std::uint32_t) const { return false; }
  void forget() {
    ids_.clear();
    words_.clear();
    ngrams_.clear();
    first_ngram_.assign(1, 0);
  }

 private:
  std::uint32_t word_id(const NameTable::Key& key) {
    const auto next = static_cast<std::uint32_t>(words_.size());
    const std::uint32_t id = words_.find_or_add(key, next).id();
    if (id == next) remember_ngrams({key.bytes, key.length});
    return id;
  }

  void remember_ngrams(std::string_view word) {
    each_char_ngram_in_word(word, settings_, chars_, [&](std::string_view ngram) {
      ngrams_.push_back(ids_.id_of(ids_.names.key(ngram)));
    });
    first_ngram_.push_back(static_cast<std::ptrdiff_t>(ngrams_.size()));
  }

  TextSettings settings_;
  Scan scan_;
  Characters chars_;
  NameTable words_;
  FeatureIds ids_;
  BatchedLookup lookup_;
  std::vector<std::uint32_t> ngrams_;              // of all words, one after the other
  std::vector<std::ptrdiff_t> first_ngram_ = {0};  // per word, and the end
};

using AnyCounter = std::variant<WordCounter, CharCounter, CharInWordCounter, HashedWordCounter>;

inline const FeatureIds& ids_of(const AnyCounter& counter) {
  return std::visit([](const auto& any) -> const FeatureIds& { return any.ids(); }, counter);
}

inline AnyCounter counter_of(const TextSettings& settings, Hashing hashing) {
  switch (settings.kind) {
    case Kind::Chars: return CharCounter(settings, hashing);
    case Kind::CharsInWords: return CharInWordCounter(settings, hashing);
    default: return WordCounter(settings, hashing);
  }
}

}  // namespace linnet
