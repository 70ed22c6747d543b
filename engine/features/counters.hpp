#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "features/name_table.hpp"
#include "features/pair_table.hpp"
#include "features/row_buffer.hpp"
#include "features/short_words.hpp"
#include "text/tokenizer.hpp"

namespace linnet {

// Column of a hashed feature: scikit-learn's |murmur3| modulo a power of two or any other number. 0 bits: not hashed.
// With signs, column c stands twice, as 2c for names whose hash is 0 or above and as 2c + 1 for the others.
struct Hashing {
  int bits = 0;
  bool keep_names = false;
  std::uint32_t modulus = 0;  // 0: 2^bits
  bool signs = false;
  bool on() const { return bits > 0; }
  std::size_t n_columns() const { return (modulus == 0 ? std::size_t{1} << bits : modulus) << int{signs}; }
  std::uint32_t column(std::string_view name) const { return column_of_hash(murmur3(name)); }
  std::uint32_t column_of_hash(std::uint32_t unsigned_hash) const {
    const auto hash = static_cast<std::int32_t>(unsigned_hash);
    const std::uint32_t magnitude = hash < 0 ? 0u - static_cast<std::uint32_t>(hash) : static_cast<std::uint32_t>(hash);
    const std::uint32_t column = modulus == 0 ? magnitude & ((1u << bits) - 1u) : magnitude % modulus;
    return signs ? column << 1 | static_cast<std::uint32_t>(hash < 0) : column;
  }
};

// Names on their way to be looked up, some at a time: by then their slots are in the cache.
class Pending {
 public:
  // each(emit) calls emit(name) for every name; found(keys) is called for some of them at a time, in order.
  template <class Each, class Found>
  [[gnu::always_inline]] void look_up(const NameTable& table, Each each, Found found) {
    NameTable::Key *const begin = keys_.data(), *const end = begin + keys_.size(), *next = begin;
    each([&](std::string_view name) {
      *next = table.key(name);
      table.prefetch(*next);
      if (++next == end) [[unlikely]] {
        found(std::span<const NameTable::Key>(begin, end));
        next = begin;
      }
    });
    found(std::span<const NameTable::Key>(begin, next));
  }

 private:
  std::vector<NameTable::Key> keys_ = std::vector<NameTable::Key>(256);
};

// The names a counter has met, numbered in that order; where features are hashed, the column of each.
class FeatureIds {
 public:
  explicit FeatureIds(Hashing hashing) : hashing_(hashing) {}

  NameTable names;
  PairTable pairs;

  [[gnu::always_inline]] std::uint32_t of(const NameTable::Key& key) {
    const std::uint32_t id = names.find_or_add(key, next_).id();
    if (id == next_) [[unlikely]]
      met({key.bytes, key.length});
    return id;
  }

  // For a name that was just given the id `size()`.
  void met(std::string_view name) {
    ++next_;
    if (hashing_.on()) columns_.push_back(hashing_.column(name));
  }

  bool hashed() const { return hashing_.on(); }
  std::uint32_t size() const { return next_; }
  const std::vector<std::uint32_t>& columns() const { return columns_; }

  void clear() {
    names.clear();
    pairs.clear();
    columns_.clear();
    next_ = 0;
  }

 private:
  Hashing hashing_;
  std::vector<std::uint32_t> columns_;
  std::uint32_t next_ = 0;
};

// A counter turns one text into one row of provisional ids. What all counters share:
//   count(text, rows)  adds the features of one text to the open row
//   ids()              what the ids mean; stopped(id): not a feature
//   forget()           drops ids and names (only where hashed: there they are a cache)

class WordCounter {
 public:
  WordCounter(const TextSettings& settings, Hashing hashing)
      : settings_(settings), stop_(settings.stop_words), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    if (settings_.longest == 1) {
      count_words(text, rows.features);
      return;
    }
    words_.clear();
    names_.clear();
    count_words(text, words_);
    count_grams(rows);
  }

  const FeatureIds& ids() const { return ids_; }
  bool stopped(std::uint32_t id) const { return id < stopped_.size() && stopped_[id] != 0; }
  void forget() {
    ids_.clear();
    stopped_.clear();
  }

 private:
  void count_words(std::string_view text, BigVector<std::uint32_t>& out) {
    pending_.look_up(
        ids_.names, [&](auto emit) { each_word(text, settings_, scan_, emit); },
        [&](std::span<const NameTable::Key> keys) { add_words(keys, out); });
  }

  void add_words(std::span<const NameTable::Key> keys, BigVector<std::uint32_t>& out) {
    std::size_t size = out.size();
    out.resize(size + keys.size());
    std::uint32_t* const ids = out.data();
    for (const auto& key : keys) {
      const std::uint32_t id = word(key);
      ids[size] = id;
      size += !stopped(id);
      if (names_wanted() && !stopped(id)) names_.emplace_back(key.bytes, key.length);
    }
    out.resize(size);
  }

  // The words of a text by name: only where an n-gram's name is hashed.
  bool names_wanted() const { return ids_.hashed() && settings_.longest > 1; }

  void count_grams(RowBuffer& rows) {
    if (settings_.shortest == 1) rows.features.insert(rows.features.end(), words_.begin(), words_.end());
    grams_.assign(words_.begin(), words_.end());
    for (int n = 2; n <= settings_.longest && words_.size() >= static_cast<std::size_t>(n); ++n) lengthen(n, rows);
  }

