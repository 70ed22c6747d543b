// Tokens to rows: the tables of names and pairs, sorting, the order of columns, and the counter as a whole.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "check.hpp"
#include "features/frozen_features.hpp"
#include "features/vocabulary_order.hpp"
#include "learning/counter.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

// ---- names ----

// Many names that share beginnings, of all lengths around the 16 bytes that fit a slot, some with NUL.
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
  for (std::uint32_t i = 0; i < names.size(); ++i) table.find_or_add(table.key({roomy[i].data(), names[i].size()}), i);
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
    const std::uint64_t pair =
        PairTable::pair(static_cast<std::uint32_t>(chance.below(200)), static_cast<std::uint32_t>(chance.below(400)));
    const auto next = static_cast<std::uint32_t>(expected.size());
    check(table.find_or_add(pair, next).id() == expected.emplace(pair, next).first->second, "a pair keeps its id");
  }
  std::map<std::uint64_t, std::uint32_t> found;
  table.each([&](std::uint64_t pair, std::uint32_t id) { found[pair] = id; });
  check(found == expected && table.size() == expected.size(), "each pair is there once");
  table.clear();
  check(table.size() == 0, "a cleared table is empty");
}

// ---- rows ----

using Row = std::map<std::uint32_t, std::uint32_t>;

