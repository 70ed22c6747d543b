// Totals by feature and label: counted, gathered, added and subtracted, against a plain map.
#include <algorithm>
#include <map>
#include <tuple>

#include "check.hpp"
#include "learning/class_totals.hpp"
#include "learning/counter.hpp"
#include "learning/totals_of_rows.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

struct Sums {
  double sum = 0;
  double presence = 0;
  bool operator==(const Sums&) const = default;
};

// What totals mean, said plainly: by feature and label; and how many documents have each feature.
struct PlainTotals {
  std::map<std::pair<std::size_t, std::int32_t>, Sums> sums;
  std::map<std::size_t, std::int64_t> frequencies;

  void add(std::size_t feature, std::int32_t label, double count, double weight) {
    auto& here = sums[{feature, label}];
    here.sum += weight * count;
    here.presence += weight;
    ++frequencies[feature];
  }
  bool operator==(const PlainTotals&) const = default;
};

PlainTotals plain(const BlockTotals& totals) {
  PlainTotals out;
  for (std::size_t f = 0; f < totals.size(); ++f) {
    if (totals.frequencies[f] != 0) out.frequencies[f] = totals.frequencies[f];
    for (auto i = static_cast<std::size_t>(totals.starts[f]);
         i < static_cast<std::size_t>(totals.starts[f + 1]); ++i)
      out.sums[{f, totals.labels[i]}] = {totals.sums[i], totals.presences[i]};
  }
  return out;
}

bool well_formed(const BlockTotals& totals, std::size_t n_features) {
  bool good = totals.size() == n_features && totals.starts.size() == n_features + 1 &&
              totals.starts[0] == 0;
  good = good && totals.starts.back() == static_cast<std::int64_t>(totals.labels.size());
  for (std::size_t f = 0; good && f < n_features; ++f)
    for (std::int64_t i = totals.starts[f] + 1; i < totals.starts[f + 1]; ++i)
      good = good && totals.labels[static_cast<std::size_t>(i - 1)] <
                         totals.labels[static_cast<std::size_t>(i)];
  return good && totals.sums.size() == totals.labels.size() &&
         totals.presences.size() == totals.labels.size();
}

struct Document {
  std::vector<RowBuffer::Entry> row;
  std::int32_t label;
  double weight;
};

// Weights are whole, so that any order of adding gives the same numbers.
std::vector<Document> some_documents(Chance& chance, std::size_t n, std::size_t n_features,
                                     bool weighted) {
  std::vector<Document> documents(n);
  for (auto& document : documents) {
    std::map<std::uint32_t, std::uint32_t> counts;
    for (std::size_t i = chance.below(20); i > 0; --i)
      counts[static_cast<std::uint32_t>(chance.below(n_features))] += 1;
    for (const auto& [feature, count] : counts) document.row.push_back({count, feature});
    document.label = static_cast<std::int32_t>(chance.below(7));
    document.weight = weighted ? static_cast<double>(1 + chance.below(5)) : 1.0;
  }
  return documents;
}

// 0, 1, 2 ...: everything stays in its place.
std::vector<std::int32_t> upwards(std::size_t n) {
  std::vector<std::int32_t> places(n);
  for (std::size_t i = 0; i < n; ++i) places[i] = static_cast<std::int32_t>(i);
  return places;
}

// ---- running totals ----

void test_running_totals_against_a_map() {
  Chance chance(1);
  for (const bool presence_only : {false, true}) {
    RunningTotals running;  // grows several times
    PlainTotals expected;
    for (const auto& document : some_documents(chance, 3000, 5000, true)) {
      running.add(document.row, document.label, document.weight, presence_only);
      for (const auto& entry : document.row)
        expected.add(entry.feature, document.label, presence_only ? 1 : entry.count,
                     document.weight);
    }
    PlainTotals found;
    running.finish();
    running.each([&](std::uint32_t feature, std::int32_t label, double sum, double presence) {
      found.sums[{feature, label}] = {sum, presence};
    });
    for (std::size_t f = 0; f < running.frequencies().size(); ++f)
      if (running.frequencies()[f] > 0) found.frequencies[f] = running.frequencies()[f];
    check(found == expected, "running totals are those of a map");
  }
}

