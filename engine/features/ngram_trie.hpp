// The word n-grams of all counters as a trie, level by level.
//
// The order of names by their bytes is the pre-order of the trie: a name comes right before its
// continuations, because the space between words is smaller than any character of a word.
#pragma once

#include <cstdint>
#include <vector>

#include "features/counters.hpp"

namespace linnet {

using CounterPointers = std::vector<const AnyCounter*>;

// All n-grams of one length, from all counters: sorted by (n-gram before the last word, last word).
struct TrieLevel {
  BigVector<std::uint32_t> parent;            // node of the level above; unused for words
  BigVector<std::uint32_t> last_word;         // its rank among the words
  std::vector<BigVector<std::int32_t>> node;  // per counter: id → node, -1 if of another length
  BigVector<std::int64_t> column;             // first column of this node's subtree
  BigVector<std::uint8_t> is_feature;
  std::size_t size() const { return last_word.size(); }
};

struct NgramTrie {
  BigVector<NameTable::Entry> words;  // sorted, distinct
  std::vector<TrieLevel> levels;      // levels[n - 1] has the n-grams
  std::int64_t n_columns = 0;
};

// For each counter a table id → -1.
std::vector<BigVector<std::int32_t>> no_nodes(const CounterPointers& counters);

// The trie of n-grams of up to `longest` words, of which those from `shortest` on are features.
// N-grams that need more than `narrow_bits` to be told apart are sorted as wide numbers.
NgramTrie build_trie(const CounterPointers& counters, int shortest, int longest, int narrow_bits);

}  // namespace linnet
