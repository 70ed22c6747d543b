#include "learning/online.hpp"

#include <numeric>

#include "bindings/stride.hpp"

namespace linnet::bind {

namespace {

// Without a seed, documents are visited as they come.
OnlineSettings online_settings(const nb::dict& settings, Problem& problem) {
  const bool shuffled = !settings["seed"].is_none();
  problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
  problem.stopping.rounds = nb::cast<std::size_t>(settings["rounds"]);
  problem.stopping.seed = shuffled ? nb::cast<std::uint64_t>(settings["seed"]) : 0;
  problem.stopping.threads = thread_count(nb::cast<std::size_t>(settings["threads"]));
  return {stride_of(settings), nb::cast<bool>(settings["averaged"]), shuffled};
}

nb::dict fit_online(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                    std::size_t n_columns, Array<std::int64_t> label_starts,
                    Array<std::int32_t> label_codes, std::size_t n_labels,
                    std::optional<Array<double>> weights, const nb::dict& settings) {
  const ProblemArrays arrays{starts,       columns,     values,   n_columns,
                             label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  const OnlineSettings asked = online_settings(settings, problem);
  const StartArrays start(settings["start"], problem);
  OnlineSolution found;
  run_watched([&](const Watch& watch) { found = learn_online(problem, asked, watch); });
  nb::dict out;
  out["rounds"] = *std::max_element(found.rounds.begin(), found.rounds.end());
  out["corrections"] =
      std::accumulate(found.corrections.begin(), found.corrections.end(), std::size_t{0});
  out["weights"] = to_numpy(std::move(found.weights), n_columns, found.offset.size());
  out["offset"] = to_numpy(std::move(found.offset));
  return out;
}

}  // namespace

void bind_online(nb::module_& m) {
  m.def("fit_online", &fit_online, "starts"_a, "columns"_a, "values"_a, "n_columns"_a,
        "label_starts"_a, "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a,
        "Weights corrected after each bad document: perceptron and passive-aggressive.");
}

}  // namespace linnet::bind
