#include "features/ngram_trie.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "common/parallel_for.hpp"

namespace linnet {

namespace {

// Merges the sorted names of all counters into the first level of a trie; equal names become one
// node.
class WordMerge {
 public:
  WordMerge(const CounterPointers& counters, int shortest)
      : counters_(counters),
        words_are_features_(shortest == 1),
        sorted_(counters.size()),
        next_(counters.size(), 0) {
    parallel_parts(counters.size(),
                   [&](std::size_t i) { sorted_[i] = ids_of(*counters[i]).names.sorted(); });
  }

  NgramTrie run() {
    NgramTrie trie;
    TrieLevel& level = trie.levels.emplace_back();
    level.node = no_nodes(counters_);
    while (const NameTable::Entry* least = least_name()) {
      const auto rank = static_cast<std::uint32_t>(trie.words.size());
      const bool stop_word = take_equal(*least, rank, level);
      trie.words.push_back(*least);
      level.last_word.push_back(rank);
      level.is_feature.push_back(words_are_features_ && !stop_word);
    }
    return trie;
  }

 private:
  bool at_end(std::size_t counter) const { return next_[counter] == sorted_[counter].size(); }
  const NameTable::Entry& front(std::size_t counter) const {
    return sorted_[counter][next_[counter]];
  }

  // The least name that is left; nothing where none is. (Counters are as few as threads: a scan is
  // enough.)
  const NameTable::Entry* least_name() const {
    const NameTable::Entry* least = nullptr;
    for (std::size_t i = 0; i < sorted_.size(); ++i)
      if (!at_end(i) && (!least || NameTable::less(front(i), *least))) least = &front(i);
    return least;
  }

  // Takes the name from each counter that has it; returns whether it is a stop word.
  bool take_equal(const NameTable::Entry& name, std::uint32_t rank, TrieLevel& level) {
    bool stop_word = false;
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      if (at_end(i) || NameTable::compare(front(i), name) != 0) continue;
      const std::uint32_t id = front(i).id;
      ++next_[i];
      level.node[i][id] = static_cast<std::int32_t>(rank);
      stop_word = std::visit([&](const auto& c) { return c.is_stop_word(id); }, *counters_[i]);
    }
    return stop_word;
  }

  const CounterPointers& counters_;
  bool words_are_features_;
  std::vector<BigVector<NameTable::Entry>> sorted_;
  std::vector<std::size_t> next_;
};

int bits_of(std::size_t n) { return static_cast<int>(std::bit_width(n)); }

// Least-significant-digit radix sort by the bits from `first` to `end`.
template <class Number>
void radix_sort(BigVector<Number>& items, int first, int end) {
  constexpr int digit_bits = 11;  // 2,048 counters of 8 bytes: half of a first-level cache of 32 KB
  constexpr std::size_t n_digits = std::size_t{1} << digit_bits;
  BigVector<Number> other(items.size());
  for (int shift = first; shift < end; shift += digit_bits) {
    const auto digit = [&](Number item) {
      return static_cast<std::size_t>(item >> shift) & (n_digits - 1);
    };
    std::vector<std::size_t> starts(n_digits, 0);
    for (const Number item : items) ++starts[digit(item)];
    std::size_t at = 0;
    for (auto& start : starts) at += std::exchange(start, at);
    for (const Number item : items) other[starts[digit(item)]++] = item;
    items.swap(other);
  }
}

// Builds the level one word longer than `above`. Each n-gram of each counter is one number of four
// fields, from the highest: (n-gram before the last word, last word, counter, id). The numbers are
// partitioned by their first field, into as many parts as there are counters, and each part is
// sorted.
template <class Number>
class LevelBuilder {
 public:
  LevelBuilder(const CounterPointers& counters, const TrieLevel& above, const TrieLevel& words)
      : counters_(counters), above_(above), words_(words) {
    for (const auto* counter : counters)
      id_bits_ = std::max(id_bits_, bits_of(ids_of(*counter).size()));
  }

  int bits_needed() const { return parent_shift() + bits_of(above_.size()); }

