#include "features/vocabulary_order.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

// All n-grams of one length, from all counters: sorted by (n-gram before the last word, last word).
struct Level {
  BigVector<std::uint32_t> parent;            // node of the level above; unused for words
  BigVector<std::uint32_t> last;              // rank of the last word
  std::vector<BigVector<std::int32_t>> node;  // per counter: id → node of this level, -1 if of another length
  BigVector<std::int64_t> column;             // first column of this node's subtree
  BigVector<std::uint8_t> is_feature;
  std::size_t size() const { return last.size(); }
};

struct Words {
  BigVector<NameTable::Entry> entries;  // sorted, distinct
  Level level;
};

std::vector<BigVector<NameTable::Entry>> sorted_names(const std::vector<const AnyCounter*>& counters) {
  std::vector<BigVector<NameTable::Entry>> sorted(counters.size());
  parallel_parts(counters.size(), [&](std::size_t i) { sorted[i] = ids_of(*counters[i]).names.sorted(); });
  return sorted;
}

std::vector<BigVector<std::int32_t>> no_nodes(const std::vector<const AnyCounter*>& counters) {
  std::vector<BigVector<std::int32_t>> node;
  for (const auto* counter : counters) node.emplace_back(ids_of(*counter).size(), -1);
  return node;
}

// Merges the sorted names of all counters; equal names become one node.
Words merge_words(const std::vector<const AnyCounter*>& counters, int shortest) {
  const auto sorted = sorted_names(counters);
  Words words;
  words.level.node = no_nodes(counters);
  std::vector<std::size_t> next(counters.size(), 0);
  for (;;) {
    const NameTable::Entry* least = nullptr;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      if (next[i] < sorted[i].size() && (!least || NameTable::less(sorted[i][next[i]], *least)))
        least = &sorted[i][next[i]];
    if (!least) return words;
    const auto rank = static_cast<std::uint32_t>(words.entries.size());
    bool stopped = false;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (next[i] == sorted[i].size() || NameTable::compare(sorted[i][next[i]], *least) != 0) continue;
      const std::uint32_t id = sorted[i][next[i]++].id;
      words.level.node[i][id] = static_cast<std::int32_t>(rank);
      stopped = std::visit([&](const auto& c) { return c.stopped(id); }, *counters[i]);
    }
    words.entries.push_back(*least);
    words.level.last.push_back(rank);
    words.level.is_feature.push_back(shortest == 1 && !stopped);
  }
}

int bits_of(std::size_t n) { return static_cast<int>(std::bit_width(n)); }

// Sorts by the bits from `first` to `end`, the lowest digit first.
template <class Number>
void radix_sort(BigVector<Number>& items, int first, int end) {
  constexpr int digit_bits = 11;
  BigVector<Number> other(items.size());
  for (int shift = first; shift < end; shift += digit_bits) {
    const auto digit = [&](Number item) { return static_cast<std::size_t>(item >> shift) & ((1u << digit_bits) - 1); };
    std::vector<std::size_t> places(std::size_t{1} << digit_bits, 0);
    for (const Number item : items) ++places[digit(item)];
    std::size_t at = 0;
    for (auto& place : places) at += std::exchange(place, at);
    for (const Number item : items) other[places[digit(item)]++] = item;
    items.swap(other);
  }
}

// The n-grams one word longer than those of `above`, as numbers (n-gram before the last word, last word, counter, id)
// that are dealt to as many parts as there are counters, by the first of these, and sorted in each.
template <class Number>
class LevelBuilder {
 public:
  LevelBuilder(const std::vector<const AnyCounter*>& counters, const Level& above, const Level& words)
      : counters_(counters), above_(above), words_(words) {
    for (const auto* counter : counters) id_bits_ = std::max(id_bits_, bits_of(ids_of(*counter).size()));
  }

  int bits_needed() const { return parent_shift() + bits_of(above_.size()); }