void test_totals_are_exact_where_narrow_numbers_end() {
  RunningTotals running;
  const RowBuffer::Entry often{4'000'000'000u, 7};
  const RowBuffer::Entry once{1, 8};
  double sums[9] = {};
  double presences[9] = {};
  for (int i = 0; i < 3; ++i)
    running.add({&often, 1}, 2, 1.0, false);  // above 2^32 from the second
  running.add({&once, 1}, 2, 0.25, false);
  running.add({&once, 1}, 2, 1.0, false);
  running.finish();
  running.each([&](std::uint32_t feature, std::int32_t label, double sum, double presence) {
    check(label == 2, "of the label");
    sums[feature] = sum;
    presences[feature] = presence;
  });
  check(sums[7] == 12e9 && presences[7] == 3, "counts above 2^32");
  check(sums[8] == 1.25 && presences[8] == 1.25, "and weights after whole numbers");
  check(running.frequencies()[7] == 3 && running.frequencies()[8] == 2, "documents");
}

void test_extreme_features_and_labels_do_not_meet() {
  RunningTotals running;
  const RowBuffer::Entry low{1, 0};
  const RowBuffer::Entry high{2, 0x00FFFFFF};
  running.add({&low, 1}, 0, 1.0, false);
  running.add({&low, 1}, 0x7FFFFFFF, 1.0, false);
  running.add({&high, 1}, 0x7FFFFFFF, 1.0, false);
  int met = 0;
  running.finish();
  running.each([&](std::uint32_t, std::int32_t, double, double) { ++met; });
  check(met == 3, "three pairs stay three");
}

// ---- gathering ----

void test_gathered_totals_do_not_depend_on_the_parts() {
  Chance chance(2);
  constexpr std::size_t n_features = 800;
  const auto documents = some_documents(chance, 2000, n_features, true);
  PlainTotals expected;
  std::vector<RunningTotals> parts(
      4);  // each numbers the features in its own way; the last gets nothing
  std::vector<BigVector<std::int32_t>> columns(4, BigVector<std::int32_t>(n_features));
  for (std::size_t p = 0; p < 4; ++p)
    for (std::size_t f = 0; f < n_features; ++f)
      columns[p][f] = static_cast<std::int32_t>((f * 7 + p * 13) % n_features);
  for (const auto& document : documents) {
    const std::size_t part = chance.below(3);
    parts[part].add(document.row, document.label, document.weight, false);
    for (const auto& entry : document.row)
      expected.add(static_cast<std::size_t>(columns[part][entry.feature]), document.label,
                   entry.count, document.weight);
  }
  for (auto& part : parts) part.finish();
  const BlockTotals gathered =
      gather_totals({&parts[0], &parts[1], &parts[2], &parts[3]}, columns, upwards(7), n_features);
  check(well_formed(gathered, n_features), "gathered totals are sorted by feature and label");
  check(plain(gathered) == expected, "gathered totals are those of a map");
}

void test_labels_are_renumbered_and_sorted() {
  RunningTotals running;
  const RowBuffer::Entry entry{2, 0};
  for (std::int32_t label = 0; label < 3; ++label)
    running.add({&entry, 1}, label, 1.0 + label, false);
  const std::vector<std::int32_t> places = {2, 0, 1};
  running.finish();
  const BlockTotals totals = gather_totals({&running}, {{0}}, places, 1);
  const PlainTotals expected{{{{0, 0}, {4, 2}}, {{0, 1}, {6, 3}}, {{0, 2}, {2, 1}}}, {{0, 3}}};
  check(well_formed(totals, 1) && plain(totals) == expected,
        "label l becomes label_places[l], in order");
}

void test_totals_of_rows_against_a_map() {
  Chance chance(3);
  constexpr std::size_t n_features = 300;
  for (const auto& [n, weighted] :
       {std::pair{500u, false}, {500u, true}, {5u, false}, {5u, true}}) {  // 5: few pairs
    const auto documents = some_documents(chance, n, n_features, weighted);
    Rows rows;
    std::vector<std::int32_t> codes;
    std::vector<double> weights;
    PlainTotals expected;
    for (const auto& document : documents) {
      for (const auto& entry : document.row) {
        rows.columns.push_back(static_cast<std::int32_t>(entry.feature));
        rows.counts.push_back(entry.count);
        expected.add(entry.feature, document.label, entry.count, document.weight);
      }
      rows.starts.push_back(static_cast<std::int64_t>(rows.columns.size()));
      codes.push_back(document.label);
      if (weighted) weights.push_back(document.weight);
    }
    const BlockTotals totals = totals_of_rows(RowsView{rows.starts, rows.columns, rows.counts},
                                              {codes, weights}, n_features);
    check(well_formed(totals, n_features) && plain(totals) == expected,
          "totals of rows are those of a map");
  }
}

// ---- adding and subtracting ----

BlockTotalsView view_of(const BlockTotals& totals) {
  return {totals.frequencies, totals.starts, totals.labels, totals.sums, totals.presences};
}

BlockTotals totals_of(const std::vector<Document>& documents, std::size_t n_features) {
  RunningTotals running;
  for (const auto& document : documents)
    running.add(document.row, document.label, document.weight, false);
  const auto all = upwards(n_features);
  running.finish();
  return gather_totals({&running}, {BigVector<std::int32_t>(all.begin(), all.end())}, upwards(7),
                       n_features);
}

bool same(const BlockTotals& a, const BlockTotals& b) {
  return a.frequencies == b.frequencies && a.starts == b.starts && a.labels == b.labels &&
         a.sums == b.sums && a.presences == b.presences;
}

void test_two_halves_add_up_and_subtract_to_the_same_bytes() {
  Chance chance(4);
  constexpr std::size_t n = 200;
  const auto all = upwards(n);
  const auto labels = upwards(7);
  for (int round = 0; round < 50; ++round) {
    const auto documents = some_documents(chance, 200, n, chance.one_in(2));
    const auto cut = documents.begin() + static_cast<std::ptrdiff_t>(chance.below(200));
    const BlockTotals whole = totals_of(documents, n);
    const BlockTotals first = totals_of({documents.begin(), cut}, n);
    const BlockTotals second = totals_of({cut, documents.end()}, n);
    const PlacedTotals a{view_of(first), all, labels};
    const PlacedTotals b{view_of(second), all, labels};
    const PlacedTotals c{view_of(whole), all, labels};
    check(same(combine(a, b, 1, n), whole) && same(combine(b, a, 1, n), whole),
          "two halves are the whole");
    check(same(combine(c, b, -1, n), first) && same(combine(c, a, -1, n), second),
          "the whole without a half is the other half");
    check(plain(combine(c, c, -1, n)).sums.empty(), "the whole without itself is nothing");
  }
}

void test_places_say_where_features_and_labels_go() {
  // Feature 0 of a goes to 1, feature 0 of b to 0, its feature 1 to 1; label 0 of b is label 1 of
  // all.
  const BlockTotals a{{2}, {0, 1}, {0}, {5}, {2}};
  const BlockTotals b{{1, 1}, {0, 1, 2}, {0, 0}, {3, 4}, {1, 1}};
  const std::vector<std::int32_t> places_a{1};
  const std::vector<std::int32_t> places_b{0, 1};
  const std::vector<std::int32_t> labels_a{0};
  const std::vector<std::int32_t> labels_b{1};
  const BlockTotals sum =
      combine({view_of(a), places_a, labels_a}, {view_of(b), places_b, labels_b}, 1, 3);
  const BlockTotals expected{{1, 3, 0}, {0, 1, 3, 3}, {1, 0, 1}, {3, 5, 4}, {1, 2, 1}};
  check(same(sum, expected), "features and labels go to their places");
}

void test_what_would_be_negative_is_refused() {
  const BlockTotals less{{1}, {0, 1}, {0}, {2}, {1}};
  const BlockTotals more{{1}, {0, 1}, {0}, {3}, {1}};
  const BlockTotals other{{1}, {0, 1}, {1}, {2}, {1}};
  const BlockTotals often{{2}, {0, 1}, {0}, {2}, {1}};
  const auto one = upwards(1);
  const auto two = upwards(2);
  const auto minus = [&](const BlockTotals& a, const BlockTotals& b) {
    return refuses([&] { combine({view_of(a), one, two}, {view_of(b), one, two}, -1, 1); });
  };
  check(minus(less, more), "a negative sum is refused");
  check(minus(less, other), "a label that was never seen is refused");
  check(minus(less, often), "a negative frequency is refused");
  check(!minus(more, less) && !minus(less, less), "what stays 0 or above is not");
}

void test_names_unite_in_order() {
  const std::vector<std::string> a = {"", "a", "b", "d"};
  const std::vector<std::string> b = {"a", "aa", "d", "\xFF"};
  const auto names_of = [](const std::vector<std::string>& list) {
    Names names;
    for (const auto& name : list) {
      names.bytes.insert(names.bytes.end(), name.begin(), name.end());
      names.offsets.push_back(static_cast<std::int64_t>(names.bytes.size()));
    }
    return names;
  };
  const Names left = names_of(a);
  const Names right = names_of(b);
  const NamesUnion both = unite({left.bytes, left.offsets}, {right.bytes, right.offsets});
  const NamesView names{both.names.bytes, both.names.offsets};
  const std::vector<std::string> expected = {"", "a", "aa", "b", "d", "\xFF"};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < names.size(); ++i) found.emplace_back(names[i]);
  check(found == expected, "the union is sorted by bytes, each name once");
  check(both.from_a == std::vector<std::int32_t>{0, 1, 3, 4} &&
            both.from_b == std::vector<std::int32_t>{1, 2, 4, 5},
        "and says where each went");
}

