// Tokens to rows: the order of columns, frozen vocabularies, and the counter as a whole.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "check.hpp"
#include "features/frozen_features.hpp"
#include "features/vocabulary_order.hpp"
#include "learning/counter.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

// ---- counting ----

std::vector<TextSettings> ways() {
  std::vector<TextSettings> all;
  for (const auto pattern :
       {WordPattern::Unicode, WordPattern::Sklearn, WordPattern::Python, WordPattern::Whitespace})
    for (const auto& [shortest, longest] : {std::pair{1, 1}, {1, 2}, {2, 2}, {1, 3}, {2, 4}}) {
      all.push_back({Kind::Words, pattern, shortest, longest, true, false, {}});
      all.push_back(
          {Kind::Words, pattern, shortest, longest, true, true, {"the", "a", "東京", "😀"}});
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
    texts.push_back(chance.one_in(6) ? damaged(random_text(chance, 15), chance)
                                     : random_text(chance, 15));
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
  for (auto i = static_cast<std::size_t>(rows.starts[row]);
       i < static_cast<std::size_t>(rows.starts[row + 1]); ++i)
    counts[std::string(view_of(names)[static_cast<std::size_t>(rows.columns[i])])] = rows.counts[i];
  return counts;
}

bool ascend(const Rows& rows) {
  for (std::size_t row = 0; row + 1 < rows.starts.size(); ++row)
    for (std::int64_t i = rows.starts[row] + 1; i < rows.starts[row + 1]; ++i)
      if (rows.columns[static_cast<std::size_t>(i - 1)] >=
          rows.columns[static_cast<std::size_t>(i)])
        return false;
  return true;
}

Counter::CountedRows count(const std::vector<std::string>& texts, const BlockSettings& block,
                           std::size_t threads, std::size_t batch_size) {
  Counter counter({block}, threads, Counter::Keep::Rows);
  for (std::size_t at = 0; at < texts.size(); at += batch_size)
    counter.add(batch_of({texts.begin() + static_cast<std::ptrdiff_t>(at),
                          texts.begin() + static_cast<std::ptrdiff_t>(
                                              std::min(texts.size(), at + batch_size))}),
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
    check(found == std::vector<std::string>(met.begin(), met.end()),
          "the vocabulary is what was met, sorted by bytes");
  }
}

void check_equal(const Counter::CountedRows& a, const Counter::CountedRows& b,
                 const std::string& what) {
  check(a.vocabulary.names.bytes == b.vocabulary.names.bytes &&
            a.vocabulary.names.offsets == b.vocabulary.names.offsets,
        what + ": the same names");
  check(a.rows.starts == b.rows.starts && a.rows.columns == b.rows.columns &&
            a.rows.counts == b.rows.counts,
        what + ": the same rows");
}

void test_threads_and_batches_change_nothing() {
  const auto texts = some_texts(7, 40);
  for (const auto& settings : ways())
    for (const Hashing hashing : {Hashing{}, Hashing{5, false}, Hashing{12, true}})
      for (const bool presence : {false, true}) {
        const BlockSettings block{0, settings, hashing, presence};
        const auto whole = count(texts, block, 1, texts.size());
        for (const auto& [threads, batch] :
             {std::pair<std::size_t, std::size_t>{2, 40}, {3, 15}, {7, 4}})
          check_equal(count(texts, block, threads, batch), whole,
                      std::to_string(threads) + " threads");
      }
}

// Partitions documents among counters at random: who met a name first must not matter.
void test_the_order_of_columns_does_not_depend_on_the_partition() {
  Chance chance(8);
  const auto texts = some_texts(9, 120);
  for (const auto& settings : ways()) {
    const auto whole = count(texts, {0, settings, {}, false}, 1, texts.size());
    std::vector<AnyCounter> counters;
    for (int i = 0; i < 4; ++i) counters.push_back(counter_of(settings, {}));
    std::vector<RowBuffer> rows(4);
    std::vector<std::pair<std::size_t, std::size_t>> assigned;  // text → counter, row there
    for (const auto& text : texts) {
      const std::size_t to = chance.below(3);  // the last one gets nothing
      std::visit([&](auto& counter) { counter.count(text, rows[to]); }, counters[to]);
      rows[to].finish_row();
      assigned.push_back({to, rows[to].ends.size() - 1});
    }
    const std::vector<const AnyCounter*> all = {&counters[0], &counters[1], &counters[2],
                                                &counters[3]};
    const VocabularyOrder order = order_of(all, settings);
    const VocabularyOrder wide = order_of(all, settings, 0);
    check(wide.names.bytes == order.names.bytes && wide.names.offsets == order.names.offsets &&
              wide.columns == order.columns,
          "the same order from wide numbers");
    check(order.names.bytes == whole.vocabulary.names.bytes &&
              order.names.offsets == whole.vocabulary.names.offsets,
          "the same names however partitioned");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      Counts found;
      const auto [to, row] = assigned[i];
      for (std::size_t at = row == 0 ? 0 : rows[to].ends[row - 1]; at < rows[to].ends[row]; ++at) {
        const std::int32_t column = order.columns[to][rows[to].features[at]];
        check(column >= 0, "what stands in a row is a feature");
        ++found[std::string(view_of(order.names)[static_cast<std::size_t>(column)])];
      }
      check(found == row_of(whole.rows, whole.vocabulary.names, i),
            "the same row however partitioned: " + shown(texts[i]));
    }
  }
}

void test_hashed_rows_are_the_hashes_of_the_names() {
  const auto texts = some_texts(10, 60);
  for (const auto& settings : ways())
    for (const Hashing hashing : {Hashing{1}, Hashing{4}, Hashing{20}, Hashing{1, false, 10},
                                  Hashing{3, false, 0, true}, Hashing{1, false, 1000, true}}) {
      const auto counted = count(texts, {0, settings, hashing, false}, 2, 60);
      check(ascend(counted.rows), "columns ascend in each hashed row");
      check(counted.vocabulary.names.size() == 0, "names of hashed features are not kept unasked");
      for (std::size_t i = 0; i < texts.size(); ++i) {
        std::map<std::uint32_t, std::uint32_t> expected;
        std::map<std::uint32_t, std::uint32_t> found;
        for (const auto& [name, n] : stated(texts[i], settings))
          expected[hashing.column(name)] += n;
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
        FrozenFeatures features{{FrozenBlock{
            0, settings, hashing, presence, {names, slots}, 0, StopWords(settings.stop_words)}}};
        for (const std::size_t threads : {1u, 3u}) {
          const Rows rows = features.rows(batch_of(texts).fields, threads, Watch{});
          check(rows.starts == counted.rows.starts && rows.columns == counted.rows.columns &&
                    rows.counts == counted.rows.counts,
                "frozen rows equal counted rows");
        }
      }
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
      check(counted.rows.starts == std::vector<std::int64_t>{0} &&
                counted.vocabulary.names.size() == 0,
            "no documents give no rows");
    }
}

}  // namespace

int main() {
  test_rows_are_what_the_plain_statement_says();
  test_names_of_columns_are_sorted_and_met();
  test_threads_and_batches_change_nothing();
  test_the_order_of_columns_does_not_depend_on_the_partition();
  test_hashed_rows_are_the_hashes_of_the_names();
  test_frozen_rows_equal_counted_rows();
  test_stopping();
  test_no_documents();
  return report();
}