  Level build() {
    deal();
    const std::size_t parts = counters_.size();
    std::vector<std::size_t> first(parts + 1, 0);  // node of each part
    parallel_parts(parts, [&](std::size_t part) { first[part + 1] = sort(part); });
    for (std::size_t part = 0; part < parts; ++part) first[part + 1] += first[part];
    Level level;
    level.node = no_nodes(counters_);
    level.parent.resize(first[parts]);
    level.last.resize(first[parts]);
    parallel_parts(parts, [&](std::size_t part) { number(part, first[part], level); });
    return level;
  }

 private:
  int last_shift() const { return id_bits_ + bits_of(counters_.size()); }
  int parent_shift() const { return last_shift() + bits_of(words_.size()); }
  static std::uint32_t field(Number item, int from, int to) {
    return static_cast<std::uint32_t>(item >> from) & static_cast<std::uint32_t>((std::uint64_t{1} << (to - from)) - 1);
  }

  void deal() {
    const std::size_t parts = counters_.size();
    const std::vector<std::uint32_t> cuts = cut_parents();
    dealt_.assign(parts, std::vector<BigVector<Number>>(parts));
    parallel_parts(parts, [&](std::size_t counter) {
      const PairTable& pairs = ids_of(*counters_[counter]).pairs;
      for (auto& items : dealt_[counter]) items.reserve(pairs.size() / parts * 5 / 4);
      pairs.each([&](std::uint64_t pair, std::uint32_t id) {
        const std::int32_t node = above_.node[counter][pair >> 32];
        if (node < 0) return;  // of another length
        const auto parent = static_cast<std::uint32_t>(node);
        const auto last = static_cast<std::uint32_t>(words_.node[counter][pair & 0xFFFFFFFFu]);
        std::size_t part = 0;
        for (const std::uint32_t cut : cuts) part += parent >= cut;
        dealt_[counter][part].push_back(Number{parent} << parent_shift() | Number{last} << last_shift() |
                                        Number{counter} << id_bits_ | id);
      });
    });
  }

  // Where to part the n-grams before the last word, so that about as many pairs fall into each part.
  std::vector<std::uint32_t> cut_parents() const {
    constexpr std::size_t one_in = 64;
    std::vector<std::uint32_t> sample, cuts;
    for (std::size_t counter = 0; counter < counters_.size(); ++counter)
      ids_of(*counters_[counter]).pairs.each_of(one_in, [&](std::uint64_t pair, std::uint32_t) {
        if (const std::int32_t node = above_.node[counter][pair >> 32]; node >= 0)
          sample.push_back(static_cast<std::uint32_t>(node));
      });
    std::sort(sample.begin(), sample.end());
    for (std::size_t part = 1; part < counters_.size(); ++part)
      cuts.push_back(sample.empty() ? 0 : sample[sample.size() * part / counters_.size()]);
    return cuts;
  }

  // Returns how many n-grams there are in the part.
  std::size_t sort(std::size_t part) {
    auto& items = dealt_[0][part];
    for (std::size_t counter = 1; counter < counters_.size(); ++counter) {
      auto& more = dealt_[counter][part];
      items.insert(items.end(), more.begin(), more.end());
      BigVector<Number>().swap(more);
    }
    radix_sort(items, last_shift(), bits_needed());
    std::size_t distinct = !items.empty();
    for (std::size_t i = 1; i < items.size(); ++i) distinct += items[i] >> last_shift() != items[i - 1] >> last_shift();
    return distinct;
  }

  void number(std::size_t part, std::size_t first, Level& level) const {
    const auto& items = dealt_[0][part];
    std::size_t node = first;
    for (std::size_t i = 0; i < items.size(); ++i) {
      node += i > 0 && items[i] >> last_shift() != items[i - 1] >> last_shift();
      level.parent[node] = field(items[i], parent_shift(), bits_needed());
      level.last[node] = field(items[i], last_shift(), parent_shift());
      level.node[field(items[i], id_bits_, last_shift())][field(items[i], 0, id_bits_)] =
          static_cast<std::int32_t>(node);
    }
  }