// ---- from text ----

// Totals that stream by equal the totals of the kept rows, for any number of threads and batches.
void test_streamed_totals_equal_totals_of_rows() {
  Chance chance(5);
  std::vector<std::string> texts;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 200; ++i) {
    texts.push_back(random_text(chance, 12));
    labels.push_back(static_cast<std::int32_t>(chance.below(4)));
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  for (const Hashing hashing : {Hashing{}, Hashing{7, false}})
    for (const bool presence : {false, true}) {
      const BlockSettings block{
          0, {Kind::Words, WordPattern::Unicode, 1, 2, true, false, {"the"}}, hashing, presence};
      Counter kept({block}, 1, Counter::Keep::Rows);
      kept.add({{views}}, {}, {}, Watch{});
      const auto counted = kept.take_rows(0);
      const std::size_t n_columns =
          hashing.on() ? hashing.n_columns() : counted.vocabulary.names.size();
      const BlockTotals expected =
          totals_of_rows(RowsView{counted.rows.starts, counted.rows.columns, counted.rows.counts},
                         {labels, {}}, n_columns);
      for (const std::size_t threads : {1u, 2u, 5u}) {
        Counter streamed({block}, threads, Counter::Keep::Totals);
        for (std::size_t at = 0; at < 200; at += 40)
          streamed.add({{{views.begin() + static_cast<std::ptrdiff_t>(at),
                          views.begin() + static_cast<std::ptrdiff_t>(at + 40)}}},
                       {labels.data() + at, 40}, {}, Watch{});
        const auto totals = streamed.take_totals(0, upwards(4));
        PlainTotals found = plain(totals.totals);
        if (hashing.on()) {  // numbered by the columns in use
          PlainTotals spread;
          for (const auto& [key, sums] : found.sums)
            spread.sums[{static_cast<std::size_t>(totals.vocabulary.columns[key.first]),
                         key.second}] = sums;
          for (const auto& [feature, n] : found.frequencies)
            spread.frequencies[static_cast<std::size_t>(totals.vocabulary.columns[feature])] = n;
          found = spread;
        }
        check(found == plain(expected), "streamed totals are those of the rows");
      }
    }
}

