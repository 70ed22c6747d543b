#include <nanobind/typing.h>

#include "bindings/named.hpp"
#include "bindings/problem.hpp"
#include "learning/learn.hpp"
#include "learning/objective.hpp"

namespace linnet::bind {

namespace {

using StopFunction = std::optional<nb::typed<nb::callable, bool()>>;

AnyLoss loss_named(const std::string& name) {
  static const std::array<std::pair<const char*, AnyLoss>, 5> losses = {
      {{"logistic", Logistic{}},
       {"squared-hinge", SquaredHinge{}},
       {"hinge", Hinge{}},
       {"softmax", Softmax{}},
       {"crammer-singer", CrammerSinger{}}}};
  return named(losses, name);
}

AnySolver solver_named(const std::string& name) {
  static const std::array<std::pair<const char*, AnySolver>, 6> solvers = {
      {{"auto", AutoSolver{}},
       {"dual", DualDescent{}},
       {"newton", Newton{}},
       {"lbfgs", Lbfgs{}},
       {"coordinate", CoordinateDescent{}},
       {"gradient-descent", GradientDescent{}}}};
  return named(solvers, name);
}

// What is made small over a problem, by which solver, and when that is done.
struct BoundSolverSettings {
  std::string loss_name;
  std::string solver_name;
  std::string offset_name;
  AnyLoss loss;
  AnySolver solver;
  Penalty penalty;
  Offset offset;
  Stopping stopping;
  StopFunction stop;

  BoundSolverSettings(const std::string& loss_in, double l1, double l2,
                      const std::string& offset_in, const std::string& solver_in, double tolerance,
                      std::size_t rounds, std::uint64_t seed, std::size_t threads,
                      StopFunction stop_in)
      : loss_name(loss_in),
        solver_name(solver_in),
        offset_name(offset_in),
        loss(loss_named(loss_in)),
        solver(solver_named(solver_in)),
        penalty{l1, l2},
        offset(offset_named(offset_in)),
        stopping{tolerance, rounds, seed, thread_count(threads)},
        stop(std::move(stop_in)) {
    require(std::isfinite(l1) && std::isfinite(l2) && l1 >= 0 && l2 >= 0,
            "l1 and l2 must be finite numbers, 0 or above.");
    require(tolerance > 0, "the tolerance must be above 0.");
  }

  Problem of(const BoundProblem& data) const {
    Problem problem = data.problem();
    problem.penalty = penalty;
    problem.offset = offset;
    problem.stopping = stopping;
    return problem;
  }

  template <class Work>
  void run_unless_stopped(Work work) const {
    run_watched(work, stop ? nb::handle(*stop) : nb::handle());
  }
};

struct BoundSolution {
  NumpyTable<double> weights;
  NumpyArray<double> offset;
  NumpyArray<double> objectives;
  double gap;
  const char* measure;
  std::size_t rounds;
  bool converged;

  explicit BoundSolution(Solution&& found)
      : objectives(objectives_of(found)),
        gap(found.gap()),
        measure(found.measure == Measure::DualityGap ? "duality gap" : "gradient norm"),
        rounds(found.rounds()),
        converged(found.converged()) {
    const std::size_t n_outputs = found.offset.size();
    const std::size_t n_columns = found.weights.size() / n_outputs;
    weights = table_of(std::move(found.weights), n_columns, n_outputs);
    offset = NumpyArray(std::move(found.offset));
  }

