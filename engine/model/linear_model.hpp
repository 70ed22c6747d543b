#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/rows.hpp"

namespace linnet {

// Scores from here on are taken for those of damaged weights: sound ones hardly ever come near, and
// the square of a larger one overflows a double (1e154² > 1e308).
constexpr double kMaxScore = 1e150;

// score(document, label) = offset[label] + sum over the document's features of
//                          x * weight(feature, label) + x² * square(feature, label)
// weight(feature, label) = rest[block, label] + shared[feature] * scale[block, label]
//                          + what is stored for the pair
//
// Most weights of a naive Bayes model are the same number per label, so only what differs from it
// is stored. A label whose vetoes sum above 0 scores minus infinity: infinities are counted, not
// added.
struct LinearModelView {
  std::size_t n_labels = 0;
  std::size_t n_columns = 0;
  std::span<const std::int64_t> block_ends;  // first column after each block
  std::span<const double> offset;            // per label
  std::span<const double> rest;              // per block and label
  std::span<const std::int64_t> starts;  // per feature: where its stored pairs begin; and the end
  std::span<const std::int32_t> labels;  // of each stored pair
  std::span<const double> weights;       // of each stored pair: weight minus rest
  std::span<const double> squares;       // of each stored pair; may be empty
  std::span<const float> dense;          // per feature and label, instead of pairs; may be empty
  std::span<const double> shared;        // per feature; may be empty
  std::span<const double> scale;         // per block and label; empty where shared is
  // These three are empty where nothing is infinite.
  std::span<const std::int32_t> offset_vetoes;  // per label
  std::span<const std::int32_t> rest_vetoes;    // per block and label
  std::span<const std::int32_t> vetoes;         // of each stored pair: vetoes minus rest
};

// Whether the arrays have the sizes that the others ask for. What they hold may still be anything.
bool arrays_fit(const LinearModelView& model);

// One document's scores to out[0 .. n_labels); its columns are sorted. For counts and for values of
// any kind. Returns whether all of them are finite and below kMaxScore, vetoes aside: the weights
// of a damaged file may be anything.
template <class Value>
bool score_row(const LinearModelView& model, const RowOf<Value>& row, double* out);

// All documents: out is documents × labels. Returns the same of all of them.
template <class Value>
bool score_rows(const LinearModelView& model, const RowsOf<Value>& rows, std::span<double> out,
                std::size_t threads);

// log P(label | document), documents × labels, of documents that have each of their columns once.
std::vector<double> log_probabilities(const LinearModelView& model,
                                      std::span<const std::int64_t> starts,
                                      std::span<const std::int32_t> columns);

// The label that scores highest, the first of those that tie; the one with the highest prior where
// all are vetoed.
std::size_t best_label(std::span<const double> scores, std::span<const double> prior);

// The same, where the first of those that tie is the first in an order of the labels.
std::int32_t best_label_in_order(std::span<const double> scores,
                                 std::span<const std::int32_t> order);

}  // namespace linnet
