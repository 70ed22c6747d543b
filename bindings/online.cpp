#include "learning/online.hpp"

#include <numeric>

#include "bindings/problem_arrays.hpp"

namespace linnet::bind {

namespace {

AnyStride stride_of(const nb::dict& settings) {
  const auto cap = nb::cast<double>(settings["cap"]);
  require(std::isfinite(cap) && cap > 0, "the cap must be a finite number above 0.");
  const double far = settings.contains("far") ? nb::cast<double>(settings["far"]) : 1.0;
  const std::array<std::pair<const char*, AnyStride>, 4> strides = {
      {{"perceptron", Always{far}}, {"pa", JustEnough{}}, {"pa-1", JustEnough{cap}}, {"pa-2", FallShort{cap}}}};
  return named(strides, nb::cast<std::string>(settings["stride"]));
}

// Without a seed, documents are visited as they come, or in scikit-learn's order where there are seeds.
OnlineSettings online_settings(const nb::dict& settings, Problem& problem) {
  const bool shuffled = !settings["seed"].is_none();
  problem.offset = named(offsets, nb::cast<std::string>(settings["offset"]));
  problem.stopping.rounds = nb::cast<std::size_t>(settings["rounds"]);
  problem.stopping.seed = shuffled ? nb::cast<std::uint64_t>(settings["seed"]) : 0;
  problem.stopping.threads = thread_count(nb::cast<std::size_t>(settings["threads"]));
  OnlineSettings out{stride_of(settings), nb::cast<bool>(settings["averaged"]), shuffled};
  if (settings.contains("offset_rate")) out.offset_rate = nb::cast<double>(settings["offset_rate"]);
  if (settings.contains("offset_in_square")) out.offset_in_square = nb::cast<bool>(settings["offset_in_square"]);
  if (settings.contains("l1")) out.penalty = {nb::cast<double>(settings["l1"]), nb::cast<double>(settings["l2"])};
  require(out.penalty.l1 >= 0 && out.penalty.l2 >= 0, "l1 and l2 must be 0 or above.");
  return out;
}

nb::dict fit_online(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                    std::size_t n_columns, Array<std::int64_t> label_starts, Array<std::int32_t> label_codes,
                    std::size_t n_labels, std::optional<Array<double>> weights, const nb::dict& settings) {
  const ProblemArrays arrays{starts, columns, values, n_columns, label_starts, label_codes, n_labels, weights};
  arrays.check();
  Problem problem = arrays.problem();
  OnlineSettings asked = online_settings(settings, problem);
  Array<std::uint32_t> seeds;
  if (settings.contains("seeds")) {
    seeds = nb::cast<Array<std::uint32_t>>(settings["seeds"], false);
    require(seeds.size() == problem.targets.n_out(), "there must be one seed per column.");
    asked.seeds = span_of(seeds);
    asked.round = nb::cast<std::size_t>(settings["round"]);
  }
  const StartArrays start(settings["start"], problem);
  OnlineSolution found;
  run_watched([&](const Watch& watch) { found = learn_online(problem, asked, watch); });
  nb::dict out;
  out["rounds"] = *std::max_element(found.rounds.begin(), found.rounds.end());
  out["corrections"] = std::accumulate(found.corrections.begin(), found.corrections.end(), std::size_t{0});
  out["losses"] = to_numpy(std::move(found.losses));
  if (asked.averaged) {
    out["last_weights"] = to_numpy(std::move(found.last_weights), n_columns, found.offset.size());
    out["last_offset"] = to_numpy(std::move(found.last_offset));
  }
  out["weights"] = to_numpy(std::move(found.weights), n_columns, found.offset.size());
  out["offset"] = to_numpy(std::move(found.offset));
  return out;
}

}  // namespace

void bind_online(nb::module_& m) {
  m.def("fit_online", &fit_online, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "label_starts"_a,
        "label_codes"_a, "n_labels"_a, "weights"_a.none(), "settings"_a,
        "Weights corrected after each bad document: perceptron and passive-aggressive.");
}

}  // namespace linnet::bind
