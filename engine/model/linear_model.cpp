#include "model/linear_model.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

struct BlockSums {
  double values = 0, shared = 0;
  std::int64_t present = 0;
};

// Calls visit(pair) for the stored pairs of a feature; whatever a damaged file says, nothing outside is touched.
template <class Visit>
void each_pair(const LinearModelView& model, std::size_t feature, Visit visit) {
  if (feature >= model.n_columns || !model.dense.empty()) return;
  const std::int64_t begin = std::max<std::int64_t>(0, model.starts[feature]);
  const std::int64_t end = std::min(model.starts[feature + 1], static_cast<std::int64_t>(model.labels.size()));
  for (std::int64_t i = begin; i < end; ++i)
    if (const auto label = static_cast<std::size_t>(model.labels[static_cast<std::size_t>(i)]); label < model.n_labels)
      visit(static_cast<std::size_t>(i), label);
}

void close_block(const LinearModelView& model, std::size_t block, const BlockSums& sums, double* out,
                 std::int64_t* vetoes) {
  if (sums.present == 0) return;
  const std::size_t at = block * model.n_labels;
  for (std::size_t l = 0; l < model.n_labels; ++l) {
    out[l] += sums.values * model.rest[at + l];
    if (!model.shared.empty()) out[l] += sums.shared * model.scale[at + l];
    if (vetoes) vetoes[l] += sums.present * model.rest_vetoes[at + l];
  }
}

// The stored weights as a full table, where many rows share the work of filling it. Adding its zeros changes no sum,
// so the scores are the same to the last bit.
struct FullTable {
  static constexpr std::size_t at_once = 4;  // labels whose sums stay in registers
  std::size_t width = 0;                     // labels, filled up to a multiple of that
  std::vector<double> cells;

  FullTable(const LinearModelView& model, std::size_t n_values) {
    constexpr std::size_t most_cells = std::size_t{1} << 22;
    const std::size_t n_cells = model.n_columns * model.n_labels;
    if (!model.dense.empty() || !model.squares.empty() || !model.offset_vetoes.empty() || model.n_labels > 64 ||
        n_cells > most_cells || n_cells > 2 * n_values)
      return;
    width = (model.n_labels + at_once - 1) / at_once * at_once;
    cells.assign(model.n_columns * width, 0.0);
    for (std::size_t feature = 0; feature < model.n_columns; ++feature)
      each_pair(model, feature,
                [&](std::size_t pair, std::size_t label) { cells[feature * width + label] = model.weights[pair]; });
  }

  // Adds the weights of the features to out, which has room for `width` labels.
  template <class Value>
  void add(const RowOf<Value>& row, double* out) const {
    for (std::size_t l = 0; l < width; l += at_once) {
      double sums[at_once];
      std::copy_n(out + l, at_once, sums);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::size_t cell = static_cast<std::size_t>(row.columns[i]) * width + l;
        if (cell >= cells.size()) continue;  // not a feature of the model
        const double x = row.values[i];
        for (std::size_t k = 0; k < at_once; ++k) sums[k] += x * cells[cell + k];
      }
      std::copy_n(sums, at_once, out + l);
    }
  }
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

// Block by block: add_stored(row), then what all features of the block share.
template <class Value, class AddStored>
void score_with(const LinearModelView& model, const RowOf<Value>& row, double* out, std::int64_t* vetoes,
                AddStored add_stored) {
  std::copy(model.offset.begin(), model.offset.end(), out);
  each_block(row, model.block_ends, [&](std::size_t block, const RowOf<Value>& part) {
    add_stored(part);
    BlockSums sums{sum_of(part.values), 0, static_cast<std::int64_t>(part.size())};
    for (std::size_t i = 0; i < part.size() && !model.shared.empty(); ++i)
      if (static_cast<std::size_t>(part.columns[i]) < model.shared.size())
        sums.shared += part.values[i] * model.shared[static_cast<std::size_t>(part.columns[i])];
    close_block(model, block, sums, out, vetoes);
  });
}

template <class Value>
void add_dense(const LinearModelView& model, const RowOf<Value>& row, double* out) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto feature = static_cast<std::size_t>(row.columns[i]);
    if (feature >= model.n_columns) continue;
    const double x = row.values[i];
    for (std::size_t l = 0; l < model.n_labels; ++l) out[l] += x * model.dense[feature * model.n_labels + l];
  }
}

bool all_sound(std::span<const double> scores) {
  return std::all_of(scores.begin(), scores.end(), [](double score) { return std::abs(score) < kMostScore; });
}

}  // namespace

template <class Value>
bool score_row(const LinearModelView& model, const RowOf<Value>& row, double* out) {
  if (!model.dense.empty()) {
    std::copy(model.offset.begin(), model.offset.end(), out);
    add_dense(model, row, out);
    return all_sound({out, model.n_labels});
  }
  std::vector<std::int64_t> vetoes(model.offset_vetoes.begin(), model.offset_vetoes.end());
  std::int64_t* const veto = vetoes.empty() ? nullptr : vetoes.data();
  score_with(model, row, out, veto, [&](const RowOf<Value>& part) {
    for (std::size_t i = 0; i < part.size(); ++i)
      each_pair(model, static_cast<std::size_t>(part.columns[i]), [&](std::size_t pair, std::size_t label) {
        const double x = part.values[i];
        out[label] += x * model.weights[pair];
        if (!model.squares.empty()) out[label] += x * x * model.squares[pair];
        if (veto) veto[label] += model.vetoes[pair];
      });
  });
  const bool sound = all_sound({out, model.n_labels});
  for (std::size_t l = 0; l < vetoes.size(); ++l)
    if (vetoes[l] > 0) out[l] = -std::numeric_limits<double>::infinity();
  return sound;
}

template <class Value>
bool score_rows(const LinearModelView& model, const RowsOf<Value>& rows, std::span<double> out, std::size_t threads) {
  const FullTable table(model, rows.columns.size());
  std::atomic<bool> sound = true;
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> scores(std::max(table.width, model.n_labels));
    for (std::size_t row = begin; row < end; ++row) {
      const RowOf<Value> one = row_of(rows, row);
      if (table.width == 0) {
        if (!score_row(model, one, scores.data())) sound = false;
      } else {
        score_with(model, one, scores.data(), nullptr,
                   [&](const RowOf<Value>& part) { table.add(part, scores.data()); });
        if (!all_sound(std::span(scores).first(model.n_labels))) sound = false;
      }
      std::copy_n(scores.begin(), model.n_labels, out.begin() + static_cast<std::ptrdiff_t>(row * model.n_labels));
    }
  });
  return sound;
}

template bool score_row(const LinearModelView&, const RowOf<std::uint32_t>&, double*);
template bool score_row(const LinearModelView&, const RowOf<double>&, double*);
template bool score_rows(const LinearModelView&, const RowsView&, std::span<double>, std::size_t);
template bool score_rows(const LinearModelView&, const WeighedRows&, std::span<double>, std::size_t);

}  // namespace linnet
