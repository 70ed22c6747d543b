// Scoring against the formula, and tables from damaged files: nothing outside them is ever touched.
#include <algorithm>

#include "features/frozen_features.hpp"
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
    score_row(model.view(), row.columns, row.counts, scores.data());
    for (std::size_t label = 0; label < model.n_labels; ++label)
      check(scores[label] == plain_score(model, row, label), "the score is offset plus counts times weights");
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
    score_row(model.view(), row.columns, row.counts, expected.data() + i * model.n_labels);
  }
  for (const std::size_t threads : {1u, 3u}) {
    std::vector<double> scores(expected.size());
    score_rows(model.view(), {rows.starts, rows.columns, rows.counts}, scores, threads);
    check(scores == expected, what);
  }
}

void test_many_documents_are_scored_as_one() {
  Chance chance(2);
  for (int round = 0; round < 300; ++round) {
    const Model model = random_model(chance);
    std::vector<Row> documents;
    for (std::size_t n = chance.below(60); n > 0; --n) documents.push_back(random_row(chance, model.n_columns));
    check_many(model, documents, "many documents score as one by one");
  }
}

// Vetoes of the rest alone: no pair is stored, and yet the label is vetoed.
void test_vetoes_without_stored_pairs() {
  const Model model{2, 1, {1}, {0, 0}, {0, 0}, {0, 0}, {}, {}, {}, {}, {0, 0}, {1, 0}, {}};
  const std::vector<Row> documents(20, Row{{0}, {1}});
  check(plain_score(model, documents[0], 0) == -infinity && plain_score(model, documents[0], 1) == 0,
        "the formula vetoes the first label");
  check_many(model, documents, "many documents are vetoed as one is");
}

void test_a_veto_beats_everything() {
  const Model model{2, 1, {1}, {0, 1}, {1, 2}, {0, 0}, {100}, {}, {}, {0}, {0, 0}, {0, 0}, {1}};
  const Row row{{0}, {3}};
  double scores[2];
  score_row(model.view(), row.columns, row.counts, scores);
  check(scores[0] == -infinity && scores[1] == 2, "a vetoed label scores minus infinity, the other is untouched");
  score_row(model.view(), {}, {}, scores);
  check(scores[0] == 1 && scores[1] == 2, "an empty document scores the offset");
}

// ---- damage ----

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
    score_row(model.view(), row.columns, row.counts, scores.data());
    const std::vector<std::int64_t> starts = {0, static_cast<std::int64_t>(row.columns.size())};
    score_rows(model.view(), {starts, row.columns, row.counts}, scores, 1);
  }
}

void test_damaged_vocabularies_are_read_inside_their_arrays() {
  Chance chance(4);
  const std::vector<std::string> words = {"a", "b", "the", "word", "東京", "longer than sixteen bytes", "😀"};
  for (int round = 0; round < 20000; ++round) {
    Names names = names_of(words);
    auto slots = build_lookup({names.bytes, names.offsets});
    damage(names.offsets, chance);
    damage(slots, chance);
    if (chance.one_in(3)) names.bytes.resize(chance.below(names.bytes.size()));
    names.bytes.shrink_to_fit();
    if (chance.one_in(5)) std::fill(slots.begin(), slots.end(), chance.next());  // full: no empty slot ends the search
    const VocabularyView vocabulary{{names.bytes, names.offsets}, slots};
    for (const auto& word : words) {
      const std::int64_t found = vocabulary.find(word);
      check(found >= -1 && found < static_cast<std::int64_t>(words.size()), "a column lies inside the vocabulary");
      if (found >= 0)
        check(vocabulary.names[static_cast<std::size_t>(found)] == word, "and has the name that was asked for");
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
      slot = chance.one_in(2) ? (hash_bytes("a", 0) & 0xFFFFFFFF00000000u) | chance.below(10) : chance.next();
    const VocabularyView vocabulary{{bytes, offsets}, slots};
    const std::int64_t found = vocabulary.find("a");
    check(found < static_cast<std::int64_t>(offsets.size()) - 1, "a column lies inside the vocabulary");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
      const std::string_view name = vocabulary.names[i];
      const bool inside = name.empty() || (name.data() >= bytes.data() && name.size() <= bytes.size() &&
                                           name.data() + name.size() <= bytes.data() + bytes.size());
      check(inside, "a name lies inside its bytes");
    }
  }
}

}  // namespace

int main() {
  test_scores_follow_the_formula();
  test_many_documents_are_scored_as_one();
  test_vetoes_without_stored_pairs();
  test_a_veto_beats_everything();
  test_damaged_models_are_scored_inside_their_arrays();
  test_damaged_vocabularies_are_read_inside_their_arrays();
  test_random_tables_are_read_inside_their_arrays();
  return report();
}
