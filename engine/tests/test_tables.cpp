// The parts of counting: tables of names and pairs, what sorts a row, and the hash of short words.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "check.hpp"
#include "features/frozen_features.hpp"
#include "features/row_sorters.hpp"
#include "features/vocabulary_order.hpp"
#include "learning/counter.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

// ---- names ----

// Many names that share beginnings, of all lengths around the 16 bytes that fit a slot, some with
// NUL.
std::vector<std::string> difficult_names(std::size_t n) {
  Chance chance(1);
  std::set<std::string> names;
  while (names.size() < n) {
    std::string name(chance.one_in(2) ? chance.below(20) : chance.below(70), 'a');
    for (std::size_t changes = chance.below(4); changes > 0 && !name.empty(); --changes)
      name[chance.one_in(2) ? name.size() - 1 : chance.below(name.size())] =
          static_cast<char>(chance.one_in(3) ? 0 : chance.below(256));
    names.insert(name);
  }
  std::vector<std::string> shuffled(names.begin(), names.end());
  for (std::size_t i = n; i > 1; --i) std::swap(shuffled[i - 1], shuffled[chance.below(i)]);
  return shuffled;
}

// Behind a name stands what must not be looked at.
std::vector<std::string> with_room(const std::vector<std::string>& names, char filling) {
  std::vector<std::string> out;
  for (const auto& name : names) out.push_back(name + std::string(16, filling));
  return out;
}

std::string written(const NameTable::Entry& entry) {
  std::string name(entry.length, '?');
  NameTable::write(entry, name.data());
  return name;
}

void test_names_keep_their_ids_while_the_table_grows() {
  const auto names = difficult_names(30000);
  NameTable table;
  for (const char filling : {'x', '\0', '\xFF'}) {
    const auto roomy = with_room(names, filling);
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      const std::string_view name(roomy[i].data(), names[i].size());
      check(table.find_or_add(table.key(name), i).id() == i, "a name keeps its id: " + shown(name));
    }
    check(table.size() == names.size(), "each name is there once");
  }
}

void test_names_are_sorted_by_their_bytes() {
  const auto names = difficult_names(30000);
  const auto roomy = with_room(names, 'x');
  NameTable table;
  for (std::uint32_t i = 0; i < names.size(); ++i)
    table.find_or_add(table.key({roomy[i].data(), names[i].size()}), i);
  auto expected = names;
  std::sort(expected.begin(), expected.end());
  const auto sorted = table.sorted();
  check(sorted.size() == names.size(), "every name is sorted");
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    check(written(sorted[i]) == expected[i], "in the order of bytes: " + shown(expected[i]));
    check(names[sorted[i].id] == expected[i], "with its id: " + shown(expected[i]));
  }
  table.clear();
  check(table.size() == 0 && table.sorted().empty(), "a cleared table is empty");
}

void test_pairs_keep_their_ids_while_the_table_grows() {
  Chance chance(2);
  PairTable table;
  std::map<std::uint64_t, std::uint32_t> expected = {{0, 0}};
  check(table.find_or_add(0, 0).id() == 0, "the pair of zeros is a pair");
  for (int i = 0; i < 60000; ++i) {
    const std::uint64_t pair = PairTable::pair(static_cast<std::uint32_t>(chance.below(200)),
                                               static_cast<std::uint32_t>(chance.below(400)));
    const auto next = static_cast<std::uint32_t>(expected.size());
    check(table.find_or_add(pair, next).id() == expected.emplace(pair, next).first->second,
          "a pair keeps its id");
  }
  std::map<std::uint64_t, std::uint32_t> found;
  table.each([&](std::uint64_t pair, std::uint32_t id) { found[pair] = id; });
  check(found == expected && table.size() == expected.size(), "each pair is there once");
  table.clear();
  check(table.size() == 0, "a cleared table is empty");
}

