#include "model/linear_model.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "common/parallel_for.hpp"

namespace linnet {
namespace {

struct BlockSums {
  double counts = 0, shared = 0;
  std::int32_t present = 0;
};

// Calls visit(pair) for the stored pairs of a feature; whatever a damaged file says, nothing outside is touched.
template <class Visit>
void each_pair(const LinearModelView& model, std::size_t feature, Visit visit) {
  if (feature >= model.n_columns) return;
  const std::int64_t begin = std::max<std::int64_t>(0, model.starts[feature]);
  const std::int64_t end = std::min(model.starts[feature + 1], static_cast<std::int64_t>(model.labels.size()));
  for (std::int64_t i = begin; i < end; ++i)
    if (const auto label = static_cast<std::size_t>(model.labels[static_cast<std::size_t>(i)]); label < model.n_labels) visit(static_cast<std::size_t>(i), label);
}

void close_block(const LinearModelView& model, std::size_t block, const BlockSums& sums, double* out, std::int32_t* vetoes) {
  if (sums.present == 0) return;
  const std::size_t at = block * model.n_labels;
  for (std::size_t l = 0; l < model.n_labels; ++l) {
    out[l] += sums.counts * model.rest[at + l];
    if (!model.shared.empty()) out[l] += sums.shared * model.scale[at + l];
    if (vetoes) vetoes[l] += sums.present * model.rest_vetoes[at + l];
  }
}

}  // namespace

void score_row(const LinearModelView& model, std::span<const std::int32_t> columns, std::span<const std::uint32_t> counts, double* out) {
  std::copy(model.offset.begin(), model.offset.end(), out);
  std::vector<std::int32_t> vetoes(model.offset_vetoes.begin(), model.offset_vetoes.end());
  std::int32_t* const veto = vetoes.empty() ? nullptr : vetoes.data();
  std::size_t block = 0;
  BlockSums sums;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto feature = static_cast<std::size_t>(columns[i]);
    while (block + 1 < model.block_ends.size() && columns[i] >= model.block_ends[block]) {
      close_block(model, block++, sums, out, veto);
      sums = {};
    }
    const double x = counts[i];
    sums.counts += x;
    sums.present += 1;
    if (!model.shared.empty() && feature < model.shared.size()) sums.shared += x * model.shared[feature];
    each_pair(model, feature, [&](std::size_t pair, std::size_t label) {
      out[label] += x * model.weights[pair];
      if (veto) veto[label] += model.vetoes[pair];
    });
  }
  if (!model.block_ends.empty()) close_block(model, block, sums, out, veto);
  for (std::size_t l = 0; l < vetoes.size(); ++l)
    if (vetoes[l] > 0) out[l] = -std::numeric_limits<double>::infinity();
}

void score_rows(const LinearModelView& model, const RowsView& rows, std::span<double> out, std::size_t threads) {
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto first = static_cast<std::size_t>(rows.starts[row]), length = static_cast<std::size_t>(rows.starts[row + 1]) - first;
      score_row(model, rows.columns.subspan(first, length), rows.counts.subspan(first, length), out.data() + row * model.n_labels);
    }
  });
}

}  // namespace linnet
