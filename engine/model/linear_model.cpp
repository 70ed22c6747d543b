#include "model/linear_model.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

// Calls visit(pair, label) for the stored pairs of a feature; whatever a damaged file says, nothing
// outside is touched.
template <class Visit>
void each_pair(const LinearModelView& model, std::size_t feature, Visit visit) {
  if (feature >= model.n_columns || !model.dense.empty()) return;
  const auto n_pairs = static_cast<std::int64_t>(model.labels.size());
  const std::int64_t begin = std::max<std::int64_t>(0, model.starts[feature]);
  const std::int64_t end = std::min(model.starts[feature + 1], n_pairs);
  for (std::int64_t i = begin; i < end; ++i) {
    const auto pair = static_cast<std::size_t>(i);
    const auto label = static_cast<std::size_t>(model.labels[pair]);
    if (label < model.n_labels) visit(pair, label);
  }
}

// What the features of one document in one block add up to.
struct BlockSums {
  double values = 0;
  double shared = 0;
  std::int64_t n_features = 0;
};

// Whole numbers are added as such: exact, and quick.
double sum_of(std::span<const std::uint32_t> values) {
  std::uint64_t total = 0;
  for (const std::uint32_t value : values) total += value;
  return static_cast<double>(total);
}
double sum_of(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

template <class Value>
BlockSums block_sums(const LinearModelView& model, const RowOf<Value>& part) {
  BlockSums sums{sum_of(part.values), 0, static_cast<std::int64_t>(part.size())};
  if (model.shared.empty()) return sums;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const auto column = static_cast<std::size_t>(part.columns[i]);
    if (column < model.shared.size()) sums.shared += part.values[i] * model.shared[column];
  }
  return sums;
}

// Adds what all features of a block share: the rest weight, the scaled shared weights, the rest
// vetoes.
void add_block(const LinearModelView& model, std::size_t block, const BlockSums& sums, double* out,
               std::int64_t* vetoes) {
  if (sums.n_features == 0) return;
  const std::size_t at = block * model.n_labels;
  for (std::size_t l = 0; l < model.n_labels; ++l) {
    out[l] += sums.values * model.rest[at + l];
    if (!model.shared.empty()) out[l] += sums.shared * model.scale[at + l];
    if (vetoes) vetoes[l] += sums.n_features * model.rest_vetoes[at + l];
  }
}

// The stored weights as a full table, where many rows share the work of filling it. Adding its
// zeros changes no sum, so the scores are the same to the last bit.
struct FullTable {
  static constexpr std::size_t lanes = 4;  // labels whose sums stay in registers
  std::size_t width = 0;                   // labels, filled up to a multiple of that; 0: no table
  std::vector<double> cells;

  FullTable(const LinearModelView& model, std::size_t n_values) {
    if (!pays(model, n_values)) return;
    width = (model.n_labels + lanes - 1) / lanes * lanes;
    cells.assign(model.n_columns * width, 0.0);
    for (std::size_t feature = 0; feature < model.n_columns; ++feature)
      each_pair(model, feature, [&](std::size_t pair, std::size_t label) {
        cells[feature * width + label] = model.weights[pair];
      });
  }

  // Adds the weights of the features to out, which has room for `width` labels.
  template <class Value>
  void add(const RowOf<Value>& row, double* out) const {
    for (std::size_t l = 0; l < width; l += lanes) {
      double sums[lanes];
      std::copy_n(out + l, lanes, sums);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t cell = static_cast<std::size_t>(row.columns[i]) * width + l;
        if (cell >= cells.size()) continue;  // not a feature of the model
        const double x = row.values[i];
        for (std::size_t k = 0; k < lanes; ++k) sums[k] += x * cells[cell + k];
      }
      std::copy_n(sums, lanes, out + l);
    }
  }

 private:
  // Only plain weights, a table of at most 32 MB and 64 labels, and no more than two cells to fill
  // for each value that is scored.
  static bool pays(const LinearModelView& model, std::size_t n_values) {
    constexpr std::size_t most_cells = std::size_t{1} << 22;
    constexpr std::size_t most_labels = 64;
    constexpr std::size_t most_cells_per_value = 2;
    const bool plain = model.dense.empty() && model.squares.empty() && model.offset_vetoes.empty();
    const std::size_t n_cells = model.n_columns * model.n_labels;
    return plain && model.n_labels <= most_labels && n_cells <= most_cells &&
           n_cells <= most_cells_per_value * n_values;
  }
};

// Block by block: add_stored(row), then what all features of the block share.
template <class Value, class AddStored>
void score_with(const LinearModelView& model, const RowOf<Value>& row, double* out,
                std::int64_t* vetoes, AddStored add_stored) {
  std::copy(model.offset.begin(), model.offset.end(), out);
  each_block(row, model.block_ends, [&](std::size_t block, const RowOf<Value>& part) {
    add_stored(part);
    add_block(model, block, block_sums(model, part), out, vetoes);
  });
}