void test_every_name_is_found_and_no_other() {
  auto names = difficult_names(5000);
  std::sort(names.begin(), names.end());
  Names all;
  for (std::size_t i = 0; i < names.size(); i += 2) {
    all.bytes.insert(all.bytes.end(), names[i].begin(), names[i].end());
    all.offsets.push_back(static_cast<std::int64_t>(all.bytes.size()));
  }
  const NamesView view{all.bytes, all.offsets};
  const auto slots = build_lookup(view);
  const VocabularyView vocabulary{view, slots};
  for (std::size_t i = 0; i < names.size(); ++i)
    check(vocabulary.find(names[i]) == (i % 2 == 0 ? static_cast<std::int64_t>(i / 2) : -1),
          "a name is found where it is: " + shown(names[i]));
}

// ---- rows ----

using Row = std::map<std::uint32_t, std::uint32_t>;

template <class Sorter>
void test_sorter(Sorter sorter, std::size_t n_columns, Chance& chance) {
  for (int round = 0; round < 50; ++round) {
    Row expected;
    Row found;
    std::vector<std::uint32_t> row;
    for (std::size_t n = chance.below(300); n > 0; --n) {
      const auto column =
          static_cast<std::uint32_t>(chance.one_in(10) ? n_columns - 1 : chance.below(n_columns));
      for (std::size_t i = chance.below(3) + 1; i > 0; --i) {
        row.push_back(column);
        ++expected[column];
      }
    }
    std::vector<std::uint32_t> counts(row.size());
    const std::size_t n = sorter.sort(row, SameColumns{}, row.data(), counts.data());
    for (std::size_t i = 0; i < n; ++i) {
      check(i == 0 || row[i] > row[i - 1], "columns ascend");
      found[row[i]] = counts[i];
    }
    check(found == expected, "counts add up by column");
  }
}

void test_rows_are_sorted_by_every_sorter() {
  Chance chance(3);
  for (const std::size_t n_columns :
       {1u, 63u, 64u, 65u, 4095u, 4096u, 4097u, 100000u, 262144u, 262145u}) {
    test_sorter(DenseSorter(n_columns), n_columns, chance);
    test_sorter(SparseSorter(n_columns), n_columns, chance);
    test_sorter(ComparisonSorter(), n_columns, chance);
  }
}

std::vector<std::uint32_t> random_row(std::size_t size, std::size_t n_columns, Chance& chance) {
  std::vector<std::uint32_t> row(size);
  const std::size_t first =
      chance.one_in(3) ? n_columns - std::min<std::size_t>(n_columns, 20) : 0;  // many alike
  for (auto& column : row)
    column = static_cast<std::uint32_t>(first + chance.below(n_columns - first));
  return row;
}

