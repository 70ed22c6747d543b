#include "model/linear_model.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

struct BlockSums {
  double counts = 0, shared = 0;
  std::int64_t present = 0;
};

// Calls visit(pair) for the stored pairs of a feature; whatever a damaged file says, nothing outside is touched.
template <class Visit>
void each_pair(const LinearModelView& model, std::size_t feature, Visit visit) {
  if (feature >= model.n_columns) return;
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
    out[l] += sums.counts * model.rest[at + l];
    if (!model.shared.empty()) out[l] += sums.shared * model.scale[at + l];
    if (vetoes) vetoes[l] += sums.present * model.rest_vetoes[at + l];
  }
}

// The stored weights as a full table, where many rows share the work of filling it. Adding its zeros changes no sum,
// so the scores are the same to the last bit.
std::vector<double> full_table(const LinearModelView& model, const RowsView& rows) {
  constexpr std::size_t most_cells = std::size_t{1} << 22;
  const std::size_t cells = model.n_columns * model.n_labels;
  if (!model.offset_vetoes.empty() || model.n_labels > 64 || cells > most_cells || cells > 2 * rows.columns.size())
    return {};
  std::vector<double> table(cells, 0.0);
  for (std::size_t feature = 0; feature < model.n_columns; ++feature)
    each_pair(model, feature, [&](std::size_t pair, std::size_t label) {
      table[feature * model.n_labels + label] = model.weights[pair];
    });
  return table;
}

template <class AddStored>
void score_with(const LinearModelView& model, std::span<const std::int32_t> columns,
                std::span<const std::uint32_t> counts, double* out, std::int64_t* vetoes, AddStored add_stored) {
  std::copy(model.offset.begin(), model.offset.end(), out);
  std::size_t block = 0;
  BlockSums sums;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto feature = static_cast<std::size_t>(columns[i]);
    while (block + 1 < model.block_ends.size() && columns[i] >= model.block_ends[block]) {
      close_block(model, block++, sums, out, vetoes);
      sums = {};
    }
    const double x = counts[i];
    sums.counts += x;
    sums.present += 1;
    if (!model.shared.empty() && feature < model.shared.size()) sums.shared += x * model.shared[feature];
    add_stored(feature, x);
  }
  if (!model.block_ends.empty()) close_block(model, block, sums, out, vetoes);
}

}  // namespace

void score_row(const LinearModelView& model, std::span<const std::int32_t> columns,
               std::span<const std::uint32_t> counts, double* out) {
  std::vector<std::int64_t> vetoes(model.offset_vetoes.begin(), model.offset_vetoes.end());
  std::int64_t* const veto = vetoes.empty() ? nullptr : vetoes.data();
  score_with(model, columns, counts, out, veto, [&](std::size_t feature, double x) {
    each_pair(model, feature, [&](std::size_t pair, std::size_t label) {
      out[label] += x * model.weights[pair];
      if (veto) veto[label] += model.vetoes[pair];
    });
  });
  for (std::size_t l = 0; l < vetoes.size(); ++l)
    if (vetoes[l] > 0) out[l] = -std::numeric_limits<double>::infinity();
}

void score_rows(const LinearModelView& model, const RowsView& rows, std::span<double> out, std::size_t threads) {
  const std::vector<double> table = full_table(model, rows);
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto first = static_cast<std::size_t>(rows.starts[row]),
                 length = static_cast<std::size_t>(rows.starts[row + 1]) - first;
      const auto columns = rows.columns.subspan(first, length);
      const auto counts = rows.counts.subspan(first, length);
      double* const scores = out.data() + row * model.n_labels;
      if (table.empty()) {
        score_row(model, columns, counts, scores);
        continue;
      }
      score_with(model, columns, counts, scores, nullptr, [&](std::size_t feature, double x) {
        if (feature >= model.n_columns) return;
        const double* const weights = table.data() + feature * model.n_labels;
        for (std::size_t l = 0; l < model.n_labels; ++l) scores[l] += x * weights[l];
      });
    }
  });
}

}  // namespace linnet
