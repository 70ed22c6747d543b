#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "learning/training_rows.hpp"

namespace linnet {

// Training rows by column (CSC): those columns that keep(column) lets in, in their order, and the
// documents that have each.
template <class Real>
struct ColumnTable {
  struct Cell {
    std::int32_t document;
    Real x;
  };
  std::vector<std::int32_t> columns;  // the number of each column in the training rows
  std::vector<std::int64_t> starts;
  BigVector<Cell> cells;

  template <class Keep>
  ColumnTable(const TrainingRows& rows, Keep keep) {
    std::vector<std::int64_t> next = place_columns(rows, keep);
    cells.resize(static_cast<std::size_t>(starts.back()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto document = static_cast<std::int32_t>(i);
      rows.each(i, [&](std::size_t column, double x) {
        std::int64_t& at = next[column];
        if (at == kNotKept) return;
        cells[static_cast<std::size_t>(at++)] = {document, static_cast<Real>(x)};
      });
    }
  }

  std::size_t size() const { return columns.size(); }
  std::span<const Cell> column(std::size_t j) const {
    return {cells.data() + starts[j], static_cast<std::size_t>(starts[j + 1] - starts[j])};
  }

 private:
  static constexpr std::int64_t kNotKept = -1;

  // Fills columns and starts; returns where the first cell of each column goes.
  template <class Keep>
  std::vector<std::int64_t> place_columns(const TrainingRows& rows, Keep keep) {
    std::vector<std::int64_t> counts(rows.n_columns, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows.each(i, [&](std::size_t column, double) { ++counts[column]; });
    }
    std::vector<std::int64_t> first(rows.n_columns, kNotKept);
    starts.push_back(0);
    for (std::size_t c = 0; c < rows.n_columns; ++c) {
      if (counts[c] == 0 || !keep(c)) continue;
      first[c] = starts.back();
      columns.push_back(static_cast<std::int32_t>(c));
      starts.push_back(starts.back() + counts[c]);
    }
    return first;
  }
};

}  // namespace linnet