template <class Sorter>
void test_sorter(Sorter sorter, std::size_t n_columns, Chance& chance) {
  for (int round = 0; round < 50; ++round) {
    Row expected, found;
    std::vector<std::uint32_t> row;
    for (std::size_t n = chance.below(300); n > 0; --n) {
      const auto column = static_cast<std::uint32_t>(chance.one_in(10) ? n_columns - 1 : chance.below(n_columns));
      for (std::size_t i = chance.below(3) + 1; i > 0; --i) row.push_back(column), ++expected[column];
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
  for (const std::size_t n_columns : {1u, 63u, 64u, 65u, 4095u, 4096u, 4097u, 100000u, 262144u, 262145u}) {
    test_sorter(DenseSorter(n_columns), n_columns, chance);
    test_sorter(SparseSorter(n_columns), n_columns, chance);
    test_sorter(ComparingSorter(), n_columns, chance);
  }
}

std::vector<std::uint32_t> random_row(std::size_t size, std::size_t n_columns, Chance& chance) {
  std::vector<std::uint32_t> row(size);
  const std::size_t first = chance.one_in(3) ? n_columns - std::min<std::size_t>(n_columns, 20) : 0;  // many alike
  for (auto& column : row) column = static_cast<std::uint32_t>(first + chance.below(n_columns - first));
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

void test_rows_are_settled_side_by_side_as_one_by_one() {
  Chance chance(9);
  for (const std::size_t n_columns : {1u, 2u, 300u, 1u << 20, (1u << 22) + 1, 1u << 29, (1u << 29) + 1, 1u << 31}) {
    for (std::size_t round = 0; round < 60; ++round) {
      RowBuffer rows;
      std::vector<std::vector<std::uint32_t>> plain;
      for (std::size_t n = chance.below(12); n > 0; --n) {
        const std::size_t size = chance.one_in(6) ? 250 + chance.below(12) : chance.below(round + 5);
        plain.push_back(random_row(size, n_columns, chance));
        rows.features.insert(rows.features.end(), plain.back().begin(), plain.back().end());
        rows.finish_row();
      }
      std::vector<std::uint32_t> counts(rows.features.size());
      settle_rows(rows, SameColumns{}, n_columns, counts.data());
      rows.each([&](std::size_t number, std::span<const std::uint32_t> columns) {
        const auto expected = counted(plain[number]);
        bool same = columns.size() == expected.size();
        for (std::size_t i = 0; same && i < columns.size(); ++i)
          same = expected[i] ==
                 std::pair(columns[i], counts[static_cast<std::size_t>(&columns[i] - rows.features.data())]);
        check(same, "a settled row is a sorted one");
      });
    }
  }
}

void test_lanes_of_every_length_are_sorted() {
  Chance chance(10);
  LaneSorter sorter;
  for (std::size_t size = 0; size <= LaneSorter::longest; ++size) {
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::size_t lane = 0, n = 1 + chance.below(LaneSorter::n_lanes); lane < n; ++lane) {
      rows.push_back(random_row(lane == 0 ? size : chance.below(size + 1), LaneSorter::most_columns, chance));
      sorter.put(lane, rows[lane], SameColumns{});
    }
    sorter.sort(rows.size());
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
      std::vector<std::uint32_t> columns(rows[lane].size()), counts(rows[lane].size());
      const std::size_t n = sorter.take(lane, columns.data(), counts.data());
      const auto expected = counted(rows[lane]);
      check(n == expected.size(), "each column stands once");
      for (std::size_t i = 0; i < std::min(n, expected.size()); ++i)
        check(expected[i] == std::pair(columns[i], counts[i]), "lanes are sorted as std::sort does");
    }
  }
}

void test_rows_are_sorted_and_added_up_by_comparing() {
  Chance chance(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<RowBuffer::Entry> row;
    Row expected, found;
    for (std::size_t n = chance.below(200); n > 0; --n) {
      row.push_back(
          {static_cast<std::uint32_t>(1 + chance.below(5)), static_cast<std::uint32_t>(chance.below(50) * 0x5000000u)});
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
  ShortWords::Numbers hashes{}, anywhere{};
  for (int round = 0; round < 200; ++round) {
    const std::string bytes = random_bytes(chance, 200) + std::string(12, 'x');
    ShortWords words;
    std::vector<std::uint32_t> expected;
    for (std::size_t n = chance.below(ShortWords::most + 1); n > 0; --n) {
      const std::string_view rest = std::string_view(bytes).substr(chance.below(bytes.size() - 11));
      words.add(rest.substr(0, chance.below(ShortWords::longest + 1)));
      expected.push_back(murmur3(rest.substr(0, words.lengths[words.size - 1])));
    }
    hash_words(words, hashes);
    hash_words_anywhere(words, anywhere);
    check(std::equal(expected.begin(), expected.end(), hashes.begin()), "short words have the hash of all words");
    check(std::equal(expected.begin(), expected.end(), anywhere.begin()), "and the same one on any machine");
  }
}

// ---- counting ----

std::vector<TextSettings> ways() {
  std::vector<TextSettings> all;
  for (const auto pattern : {WordPattern::Unicode, WordPattern::Sklearn, WordPattern::Spaces})
    for (const auto& [shortest, longest] : {std::pair{1, 1}, {1, 2}, {2, 2}, {1, 3}, {2, 4}}) {
      all.push_back({Kind::Words, pattern, shortest, longest, true, false, {}});
      all.push_back({Kind::Words, pattern, shortest, longest, true, true, {"the", "a", "東京", "😀"}});
    }
  all.push_back({Kind::Words, WordPattern::Given, 1, 1, false, false, {"東京"}});
  all.push_back({Kind::Chars, WordPattern::Unicode, 1, 3, true, false, {}});
  all.push_back({Kind::Chars, WordPattern::Unicode, 5, 6, false, false, {}});
  all.push_back({Kind::CharsInWords, WordPattern::Unicode, 1, 2, true, false, {}});
  all.push_back({Kind::CharsInWords, WordPattern::Unicode, 3, 5, true, true, {}});
  return all;
}

std::vector<std::string> some_texts(std::uint64_t seed, std::size_t n) {
  Chance chance(seed);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < n; ++i)
    texts.push_back(chance.one_in(6) ? damaged(random_text(chance, 15), chance) : random_text(chance, 15));
  return texts;
}

TextBatch batch_of(const std::vector<std::string>& texts) {
  return {{std::vector<std::string_view>(texts.begin(), texts.end())}};
}

using Counts = std::map<std::string, std::uint32_t>;

Counts stated(std::string_view text, const TextSettings& settings) {
  Scratch scratch;
  Counts counts;
  each_feature(text, settings, StopWords(settings.stop_words), scratch,
               [&](std::string_view name) { ++counts[std::string(name)]; });
  return counts;
}

NamesView view_of(const Names& names) { return {names.bytes, names.offsets}; }

Counts row_of(const Rows& rows, const Names& names, std::size_t row) {
  Counts counts;
  for (auto i = static_cast<std::size_t>(rows.starts[row]); i < static_cast<std::size_t>(rows.starts[row + 1]); ++i)
    counts[std::string(view_of(names)[static_cast<std::size_t>(rows.columns[i])])] = rows.counts[i];
  return counts;
}

bool ascend(const Rows& rows) {
  for (std::size_t row = 0; row + 1 < rows.starts.size(); ++row)
    for (std::int64_t i = rows.starts[row] + 1; i < rows.starts[row + 1]; ++i)
      if (rows.columns[static_cast<std::size_t>(i - 1)] >= rows.columns[static_cast<std::size_t>(i)]) return false;
  return true;
}

Counter::CountedRows count(const std::vector<std::string>& texts, const BlockSettings& block, std::size_t threads,
                           std::size_t batch_size) {
  Counter counter({block}, threads, Counter::Keep::Rows);
  for (std::size_t at = 0; at < texts.size(); at += batch_size)
    counter.add(batch_of({texts.begin() + static_cast<std::ptrdiff_t>(at),
                          texts.begin() + static_cast<std::ptrdiff_t>(std::min(texts.size(), at + batch_size))}),
                {}, {}, Watch{});
  return counter.take_rows(0);
}

void test_rows_are_what_the_plain_statement_says() {
  const auto texts = some_texts(5, 120);
  for (const auto& settings : ways()) {
    const auto counted = count(texts, {0, settings, {}, false}, 1, texts.size());
    check(ascend(counted.rows), "columns ascend in each row");
    for (std::size_t i = 0; i < texts.size(); ++i)
      check(row_of(counted.rows, counted.vocabulary.names, i) == stated(texts[i], settings),
            "the row of " + shown(texts[i]));
  }
}

void test_names_of_columns_are_sorted_and_met() {
  const auto texts = some_texts(6, 120);
  for (const auto& settings : ways()) {
    const auto counted = count(texts, {0, settings, {}, false}, 3, 50);
    std::set<std::string> met;
    for (const auto& text : texts)
      for (const auto& [name, n] : stated(text, settings)) met.insert(name);
    const NamesView names = view_of(counted.vocabulary.names);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < names.size(); ++i) found.emplace_back(names[i]);
    check(found == std::vector<std::string>(met.begin(), met.end()), "the vocabulary is what was met, sorted by bytes");
  }
}

void check_equal(const Counter::CountedRows& a, const Counter::CountedRows& b, const std::string& what) {
  check(
      a.vocabulary.names.bytes == b.vocabulary.names.bytes && a.vocabulary.names.offsets == b.vocabulary.names.offsets,
      what + ": the same names");
  check(a.rows.starts == b.rows.starts && a.rows.columns == b.rows.columns && a.rows.counts == b.rows.counts,
        what + ": the same rows");
}

void test_threads_and_batches_change_nothing() {
  const auto texts = some_texts(7, 40);
  for (const auto& settings : ways())
    for (const Hashing hashing : {Hashing{}, Hashing{5, false}, Hashing{12, true}})
      for (const bool presence : {false, true}) {
        const BlockSettings block{0, settings, hashing, presence};
        const auto whole = count(texts, block, 1, texts.size());
        for (const auto& [threads, batch] : {std::pair<std::size_t, std::size_t>{2, 40}, {3, 15}, {7, 4}})
          check_equal(count(texts, block, threads, batch), whole, std::to_string(threads) + " threads");
      }
}

// Deals documents to counters at random: who met a name first must not matter.
void test_the_order_of_columns_does_not_depend_on_the_dealing() {
  Chance chance(8);
  const auto texts = some_texts(9, 120);
  for (const auto& settings : ways()) {
    const auto whole = count(texts, {0, settings, {}, false}, 1, texts.size());
    std::vector<AnyCounter> counters;
    for (int i = 0; i < 4; ++i) counters.push_back(counter_of(settings, {}));
    std::vector<RowBuffer> rows(4);
    std::vector<std::pair<std::size_t, std::size_t>> dealt;  // text → counter, row there
    for (const auto& text : texts) {
      const std::size_t to = chance.below(3);  // the last one gets nothing
      std::visit([&](auto& counter) { counter.count(text, rows[to]); }, counters[to]);
      rows[to].finish_row();
      dealt.push_back({to, rows[to].ends.size() - 1});
    }
    const std::vector<const AnyCounter*> all = {&counters[0], &counters[1], &counters[2], &counters[3]};
    const VocabularyOrder order = order_of(all, settings), wide = order_of(all, settings, 0);
    check(wide.names.bytes == order.names.bytes && wide.names.offsets == order.names.offsets &&
              wide.columns == order.columns,
          "the same order from wide numbers");
    check(order.names.bytes == whole.vocabulary.names.bytes && order.names.offsets == whole.vocabulary.names.offsets,
          "the same names however dealt");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      Counts found;
      const auto [to, row] = dealt[i];
      for (std::size_t at = row == 0 ? 0 : rows[to].ends[row - 1]; at < rows[to].ends[row]; ++at) {
        const std::int32_t column = order.columns[to][rows[to].features[at]];
        check(column >= 0, "what stands in a row is a feature");
        ++found[std::string(view_of(order.names)[static_cast<std::size_t>(column)])];
      }
      check(found == row_of(whole.rows, whole.vocabulary.names, i), "the same row however dealt: " + shown(texts[i]));
    }
  }
}

