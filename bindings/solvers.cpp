#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <array>
#include <cmath>
#include <optional>

#include "bindings/convert.hpp"
#include "learning/learn.hpp"
#include "learning/objective.hpp"

namespace linnet::bind {

namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The entry of a short table with a name; what came otherwise is an error of the caller.
template <class Value, std::size_t Size>
Value named(const std::array<std::pair<const char*, Value>, Size>& table, const std::string& name) {
  for (const auto& [known, value] : table)
    if (name == known) return value;
  throw Refusal("there is no '" + name + "' here; choose from the names that fit_linear lists.");
}

const std::array<std::pair<const char*, AnyLoss>, 4> losses = {
    {{"logistic", Logistic{}}, {"squared-hinge", SquaredHinge{}}, {"hinge", Hinge{}}, {"softmax", Softmax{}}}};
const std::array<std::pair<const char*, Offset>, 3> offsets = {
    {{"free", Offset::Free}, {"penalised", Offset::Penalised}, {"none", Offset::None}}};
const std::array<std::pair<const char*, AnySolver>, 6> solvers = {{{"auto", AutoSolver{}},
                                                                   {"dual", DualDescent{}},
                                                                   {"newton", Newton{}},
                                                                   {"lbfgs", Lbfgs{}},
                                                                   {"coordinate", CoordinateDescent{}},
                                                                   {"gradient-descent", GradientDescent{}}}};

bool ascending(const Array<std::int64_t>& starts, std::size_t end) {
  bool fits =
      starts.size() > 0 && starts.data()[0] >= 0 && static_cast<std::size_t>(starts.data()[starts.size() - 1]) <= end;
  for (std::size_t i = 0; fits && i + 1 < starts.size(); ++i) fits = starts.data()[i] <= starts.data()[i + 1];
  return fits;
}

bool all_below(const Array<std::int32_t>& numbers, std::size_t end) {
  return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                     [&](std::int32_t n) { return n >= 0 && static_cast<std::size_t>(n) < end; });
}

bool all_finite(const double* begin, std::size_t n) {
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
    require(ascending(starts, columns.size()) && columns.size() == values.size(),
            "the starts of rows must ascend within their columns, and each column must have a value.");
    require(all_below(columns, n_columns), "every column of a row must be below the number of columns.");
    require(all_finite(values.data(), values.size()), "every value of a row must be a finite number.");
    require(ascending(label_starts, label_codes.size()) && label_starts.size() == starts.size(),
            "there must be a list of labels per document: one start more than documents, ascending.");
    require(all_below(label_codes, n_labels), "every label's code must be below the number of labels.");
    require(starts.size() > 1 && n_labels > 0, "there must be at least one document and one label.");
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
    out.examples = {span_of(starts), span_of(columns), span_of(values), n_columns,
                    weights ? span_of(*weights) : std::span<const double>{}};
    out.targets = Targets(span_of(label_starts), span_of(label_codes), n_labels);
    return out;
  }
};

Start start_of(const Problem& problem, const Table& weights, const Array<double>& offset) {
  require(weights.shape(0) == problem.examples.n_columns && weights.shape(1) == problem.targets.n_out() &&
              offset.size() == problem.targets.n_out(),
          "weights must be a table of columns × labels (× 1 for two labels), and the offset as wide.");
  require(all_finite(weights.data(), weights.size()) && all_finite(offset.data(), offset.size()),
          "every weight to start from must be a finite number.");
  return {{weights.data(), weights.size()}, span_of(offset)};
}

Penalty penalty_of(const nb::dict& settings) {
  const Penalty penalty{nb::cast<double>(settings["l1"]), nb::cast<double>(settings["l2"])};
  require(std::isfinite(penalty.l1) && std::isfinite(penalty.l2) && penalty.l1 >= 0 && penalty.l2 >= 0,
          "l1 and l2 must be finite numbers, 0 or above.");
  return penalty;
}

Stopping stopping_of(const nb::dict& settings) {
  const auto tolerance = nb::cast<double>(settings["tolerance"]);
  require(tolerance > 0, "the tolerance must be above 0.");
  return {tolerance, nb::cast<std::size_t>(settings["rounds"]), nb::cast<std::uint64_t>(settings["seed"]),
          thread_count(nb::cast<std::size_t>(settings["threads"]))};
}

