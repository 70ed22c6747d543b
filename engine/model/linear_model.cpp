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
struct FullTable {
  static constexpr std::size_t at_once = 4;  // labels whose sums stay in registers
  std::size_t width = 0;                     // labels, filled up to a multiple of that
  std::vector<double> cells;

  FullTable(const LinearModelView& model, const RowsView& rows) {
    constexpr std::size_t most_cells = std::size_t{1} << 22;
    const std::size_t n_cells = model.n_columns * model.n_labels;
    if (!model.offset_vetoes.empty() || model.n_labels > 64 || n_cells > most_cells ||
        n_cells > 2 * rows.columns.size())
      return;
    width = (model.n_labels + at_once - 1) / at_once * at_once;
    cells.assign(model.n_columns * width, 0.0);
    for (std::size_t feature = 0; feature < model.n_columns; ++feature)
      each_pair(model, feature,
                [&](std::size_t pair, std::size_t label) { cells[feature * width + label] = model.weights[pair]; });
  }

  // Adds the weights of the features to out, which has room for `width` labels.
  void add(std::span<const std::int32_t> columns, std::span<const std::uint32_t> counts, double* out) const {
    for (std::size_t l = 0; l < width; l += at_once) {
      double sums[at_once];
      std::copy_n(out + l, at_once, sums);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t cell = static_cast<std::size_t>(columns[i]) * width + l;
        if (cell >= cells.size()) continue;  // not a feature of the model
        const double x = counts[i];
        for (std::size_t k = 0; k < at_once; ++k) sums[k] += x * cells[cell + k];
      }
      std::copy_n(sums, at_once, out + l);
    }
  }
};

// Block by block: add_stored(columns, counts), then what all features of the block share.
template <class AddStored>
void score_with(const LinearModelView& model, std::span<const std::int32_t> columns,
                std::span<const std::uint32_t> counts, double* out, std::int64_t* vetoes, AddStored add_stored) {
  std::copy(model.offset.begin(), model.offset.end(), out);
  std::size_t begin = 0;
  for (std::size_t block = 0; block < model.block_ends.size(); ++block) {
    const bool last = block + 1 == model.block_ends.size();
    std::size_t end = last ? columns.size() : begin;
    while (!last && end < columns.size() && columns[end] < model.block_ends[block]) ++end;
    add_stored(columns.subspan(begin, end - begin), counts.subspan(begin, end - begin));
    BlockSums sums{0, 0, static_cast<std::int64_t>(end - begin)};
    std::uint64_t total = 0;
    for (std::size_t i = begin; i < end; ++i) total += counts[i];
    sums.counts = static_cast<double>(total);
    for (std::size_t i = begin; i < end && !model.shared.empty(); ++i)
      if (static_cast<std::size_t>(columns[i]) < model.shared.size())
        sums.shared += counts[i] * model.shared[static_cast<std::size_t>(columns[i])];
    close_block(model, block, sums, out, vetoes);
    begin = end;
  }
}

}  // namespace

void score_row(const LinearModelView& model, std::span<const std::int32_t> columns,
               std::span<const std::uint32_t> counts, double* out) {
  std::vector<std::int64_t> vetoes(model.offset_vetoes.begin(), model.offset_vetoes.end());
  std::int64_t* const veto = vetoes.empty() ? nullptr : vetoes.data();
  score_with(model, columns, counts, out, veto, [&](auto block_columns, auto block_counts) {
    for (std::size_t i = 0; i < block_columns.size(); ++i)
      each_pair(model, static_cast<std::size_t>(block_columns[i]), [&](std::size_t pair, std::size_t label) {
        out[label] += block_counts[i] * model.weights[pair];
        if (veto) veto[label] += model.vetoes[pair];
      });
  });
  for (std::size_t l = 0; l < vetoes.size(); ++l)
    if (vetoes[l] > 0) out[l] = -std::numeric_limits<double>::infinity();
}

void score_rows(const LinearModelView& model, const RowsView& rows, std::span<double> out, std::size_t threads) {
  const FullTable table(model, rows);
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<double> scores(std::max(table.width, model.n_labels));
    for (std::size_t row = begin; row < end; ++row) {
      const auto first = static_cast<std::size_t>(rows.starts[row]),
                 length = static_cast<std::size_t>(rows.starts[row + 1]) - first;
      const auto columns = rows.columns.subspan(first, length);
      const auto counts = rows.counts.subspan(first, length);
      if (table.width == 0)
        score_row(model, columns, counts, scores.data());
      else
        score_with(model, columns, counts, scores.data(), nullptr, [&](auto block_columns, auto block_counts) {
          table.add(block_columns, block_counts, scores.data());
        });
      std::copy_n(scores.begin(), model.n_labels, out.begin() + static_cast<std::ptrdiff_t>(row * model.n_labels));
    }
  });
}

}  // namespace linnet
