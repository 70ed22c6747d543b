// Scoring against the formula, and tables from damaged files: nothing outside them is ever touched.
#include <algorithm>

#include "features/frozen_features.hpp"
#include "features/weighting.hpp"
#include "model/sparse_product.hpp"
#include "random_model.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

void test_scores_follow_the_formula() {
  Chance chance(1);
  for (int round = 0; round < 3000; ++round) {
    const Model model = random_model(chance);
    const Row row = random_row(chance, model.n_columns);
    std::vector<double> scores(model.n_labels);
    score_row(model.view(), row.view(), scores.data());
    for (std::size_t label = 0; label < model.n_labels; ++label)
      check(scores[label] == plain_score(model, row, label),
            "the score is offset plus counts times weights");
  }
}

// Many rows may be scored in another way than one; every bit must be the same.
void check_many(const Model& model, const std::vector<Row>& documents, const std::string& what) {
  Rows rows;
  std::vector<double> expected(documents.size() * model.n_labels);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const Row& row = documents[i];
    rows.columns.insert(rows.columns.end(), row.columns.begin(), row.columns.end());
    rows.counts.insert(rows.counts.end(), row.counts.begin(), row.counts.end());
    rows.starts.push_back(static_cast<std::int64_t>(rows.columns.size()));
    score_row(model.view(), row.view(), expected.data() + i * model.n_labels);
  }
  for (const std::size_t threads : {1u, 3u}) {
    std::vector<double> scores(expected.size());
    score_rows(model.view(), RowsView{rows.starts, rows.columns, rows.counts}, scores, threads);
    check(scores == expected, what);
  }
}

void test_many_documents_are_scored_as_one() {
  Chance chance(2);
  for (int round = 0; round < 300; ++round) {
    const Model model = random_model(chance);
    std::vector<Row> documents;
    for (std::size_t n = chance.below(60); n > 0; --n)
      documents.push_back(random_row(chance, model.n_columns));
    check_many(model, documents, "many documents score as one by one");
  }
}

void test_dense_weights_follow_the_formula() {
  Chance chance(5);
  for (int round = 0; round < 500; ++round) {
    const Model model = random_dense_model(chance);
    const std::vector<Row> documents(1 + chance.below(40), random_row(chance, model.n_columns));
    std::vector<double> scores(model.n_labels);
    score_row(model.view(), documents[0].view(), scores.data());
    for (std::size_t label = 0; label < model.n_labels; ++label) {
      double expected = model.offset[label];
      for (std::size_t i = 0; i < documents[0].columns.size(); ++i)
        expected +=
            documents[0].counts[i] *
            model.dense[static_cast<std::size_t>(documents[0].columns[i]) * model.n_labels + label];
      check(scores[label] == expected, "the score is offset plus counts times dense weights");
    }
    check_many(model, documents, "many documents score as one by one");
  }
}

void test_values_score_as_the_counts_they_equal() {
  Chance chance(6);
  for (int round = 0; round < 500; ++round) {
    const Model model = chance.one_in(2) ? random_model(chance) : random_dense_model(chance);
    const Row row = random_row(chance, model.n_columns);
    const std::vector<double> values(row.counts.begin(), row.counts.end());
    std::vector<double> of_counts(model.n_labels);
    std::vector<double> of_values(model.n_labels);
    score_row(model.view(), row.view(), of_counts.data());
    score_row(model.view(), RowOf<double>{row.columns, values}, of_values.data());
    check(of_counts == of_values, "whole values score as counts");
  }
}

// ---- weighting ----

void test_weights_by_hand() {
  const std::vector<std::int64_t> ends = {2, 3};
  const std::vector<double> idf = {2, 1, 3};
  const std::vector<double> means = {4, 1};
  const Row row{{0, 1, 2}, {1, 4, 9}};
  const auto weighed = [&](TermWeight term, Norm unit, std::span<const double> rare) {
    std::vector<double> out(3);
    Weighting{term, unit, ends, rare, means}.weigh(row.view(), out.data());
    return out;
  };
  const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::abs(a[i] - b[i]) > 1e-15) return false;
    return true;
  };
  check(near(weighed(TermWeight::Count, Norm::None, idf), {2, 4, 27}), "counts times idf");
  check(near(weighed(TermWeight::Sublinear, Norm::None, {}),
             {1, 1 + std::log(4.0), 1 + std::log(9.0)}),
        "1 + ln c");
  check(near(weighed(TermWeight::Log10, Norm::None, {}), {std::log10(2.0), std::log10(5.0), 1}),
        "log10(c + 1)");
  check(near(weighed(TermWeight::Count, Norm::L1, {}), {0.2, 0.8, 1}), "each block to sum 1");
  check(
      near(weighed(TermWeight::Count, Norm::L2, {}), {1 / std::sqrt(17.0), 4 / std::sqrt(17.0), 1}),
      "each block to length 1");
  // Block 0 has length 5 of a mean of 4: below = 1.2 * (0.25 + 0.75 * 5 / 4); block 1: 1.2 * (0.25
  // + 0.75 * 9).
  const double first = 1.2 * (0.25 + 0.75 * 5 / 4);
  const double second = 1.2 * (0.25 + 0.75 * 9);
  check(near(weighed(TermWeight::Bm25, Norm::None, {}),
             {2.2 / (1 + first), 8.8 / (4 + first), 19.8 / (9 + second)}),
        "BM25 by hand");
}