void test_fingerprints_add_up_in_any_order() {
  const std::vector<std::string_view> texts = {"a", "", "a b", "c", "a"};
  const std::vector<std::string_view> backwards(texts.rbegin(), texts.rend());
  const std::vector<std::uint64_t> labels = {1, 2, 3, 4, 1};
  const std::vector<std::uint64_t> labels_backwards(labels.rbegin(), labels.rend());
  const auto equal = [](Fingerprint a, Fingerprint b) {
    return a.first == b.first && a.second == b.second;
  };
  const Fingerprint whole = fingerprint_of({{texts}}, labels, {}, 1);
  check(equal(whole, fingerprint_of({{backwards}}, labels_backwards, {}, 3)),
        "order and threads change no fingerprint");
  const TextBatch first_texts{{{texts.begin(), texts.begin() + 2}}};
  const TextBatch other_texts{{{texts.begin() + 2, texts.end()}}};
  const Fingerprint first = fingerprint_of(first_texts, {labels.data(), 2}, {}, 1);
  const Fingerprint rest = fingerprint_of(other_texts, {labels.data() + 2, 3}, {}, 1);
  check(equal(whole, {first.first + rest.first, first.second + rest.second}),
        "fingerprints add up");
  check(!equal(whole, fingerprint_of({{texts}}, labels_backwards, {}, 1)),
        "another label is another fingerprint");
  const std::vector<double> weights = {1, 2, 1, 1, 1};
  check(!equal(whole, fingerprint_of({{texts}}, labels, weights, 1)),
        "another weight is another fingerprint");
  check(equal(fingerprint_of({}, {}, {}, 1), {}), "no documents have fingerprint 0");
}

}  // namespace

int main() {
  test_running_totals_against_a_map();
  test_totals_are_exact_where_narrow_numbers_end();
  test_extreme_features_and_labels_do_not_meet();
  test_gathered_totals_do_not_depend_on_the_parts();
  test_labels_are_renumbered_and_sorted();
  test_totals_of_rows_against_a_map();
  test_two_halves_add_up_and_subtract_to_the_same_bytes();
  test_places_say_where_features_and_labels_go();
  test_what_would_be_negative_is_refused();
  test_names_unite_in_order();
  test_streamed_totals_equal_totals_of_rows();
  test_fingerprints_add_up_in_any_order();
  return report();
}
