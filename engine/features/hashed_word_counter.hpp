#pragma once

#include "features/feature_ids.hpp"
#include "features/row_buffer.hpp"
#include "features/short_word_hashes.hpp"
#include "text/words.hpp"

namespace linnet {

// Single words that are hashed and leave no names: each goes straight to its column, which is its
// id.
class HashedWordCounter {
 public:
  HashedWordCounter(const TextSettings& settings, Hashing hashing)
      : settings_(settings), hashing_(hashing), ids_({}) {}

  static bool fits(const TextSettings& settings, Hashing hashing) {
    const bool single_words = settings.kind == Kind::Words && settings.longest == 1;
    return hashing.on() && !hashing.keep_names && single_words && settings.stop_words.empty();
  }

  void count(std::string_view text, RowBuffer& rows) {
    each_word(text, settings_, scan_, [&](std::string_view word) {
      if (word.size() > ShortWords::longest) [[unlikely]]
        rows.features.push_back(hashing_.column(word));
      else
        short_words_.add(word);
      if (short_words_.size == ShortWords::capacity) [[unlikely]]
        flush(rows.features);
    });
    flush(rows.features);
  }

  const FeatureIds& ids() const { return ids_; }
  bool is_stop_word(std::uint32_t) const { return false; }
  void forget() {}

 private:
  void flush(BigVector<std::uint32_t>& out) {
    hash_words(short_words_, hashes_);
    const std::size_t before = out.size();
    out.resize(before + short_words_.size);
    for (std::size_t i = 0; i < short_words_.size; ++i)
      out[before + i] = hashing_.column_of_hash(hashes_[i]);
    short_words_.size = 0;
  }

  TextSettings settings_;
  Hashing hashing_;
  Scan scan_;
  FeatureIds ids_;  // none
  ShortWords short_words_;
  ShortWords::Numbers hashes_{};
};

}  // namespace linnet
