#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

// What a solver learns from: a sparse table documents × features, and how much each document counts.
struct Examples {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> columns;
  std::span<const double> values;
  std::size_t n_columns = 0;
  std::span<const double> weights;  // empty: 1 each

  std::size_t size() const { return starts.size() - 1; }
  double weight(std::size_t document) const { return weights.empty() ? 1.0 : weights[document]; }
  double total_weight() const {
    double total = 0;
    for (std::size_t i = 0; i < size(); ++i) total += weight(i);
    return total;
  }

  template <class Visit>
  void each(std::size_t document, Visit visit) const {
    for (auto e = static_cast<std::size_t>(starts[document]); e < static_cast<std::size_t>(starts[document + 1]); ++e)
      visit(static_cast<std::size_t>(columns[e]), values[e]);
  }
};

// The labels of each document, none or several; and which of them each column of weights is about. Two labels of which
// every document has exactly one need a single column: label 1 against label 0.
class Targets {
 public:
  Targets() = default;
  Targets(std::span<const std::int64_t> starts, std::span<const std::int32_t> codes, std::size_t n_labels)
      : starts_(starts), codes_(codes), n_labels_(n_labels) {
    for (std::size_t i = 0; i < size(); ++i) one_each_ = one_each_ && starts[i + 1] - starts[i] == 1;
  }

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t n_labels() const { return n_labels_; }
  bool one_each() const { return one_each_; }
  std::size_t n_out() const { return n_labels_ == 2 && one_each_ ? 1 : n_labels_; }
  // The label whose documents are on the + side of a column.
  std::int32_t label_of(std::size_t column) const {
    return n_out() < n_labels_ ? 1 : static_cast<std::int32_t>(column);
  }
  // The label of a document that has exactly one.
  std::int32_t code(std::size_t document) const { return codes_[static_cast<std::size_t>(starts_[document])]; }

  template <class Visit>
  void each(std::size_t document, Visit visit) const {
    for (auto e = starts_[document]; e < starts_[document + 1]; ++e) visit(codes_[static_cast<std::size_t>(e)]);
  }
  bool has(std::size_t document, std::int32_t label) const {
    bool found = false;
    each(document, [&](std::int32_t code) { found |= code == label; });
    return found;
  }

 private:
  std::span<const std::int64_t> starts_;
  std::span<const std::int32_t> codes_;
  std::size_t n_labels_ = 0;
  bool one_each_ = true;
};

// +1 for the documents that have the label of a column, -1 for the others.
inline std::vector<double> signs_of(const Targets& targets, std::size_t column) {
  std::vector<double> signs(targets.size());
  for (std::size_t i = 0; i < signs.size(); ++i) signs[i] = targets.has(i, targets.label_of(column)) ? 1.0 : -1.0;
  return signs;
}

}  // namespace linnet
