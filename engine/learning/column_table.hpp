#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "learning/examples.hpp"

namespace linnet {

// Examples by column: those columns that keep(column) lets in, in their order, and the documents that have each.
template <class Real>
struct ColumnTable {
  struct Cell {
    std::int32_t document;
    Real x;
  };
  std::vector<std::int32_t> columns;  // the number of each column in the examples
  std::vector<std::int64_t> starts;
  BigVector<Cell> cells;

  template <class Keep>
  ColumnTable(const Examples& examples, Keep keep) {
    std::vector<std::int64_t> next(examples.n_columns, 0);
    for (std::size_t i = 0; i < examples.size(); ++i)
      examples.each(i, [&](std::size_t column, double) { ++next[column]; });
    starts.push_back(0);
    for (std::size_t c = 0; c < examples.n_columns; ++c) {
      if (next[c] == 0 || !keep(c)) {
        next[c] = -1;
        continue;
      }
      columns.push_back(static_cast<std::int32_t>(c));
      starts.push_back(starts.back() + next[c]);
      next[c] = starts[starts.size() - 2];
    }
    cells.resize(static_cast<std::size_t>(starts.back()));
    for (std::size_t i = 0; i < examples.size(); ++i)
      examples.each(i, [&](std::size_t column, double x) {
        if (next[column] >= 0)
          cells[static_cast<std::size_t>(next[column]++)] = {static_cast<std::int32_t>(i), static_cast<Real>(x)};
      });
  }

  std::size_t size() const { return columns.size(); }
  std::span<const Cell> column(std::size_t place) const {
    return {cells.data() + starts[place], static_cast<std::size_t>(starts[place + 1] - starts[place])};
  }
};

}  // namespace linnet
