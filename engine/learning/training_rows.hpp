#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

// What a solver learns from: a sparse table documents × features (CSR), and how much each document
// counts.
struct TrainingRows {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> columns;
  std::span<const double> values;
  std::size_t n_columns = 0;
  std::span<const double> weights;  // of documents; empty: 1 each

  std::size_t size() const { return starts.size() - 1; }
  double weight(std::size_t document) const { return weights.empty() ? 1.0 : weights[document]; }
  double total_weight() const {
    double total = 0;
    for (std::size_t i = 0; i < size(); ++i) total += weight(i);
    return total;
  }

  // Calls visit(column, value) for each feature of a document.
  template <class Visit>
  void each(std::size_t document, Visit visit) const {
    const auto begin = static_cast<std::size_t>(starts[document]);
    const auto end = static_cast<std::size_t>(starts[document + 1]);
    for (std::size_t e = begin; e < end; ++e) {
      visit(static_cast<std::size_t>(columns[e]), values[e]);
    }
  }
};

// Whether a row has one column twice; the columns of a row need not be in order.
inline bool has_repeated_columns(const TrainingRows& rows) {
  constexpr std::size_t kNever = SIZE_MAX;
  std::vector<std::size_t> last_row(rows.n_columns, kNever);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto begin = static_cast<std::size_t>(rows.starts[i]);
    const auto end = static_cast<std::size_t>(rows.starts[i + 1]);
    for (std::size_t e = begin; e < end; ++e) {
      std::size_t& last = last_row[static_cast<std::size_t>(rows.columns[e])];
      if (last == i) return true;
      last = i;
    }
  }
  return false;
}

}  // namespace linnet