void test_hashed_rows_are_the_hashes_of_the_names() {
  const auto texts = some_texts(10, 60);
  for (const auto& settings : ways())
    for (const int bits : {1, 4, 20}) {
      const auto counted = count(texts, {0, settings, {bits, false}, false}, 2, 60);
      check(ascend(counted.rows), "columns ascend in each hashed row");
      check(counted.vocabulary.names.size() == 0, "names of hashed features are not kept unasked");
      for (std::size_t i = 0; i < texts.size(); ++i) {
        Row expected, found;
        for (const auto& [name, n] : stated(texts[i], settings)) expected[Hashing{bits}.column(name)] += n;
        for (auto at = counted.rows.starts[i]; at < counted.rows.starts[i + 1]; ++at)
          found[static_cast<std::uint32_t>(counted.rows.columns[static_cast<std::size_t>(at)])] =
              counted.rows.counts[static_cast<std::size_t>(at)];
        check(found == expected, "the hashed row of " + shown(texts[i]));
      }
    }
}

// ---- frozen vocabularies ----

void test_frozen_rows_equal_counted_rows() {
  const auto texts = some_texts(11, 60);
  for (const auto& settings : ways())
    for (const bool presence : {false, true})
      for (const Hashing hashing : {Hashing{}, Hashing{6, false}}) {
        const auto counted = count(texts, {0, settings, hashing, presence}, 1, texts.size());
        const NamesView names = view_of(counted.vocabulary.names);
        const auto slots = build_lookup(names);
        FrozenFeatures features{
            {FrozenBlock{0, settings, hashing, presence, {names, slots}, 0, StopWords(settings.stop_words)}}};
        for (const std::size_t threads : {1u, 3u}) {
          const Rows rows = features.rows(batch_of(texts).fields, threads, Watch{});
          check(rows.starts == counted.rows.starts && rows.columns == counted.rows.columns &&
                    rows.counts == counted.rows.counts,
                "frozen rows equal counted rows");
        }
      }
}