  TrieLevel build() {
    partition();
    const std::size_t n_parts = counters_.size();
    std::vector<std::size_t> first_node(n_parts + 1, 0);  // of each part
    parallel_parts(n_parts, [&](std::size_t part) { first_node[part + 1] = sort(part); });
    for (std::size_t part = 0; part < n_parts; ++part) first_node[part + 1] += first_node[part];
    TrieLevel level;
    level.node = no_nodes(counters_);
    level.parent.resize(first_node[n_parts]);
    level.last_word.resize(first_node[n_parts]);
    parallel_parts(n_parts, [&](std::size_t part) { fill_nodes(part, first_node[part], level); });
    return level;
  }

 private:
  int last_shift() const { return id_bits_ + bits_of(counters_.size()); }
  int parent_shift() const { return last_shift() + bits_of(words_.size()); }

  static std::uint32_t field(Number item, int from, int to) {
    const std::uint64_t mask = (std::uint64_t{1} << (to - from)) - 1;
    return static_cast<std::uint32_t>(item >> from) & static_cast<std::uint32_t>(mask);
  }
  std::uint32_t parent_of(Number item) const { return field(item, parent_shift(), bits_needed()); }
  std::uint32_t last_word_of(Number item) const {
    return field(item, last_shift(), parent_shift());
  }
  std::uint32_t counter_of_item(Number item) const { return field(item, id_bits_, last_shift()); }
  std::uint32_t id_of(Number item) const { return field(item, 0, id_bits_); }
  Number ngram_of(Number item) const { return item >> last_shift(); }

  Number pack(std::uint32_t parent, std::uint32_t last, std::size_t counter,
              std::uint32_t id) const {
    return Number{parent} << parent_shift() | Number{last} << last_shift() |
           Number{counter} << id_bits_ | id;
  }

  void partition() {
    const std::size_t n_parts = counters_.size();
    const std::vector<std::uint32_t> splitters = choose_splitters();
    items_.assign(n_parts, std::vector<BigVector<Number>>(n_parts));
    parallel_parts(n_parts, [&](std::size_t counter) {
      const PairTable& pairs = ids_of(*counters_[counter]).pairs;
      // A quarter more than the mean: parts come out uneven.
      for (auto& items : items_[counter]) items.reserve(pairs.size() / n_parts * 5 / 4);
      pairs.each([&](std::uint64_t pair, std::uint32_t id) {
        const std::int32_t node = above_.node[counter][PairTable::first_of(pair)];
        if (node < 0) return;  // of another length
        const auto parent = static_cast<std::uint32_t>(node);
        const auto last =
            static_cast<std::uint32_t>(words_.node[counter][PairTable::second_of(pair)]);
        std::size_t part = 0;
        for (const std::uint32_t splitter : splitters) part += parent >= splitter;
        items_[counter][part].push_back(pack(parent, last, counter, id));
      });
    });
  }

  // Sample sort: quantiles of a sample of the first fields, so that about as many n-grams fall into
  // each part.
  std::vector<std::uint32_t> choose_splitters() const {
    constexpr std::size_t one_in = 64;  // the share of n-grams that is sampled
    std::vector<std::uint32_t> sample;
    for (std::size_t counter = 0; counter < counters_.size(); ++counter) {
      const PairTable& pairs = ids_of(*counters_[counter]).pairs;
      pairs.each_in_sample(one_in, [&](std::uint64_t pair, std::uint32_t) {
        const std::int32_t node = above_.node[counter][PairTable::first_of(pair)];
        if (node >= 0) sample.push_back(static_cast<std::uint32_t>(node));
      });
    }
    std::sort(sample.begin(), sample.end());
    std::vector<std::uint32_t> splitters;
    for (std::size_t part = 1; part < counters_.size(); ++part)
      splitters.push_back(sample.empty() ? 0 : sample[sample.size() * part / counters_.size()]);
    return splitters;
  }

