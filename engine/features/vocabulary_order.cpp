#include "features/vocabulary_order.hpp"

#include <algorithm>
#include <limits>

#include "common/parallel_for.hpp"
#include "features/ngram_trie.hpp"

namespace linnet {

namespace {

// The pre-order walk through a trie: in the order of the columns.
class TrieWalk {
 public:
  explicit TrieWalk(const NgramTrie& trie) : trie_(trie) {
    for (std::size_t n = 0; n + 1 < trie.levels.size(); ++n) {
      const std::size_t size = trie.levels[n].size();
      auto& first = first_child_.emplace_back(size + 1, 0);
      for (const std::uint32_t parent : trie.levels[n + 1].parent) ++first[parent + 1];
      for (std::size_t i = 0; i < size; ++i) first[i + 1] += first[i];
    }
  }

  std::size_t n_levels() const { return trie_.levels.size(); }

  // Calls visit(level, last word, is feature) for the n-grams that begin with the words [begin,
  // end).
  template <class Visit>
  void each(std::size_t begin, std::size_t end, Visit visit) const {
    for (std::size_t word = begin; word < end; ++word) each_below(0, word, visit);
  }

 private:
  template <class Visit>
  void each_below(std::size_t n, std::size_t node, Visit& visit) const {
    constexpr std::size_t ahead = 8;  // words on their way from memory
    const TrieLevel& level = trie_.levels[n];
    visit(n, trie_.words[level.last_word[node]], level.is_feature[node] != 0);
    if (n == first_child_.size()) return;
    const TrieLevel& below = trie_.levels[n + 1];
    for (std::size_t child = first_child_[n][node]; child < first_child_[n][node + 1]; ++child) {
      if (child + ahead < below.size())
        __builtin_prefetch(&trie_.words[below.last_word[child + ahead]]);
      each_below(n + 1, child, visit);
    }
  }

  const NgramTrie& trie_;
  std::vector<BigVector<std::size_t>> first_child_;  // per level, per node, and the end
};

// Writes the names of a trie side by side, each thread those that begin with its range of words.
class NameWriter {
 public:
  NameWriter(const NgramTrie& trie, std::size_t threads)
      : walk_(trie), threads_(threads), n_columns_(trie.n_columns) {
    const auto& column = trie.levels[0].column;  // where the names that begin with each word begin
    const auto n_threads = static_cast<std::int64_t>(threads);
    for (std::int64_t t = 0; t < n_threads; ++t) {
      const std::int64_t wanted = n_columns_ * t / n_threads;
      const auto word = std::lower_bound(column.begin(), column.end(), wanted);
      first_word_.push_back(static_cast<std::size_t>(word - column.begin()));
      first_column_.push_back(static_cast<std::size_t>(word == column.end() ? n_columns_ : *word));
    }
    first_word_.push_back(column.size());
    first_column_.push_back(static_cast<std::size_t>(n_columns_));
  }

  Names write() const {
    Names names;
    names.offsets.resize(static_cast<std::size_t>(n_columns_) + 1);
    parallel_parts(threads_, [&](std::size_t t) { measure(t, names); });
    const std::vector<std::int64_t> first_byte = first_bytes(names);
    names.bytes.resize(static_cast<std::size_t>(first_byte.back()));
    parallel_parts(threads_, [&](std::size_t t) {
      for (std::size_t c = first_column_[t]; c < first_column_[t + 1]; ++c)
        names.offsets[c + 1] += first_byte[t];
      put(t, names.bytes.data() + first_byte[t]);
    });
    return names;
  }

 private:
  // Where each name of the thread ends, counted from its first.
  void measure(std::size_t t, Names& names) const {
    std::int64_t* offset = names.offsets.data() + first_column_[t] + 1;
    std::vector<std::int64_t> length(walk_.n_levels());
    std::int64_t total = 0;
    const auto visit = [&](std::size_t n, const NameTable::Entry& word, bool is_feature) {
      const std::int64_t before = n == 0 ? 0 : length[n - 1] + 1;  // and a space
      length[n] = before + word.length;
      if (!is_feature) return;
      total += length[n];
      *offset++ = total;
    };
    walk_.each(first_word_[t], first_word_[t + 1], visit);
  }

  // Where the bytes of each thread begin, and their end.
  std::vector<std::int64_t> first_bytes(const Names& names) const {
    std::vector<std::int64_t> first = {0};
    for (std::size_t t = 0; t < threads_; ++t) {
      const bool empty = first_column_[t] == first_column_[t + 1];
      first.push_back(first[t] + (empty ? 0 : names.offsets[first_column_[t + 1]]));
    }
    return first;
  }

  void put(std::size_t t, char* to) const {
    std::vector<char> name;
    std::vector<std::size_t> length(walk_.n_levels());
    const auto visit = [&](std::size_t n, const NameTable::Entry& word, bool is_feature) {
      std::size_t at = n == 0 ? 0 : length[n - 1];
      const std::size_t needed = at + 1 + word.length;
      if (name.size() < needed) name.resize(2 * needed);
      if (n > 0) name[at++] = ' ';
      NameTable::write(word, name.data() + at);
      length[n] = at + word.length;
      if (is_feature) to = std::copy_n(name.data(), length[n], to);
    };
    walk_.each(first_word_[t], first_word_[t + 1], visit);
  }

  TrieWalk walk_;
  std::size_t threads_;
  std::int64_t n_columns_;
  std::vector<std::size_t> first_word_;    // of each thread, and the end
  std::vector<std::size_t> first_column_;  // of each thread, and the end
};

// The column of each id of one counter, as far as it is a feature.
void set_columns(const NgramTrie& trie, std::size_t counter, BigVector<std::int32_t>& columns) {
  for (const TrieLevel& level : trie.levels) {
    const auto& node_of_id = level.node[counter];
    for (std::size_t id = 0; id < node_of_id.size(); ++id) {
      if (node_of_id[id] < 0) continue;
      const auto node = static_cast<std::size_t>(node_of_id[id]);
      if (level.is_feature[node]) columns[id] = static_cast<std::int32_t>(level.column[node]);
    }
  }
}

}  // namespace

VocabularyOrder order_of(const std::vector<const AnyCounter*>& counters,
                         const TextSettings& settings, int narrow_bits) {
  // Of words; a character n-gram is a name of its own, whatever its length.
  const bool of_words = settings.kind == Kind::Words;
  const int shortest = of_words ? settings.shortest : 1;
  const int longest = of_words ? settings.longest : 1;
  const NgramTrie trie = build_trie(counters, shortest, longest, narrow_bits);
  require(trie.n_columns < std::numeric_limits<std::int32_t>::max(),
          "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
  VocabularyOrder order{NameWriter(trie, counters.size()).write(), no_nodes(counters)};
  parallel_parts(counters.size(), [&](std::size_t i) { set_columns(trie, i, order.columns[i]); });
  return order;
}

}  // namespace linnet
