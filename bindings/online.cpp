#include "learning/online.hpp"

#include <numeric>

#include "bindings/named.hpp"
#include "bindings/problem.hpp"

namespace linnet::bind {

namespace {

struct BoundOnlineSettings {
  OnlineSettings settings;
  Offset offset;
  Stopping stopping;

  BoundOnlineSettings(const std::string& step_rule, double cap, bool averaged, bool shuffled,
                      const std::string& offset_name, std::size_t rounds, std::uint64_t seed,
                      std::size_t threads)
      : settings{step_rule_named(step_rule, 1.0, cap), averaged, shuffled},
        offset(offset_named(offset_name)) {
    stopping.rounds = rounds;
    stopping.seed = seed;
    stopping.threads = thread_count(threads);
  }

  Problem of(const BoundProblem& data) const {
    Problem problem = data.problem();
    problem.offset = offset;
    problem.stopping = stopping;
    return problem;
  }
};

struct BoundOnlineSolution {
  NumpyTable<double> weights;
  NumpyArray<double> offset;
  std::size_t rounds;
  std::size_t corrections;

  explicit BoundOnlineSolution(OnlineSolution&& found)
      : rounds(*std::max_element(found.rounds.begin(), found.rounds.end())),
        corrections(
            std::accumulate(found.corrections.begin(), found.corrections.end(), std::size_t{0})) {
    const std::size_t n_outputs = found.offset.size();
    const std::size_t n_columns = found.weights.size() / n_outputs;
    weights = table_of(std::move(found.weights), n_columns, n_outputs);
    offset = NumpyArray(std::move(found.offset));
  }
};

BoundOnlineSolution fit_online(const BoundProblem& data, const BoundOnlineSettings& settings,
                               const std::optional<BoundOutputWeights>& start) {
  Problem problem = settings.of(data);
  if (start) problem.start = start->view_for(data);
  OnlineSolution found;
  run_watched([&](const Watch& watch) { found = learn_online(problem, settings.settings, watch); });
  return BoundOnlineSolution(std::move(found));
}

}  // namespace

void bind_online(nb::module_& m) {
  nb::class_<BoundOnlineSettings>(m, "OnlineSettings",
                                  "How far an online learner moves, and for how many rounds.")
      .def(nb::init<const std::string&, double, bool, bool, const std::string&, std::size_t,
                    std::uint64_t, std::size_t>(),
           nb::kw_only(), "step_rule"_a, "cap"_a = 1.0, "averaged"_a = true, "shuffled"_a = true,
           "offset"_a = "free", "rounds"_a = 10, "seed"_a = 0, "threads"_a = 1);
  nb::class_<BoundOnlineSolution>(m, "OnlineSolution", "What an online learner has come to.")
      .def_ro("weights", &BoundOnlineSolution::weights, "Columns × outputs.")
      .def_ro("offset", &BoundOnlineSolution::offset, "Of each output.")
      .def_ro("rounds", &BoundOnlineSolution::rounds, "Of the output that took the longest.")
      .def_ro("corrections", &BoundOnlineSolution::corrections,
              "Of the last round, of all outputs.");
  m.def("fit_online", &fit_online, "problem"_a, "settings"_a, nb::kw_only(), "start"_a = nb::none(),
        "Weights corrected after each bad document: perceptron and passive-aggressive.");
}

}  // namespace linnet::bind