void test_every_name_is_found_and_no_other() {
  auto names = difficult_names(5000);
  std::sort(names.begin(), names.end());
  Names all;
  for (std::size_t i = 0; i < names.size(); i += 2) {
    all.bytes.insert(all.bytes.end(), names[i].begin(), names[i].end());
    all.offsets.push_back(static_cast<std::int64_t>(all.bytes.size()));
  }
  const auto slots = build_lookup(view_of(all));
  const VocabularyView vocabulary{view_of(all), slots};
  for (std::size_t i = 0; i < names.size(); ++i)
    check(vocabulary.find(names[i]) == (i % 2 == 0 ? static_cast<std::int64_t>(i / 2) : -1),
          "a name is found where it is: " + shown(names[i]));
}

// ---- odd requests ----

void test_stopping() {
  Watch watch;
  watch.stop = true;
  const std::vector<std::string> texts(1000, "a b");
  Counter counter({{0, TextSettings{}, {}, false}}, 2, Counter::Keep::Rows);
  check(refuses([&] { counter.add(batch_of(texts), {}, {}, watch); }), "a stopped count throws");
}

void test_no_documents() {
  for (const auto& settings : ways())
    for (const Hashing hashing : {Hashing{}, Hashing{4, true}}) {
      const auto counted = count({}, {0, settings, hashing, false}, 3, 1);
      check(counted.rows.starts == std::vector<std::int64_t>{0} && counted.vocabulary.names.size() == 0,
            "no documents give no rows");
    }
}

}  // namespace

int main() {
  test_names_keep_their_ids_while_the_table_grows();
  test_names_are_sorted_by_their_bytes();
  test_pairs_keep_their_ids_while_the_table_grows();
  test_rows_are_sorted_by_every_sorter();
  test_rows_are_settled_side_by_side_as_one_by_one();
  test_lanes_of_every_length_are_sorted();
  test_short_words_are_hashed_by_murmur3();
  test_rows_are_sorted_and_added_up_by_comparing();
  test_rows_are_what_the_plain_statement_says();
  test_names_of_columns_are_sorted_and_met();
  test_threads_and_batches_change_nothing();
  test_the_order_of_columns_does_not_depend_on_the_dealing();
  test_hashed_rows_are_the_hashes_of_the_names();
  test_frozen_rows_equal_counted_rows();
  test_every_name_is_found_and_no_other();
  test_stopping();
  test_no_documents();
  return report();
}
