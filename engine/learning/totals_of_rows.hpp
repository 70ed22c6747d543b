#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/rows.hpp"
#include "learning/class_totals.hpp"

namespace linnet {

// How documents are added up: by a code each (a label, or a fold and a label), with a weight each.
struct RowCodes {
  std::span<const std::int32_t> codes;
  std::span<const double> weights;  // empty: 1 each

  double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
};

// Calls visit(column, value) for every entry of a row.
template <class Value, class Visit>
void each_entry(const RowsOf<Value>& rows, std::size_t row, Visit visit) {
  const auto begin = static_cast<std::size_t>(rows.starts[row]);
  const auto end = static_cast<std::size_t>(rows.starts[row + 1]);
  for (std::size_t i = begin; i < end; ++i) {
    visit(static_cast<std::size_t>(rows.columns[i]), rows.values[i]);
  }
}

// Totals of ready rows, by code.
template <class Value>
BlockTotals totals_of_rows(const RowsOf<Value>& rows, const RowCodes& by, std::size_t n_columns);

// Adds the values of rows by code to a table, columns × codes, in place; gives what they sum to for
// each code.
template <class Value>
std::vector<double> add_sums_of_rows(const RowsOf<Value>& rows, const RowCodes& by,
                                     std::size_t n_codes, std::span<double> table) {
  std::vector<double> totals(n_codes, 0.0);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto code = static_cast<std::size_t>(by.codes[row]);
    const double weight = by.weight(row);
    double* const of_code = table.data() + code;
    double total = 0;
    each_entry(rows, row, [&](std::size_t column, Value value) {
      const double x = weight * static_cast<double>(value);
      of_code[column * n_codes] += x;
      total += x;
    });
    totals[code] += total;
  }
  return totals;
}

// The sums by code of rows, columns × codes.
template <class Value>
std::vector<double> sums_of_rows(const RowsOf<Value>& rows, const RowCodes& by,
                                 std::size_t n_columns, std::size_t n_codes) {
  std::vector<double> out(n_columns * n_codes, 0.0);
  add_sums_of_rows(rows, by, n_codes, std::span<double>(out));
  return out;
}

}  // namespace linnet
