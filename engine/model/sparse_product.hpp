#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "common/parallel_for.hpp"
#include "features/rows.hpp"

namespace linnet {

// What one row gives `Width` labels that lie side by side in a table columns × n_labels.
template <std::size_t Width, class Value>
void multiply_row(const RowOf<Value>& row, const double* table, std::size_t n_labels, double* out) {
  double sums[Width] = {};
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto x = static_cast<double>(row.values[i]);
    const double* const weights = table + static_cast<std::size_t>(row.columns[i]) * n_labels;
    for (std::size_t k = 0; k < Width; ++k) sums[k] += x * weights[k];
  }
  std::copy_n(sums, Width, out);
}

// Sparse rows times a dense table: documents × labels, each the sum of x * table[column, label] in
// the order of its row.
template <class Value>
std::vector<double> multiply_rows(const RowsOf<Value>& rows, std::span<const double> table,
                                  std::size_t n_labels, std::size_t threads) {
  constexpr std::size_t lanes = 4;  // labels whose sums stay in registers
  std::vector<double> out(rows.size() * n_labels);
  parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const RowOf<Value> one = row_of(rows, row);
      double* const to = out.data() + row * n_labels;
      std::size_t l = 0;
      for (; l + lanes <= n_labels; l += lanes)
        multiply_row<lanes>(one, table.data() + l, n_labels, to + l);
      for (; l < n_labels; ++l) multiply_row<1>(one, table.data() + l, n_labels, to + l);
    }
  });
  return out;
}

}  // namespace linnet
