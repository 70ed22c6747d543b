#include "features/vocabulary_order.hpp"

#include <array>
#include <limits>
#include <utility>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

// All n-grams of one length, from all counters: sorted by (n-gram before the last word, last word).
struct Level {
  std::vector<std::uint32_t> parent;            // node of the level above; unused for words
  std::vector<std::uint32_t> last;              // rank of the last word
  std::vector<std::vector<std::int32_t>> node;  // per counter: id → node of this level, -1 if of another length
  std::vector<std::int64_t> column;             // first column of this node's subtree
  std::vector<std::uint8_t> is_feature;
  std::size_t size() const { return last.size(); }
};

struct Words {
  std::vector<NameTable::Entry> entries;  // sorted, distinct
  Level level;
};

template <class Visit>
auto with(const AnyCounter& counter, Visit visit) {
  return std::visit(visit, counter);
}

std::vector<std::vector<NameTable::Entry>> sorted_names(const std::vector<const AnyCounter*>& counters) {
  std::vector<std::vector<NameTable::Entry>> sorted(counters.size());
  parallel_for(counters.size(), counters.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      sorted[i] = with(*counters[i], [](const auto& c) { return c.ids().names.sorted(); });
  });
  return sorted;
}

std::vector<std::vector<std::int32_t>> no_nodes(const std::vector<const AnyCounter*>& counters) {
  std::vector<std::vector<std::int32_t>> node;
  for (const auto* counter : counters)
    node.emplace_back(with(*counter, [](const auto& c) { return c.ids().size(); }), -1);
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
      stopped = with(*counters[i], [&](const auto& c) { return c.stopped(id); });
    }
    words.entries.push_back(*least);
    words.level.last.push_back(rank);
    words.level.is_feature.push_back(shortest == 1 && !stopped);
  }
}

struct PairAndId {
  std::uint64_t pair;
  std::uint32_t id;
};

// Least significant byte first; a byte that all keys share costs nothing.
void radix_sort(std::vector<PairAndId>& items) {
  std::array<std::array<std::size_t, 256>, 8> sizes{};
  for (const auto& item : items)
    for (std::size_t byte = 0; byte < 8; ++byte) ++sizes[byte][item.pair >> byte * 8 & 255];
  std::vector<PairAndId> other(items.size());
  for (std::size_t byte = 0; byte < 8 && !items.empty(); ++byte) {
    if (sizes[byte][items[0].pair >> byte * 8 & 255] == items.size()) continue;
    std::size_t at = 0;
    for (auto& size : sizes[byte]) at += std::exchange(size, at);
    for (const auto& item : items) other[sizes[byte][item.pair >> byte * 8 & 255]++] = item;
    items.swap(other);
  }
}

// The n-grams one word longer than those of `above`.
Level next_level(const std::vector<const AnyCounter*>& counters, const Level& above, const Level& words,
                 bool is_feature) {
  std::vector<std::vector<PairAndId>> sorted(counters.size());
  parallel_for(counters.size(), counters.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      with(*counters[i], [&](const auto& c) {
        sorted[i].reserve(c.ids().pairs.size());
        c.ids().pairs.each([&](std::uint64_t pair, std::uint32_t id) {
          const std::int32_t parent = above.node[i][pair >> 32];
          const std::int32_t last = words.node[i][pair & 0xFFFFFFFFu];
          if (parent >= 0)
            sorted[i].push_back(
                {PairTable::pair(static_cast<std::uint32_t>(parent), static_cast<std::uint32_t>(last)), id});
        });
      });
      radix_sort(sorted[i]);
    }
  });
  Level level;
  level.node = no_nodes(counters);
  std::vector<std::size_t> next(counters.size(), 0);
  for (;;) {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < sorted.size(); ++i)
      if (next[i] < sorted[i].size()) least = std::min(least, sorted[i][next[i]].pair);
    if (least == std::numeric_limits<std::uint64_t>::max()) break;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      if (next[i] < sorted[i].size() && sorted[i][next[i]].pair == least)
        level.node[i][sorted[i][next[i]++].id] = static_cast<std::int32_t>(level.size());
    level.parent.push_back(static_cast<std::uint32_t>(least >> 32));
    level.last.push_back(static_cast<std::uint32_t>(least));
  }
  level.is_feature.assign(level.size(), is_feature);
  return level;
}

