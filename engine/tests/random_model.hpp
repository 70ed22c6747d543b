// Small models to score and to damage, and their formula cell by cell.
#pragma once

#include <limits>

#include "check.hpp"
#include "features/names.hpp"
#include "model/linear_model.hpp"

namespace linnet::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// The arrays of a model. Each vector is exactly as long as it must be, so that the sanitizer sees a
// step beyond.
struct Model {
  std::size_t n_labels;
  std::size_t n_columns;
  std::vector<std::int64_t> block_ends;
  std::vector<std::int64_t> starts;
  std::vector<double> offset;
  std::vector<double> rest;
  std::vector<double> weights;
  std::vector<double> shared;
  std::vector<double> scale;
  std::vector<std::int32_t> labels;
  std::vector<std::int32_t> offset_vetoes;
  std::vector<std::int32_t> rest_vetoes;
  std::vector<std::int32_t> vetoes;
  std::vector<float> dense = {};
  std::vector<double> squares = {};

  LinearModelView view() const {
    LinearModelView view;
    view.n_labels = n_labels;
    view.n_columns = n_columns;
    view.block_ends = block_ends;
    view.offset = offset;
    view.rest = rest;
    view.starts = starts;
    view.labels = labels;
    view.weights = weights;
    view.squares = squares;
    view.dense = dense;
    view.shared = shared;
    view.scale = scale;
    view.offset_vetoes = offset_vetoes;
    view.rest_vetoes = rest_vetoes;
    view.vetoes = vetoes;
    return view;
  }
};

// Eighths add up exactly in any order.
inline double eighth(Chance& chance) { return (static_cast<double>(chance.below(65)) - 32) / 8; }

inline std::vector<double> eighths(Chance& chance, std::size_t n) {
  std::vector<double> values(n);
  for (double& value : values) value = eighth(chance);
  return values;
}

inline std::vector<std::int32_t> few(Chance& chance, std::size_t n) {
  std::vector<std::int32_t> values(n);
  for (auto& value : values) value = chance.one_in(6) ? 1 : 0;
  return values;
}

// A model without any structure: a weight for every feature and label.
inline Model random_dense_model(Chance& chance) {
  Model model;
  model.n_labels = 1 + chance.below(5);
  model.n_columns = 1 + chance.below(20);
  model.block_ends = {static_cast<std::int64_t>(model.n_columns)};
  model.offset = eighths(chance, model.n_labels);
  model.rest.assign(model.n_labels, 0.0);
  for (const double value : eighths(chance, model.n_columns * model.n_labels))
    model.dense.push_back(static_cast<float>(value));
  return model;
}

inline Model random_model(Chance& chance) {
  Model model;
  model.n_labels = 1 + chance.below(5);
  std::int64_t end = 0;
  for (std::size_t blocks = 1 + chance.below(3); blocks > 0; --blocks)
    model.block_ends.push_back(end += static_cast<std::int64_t>(chance.below(12)));
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
  if (chance.one_in(3)) model.squares = eighths(chance, model.labels.size());
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
  RowOf<std::uint32_t> view() const { return {columns, counts}; }
};

inline Row random_row(Chance& chance, std::size_t n_columns) {
  Row row;
  for (std::size_t f = 0; f < n_columns; ++f)
    if (chance.one_in(3)) {
      row.columns.push_back(static_cast<std::int32_t>(f));
      row.counts.push_back(static_cast<std::uint32_t>(1 + chance.below(4)));
    }
  return row;
}

// The formula, cell by cell.
inline double plain_score(const Model& model, const Row& row, std::size_t label) {
  double score = model.offset[label];
  std::int64_t vetoes = model.offset_vetoes.empty() ? 0 : model.offset_vetoes[label];
  for (std::size_t i = 0; i < row.columns.size(); ++i) {
    const auto f = static_cast<std::size_t>(row.columns[i]);
    std::size_t block = 0;
    while (row.columns[i] >= model.block_ends[block]) ++block;
    const std::size_t cell = block * model.n_labels + label;
    double weight =
        model.rest[cell] + (model.shared.empty() ? 0 : model.shared[f] * model.scale[cell]);
    if (!model.vetoes.empty() || !model.rest_vetoes.empty()) vetoes += model.rest_vetoes[cell];
    for (auto p = static_cast<std::size_t>(model.starts[f]);
         p < static_cast<std::size_t>(model.starts[f + 1]); ++p)
      if (model.labels[p] == static_cast<std::int32_t>(label)) {
        weight += model.weights[p] + (model.squares.empty() ? 0 : row.counts[i] * model.squares[p]);
        if (!model.vetoes.empty()) vetoes += model.vetoes[p];
      }
    score += row.counts[i] * weight;
  }
  return vetoes > 0 ? -infinity : score;
}

// Some values become any others, or small ones.
template <class Values>
void damage(Values& values, Chance& chance) {
  using Value = typename Values::value_type;
  for (std::size_t n = chance.below(4); n > 0 && !values.empty(); --n) {
    auto& value = values[chance.below(values.size())];
    const auto bits = chance.next();
    value = chance.one_in(2) ? static_cast<Value>(bits) : static_cast<Value>(bits % 64);
  }
}

inline Names names_of(const std::vector<std::string>& list) {
  Names names;
  for (const auto& name : list) {
    names.push_back(name);
  }
  return names;
}

}  // namespace linnet::test