  // From the (n-1)-grams at each place to the n-grams.
  void lengthen(int n, RowBuffer& rows) {
    const std::size_t places = words_.size() - static_cast<std::size_t>(n) + 1, last = static_cast<std::size_t>(n) - 1;
    const auto pair = [&](std::size_t at) { return PairTable::pair(grams_[at], words_[at + last]); };
    constexpr std::size_t ahead = 16;
    for (std::size_t at = 0; at < std::min(ahead, places); ++at) ids_.pairs.prefetch(pair(at));
    for (std::size_t at = 0; at < places; ++at) {
      if (at + ahead < places) ids_.pairs.prefetch(pair(at + ahead));
      const std::uint32_t id = ids_.pairs.find_or_add(pair(at), ids_.size()).id();
      if (id == ids_.size()) met_gram(at, n);
      grams_[at] = id;
    }
    if (n >= settings_.shortest)
      rows.features.insert(rows.features.end(), grams_.begin(), grams_.begin() + static_cast<std::ptrdiff_t>(places));
  }

  [[gnu::always_inline]] std::uint32_t word(const NameTable::Key& key) {
    const std::uint32_t id = ids_.of(key);
    if (!stop_.empty() && id >= stopped_.size()) {
      stopped_.resize(id + 1, 0);
      stopped_[id] = stop_.has({key.bytes, key.length});
    }
    return id;
  }

  void met_gram(std::size_t at, int n) {
    name_.clear();
    if (names_wanted()) {
      name_.append(names_[at]);
      for (std::size_t i = at + 1; i < at + static_cast<std::size_t>(n); ++i) name_.append(1, ' ').append(names_[i]);
    }
    ids_.met(name_);
  }

  TextSettings settings_;
  StopWords stop_;
  Scan scan_;
  FeatureIds ids_;
  Pending pending_;
  BigVector<std::uint32_t> words_, grams_;  // of the text at hand
  std::vector<std::string_view> names_;     // of words_
  std::vector<std::uint8_t> stopped_;       // per id, as far as known
  std::string name_;
};

class CharCounter {
 public:
  CharCounter(const TextSettings& settings, Hashing hashing) : settings_(settings), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    pending_.look_up(
        ids_.names, [&](auto emit) { each_gram(text, settings_, scan_, chars_, emit); },
        [&](std::span<const NameTable::Key> keys) {
          for (const auto& key : keys) rows.features.push_back(ids_.of(key));
        });
  }

  const FeatureIds& ids() const { return ids_; }
  bool stopped(std::uint32_t) const { return false; }
  void forget() { ids_.clear(); }

 private:
  TextSettings settings_;
  Scan scan_;
  Characters chars_;
  FeatureIds ids_;
  Pending pending_;
};

// Character n-grams inside words: the n-grams of each distinct word are found once and remembered.
class CharInWordCounter {
 public:
  CharInWordCounter(const TextSettings& settings, Hashing hashing) : settings_(settings), ids_(hashing) {}

  void count(std::string_view text, RowBuffer& rows) {
    pending_.look_up(
        words_, [&](auto emit) { each_chunk(text, settings_, scan_, emit); },
        [&](std::span<const NameTable::Key> keys) {
          for (const auto& key : keys) {
            const std::uint32_t word = word_of(key);
            rows.features.insert(rows.features.end(), grams_.begin() + first_gram_[word],
                                 grams_.begin() + first_gram_[word + 1]);
          }
        });
  }

  const FeatureIds& ids() const { return ids_; }
  bool stopped(std::uint32_t) const { return false; }
  void forget() {
    ids_.clear();
    words_.clear();
    grams_.clear();
    first_gram_.assign(1, 0);
  }

 private:
  std::uint32_t word_of(const NameTable::Key& key) {
    const auto next = static_cast<std::uint32_t>(words_.size());
    const std::uint32_t id = words_.find_or_add(key, next).id();
    if (id == next) remember_grams({key.bytes, key.length});
    return id;
  }

  void remember_grams(std::string_view word) {
    each_gram_of_word(word, settings_, chars_,
                      [&](std::string_view gram) { grams_.push_back(ids_.of(ids_.names.key(gram))); });
    first_gram_.push_back(static_cast<std::ptrdiff_t>(grams_.size()));
  }

  TextSettings settings_;
  Scan scan_;
  Characters chars_;
  NameTable words_;
  FeatureIds ids_;
  Pending pending_;
  std::vector<std::uint32_t> grams_;              // of all words, one after the other
  std::vector<std::ptrdiff_t> first_gram_ = {0};  // per word, and the end
};

// Single words that are hashed and leave no names: each goes straight to its column, which is its id.
class HashedWordCounter {
 public:
  HashedWordCounter(const TextSettings& settings, Hashing hashing) : settings_(settings), hashing_(hashing), ids_({}) {}

  static bool fits(const TextSettings& settings, Hashing hashing) {
    return hashing.on() && !hashing.keep_names && settings.kind == Kind::Words && settings.longest == 1 &&
           settings.stop_words.empty();
  }

  void count(std::string_view text, RowBuffer& rows) {
    each_word(text, settings_, scan_, [&](std::string_view word) {
      if (word.size() > ShortWords::longest) [[unlikely]]
        rows.features.push_back(hashing_.column(word));
      else
        short_.add(word);
      if (short_.size == ShortWords::most) [[unlikely]]
        count_short(rows.features);
    });
    count_short(rows.features);
  }

  const FeatureIds& ids() const { return ids_; }
  bool stopped(std::uint32_t) const { return false; }
  void forget() {}

 private:
  void count_short(BigVector<std::uint32_t>& out) {
    hash_words(short_, hashes_);
    const std::size_t before = out.size();
    out.resize(before + short_.size);
    for (std::size_t i = 0; i < short_.size; ++i) out[before + i] = hashing_.column_of_hash(hashes_[i]);
    short_.size = 0;
  }

  TextSettings settings_;
  Hashing hashing_;
  Scan scan_;
  FeatureIds ids_;    // none
  ShortWords short_;  // just met
  ShortWords::Numbers hashes_{};
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