  // Sorts a part of all counters; returns how many n-grams there are in it.
  std::size_t sort(std::size_t part) {
    auto& items = items_[0][part];
    for (std::size_t counter = 1; counter < counters_.size(); ++counter) {
      auto& more = items_[counter][part];
      items.insert(items.end(), more.begin(), more.end());
      BigVector<Number>().swap(more);
    }
    radix_sort(items, last_shift(), bits_needed());
    std::size_t distinct = !items.empty();
    for (std::size_t i = 1; i < items.size(); ++i)
      distinct += ngram_of(items[i]) != ngram_of(items[i - 1]);
    return distinct;
  }

  void fill_nodes(std::size_t part, std::size_t first_node, TrieLevel& level) const {
    const auto& items = items_[0][part];
    std::size_t node = first_node;
    for (std::size_t i = 0; i < items.size(); ++i) {
      node += i > 0 && ngram_of(items[i]) != ngram_of(items[i - 1]);
      level.parent[node] = parent_of(items[i]);
      level.last_word[node] = last_word_of(items[i]);
      auto& node_of_id = level.node[counter_of_item(items[i])];
      node_of_id[id_of(items[i])] = static_cast<std::int32_t>(node);
    }
  }

  const CounterPointers& counters_;
  const TrieLevel& above_;
  const TrieLevel& words_;
  int id_bits_ = 1;
  std::vector<std::vector<BigVector<Number>>> items_;  // [counter][part]
};

TrieLevel next_level(const CounterPointers& counters, const NgramTrie& trie, int narrow_bits) {
  __extension__ using Wide = unsigned __int128;
  const TrieLevel& above = trie.levels.back();
  const TrieLevel& words = trie.levels.front();
  LevelBuilder<std::uint64_t> narrow(counters, above, words);
  if (narrow.bits_needed() <= narrow_bits) return narrow.build();
  return LevelBuilder<Wide>(counters, above, words).build();
}

// The number of features in the subtree of each node, per level.
std::vector<BigVector<std::int64_t>> subtree_sizes(const std::vector<TrieLevel>& levels) {
  std::vector<BigVector<std::int64_t>> sizes(levels.size());
  for (std::size_t n = levels.size(); n-- > 0;) {
    sizes[n].assign(levels[n].is_feature.begin(), levels[n].is_feature.end());
    if (n + 1 == levels.size()) continue;
    const TrieLevel& below = levels[n + 1];
    for (std::size_t i = 0; i < below.size(); ++i) sizes[n][below.parent[i]] += sizes[n + 1][i];
  }
  return sizes;
}

// Numbers the features in pre-order; returns how many there are.
std::int64_t number_columns(std::vector<TrieLevel>& levels) {
  const auto sizes = subtree_sizes(levels);
  std::int64_t total = 0;
  levels[0].column.resize(levels[0].size());
  for (std::size_t i = 0; i < levels[0].size(); ++i) {
    levels[0].column[i] = total;
    total += sizes[0][i];
  }
  for (std::size_t n = 1; n < levels.size(); ++n) {
    const TrieLevel& above = levels[n - 1];
    TrieLevel& level = levels[n];
    level.column.resize(level.size());
    std::vector<std::int64_t> used(above.size());  // columns of the children so far
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t parent = level.parent[i];
      level.column[i] = above.column[parent] + above.is_feature[parent] + used[parent];
      used[parent] += sizes[n][i];
    }
  }
  return total;
}

}  // namespace

std::vector<BigVector<std::int32_t>> no_nodes(const CounterPointers& counters) {
  std::vector<BigVector<std::int32_t>> node;
  for (const auto* counter : counters) node.emplace_back(ids_of(*counter).size(), -1);
  return node;
}

NgramTrie build_trie(const CounterPointers& counters, int shortest, int longest, int narrow_bits) {
  NgramTrie trie = WordMerge(counters, shortest).run();
  for (int n = 2; n <= longest; ++n) {
    TrieLevel level = next_level(counters, trie, narrow_bits);
    level.is_feature.assign(level.size(), n >= shortest);
    trie.levels.push_back(std::move(level));
  }
  trie.n_columns = number_columns(trie.levels);
  return trie;
}

}  // namespace linnet
