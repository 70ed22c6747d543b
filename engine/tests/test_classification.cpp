// From scores to labels and probabilities, from a text to its label, and what arrays must be.
#include <cmath>

#include "model/document_classifier.hpp"
#include "random_model.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

void test_the_highest_score_is_the_best_label() {
  const std::vector<double> prior = {0.2, 0.5, 0.3};
  const auto best = [&](std::vector<double> scores) { return best_label(scores, prior); };
  check(best({1, 3, 2}) == 1, "the highest score wins");
  check(best({3, 1, 3}) == 0, "the first of those that tie");
  check(best({-infinity, -infinity, -7}) == 2, "a vetoed label never wins against another");
  check(best({-infinity, -infinity, -infinity}) == 1, "where all are vetoed, the prior decides");
}

void test_ties_are_decided_by_an_order() {
  const std::vector<std::int32_t> order = {2, 0, 1};
  const auto best = [&](std::vector<double> scores) { return best_label_in_order(scores, order); };
  check(best({1, 3, 2}) == 1, "the highest score wins");
  check(best({3, 1, 3}) == 2, "the first in the order of those that tie");
}

void test_log_probabilities_by_hand() {
  // Scores of the two documents: {1, 2 + ln 3} and {1, 2}.
  const Model model{2, 1, {1}, {0, 1}, {1, 2}, {0, 0}, {std::log(3.0)}, {}, {}, {1}, {}, {}, {}};
  const std::vector<std::int64_t> starts = {0, 1, 1};
  const std::vector<std::int32_t> columns = {0};
  const auto found = log_probabilities(model.view(), starts, columns);
  const auto near = [](double a, double b) { return std::abs(a - b) < 1e-15; };
  const double first = 3 * std::exp(1.0);
  const double second = std::exp(1.0);
  check(near(found[0], -std::log(1 + first)), "the first label of the first document");
  check(near(found[1], -std::log(1 + 1 / first)), "the second label of the first document");
  check(near(found[2], -std::log(1 + second)), "the first label of a document without features");
  check(near(found[3], -std::log(1 + 1 / second)), "the second label of that document");
}

void test_a_document_is_classified_as_its_row() {
  // "good" has weight 2 for the second label; the first one has the higher offset.
  const Model model{2, 2, {2}, {0, 0, 1}, {1, 0}, {0, 0}, {2}, {}, {}, {1}, {}, {}, {}};
  const std::vector<double> prior = {0.7, 0.3};
  const Names names = names_of({"bad", "good"});
  const auto slots = build_lookup({names.bytes, names.offsets});
  DocumentClassifier classifier;
  classifier.model = model.view();
  classifier.prior = prior;
  FrozenBlock block;
  block.vocabulary = {{names.bytes, names.offsets}, slots};
  classifier.features.blocks.push_back(block);
  const auto label_of = [&](std::string_view text) {
    return classifier.classify([&](std::size_t) { return text; });
  };
  check(label_of("a Good film") == 1, "a known word decides");
  check(label_of("a film") == 0, "without one the offset does");
  check(label_of("") == 0, "so it does for an empty text");

  const std::vector<std::int64_t> block_ends = {2};
  const std::vector<double> idf = {1, 0.25};
  classifier.weighting = Weighting{};
  classifier.weighting->block_ends = block_ends;
  classifier.weighting->idf = idf;
  check(label_of("a good film") == 0, "a weighting changes what a word is worth");
}

void test_arrays_of_random_models_fit_until_one_is_cut() {
  Chance chance(7);
  for (int round = 0; round < 200; ++round) {
    const Model model = chance.one_in(3) ? random_dense_model(chance) : random_model(chance);
    LinearModelView view = model.view();
    check(arrays_fit(view), "the arrays of a model fit");
    view.offset = view.offset.first(0);
    view.n_labels = 0;
    check(!arrays_fit(view), "a model without labels does not");
  }
}

void test_arrays_that_do_not_fit_are_told() {
  const Model model{2, 1, {1}, {0, 1}, {1, 2}, {0, 0}, {3}, {4}, {5, 6}, {1}, {0, 0}, {0, 0}, {1}};
  check(arrays_fit(model.view()), "the arrays of a model fit");
  const auto fits_with = [&](auto change) {
    Model changed = model;
    change(changed);
    return arrays_fit(changed.view());
  };
  check(!fits_with([](Model& m) { m.weights.pop_back(); }), "a weight is missing");
  check(!fits_with([](Model& m) { m.starts.push_back(1); }), "a start too many");
  check(!fits_with([](Model& m) { m.rest.pop_back(); }), "a rest weight is missing");
  check(!fits_with([](Model& m) { m.squares.assign(2, 0); }), "a square too many");
  check(!fits_with([](Model& m) { m.shared.push_back(0); }), "a shared weight too many");
  check(!fits_with([](Model& m) { m.scale.pop_back(); }), "a scale is missing");
  check(!fits_with([](Model& m) { m.vetoes.pop_back(); }), "a veto is missing");
  check(!fits_with([](Model& m) { m.rest_vetoes.pop_back(); }), "a rest veto is missing");
  check(!fits_with([](Model& m) { m.dense.assign(2, 0); }), "dense weights beside stored ones");
  check(!fits_with([](Model& m) { m.block_ends = {-1}; }), "a block ends before it begins");
}

void test_starts_of_rows_ascend_within_their_columns() {
  const auto fits = [](std::vector<std::int64_t> starts, std::size_t n_columns) {
    return rows_fit(starts, n_columns, n_columns);
  };
  check(fits({0}, 0) && fits({0, 2, 2, 3}, 3) && fits({1, 2}, 3), "these are rows");
  check(!fits({}, 0), "there is at least one start");
  check(!fits({0, 2, 1}, 2), "starts ascend");
  check(!fits({-1, 2}, 2), "from 0 or above");
  check(!fits({0, 3}, 2), "to the columns there are");
  const std::vector<std::int64_t> starts = {0, 2};
  check(!rows_fit(starts, 2, 1), "each column has a value");
}

void test_words_are_counted() {
  check(word_counts({"", "one", "Two words, 東京!"}, TextSettings{}) ==
            std::vector<std::int64_t>{0, 1, 3},
        "the number of words of each text");
}

void test_names_are_hashed_to_columns() {
  const Names names = names_of({"a", "abc"});
  // murmur3: 0x3C2569B2 and 0xB3DD93FA, which is below 0 as a signed number.
  check(hash_columns({names.bytes, names.offsets}, Hashing{8}) ==
            std::vector<std::int64_t>{0xB2, 0x06},
        "the last bits of the magnitude");
}

}  // namespace

int main() {
  test_the_highest_score_is_the_best_label();
  test_ties_are_decided_by_an_order();
  test_log_probabilities_by_hand();
  test_a_document_is_classified_as_its_row();
  test_arrays_of_random_models_fit_until_one_is_cut();
  test_arrays_that_do_not_fit_are_told();
  test_starts_of_rows_ascend_within_their_columns();
  test_words_are_counted();
  test_names_are_hashed_to_columns();
  return report();
}