template <class Value>
void add_dense(const LinearModelView& model, const RowOf<Value>& row, double* out) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto feature = static_cast<std::size_t>(row.columns[i]);
    if (feature >= model.n_columns) continue;
    const double x = row.values[i];
    const float* const weights = model.dense.data() + feature * model.n_labels;
    for (std::size_t l = 0; l < model.n_labels; ++l) out[l] += x * weights[l];
  }
}

bool all_in_range(std::span<const double> scores) {
  return std::all_of(scores.begin(), scores.end(),
                     [](double score) { return std::abs(score) < kMaxScore; });
}

template <class Value>
bool score_stored(const LinearModelView& model, const RowOf<Value>& row, double* out) {
  std::vector<std::int64_t> vetoes(model.offset_vetoes.begin(), model.offset_vetoes.end());
  std::int64_t* const veto = vetoes.empty() ? nullptr : vetoes.data();
  score_with(model, row, out, veto, [&](const RowOf<Value>& part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      const double x = part.values[i];
      const auto feature = static_cast<std::size_t>(part.columns[i]);
      each_pair(model, feature, [&](std::size_t pair, std::size_t label) {
        out[label] += x * model.weights[pair];
        if (!model.squares.empty()) out[label] += x * x * model.squares[pair];
        if (veto) veto[label] += model.vetoes[pair];
      });
    }
  });
  const bool in_range = all_in_range({out, model.n_labels});
  for (std::size_t l = 0; l < vetoes.size(); ++l)
    if (vetoes[l] > 0) out[l] = -std::numeric_limits<double>::infinity();
  return in_range;
}

// The number of the first column after each block: ascending, and below 2^31.
bool blocks_ascend(std::span<const std::int64_t> block_ends) {
  std::int64_t before = 0;
  for (const std::int64_t end : block_ends) {
    if (end < before || end >= std::numeric_limits<std::int32_t>::max()) return false;
    before = end;
  }
  return true;
}

}  // namespace

bool arrays_fit(const LinearModelView& model) {
  const std::size_t n_cells = model.block_ends.size() * model.n_labels;
  const std::size_t n_pairs = model.labels.size();
  if (model.n_labels == 0 || !blocks_ascend(model.block_ends)) return false;
  if (model.weights.size() != n_pairs) return false;
  if (!model.squares.empty() && model.squares.size() != n_pairs) return false;
  if (model.dense.empty()) {
    if (model.starts.size() != model.n_columns + 1 || model.rest.size() != n_cells) return false;
  } else {
    if (model.dense.size() != model.n_columns * model.n_labels || n_pairs != 0) return false;
  }
  if (!model.shared.empty())
    if (model.shared.size() != model.n_columns || model.scale.size() != n_cells) return false;
  if (model.offset_vetoes.empty()) return true;
  return model.offset_vetoes.size() == model.n_labels && model.rest_vetoes.size() == n_cells &&
         model.vetoes.size() == n_pairs;
}

template <class Value>
bool score_row(const LinearModelView& model, const RowOf<Value>& row, double* out) {
  if (model.dense.empty()) return score_stored(model, row, out);
  std::copy(model.offset.begin(), model.offset.end(), out);
  add_dense(model, row, out);
  return all_in_range({out, model.n_labels});
}

template <class Value>
bool score_rows(const LinearModelView& model, const RowsOf<Value>& rows, std::span<double> out,
                std::size_t threads) {
  const FullTable table(model, rows.columns.size());
  const std::size_t n_labels = model.n_labels;
  std::atomic<bool> in_range = true;
  const auto score = [&](const RowOf<Value>& row, std::span<double> scores) {
    if (table.width == 0) return score_row(model, row, scores.data());
    const auto add_stored = [&](const RowOf<Value>& part) { table.add(part, scores.data()); };
    score_with(model, row, scores.data(), nullptr, add_stored);
    return all_in_range(scores.first(n_labels));
  };
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> scores(std::max(table.width, n_labels));
    for (std::size_t row = begin; row < end; ++row) {
      if (!score(row_of(rows, row), scores)) in_range = false;
      std::copy_n(scores.begin(), n_labels, out.data() + row * n_labels);
    }
  });
  return in_range;
}

template bool score_row(const LinearModelView&, const RowOf<std::uint32_t>&, double*);
template bool score_row(const LinearModelView&, const RowOf<double>&, double*);
template bool score_rows(const LinearModelView&, const RowsView&, std::span<double>, std::size_t);
template bool score_rows(const LinearModelView&, const WeighedRows&, std::span<double>,
                         std::size_t);

}  // namespace linnet