void test_signs_count_in_lengths() {
  const std::vector<std::int64_t> ends = {4};
  const Row row{{0, 1, 3}, {5, 2, 4}};
  std::vector<double> out(3);
  Weighting weighting{TermWeight::Count, Norm::L2, ends, {}, {}};
  weighting.signs = true;
  weighting.weigh(row.view(), out.data());
  check(out == std::vector<double>{1.0, 0.4, 0.8}, "5 - 2 and 4 have length 5");
}

// Vetoes of the rest alone: no pair is stored, and yet the label is vetoed.
void test_vetoes_without_stored_pairs() {
  const Model model{2, 1, {1}, {0, 0}, {0, 0}, {0, 0}, {}, {}, {}, {}, {0, 0}, {1, 0}, {}};
  const std::vector<Row> documents(20, Row{{0}, {1}});
  check(
      plain_score(model, documents[0], 0) == -infinity && plain_score(model, documents[0], 1) == 0,
      "the formula vetoes the first label");
  check_many(model, documents, "many documents are vetoed as one is");
}

void test_a_veto_beats_everything() {
  const Model model{2, 1, {1}, {0, 1}, {1, 2}, {0, 0}, {100}, {}, {}, {0}, {0, 0}, {0, 0}, {1}};
  const Row row{{0}, {3}};
  double scores[2];
  score_row(model.view(), row.view(), scores);
  check(scores[0] == -infinity && scores[1] == 2,
        "a vetoed label scores minus infinity, the other is untouched");
  score_row(model.view(), RowOf<std::uint32_t>{}, scores);
  check(scores[0] == 1 && scores[1] == 2, "an empty document scores the offset");
}

// ---- damage ----

void test_scores_that_no_sound_weights_give_are_told() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Row row{{0}, {3}};
  for (const double weight : {nan, infinity, -infinity, 1.7e308, -1e150, 100.0}) {
    const Model plain{2, 1, {1}, {0, 1}, {1, 2}, {0, 0}, {weight}, {}, {}, {0}, {}, {}, {}};
    const Model vetoed{2,  1,  {1}, {0, 1}, {1, 2}, {0, 0}, {weight},
                       {}, {}, {0}, {0, 0}, {0, 0}, {1}};
    double scores[2];
    const bool sound = weight == 100.0;
    check(score_row(plain.view(), row.view(), scores) == sound,
          "a score that is not finite, or far too large, is told");
    check(score_row(vetoed.view(), row.view(), scores) == sound,
          "so it is where the label is vetoed");
    check(score_row(plain.view(), RowOf<std::uint32_t>{}, scores),
          "a document without the feature is scored");
    const std::vector<std::int64_t> starts = {0, 1};
    check(score_rows(plain.view(), RowsView{starts, row.columns, row.counts}, scores, 1) == sound,
          "so it is of many");
  }
}

void test_damaged_models_are_scored_inside_their_arrays() {
  Chance chance(3);
  for (int round = 0; round < 20000; ++round) {
    Model model = random_model(chance);
    damage(model.starts, chance);
    damage(model.labels, chance);
    damage(model.offset_vetoes, chance);
    damage(model.rest_vetoes, chance);
    damage(model.vetoes, chance);
    Row row = random_row(chance, model.n_columns);
    damage(row.columns, chance);
    std::vector<double> scores(model.n_labels);
    score_row(model.view(), row.view(), scores.data());
    const std::vector<std::int64_t> starts = {0, static_cast<std::int64_t>(row.columns.size())};
    score_rows(model.view(), RowsView{starts, row.columns, row.counts}, scores, 1);
  }
}

void test_damaged_vocabularies_are_read_inside_their_arrays() {
  Chance chance(4);
  const std::vector<std::string> words = {
      "a", "b", "the", "word", "東京", "longer than sixteen bytes", "😀"};
  for (int round = 0; round < 20000; ++round) {
    Names names = names_of(words);
    auto slots = build_lookup({names.bytes, names.offsets});
    damage(names.offsets, chance);
    damage(slots, chance);
    if (chance.one_in(3)) names.bytes.resize(chance.below(names.bytes.size()));
    names.bytes.shrink_to_fit();
    if (chance.one_in(5))
      std::fill(slots.begin(), slots.end(), chance.next());  // full: no empty slot ends the search
    const VocabularyView vocabulary{{names.bytes, names.offsets}, slots};
    for (const auto& word : words) {
      const std::int64_t found = vocabulary.find(word);
      check(found >= -1 && found < static_cast<std::int64_t>(words.size()),
            "a column lies inside the vocabulary");
      if (found >= 0)
        check(vocabulary.names[static_cast<std::size_t>(found)] == word,
              "and has the name that was asked for");
    }
    vocabulary.find(random_bytes(chance, 40));
  }
}

