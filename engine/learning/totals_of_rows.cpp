#include "learning/totals_of_rows.hpp"

#include <algorithm>
#include <utility>

namespace linnet {
namespace {

// By a full table, columns × codes; each of its sums adds up in the order of the rows.
template <class Value>
BlockTotals totals_by_table(const RowsOf<Value>& rows, const RowCodes& by, std::size_t n_columns,
                            std::size_t n_codes) {
  struct Total {
    double sum = 0;
    double presence = 0;
  };
  std::vector<Total> table(n_columns * n_codes);
  BlockTotals out;
  out.frequencies.resize(n_columns);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const double weight = by.weight(row);
    Total* const of_code = table.data() + by.codes[row];
    each_entry(rows, row, [&](std::size_t column, Value value) {
      Total& total = of_code[column * n_codes];
      total.sum += weight * static_cast<double>(value);
      total.presence += weight;
      ++out.frequencies[column];
    });
  }

  out.starts.reserve(n_columns + 1);
  for (std::size_t column = 0; column < n_columns; ++column) {
    for (std::size_t code = 0; code < n_codes; ++code) {
      const Total& total = table[column * n_codes + code];
      if (total.presence == 0) continue;
      out.add(static_cast<std::int32_t>(code), total.sum, total.presence);
    }
    out.starts.push_back(static_cast<std::int64_t>(out.labels.size()));
  }
  return out;
}

// Entries of rows by column, in the order of the rows.
template <class Value>
struct EntriesByColumn {
  struct Seen {
    std::int32_t code;
    Value value;
    double weight;
  };
  std::vector<std::int64_t> starts;
  std::vector<Seen> entries;

  EntriesByColumn(const RowsOf<Value>& rows, const RowCodes& by, std::size_t n_columns)
      : starts(n_columns + 1, 0), entries(rows.columns.size()) {
    for (const std::int32_t column : rows.columns) ++starts[static_cast<std::size_t>(column) + 1];
    for (std::size_t c = 0; c < n_columns; ++c) starts[c + 1] += starts[c];
    std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::int32_t code = by.codes[row];
      const double weight = by.weight(row);
      each_entry(rows, row, [&](std::size_t column, Value value) {
        entries[static_cast<std::size_t>(next[column]++)] = {code, value, weight};
      });
    }
  }
  std::span<const Seen> of(std::size_t column) const {
    const auto begin = static_cast<std::size_t>(starts[column]);
    return std::span(entries).subspan(begin, static_cast<std::size_t>(starts[column + 1]) - begin);
  }
};

// Column by column: for many columns and codes of which few pairs are there.
template <class Value>
BlockTotals totals_by_column(const RowsOf<Value>& rows, const RowCodes& by, std::size_t n_columns,
                             std::size_t n_codes) {
  const EntriesByColumn<Value> by_column(rows, by, n_columns);
  std::vector<double> sums(n_codes, 0);
  std::vector<double> presences(n_codes, 0);
  std::vector<std::int32_t> seen_codes;
  BlockTotals out;
  for (std::size_t column = 0; column < n_columns; ++column) {
    seen_codes.clear();
    for (const auto& entry : by_column.of(column)) {
      const auto code = static_cast<std::size_t>(entry.code);
      if (presences[code] == 0) seen_codes.push_back(entry.code);
      sums[code] += entry.weight * entry.value;
      presences[code] += entry.weight;
    }
    std::sort(seen_codes.begin(), seen_codes.end());
    for (const std::int32_t code : seen_codes) {
      const auto at = static_cast<std::size_t>(code);
      out.add(code, std::exchange(sums[at], 0.0), std::exchange(presences[at], 0.0));
    }
    out.finish_feature(static_cast<std::int64_t>(by_column.of(column).size()));
  }
  return out;
}

}  // namespace

template <class Value>
BlockTotals totals_of_rows(const RowsOf<Value>& rows, const RowCodes& by, std::size_t n_columns) {
  constexpr std::size_t kCellsPerEntry = 2;  // of a full table: 32 bytes per entry at most
  const auto largest = std::max_element(by.codes.begin(), by.codes.end());
  const std::size_t n_codes = by.codes.empty() ? 0 : static_cast<std::size_t>(*largest) + 1;
  if (n_columns * n_codes <= kCellsPerEntry * rows.columns.size()) {
    return totals_by_table(rows, by, n_columns, n_codes);
  }
  return totals_by_column(rows, by, n_columns, n_codes);
}

template BlockTotals totals_of_rows(const RowsView&, const RowCodes&, std::size_t);
template BlockTotals totals_of_rows(const WeighedRows&, const RowCodes&, std::size_t);

}  // namespace linnet