// Alphabetical order of n-grams is the order of a walk through the tree: a name comes right before its continuations,
// because the space between words is smaller than any character of a word.
std::int64_t number_columns(std::vector<Level>& levels) {
  std::vector<std::vector<std::int64_t>> width(levels.size());
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

std::size_t name_length(const std::vector<Level>& levels, const Words& words, std::size_t n, std::size_t node) {
  const std::size_t own = words.entries[levels[n].last[node]].length;
  return n == 0 ? own : name_length(levels, words, n - 1, levels[n].parent[node]) + 1 + own;
}

char* write_name(const std::vector<Level>& levels, const Words& words, std::size_t n, std::size_t node, char* to) {
  if (n > 0) {
    to = write_name(levels, words, n - 1, levels[n].parent[node], to);
    *to++ = ' ';
  }
  const auto& entry = words.entries[levels[n].last[node]];
  NameTable::write(entry, to);
  return to + entry.length;
}

Names write_names(const std::vector<Level>& levels, const Words& words, std::int64_t total, std::size_t threads) {
  Names names;
  names.offsets.assign(static_cast<std::size_t>(total) + 1, 0);
  const auto each_feature = [&](std::size_t n, std::size_t begin, std::size_t end, auto visit) {
    for (std::size_t i = begin; i < end; ++i)
      if (levels[n].is_feature[i]) visit(i, static_cast<std::size_t>(levels[n].column[i]));
  };
  for (std::size_t n = 0; n < levels.size(); ++n)
    parallel_for(threads, levels[n].size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      each_feature(n, begin, end, [&](std::size_t node, std::size_t column) {
        names.offsets[column + 1] = static_cast<std::int64_t>(name_length(levels, words, n, node));
      });
    });
  for (std::size_t i = 1; i < names.offsets.size(); ++i) names.offsets[i] += names.offsets[i - 1];
  names.bytes.resize(static_cast<std::size_t>(names.offsets.back()));
  for (std::size_t n = 0; n < levels.size(); ++n)
    parallel_for(threads, levels[n].size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      each_feature(n, begin, end, [&](std::size_t node, std::size_t column) {
        write_name(levels, words, n, node, names.bytes.data() + names.offsets[column]);
      });
    });
  return names;
}

}  // namespace

VocabularyOrder order_of(const std::vector<const AnyCounter*>& counters, const TextSettings& settings) {
  // Of words; a character n-gram is a name of its own, whatever its length.
  const bool of_words = settings.kind == Kind::Words;
  const int shortest = of_words ? settings.shortest : 1, longest = of_words ? settings.longest : 1;
  Words words = merge_words(counters, shortest);
  std::vector<Level> levels{std::move(words.level)};
  for (int n = 2; n <= longest; ++n)
    levels.push_back(next_level(counters, levels.back(), levels.front(), n >= shortest));
  const std::int64_t total = number_columns(levels);
  require(total < std::numeric_limits<std::int32_t>::max(),
          "a vocabulary must stay below 2,147,483,647 names; use --hash-bits or fewer n-grams.");
  VocabularyOrder order{write_names(levels, words, total, counters.size()), no_nodes(counters)};
  parallel_for(counters.size(), counters.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (const Level& level : levels)
        for (std::size_t id = 0; id < level.node[i].size(); ++id)
          if (const std::int32_t node = level.node[i][id];
              node >= 0 && level.is_feature[static_cast<std::size_t>(node)])
            order.columns[i][id] = static_cast<std::int32_t>(level.column[static_cast<std::size_t>(node)]);
  });
  return order;
}

}  // namespace linnet