  const std::vector<const AnyCounter*>& counters_;
  const Level& above_;
  const Level& words_;
  int id_bits_ = 1;
  std::vector<std::vector<BigVector<Number>>> dealt_;  // [counter][part]
};

Level next_level(const std::vector<const AnyCounter*>& counters, const Level& above, const Level& words,
                 bool is_feature, int narrow_bits) {
  __extension__ using Wide = unsigned __int128;
  LevelBuilder<std::uint64_t> builder(counters, above, words);
  Level level =
      builder.bits_needed() <= narrow_bits ? builder.build() : LevelBuilder<Wide>(counters, above, words).build();
  level.is_feature.assign(level.size(), is_feature);
  return level;
}

// Alphabetical order of n-grams is the order of a walk through the tree: a name comes right before its continuations,
// because the space between words is smaller than any character of a word.
std::int64_t number_columns(std::vector<Level>& levels) {
  std::vector<BigVector<std::int64_t>> width(levels.size());
  for (std::size_t n = levels.size(); n-- > 0;) {
    width[n].assign(levels[n].is_feature.begin(), levels[n].is_feature.end());
    if (n + 1 < levels.size())
      for (std::size_t i = 0; i < levels[n + 1].size(); ++i) width[n][levels[n + 1].parent[i]] += width[n + 1][i];
  }
  std::int64_t total = 0;
  for (std::size_t n = 0; n < levels.size(); ++n) {
    levels[n].column.resize(levels[n].size());
    std::vector<std::int64_t> used;
    if (n > 0) used.resize(levels[n - 1].size());
    for (std::size_t i = 0; i < levels[n].size(); ++i) {
      if (n == 0) {
        levels[0].column[i] = total;
        total += width[0][i];
        continue;
      }
      const std::uint32_t parent = levels[n].parent[i];
      levels[n].column[i] = levels[n - 1].column[parent] + levels[n - 1].is_feature[parent] + used[parent];
      used[parent] += width[n][i];
    }
  }
  return total;
}

// The walk through the tree in the order of the columns.
class Walk {
 public:
  Walk(const std::vector<Level>& levels, const Words& words) : levels_(levels), words_(words) {
    for (std::size_t n = 0; n + 1 < levels.size(); ++n) {
      auto& first = first_child_.emplace_back(levels[n].size() + 1, 0);
      for (const std::uint32_t parent : levels[n + 1].parent) ++first[parent + 1];
      for (std::size_t i = 0; i < levels[n].size(); ++i) first[i + 1] += first[i];
    }
  }

  // Calls visit(n, word, is feature) for the n-grams, n words more than one, that begin with the words [begin, end).
  template <class Visit>
  void each(std::size_t begin, std::size_t end, Visit visit) const {
    for (std::size_t word = begin; word < end; ++word) each_below(0, word, visit);
  }

 private:
  template <class Visit>
  void each_below(std::size_t n, std::size_t node, Visit& visit) const {
    visit(n, words_.entries[levels_[n].last[node]], levels_[n].is_feature[node] != 0);
    if (n == first_child_.size()) return;
    const Level& below = levels_[n + 1];
    for (std::size_t child = first_child_[n][node]; child < first_child_[n][node + 1]; ++child) {
      if (child + 8 < below.size()) __builtin_prefetch(&words_.entries[below.last[child + 8]]);
      each_below(n + 1, child, visit);
    }
  }

  const std::vector<Level>& levels_;
  const Words& words_;
  std::vector<BigVector<std::size_t>> first_child_;  // per level, per node, and the end
};

// offsets[0..]: where each name ends, counted from the first of these words.
void measure_names(const Walk& walk, std::size_t begin, std::size_t end, std::size_t n_levels, std::int64_t* offsets) {
  std::vector<std::int64_t> length(n_levels);
  std::int64_t total = 0;
  walk.each(begin, end, [&](std::size_t n, const NameTable::Entry& word, bool is_feature) {
    length[n] = word.length + (n == 0 ? 0 : length[n - 1] + 1);
    if (is_feature) *offsets++ = total += length[n];
  });
}

