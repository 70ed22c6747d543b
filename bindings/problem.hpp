// What is learned from, and weights, as Python sees them.
#pragma once

#include <cmath>

#include "bindings/convert.hpp"
#include "learning/problem.hpp"

namespace linnet::bind {

inline bool ascends_to(std::span<const std::int64_t> starts, std::size_t end) {
  if (starts.empty() || starts.front() < 0) return false;
  return std::is_sorted(starts.begin(), starts.end()) &&
         static_cast<std::size_t>(starts.back()) <= end;
}

inline bool all_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

// The labels of documents, and what each document counts for.
struct BoundTargets {
  NumpyArray<std::int64_t> starts;
  NumpyArray<std::int32_t> codes;
  std::size_t n_labels;
  std::optional<NumpyArray<double>> weights;

  BoundTargets(NumpyArray<std::int64_t> starts_in, NumpyArray<std::int32_t> codes_in,
               std::size_t n_labels_in, std::optional<NumpyArray<double>> weights_in)
      : starts(std::move(starts_in)),
        codes(std::move(codes_in)),
        n_labels(n_labels_in),
        weights(std::move(weights_in)) {}
};

// The rows and targets of documents. The arrays belong to Python, are checked once, and must not
// change as long as this lives.
class BoundProblem {
 public:
  BoundProblem(BoundRows rows, BoundTargets targets, std::size_t n_columns)
      : arrays_(std::move(rows)), target_arrays_(std::move(targets)), n_columns_(n_columns) {
    rows_ = arrays_.weighed();
    check_rows();
    check_labels();
    if (target_arrays_.weights) check_weights(*target_arrays_.weights);
    targets_ = Targets(target_arrays_.starts, target_arrays_.codes, target_arrays_.n_labels);
  }

  std::size_t n_documents() const { return rows_.size(); }
  std::size_t n_columns() const { return n_columns_; }
  std::size_t n_labels() const { return targets_.n_labels(); }
  std::size_t n_outputs() const { return targets_.n_outputs(); }

  Problem problem() const {
    const auto& weights = target_arrays_.weights;
    Problem out;
    out.rows = {rows_.starts, rows_.columns, rows_.values, n_columns_,
                weights ? weights->span() : std::span<const double>{}};
    out.targets = targets_;
    return out;
  }

 private:
  void check_rows() const {
    require(all_below(rows_.columns, n_columns_),
            "every column of a row must be below the number of columns.");
    require(all_finite(rows_.values), "every value of a row must be a finite number.");
  }
  void check_labels() const {
    const auto& [starts, codes, n_labels, weights] = target_arrays_;
    require(ascends_to(starts, codes.size()) && starts.size() == rows_.starts.size(),
            "there must be a list of labels per document: one start more than documents, "
            "ascending.");
    require(all_below(codes, n_labels), "every label's code must be below the number of labels.");
    require(rows_.size() > 0 && n_labels > 0, "there must be at least one document and one label.");
  }
  void check_weights(std::span<const double> weights) const {
    const auto is_negative = [](double w) { return w < 0; };
    const auto is_positive = [](double w) { return w > 0; };
    require(weights.size() == rows_.size(), "there must be one weight per document.");
    require(all_finite(weights) && std::none_of(weights.begin(), weights.end(), is_negative),
            "the weight of a document must be a finite number, 0 or above.");
    require(std::any_of(weights.begin(), weights.end(), is_positive),
            "at least one document must have a weight above 0.");
  }

  BoundRows arrays_;
  BoundTargets target_arrays_;
  std::size_t n_columns_;
  WeighedRows rows_;
  Targets targets_;
};

// Weights, columns × outputs, and an offset for each output: where a fit starts, or what is
// evaluated.
struct BoundOutputWeights {
  NumpyTable<double> weights;
  NumpyArray<double> offset;

  BoundOutputWeights(NumpyTable<double> weights_in, NumpyArray<double> offset_in)
      : weights(std::move(weights_in)), offset(std::move(offset_in)) {}

  WeightsView view_for(const BoundProblem& problem) const {
    const std::size_t n_outputs = problem.n_outputs();
    require(weights.shape(0) == problem.n_columns() && weights.shape(1) == n_outputs &&
                offset.size() == n_outputs,
            "weights must be a table of columns × labels (× 1 for two labels), and the offset as "
            "wide.");
    require(all_finite(weights) && all_finite(offset),
            "every weight to start from must be a finite number.");
    return {weights, offset};
  }
};

}  // namespace linnet::bind