nb::dict to_python(Solution&& found, const Problem& problem) {
  nb::dict out;
  const std::size_t n_out = found.offset.size();
  std::vector<double> objective;
  for (const auto& one : found.reached) objective.push_back(one.objective);
  out["gap"] = found.gap();
  out["measure"] = found.measure == Measure::DualityGap ? "duality gap" : "gradient norm";
  out["rounds"] = found.rounds();
  out["converged"] = found.converged();
  out["weights"] = to_numpy(std::move(found.weights), problem.examples.n_columns, n_out);
  out["offset"] = to_numpy(std::move(found.offset));
  out["objective"] = to_numpy(std::move(objective));
  return out;
}

// The settings of a fit; the arrays of a start live as long as this.
struct Asked {
  AnyLoss loss;
  AnySolver solver;
  Table start_weights;
  Array<double> start_offset;

  Asked(const nb::dict& settings, Problem& problem)
      : loss(named(losses, nb::cast<std::string>(settings["loss"]))),
        solver(named(solvers, nb::cast<std::string>(settings["solver"]))) {
    problem.penalty = penalty_of(settings);
    problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
    problem.stopping = stopping_of(settings);
    if (settings["start"].is_none()) return;
    const auto pair = nb::cast<nb::tuple>(settings["start"]);
    start_weights = nb::cast<Table>(pair[0], false);
    start_offset = nb::cast<Array<double>>(pair[1], false);
    problem.start = start_of(problem, start_weights, start_offset);
  }
};

nb::dict fit_linear(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                    std::size_t n_columns, Array<std::int64_t> label_starts, Array<std::int32_t> label_codes,
                    std::size_t n_labels, std::optional<Array<double>> weights, const nb::dict& settings) {
  const ProblemArrays arrays{starts, columns, values, n_columns, label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  const Asked asked(settings, problem);
  std::optional<Solution> found;
  run_watched([&](const Watch& watch) { found = learn(problem, asked.loss, asked.solver, watch); });
  return to_python(std::move(*found), problem);
}

nb::list fit_path(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values, std::size_t n_columns,
                  Array<std::int64_t> label_starts, Array<std::int32_t> label_codes, std::size_t n_labels,
                  std::optional<Array<double>> weights, const nb::dict& settings, Array<double> strengths) {
  const ProblemArrays arrays{starts, columns, values, n_columns, label_starts, label_codes, n_labels, weights};
  arrays.check();
  require(all_finite(strengths.data(), strengths.size()) &&
              std::all_of(strengths.data(), strengths.data() + strengths.size(), [](double s) { return s > 0; }),
          "every strength of a path must be a finite number above 0.");
  Problem problem = arrays.problem();
  const Asked asked(settings, problem);
  std::vector<Solution> found;
  run_watched(
      [&](const Watch& watch) { found = learn_path(problem, asked.loss, asked.solver, span_of(strengths), watch); });
  nb::list out;
  for (auto& one : found) out.append(to_python(std::move(one), problem));
  return out;
}

nb::object linear_objective(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                            std::size_t n_columns, Array<std::int64_t> label_starts, Array<std::int32_t> label_codes,
                            std::size_t n_labels, std::optional<Array<double>> weights, const nb::dict& settings,
                            Table at_weights, Array<double> at_offset) {
  const ProblemArrays arrays{starts, columns, values, n_columns, label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  problem.penalty = penalty_of(settings);
  problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
  const AnyLoss loss = named(losses, nb::cast<std::string>(settings["loss"]));
  return to_numpy(objective(problem, loss, start_of(problem, at_weights, at_offset)));
}

}  // namespace

void bind_solvers(nb::module_& m) {
  m.def("fit_linear", &fit_linear, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "label_starts"_a,
        "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a,
        "The weights with the smallest average loss + penalty.");
  m.def("fit_path", &fit_path, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "label_starts"_a, "label_codes"_a,
        "n_labels"_a, "weights"_a.none(), "settings"_a, "strengths"_a,
        "The same for each strength, by which l1 and l2 are multiplied; each starts from the one before.");
  m.def("linear_objective", &linear_objective, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "label_starts"_a,
        "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a, "at_weights"_a, "at_offset"_a,
        "Average loss + penalty of given weights, per column of weights; one number for a softmax.");
}

}  // namespace linnet::bind