void put_names(const Walk& walk, std::size_t begin, std::size_t end, std::size_t n_levels, char* to) {
  std::vector<char> name;
  std::vector<std::size_t> length(n_levels);
  walk.each(begin, end, [&](std::size_t n, const NameTable::Entry& word, bool is_feature) {
    std::size_t at = n == 0 ? 0 : length[n - 1];
    if (name.size() < at + 1 + word.length) name.resize(2 * (at + 1 + word.length));
    if (n > 0) name[at++] = ' ';
    NameTable::write(word, name.data() + at);
    length[n] = at + word.length;
    if (is_feature) to = std::copy_n(name.data(), length[n], to);
  });
}

Names write_names(const std::vector<Level>& levels, const Words& words, std::int64_t total, std::size_t threads) {
  const Walk walk(levels, words);
  const auto& column = levels[0].column;  // where the names that begin with each word begin
  std::vector<std::size_t> cuts;          // words between the threads
  for (std::size_t t = 0; t < threads; ++t)
    cuts.push_back(static_cast<std::size_t>(
        std::lower_bound(column.begin(), column.end(),
                         total * static_cast<std::int64_t>(t) / static_cast<std::int64_t>(threads)) -
        column.begin()));
  cuts.push_back(column.size());
  const auto first_column = [&](std::size_t t) {
    return static_cast<std::size_t>(cuts[t] < column.size() ? column[cuts[t]] : total);
  };
  Names names;
  names.offsets.resize(static_cast<std::size_t>(total) + 1);
  parallel_parts(threads, [&](std::size_t t) {
    measure_names(walk, cuts[t], cuts[t + 1], levels.size(), names.offsets.data() + first_column(t) + 1);
  });
  std::vector<std::int64_t> begin = {0};  // of each thread's bytes
  for (std::size_t t = 0; t < threads; ++t)
    begin.push_back(begin[t] + (first_column(t) < first_column(t + 1) ? names.offsets[first_column(t + 1)] : 0));
  names.bytes.resize(static_cast<std::size_t>(begin.back()));
  parallel_parts(threads, [&](std::size_t t) {
    for (std::size_t c = first_column(t); c < first_column(t + 1); ++c) names.offsets[c + 1] += begin[t];
    put_names(walk, cuts[t], cuts[t + 1], levels.size(), names.bytes.data() + begin[t]);
  });
  return names;
}

}  // namespace

VocabularyOrder order_of(const std::vector<const AnyCounter*>& counters, const TextSettings& settings,
                         int narrow_bits) {
  // Of words; a character n-gram is a name of its own, whatever its length.
  const bool of_words = settings.kind == Kind::Words;
  const int shortest = of_words ? settings.shortest : 1, longest = of_words ? settings.longest : 1;
  Words words = merge_words(counters, shortest);
  std::vector<Level> levels{std::move(words.level)};
  for (int n = 2; n <= longest; ++n)
    levels.push_back(next_level(counters, levels.back(), levels.front(), n >= shortest, narrow_bits));
  const std::int64_t total = number_columns(levels);
  require(total < std::numeric_limits<std::int32_t>::max(),
          "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
  VocabularyOrder order{write_names(levels, words, total, counters.size()), no_nodes(counters)};
  parallel_parts(counters.size(), [&](std::size_t i) {
    for (const Level& level : levels)
      for (std::size_t id = 0; id < level.node[i].size(); ++id)
        if (const std::int32_t node = level.node[i][id]; node >= 0 && level.is_feature[static_cast<std::size_t>(node)])
          order.columns[i][id] = static_cast<std::int32_t>(level.column[static_cast<std::size_t>(node)]);
  });
  return order;
}

}  // namespace linnet
