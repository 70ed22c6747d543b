#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "bindings/convert.hpp"
#include "learning/problem.hpp"

namespace linnet::bind {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The entry of a short table with a name; what came otherwise is an error of the caller.
template <class Value, std::size_t Size>
Value named(const std::array<std::pair<const char*, Value>, Size>& table, const std::string& name) {
  for (const auto& [known, value] : table)
    if (name == known) return value;
  throw Refusal("there is no '" + name + "' here; choose from the names that its caller lists.");
}

inline const std::array<std::pair<const char*, Offset>, 3> offsets = {
    {{"free", Offset::Free}, {"penalised", Offset::Penalised}, {"none", Offset::None}}};

inline bool ascending(const Array<std::int64_t>& starts, std::size_t end) {
  bool fits = starts.size() > 0 && starts.data()[0] >= 0 &&
              static_cast<std::size_t>(starts.data()[starts.size() - 1]) <= end;
  for (std::size_t i = 0; fits && i + 1 < starts.size(); ++i)
    fits = starts.data()[i] <= starts.data()[i + 1];
  return fits;
}

inline bool all_below(const Array<std::int32_t>& numbers, std::size_t end) {
  return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                     [&](std::int32_t n) { return n >= 0 && static_cast<std::size_t>(n) < end; });
}

inline bool all_finite(const double* begin, std::size_t n) {
  return std::all_of(begin, begin + n, [](double x) { return std::isfinite(x); });
}

struct ProblemArrays {
  Array<std::int64_t> starts;
  Array<std::int32_t> columns;
  Array<double> values;
  std::size_t n_columns;
  Array<std::int64_t> label_starts;
  Array<std::int32_t> label_codes;
  std::size_t n_labels;
  std::optional<Array<double>> weights;

  void check() const {
    require(
        ascending(starts, columns.size()) && columns.size() == values.size(),
        "the starts of rows must ascend within their columns, and each column must have a value.");
    require(all_below(columns, n_columns),
            "every column of a row must be below the number of columns.");
    require(all_finite(values.data(), values.size()),
            "every value of a row must be a finite number.");
    require(
        ascending(label_starts, label_codes.size()) && label_starts.size() == starts.size(),
        "there must be a list of labels per document: one start more than documents, ascending.");
    require(all_below(label_codes, n_labels),
            "every label's code must be below the number of labels.");
    require(starts.size() > 1 && n_labels > 0,
            "there must be at least one document and one label.");
    if (weights) check_weights();
  }
  void check_weights() const {
    require(weights->size() + 1 == starts.size(), "there must be one weight per document.");
    const double* begin = weights->data();
    require(all_finite(begin, weights->size()) &&
                std::all_of(begin, begin + weights->size(), [](double w) { return w >= 0; }),
            "the weight of a document must be a finite number, 0 or above.");
    require(std::any_of(begin, begin + weights->size(), [](double w) { return w > 0; }),
            "at least one document must have a weight above 0.");
  }
  Problem problem() const {
    Problem out;
    out.rows = {span_of(starts), span_of(columns), span_of(values), n_columns,
                weights ? span_of(*weights) : std::span<const double>{}};
    out.targets = Targets(span_of(label_starts), span_of(label_codes), n_labels);
    return out;
  }
};

inline WeightsView start_of(const Problem& problem, const Table& weights,
                            const Array<double>& offset) {
  require(
      weights.shape(0) == problem.rows.n_columns &&
          weights.shape(1) == problem.targets.n_outputs() &&
          offset.size() == problem.targets.n_outputs(),
      "weights must be a table of columns × labels (× 1 for two labels), and the offset as wide.");
  require(all_finite(weights.data(), weights.size()) && all_finite(offset.data(), offset.size()),
          "every weight to start from must be a finite number.");
  return {{weights.data(), weights.size()}, span_of(offset)};
}

// Where a fit starts, if anywhere; the arrays must live as long as the fit.
struct StartArrays {
  Table weights;
  Array<double> offset;

  StartArrays() = default;
  StartArrays(nb::handle start, Problem& problem) {
    if (start.is_none()) return;
    const auto pair = nb::cast<nb::tuple>(start);
    weights = nb::cast<Table>(pair[0], false);
    offset = nb::cast<Array<double>>(pair[1], false);
    problem.start = start_of(problem, weights, offset);
  }
};

}  // namespace linnet::bind