void test_random_tables_are_read_inside_their_arrays() {
  Chance chance(5);
  for (int round = 0; round < 20000; ++round) {
    std::vector<char> bytes(chance.below(20));
    std::vector<std::int64_t> offsets(1 + chance.below(6));
    std::vector<std::uint64_t> slots(std::size_t{1} << chance.below(5));
    for (auto& byte : bytes) byte = static_cast<char>(chance.next());
    for (auto& offset : offsets)
      offset = static_cast<std::int64_t>(chance.one_in(2) ? chance.next() : chance.below(25));
    for (auto& slot : slots)
      slot = chance.one_in(2) ? (hash_bytes("a", 0) & 0xFFFFFFFF00000000u) | chance.below(10)
                              : chance.next();
    const VocabularyView vocabulary{{bytes, offsets}, slots};
    const std::int64_t found = vocabulary.find("a");
    check(found < static_cast<std::int64_t>(offsets.size()) - 1,
          "a column lies inside the vocabulary");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const std::string_view name = vocabulary.names[i];
      const bool inside =
          name.empty() || (name.data() >= bytes.data() && name.size() <= bytes.size() &&
                           name.data() + name.size() <= bytes.data() + bytes.size());
      check(inside, "a name lies inside its bytes");
    }
  }
}

// Two documents times two columns × five labels: four at once, and one more.
void test_rows_times_a_table_by_hand() {
  const std::vector<std::int64_t> starts = {0, 2, 3};
  const std::vector<std::int32_t> columns = {0, 1, 1};
  const std::vector<std::int64_t> values = {2, 1, 3};
  const std::vector<double> table = {1, 2, 3, 4, 5, 10, 20, 30, 40, 50};
  const std::vector<double> expected = {12, 24, 36, 48, 60, 30, 60, 90, 120, 150};
  for (const std::size_t threads : {1u, 3u})
    check(
        multiply_rows(RowsOf<std::int64_t>{starts, columns, values}, table, 5, threads) == expected,
        "a product sums values times their rows of the table");
}

void test_blocks_are_joined_row_by_row() {
  const std::vector<std::int64_t> one_starts = {0, 2, 2};
  const std::vector<std::int64_t> two_starts = {0, 1, 3};
  const std::vector<std::int64_t> ends = {3, 5};
  const std::vector<std::int32_t> one = {0, 2};
  const std::vector<std::int32_t> two = {1, 0, 1};
  const std::vector<std::uint32_t> one_counts = {1, 2};
  const std::vector<std::uint32_t> two_counts = {3, 4, 5};
  const std::vector<RowsView> blocks = {{one_starts, one, one_counts},
                                        {two_starts, two, two_counts}};
  const Rows out = join_rows(blocks, ends);
  check(out.starts == std::vector<std::int64_t>{0, 3, 5}, "a row has what it has in every block");
  check(out.columns == BigVector<std::int32_t>{0, 2, 4, 3, 4},
        "columns go on after the block before");
  check(out.counts == BigVector<std::uint32_t>{1, 2, 3, 4, 5}, "counts stay beside their columns");
}

void test_renumbered_rows_leave_out_what_has_no_place() {
  const std::vector<std::int64_t> starts = {0, 2, 2, 3};
  const std::vector<std::int32_t> columns = {0, 2, 1};
  const std::vector<std::int32_t> place = {-1, 0, 1};
  const std::vector<std::uint32_t> counts = {5, 6, 7};
  const RenumberedRows out(RowsView{starts, columns, counts}, place);
  check(out.starts == std::vector<std::int64_t>{0, 1, 1, 2}, "rows shrink by what has no place");
  check(out.columns == BigVector<std::int32_t>{1, 0}, "columns are replaced by their places");
  check(out.values == BigVector<std::uint32_t>{6, 7}, "values stay beside their columns");
}

}  // namespace

int main() {
  test_scores_follow_the_formula();
  test_many_documents_are_scored_as_one();
  test_dense_weights_follow_the_formula();
  test_values_score_as_the_counts_they_equal();
  test_weights_by_hand();
  test_signs_count_in_lengths();
  test_vetoes_without_stored_pairs();
  test_a_veto_beats_everything();
  test_scores_that_no_sound_weights_give_are_told();
  test_damaged_models_are_scored_inside_their_arrays();
  test_damaged_vocabularies_are_read_inside_their_arrays();
  test_random_tables_are_read_inside_their_arrays();
  test_rows_times_a_table_by_hand();
  test_blocks_are_joined_row_by_row();
  test_renumbered_rows_leave_out_what_has_no_place();
  return report();
}
