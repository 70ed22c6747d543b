#include "bindings/problem_arrays.hpp"
#include "learning/learn.hpp"
#include "learning/objective.hpp"

namespace linnet::bind {

namespace {

const std::array<std::pair<const char*, AnyLoss>, 5> losses = {
    {{"logistic", Logistic{}},
     {"squared-hinge", SquaredHinge{}},
     {"hinge", Hinge{}},
     {"softmax", Softmax{}},
     {"crammer-singer", CrammerSinger{}}}};
const std::array<std::pair<const char*, AnySolver>, 6> solvers = {
    {{"auto", AutoSolver{}},
     {"dual", DualDescent{}},
     {"newton", Newton{}},
     {"lbfgs", Lbfgs{}},
     {"coordinate", CoordinateDescent{}},
     {"gradient-descent", GradientDescent{}}}};

Penalty penalty_of(const nb::dict& settings) {
  const Penalty penalty{nb::cast<double>(settings["l1"]), nb::cast<double>(settings["l2"])};
  require(
      std::isfinite(penalty.l1) && std::isfinite(penalty.l2) && penalty.l1 >= 0 && penalty.l2 >= 0,
      "l1 and l2 must be finite numbers, 0 or above.");
  return penalty;
}

Stopping stopping_of(const nb::dict& settings) {
  const auto tolerance = nb::cast<double>(settings["tolerance"]);
  require(tolerance > 0, "the tolerance must be above 0.");
  return {tolerance, nb::cast<std::size_t>(settings["rounds"]),
          nb::cast<std::uint64_t>(settings["seed"]),
          thread_count(nb::cast<std::size_t>(settings["threads"]))};
}

nb::dict to_python(Solution&& found, const Problem& problem) {
  nb::dict out;
  const std::size_t n_out = found.offset.size();
  std::vector<double> objective;
  for (const auto& one : found.convergence) objective.push_back(one.objective);
  out["gap"] = found.gap();
  out["measure"] = found.measure == Measure::DualityGap ? "duality gap" : "gradient norm";
  out["rounds"] = found.rounds();
  out["converged"] = found.converged();
  out["weights"] = to_numpy(std::move(found.weights), problem.rows.n_columns, n_out);
  out["offset"] = to_numpy(std::move(found.offset));
  out["objective"] = to_numpy(std::move(objective));
  return out;
}

struct Asked {
  AnyLoss loss;
  AnySolver solver;
  StartArrays start;
  nb::object stop;

  Asked(const nb::dict& settings, Problem& problem)
      : loss(named(losses, nb::cast<std::string>(settings["loss"]))),
        solver(named(solvers, nb::cast<std::string>(settings["solver"]))) {
    problem.penalty = penalty_of(settings);
    problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
    problem.stopping = stopping_of(settings);
    start = StartArrays(settings["start"], problem);
    if (settings.contains("stop")) stop = settings["stop"];
  }
};

nb::dict fit_linear(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                    std::size_t n_columns, Array<std::int64_t> label_starts,
                    Array<std::int32_t> label_codes, std::size_t n_labels,
                    std::optional<Array<double>> weights, const nb::dict& settings) {
  const ProblemArrays arrays{starts,       columns,     values,   n_columns,
                             label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  const Asked asked(settings, problem);
  std::optional<Solution> found;
  run_watched([&](const Watch& watch) { found = learn(problem, asked.loss, asked.solver, watch); },
              asked.stop);
  return to_python(std::move(*found), problem);
}

nb::list fit_path(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                  std::size_t n_columns, Array<std::int64_t> label_starts,
                  Array<std::int32_t> label_codes, std::size_t n_labels,
                  std::optional<Array<double>> weights, const nb::dict& settings,
                  Array<double> strengths) {
  const ProblemArrays arrays{starts,       columns,     values,   n_columns,
                             label_starts, label_codes, n_labels, weights};
  arrays.check();
  require(all_finite(strengths.data(), strengths.size()) &&
              std::all_of(strengths.data(), strengths.data() + strengths.size(),
                          [](double s) { return s > 0; }),
          "every strength of a path must be a finite number above 0.");
  Problem problem = arrays.problem();
  const Asked asked(settings, problem);
  std::vector<Solution> found;
  run_watched(
      [&](const Watch& watch) {
        found = learn_path(problem, asked.loss, asked.solver, span_of(strengths), watch);
      },
      asked.stop);
  nb::list out;
  for (auto& one : found) out.append(to_python(std::move(one), problem));
  return out;
}

nb::object linear_objective(Array<std::int64_t> starts, Array<std::int32_t> columns,
                            Array<double> values, std::size_t n_columns,
                            Array<std::int64_t> label_starts, Array<std::int32_t> label_codes,
                            std::size_t n_labels, std::optional<Array<double>> weights,
                            const nb::dict& settings, Table at_weights, Array<double> at_offset) {
  const ProblemArrays arrays{starts,       columns,     values,   n_columns,
                             label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  problem.penalty = penalty_of(settings);
  problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
  const AnyLoss loss = named(losses, nb::cast<std::string>(settings["loss"]));
  return to_numpy(objective(problem, loss, start_of(problem, at_weights, at_offset)));
}

// Whether a row has one column twice; rows need not be in order.
bool repeats_columns(Array<std::int64_t> starts, Array<std::int32_t> columns,
                     std::size_t n_columns) {
  require(ascending(starts, columns.size()),
          "the starts of rows must ascend within their columns.");
  require(all_below(columns, n_columns),
          "every column of a row must be below the number of columns.");
  constexpr std::size_t never = SIZE_MAX;
  std::vector<std::size_t> last_row(n_columns, never);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    for (auto e = starts.data()[i]; e < starts.data()[i + 1]; ++e) {
      std::size_t& last = last_row[static_cast<std::size_t>(columns.data()[e])];
      if (last == i) return true;
      last = i;
    }
  return false;
}

}  // namespace

void bind_solvers(nb::module_& m) {
  m.def("fit_linear", &fit_linear, "starts"_a, "columns"_a, "values"_a, "n_columns"_a,
        "label_starts"_a, "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a,
        "The weights with the smallest average loss + penalty.");
  m.def("fit_path", &fit_path, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "label_starts"_a,
        "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a, "strengths"_a,
        "The same for each strength, by which l1 and l2 are multiplied; each starts from the one "
        "before.");
  m.def("repeats_columns", &repeats_columns, "starts"_a, "columns"_a, "n_columns"_a,
        "Whether a row of a sparse table has one column twice.");
  m.def(
      "linear_objective", &linear_objective, "starts"_a, "columns"_a, "values"_a, "n_columns"_a,
      "label_starts"_a, "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a,
      "at_weights"_a, "at_offset"_a,
      "Average loss + penalty of given weights, per column of weights; one number for a softmax.");
}

}  // namespace linnet::bind