 private:
  static std::vector<double> objectives_of(const Solution& found) {
    std::vector<double> out;
    for (const Convergence& output : found.convergence) out.push_back(output.objective);
    return out;
  }
};

BoundSolution fit_linear(const BoundProblem& data, const BoundSolverSettings& settings,
                         const std::optional<BoundOutputWeights>& start) {
  Problem problem = settings.of(data);
  if (start) problem.start = start->view_for(data);
  std::optional<Solution> found;
  settings.run_unless_stopped(
      [&](const Watch& watch) { found = learn(problem, settings.loss, settings.solver, watch); });
  return BoundSolution(std::move(*found));
}

std::vector<BoundSolution> fit_path(const BoundProblem& data, const BoundSolverSettings& settings,
                                    const NumpyArray<double>& strengths) {
  const std::span<const double> all = strengths;
  const auto is_positive = [](double s) { return s > 0; };
  require(all_finite(all) && std::all_of(all.begin(), all.end(), is_positive),
          "every strength of a path must be a finite number above 0.");
  const Problem problem = settings.of(data);
  std::vector<Solution> found;
  settings.run_unless_stopped([&](const Watch& watch) {
    found = learn_path(problem, settings.loss, settings.solver, all, watch);
  });
  std::vector<BoundSolution> out;
  for (Solution& one : found) out.emplace_back(std::move(one));
  return out;
}

// The gradient and the Hessian times a vector of a smooth loss, which SmoothObjective has, are to
// be bound beside this.
NumpyArray<double> linear_objective(const BoundProblem& data, const BoundSolverSettings& settings,
                                    const BoundOutputWeights& at) {
  return NumpyArray(objective(settings.of(data), settings.loss, at.view_for(data)));
}

bool repeats_columns(const NumpyArray<std::int64_t>& starts,
                     const NumpyArray<std::int32_t>& columns, std::size_t n_columns) {
  require(ascends_to(starts, columns.size()),
          "the starts of rows must ascend within their columns.");
  require(all_below(columns, n_columns),
          "every column of a row must be below the number of columns.");
  return has_repeated_columns({starts, columns, {}, n_columns, {}});
}

void bind_problem(nb::module_& m) {
  nb::class_<BoundTargets>(m, "Targets", "The labels of documents, and what each counts for.")
      .def(nb::init<NumpyArray<std::int64_t>, NumpyArray<std::int32_t>, std::size_t,
                    std::optional<NumpyArray<double>>>(),
           nb::kw_only(), "starts"_a, "codes"_a, "n_labels"_a, "weights"_a = nb::none())
      .def_ro("starts", &BoundTargets::starts)
      .def_ro("codes", &BoundTargets::codes, "Of document i: codes[starts[i] : starts[i + 1]].")
      .def_ro("n_labels", &BoundTargets::n_labels)
      .def_ro("weights", &BoundTargets::weights, "One per document; None: 1 each.");
  nb::class_<BoundProblem>(m, "Problem", "What is learned from.")
      .def(nb::init<BoundRows, BoundTargets, std::size_t>(), nb::kw_only(), "rows"_a, "targets"_a,
           "n_columns"_a)
      .def_prop_ro("n_documents", &BoundProblem::n_documents)
      .def_prop_ro("n_columns", &BoundProblem::n_columns)
      .def_prop_ro("n_labels", &BoundProblem::n_labels)
      .def_prop_ro("n_outputs", &BoundProblem::n_outputs,
                   "How many columns of weights it needs: one for two labels, else one per label.");
  nb::class_<BoundOutputWeights>(m, "OutputWeights",
                                 "Weights, columns × outputs, and the offset of each output.")
      .def(nb::init<NumpyTable<double>, NumpyArray<double>>(), "weights"_a, "offset"_a)
      .def_ro("weights", &BoundOutputWeights::weights)
      .def_ro("offset", &BoundOutputWeights::offset);
}

void bind_solution(nb::module_& m) {
  nb::class_<BoundSolution>(m, "Solution", "What a solver found, and how far it came.")
      .def_ro("weights", &BoundSolution::weights, "Columns × outputs.")
      .def_ro("offset", &BoundSolution::offset, "Of each output.")
      .def_ro("objectives", &BoundSolution::objectives,
              "Of each output; a single one for a multiclass loss.")
      .def_ro("gap", &BoundSolution::gap, "The measure of the output that is furthest off.")
      .def_ro("measure", &BoundSolution::measure, "\"duality gap\" or \"gradient norm\".")
      .def_ro("rounds", &BoundSolution::rounds, "Of the output that took the longest.")
      .def_ro("converged", &BoundSolution::converged, "Whether all outputs did.");
}

}  // namespace

void bind_solvers(nb::module_& m) {
  bind_problem(m);
  bind_solution(m);
  nb::class_<BoundSolverSettings>(m, "SolverSettings",
                                  "What is made small over a problem, by which solver, until when.")
      .def(nb::init<const std::string&, double, double, const std::string&, const std::string&,
                    double, std::size_t, std::uint64_t, std::size_t, StopFunction>(),
           nb::kw_only(), "loss"_a, "l1"_a = 0.0, "l2"_a = 0.0, "offset"_a = "free",
           "solver"_a = "auto", "tolerance"_a = 1e-3, "rounds"_a = 1000, "seed"_a = 0,
           "threads"_a = 1, "stop"_a = nb::none(),
           "`stop` is asked now and then: True ends the work with a KeyboardInterrupt.")
      .def_ro("loss", &BoundSolverSettings::loss_name)
      .def_ro("solver", &BoundSolverSettings::solver_name)
      .def_ro("offset", &BoundSolverSettings::offset_name)
      .def_prop_ro("l1", [](const BoundSolverSettings& self) { return self.penalty.l1; })
      .def_prop_ro("l2", [](const BoundSolverSettings& self) { return self.penalty.l2; })
      .def_prop_ro("tolerance",
                   [](const BoundSolverSettings& self) { return self.stopping.tolerance; })
      .def_prop_ro("rounds", [](const BoundSolverSettings& self) { return self.stopping.rounds; })
      .def_prop_ro("seed", [](const BoundSolverSettings& self) { return self.stopping.seed; })
      .def_prop_ro("threads",
                   [](const BoundSolverSettings& self) { return self.stopping.threads; });
  m.def("fit_linear", &fit_linear, "problem"_a, "settings"_a, nb::kw_only(), "start"_a = nb::none(),
        "The weights with the smallest average loss + penalty.");
  m.def("fit_path", &fit_path, "problem"_a, "settings"_a, "strengths"_a,
        "The same for each strength, by which l1 and l2 are multiplied; each starts from the one "
        "before.");
  m.def("linear_objective", &linear_objective, "problem"_a, "settings"_a, "at"_a,
        "Average loss + penalty of given weights, per output; one number for a multiclass loss.");
  m.def("repeats_columns", &repeats_columns, "starts"_a, "columns"_a, "n_columns"_a,
        "Whether a row of a sparse table has one column twice.");
}

}  // namespace linnet::bind