// By std::sort: each column in order, once with its count.
std::vector<std::pair<std::uint32_t, std::uint32_t>> counted(std::vector<std::uint32_t> row) {
  std::sort(row.begin(), row.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (const std::uint32_t column : row) {
    if (out.empty() || out.back().first != column) out.emplace_back(column, 0);
    ++out.back().second;
  }
  return out;
}

void test_rows_are_sorted_side_by_side_as_one_by_one() {
  Chance chance(9);
  for (const std::size_t n_columns :
       {1u, 2u, 300u, 1u << 20, (1u << 22) + 1, 1u << 29, (1u << 29) + 1, 1u << 31}) {
    for (std::size_t round = 0; round < 60; ++round) {
      RowBuffer rows;
      std::vector<std::vector<std::uint32_t>> plain;
      for (std::size_t n = chance.below(12); n > 0; --n) {
        const std::size_t size =
            chance.one_in(6) ? 250 + chance.below(12) : chance.below(round + 5);
        plain.push_back(random_row(size, n_columns, chance));
        rows.features.insert(rows.features.end(), plain.back().begin(), plain.back().end());
        rows.finish_row();
      }
      std::vector<std::uint32_t> counts(rows.features.size());
      sort_rows(rows, SameColumns{}, n_columns, counts.data());
      rows.each([&](std::size_t number, std::span<const std::uint32_t> columns) {
        const auto expected = counted(plain[number]);
        bool same = columns.size() == expected.size();
        for (std::size_t i = 0; same && i < columns.size(); ++i)
          same = expected[i] ==
                 std::pair(columns[i],
                           counts[static_cast<std::size_t>(&columns[i] - rows.features.data())]);
        check(same, "rows side by side are sorted as one by one");
      });
    }
  }
}

void test_lanes_of_every_length_are_sorted() {
  Chance chance(10);
  SortingNetwork sorter;
  for (std::size_t size = 0; size <= SortingNetwork::longest; ++size) {
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::size_t lane = 0, n = 1 + chance.below(SortingNetwork::n_lanes); lane < n; ++lane) {
      rows.push_back(random_row(lane == 0 ? size : chance.below(size + 1),
                                SortingNetwork::most_columns, chance));
      sorter.put(lane, rows[lane], SameColumns{});
    }
    sorter.sort(rows.size());
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
      std::vector<std::uint32_t> columns(rows[lane].size());
      std::vector<std::uint32_t> counts(rows[lane].size());
      const std::size_t n = sorter.take(lane, columns.data(), counts.data());
      const auto expected = counted(rows[lane]);
      check(n == expected.size(), "each column stands once");
      for (std::size_t i = 0; i < std::min(n, expected.size()); ++i)
        check(expected[i] == std::pair(columns[i], counts[i]),
              "lanes are sorted as std::sort does");
    }
  }
}

void test_rows_are_sorted_and_added_up_by_comparing() {
  Chance chance(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<RowBuffer::Entry> row;
    Row expected;
    Row found;
    for (std::size_t n = chance.below(200); n > 0; --n) {
      row.push_back({static_cast<std::uint32_t>(1 + chance.below(5)),
                     static_cast<std::uint32_t>(chance.below(50) * 0x5000000u)});
      expected[row.back().feature] += row.back().count;
    }
    sort_row(row);
    row.resize(static_cast<std::size_t>(merge_equal(row, row.data()) - row.data()));
    for (const auto& entry : row) found[entry.feature] = entry.count;
    check(found == expected && found.size() == row.size(), "each column stands once with its sum");
  }
}

// ---- hashing ----

void test_short_words_are_hashed_by_murmur3() {
  Chance chance(11);
  ShortWords::Numbers hashes{};
  ShortWords::Numbers portable{};
  for (int round = 0; round < 200; ++round) {
    const std::string bytes = random_bytes(chance, 200) + std::string(12, 'x');
    ShortWords words;
    std::vector<std::uint32_t> expected;
    for (std::size_t n = chance.below(ShortWords::capacity + 1); n > 0; --n) {
      const std::string_view rest = std::string_view(bytes).substr(chance.below(bytes.size() - 11));
      words.add(rest.substr(0, chance.below(ShortWords::longest + 1)));
      expected.push_back(murmur3(rest.substr(0, words.lengths[words.size - 1])));
    }
    hash_words(words, hashes);
    hash_words_portably(words, portable);
    check(std::equal(expected.begin(), expected.end(), hashes.begin()),
          "short words have the hash of all words");
    check(std::equal(expected.begin(), expected.end(), portable.begin()),
          "and the same one on any machine");
  }
}

}  // namespace

int main() {
  test_names_keep_their_ids_while_the_table_grows();
  test_names_are_sorted_by_their_bytes();
  test_pairs_keep_their_ids_while_the_table_grows();
  test_every_name_is_found_and_no_other();
  test_rows_are_sorted_by_every_sorter();
  test_rows_are_sorted_side_by_side_as_one_by_one();
  test_lanes_of_every_length_are_sorted();
  test_short_words_are_hashed_by_murmur3();
  test_rows_are_sorted_and_added_up_by_comparing();
  return report();
}
