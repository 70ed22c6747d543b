// Scoring against the formula, and tables from damaged files: nothing outside them is ever touched.
#include <algorithm>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "features/frozen_features.hpp"
#include "model/linear_model.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The arrays of a model. Each vector is exactly as long as it must be, so that the sanitizer sees a step beyond.
struct Model {
  std::size_t n_labels, n_columns;
  std::vector<std::int64_t> block_ends, starts;
  std::vector<double> offset, rest, weights, shared, scale;
  std::vector<std::int32_t> labels, offset_vetoes, rest_vetoes, vetoes;

  LinearModelView view() const { return {n_labels, n_columns, block_ends, offset, rest, starts, labels, weights, shared, scale, offset_vetoes, rest_vetoes, vetoes}; }
};

// Eighths add up exactly in any order.
double eighth(Chance& chance) { return (static_cast<double>(chance.below(65)) - 32) / 8; }

std::vector<double> eighths(Chance& chance, std::size_t n) {
  std::vector<double> values(n);
  for (double& value : values) value = eighth(chance);
  return values;
}

std::vector<std::int32_t> few(Chance& chance, std::size_t n) {
  std::vector<std::int32_t> values(n);
  for (auto& value : values) value = chance.one_in(6) ? 1 : 0;
  return values;
}

Model random_model(Chance& chance) {
  Model model;
  model.n_labels = 1 + chance.below(5);
  std::int64_t end = 0;
  for (std::size_t blocks = 1 + chance.below(3); blocks > 0; --blocks) model.block_ends.push_back(end += static_cast<std::int64_t>(chance.below(12)));
  model.n_columns = static_cast<std::size_t>(end);
  model.starts.push_back(0);
  for (std::size_t f = 0; f < model.n_columns; ++f) {
    for (std::size_t label = 0; label < model.n_labels; ++label)
      if (chance.one_in(2)) model.labels.push_back(static_cast<std::int32_t>(label));
    model.starts.push_back(static_cast<std::int64_t>(model.labels.size()));
  }
  const std::size_t cells = model.block_ends.size() * model.n_labels;
  model.offset = eighths(chance, model.n_labels);
  model.rest = eighths(chance, cells);
  model.weights = eighths(chance, model.labels.size());
  if (chance.one_in(2)) {
    model.shared = eighths(chance, model.n_columns);
    model.scale = eighths(chance, cells);
  }
  if (chance.one_in(2)) {
    model.offset_vetoes = few(chance, model.n_labels);
    model.rest_vetoes = few(chance, cells);
    model.vetoes = few(chance, model.labels.size());
  }
  return model;
}

struct Row {
  std::vector<std::int32_t> columns;
  std::vector<std::uint32_t> counts;
};

Row random_row(Chance& chance, std::size_t n_columns) {
  Row row;
  for (std::size_t f = 0; f < n_columns; ++f)
    if (chance.one_in(3)) {
      row.columns.push_back(static_cast<std::int32_t>(f));
      row.counts.push_back(static_cast<std::uint32_t>(1 + chance.below(4)));
    }
  return row;
}

// The formula, cell by cell.
double plain_score(const Model& model, const Row& row, std::size_t label) {
  double score = model.offset[label];
  std::int64_t vetoes = model.offset_vetoes.empty() ? 0 : model.offset_vetoes[label];
  for (std::size_t i = 0; i < row.columns.size(); ++i) {
    const auto f = static_cast<std::size_t>(row.columns[i]);
    std::size_t block = 0;
    while (row.columns[i] >= model.block_ends[block]) ++block;
    const std::size_t cell = block * model.n_labels + label;
    double weight = model.rest[cell] + (model.shared.empty() ? 0 : model.shared[f] * model.scale[cell]);
    if (!model.vetoes.empty() || !model.rest_vetoes.empty()) vetoes += model.rest_vetoes[cell];
    for (auto p = static_cast<std::size_t>(model.starts[f]); p < static_cast<std::size_t>(model.starts[f + 1]); ++p)
      if (model.labels[p] == static_cast<std::int32_t>(label)) {
        weight += model.weights[p];
        if (!model.vetoes.empty()) vetoes += model.vetoes[p];
      }
    score += row.counts[i] * weight;
  }
  return vetoes > 0 ? -infinity : score;
}

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
  check(plain_score(model, documents[0], 0) == -infinity && plain_score(model, documents[0], 1) == 0, "the formula vetoes the first label");
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

template <class Value>
void damage(std::vector<Value>& values, Chance& chance) {
  for (std::size_t n = chance.below(4); n > 0 && !values.empty(); --n) {
    auto& value = values[chance.below(values.size())];
    const auto bits = chance.next();
    value = chance.one_in(2) ? static_cast<Value>(bits) : static_cast<Value>(bits % 64);
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
    score_row(model.view(), row.columns, row.counts, scores.data());
    const std::vector<std::int64_t> starts = {0, static_cast<std::int64_t>(row.columns.size())};
    score_rows(model.view(), {starts, row.columns, row.counts}, scores, 1);
  }
}

Names names_of(const std::vector<std::string>& list) {
  Names names;
  for (const auto& name : list) {
    names.bytes.insert(names.bytes.end(), name.begin(), name.end());
    names.offsets.push_back(static_cast<std::int64_t>(names.bytes.size()));
  }
  return names;
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
      if (found >= 0) check(vocabulary.names[static_cast<std::size_t>(found)] == word, "and has the name that was asked for");
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
    for (auto& offset : offsets) offset = static_cast<std::int64_t>(chance.one_in(2) ? chance.next() : chance.below(25));
    for (auto& slot : slots) slot = chance.one_in(2) ? (hash_bytes("a", 0) & 0xFFFFFFFF00000000u) | chance.below(10) : chance.next();
    const VocabularyView vocabulary{{bytes, offsets}, slots};
    const std::int64_t found = vocabulary.find("a");
    check(found < static_cast<std::int64_t>(offsets.size()) - 1, "a column lies inside the vocabulary");
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
