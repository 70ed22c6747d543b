#include <nanobind/stl/pair.h>

#include <limits>

#include "bindings/convert.hpp"
#include "evaluation/bootstrap.hpp"
#include "evaluation/near_duplicates.hpp"
#include "evaluation/resampled_metrics.hpp"
#include "evaluation/stratified_bootstrap.hpp"

namespace linnet::bind {

namespace {

template <class T>
using TableOf = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Table = TableOf<double>;

Bootstrap bootstrap_of(const nb::dict& settings) {
  return {nb::cast<std::uint64_t>(settings["seed"]), nb::cast<std::size_t>(settings["resamples"]),
          thread_count(nb::cast<std::size_t>(settings["threads"]))};
}

template <class T>
void require_below(std::span<const T> numbers, std::size_t end, const char* sentence) {
  require(std::ranges::all_of(numbers,
                              [&](T n) { return n >= 0 && static_cast<std::size_t>(n) < end; }),
          sentence);
}

nb::object sums(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values,
                std::size_t n_columns, const nb::dict& settings) {
  const auto rows = rows_of(starts, columns, values);
  require_below(span_of(columns), n_columns, "a column must be below the number of columns.");
  const Bootstrap how = bootstrap_of(settings);
  std::vector<double> found;
  run_watched([&](const Watch& watch) { found = bootstrap_sums(rows, n_columns, how, watch); });
  return to_numpy(std::move(found), how.n_resamples, n_columns);
}

TrueLabels truth_of(const Table& scores, const Array<std::int64_t>& truth,
                    const Array<std::int64_t>& units, std::size_t n_units) {
  const std::size_t labels = scores.shape(0), n = scores.shape(1);
  require(truth.size() == n && units.size() == n,
          "there must be a label and a unit for each document.");
  require_below(span_of(units), n_units, "a unit must be below the number of units.");
  require(n_units < std::numeric_limits<std::int32_t>::max() / 2,
          "there must be fewer than 2^30 units.");
  return {span_of(truth), span_of(units), labels, n_units};
}

std::span<const double> numbers_of(const Table& table) { return {table.data(), table.size()}; }

nb::object both_to_numpy(ResampledMetrics&& found, std::size_t resamples, std::size_t labels) {
  return nb::make_tuple(to_numpy(std::move(found.roc_auc), resamples, labels),
                        to_numpy(std::move(found.average_precision), resamples, labels));
}

nb::object areas(Table scores, Array<std::int64_t> label, Array<std::int64_t> units,
                 std::size_t n_units, const nb::dict& settings) {
  const TrueLabels truth = truth_of(scores, label, units, n_units);
  const Bootstrap how = bootstrap_of(settings);
  ResampledMetrics found;
  run_watched([&](const Watch& watch) {
    found = bootstrap_metrics(numbers_of(scores), truth, how, watch);
  });
  return both_to_numpy(std::move(found), how.n_resamples, truth.n_labels);
}

nb::object swapped(std::pair<Table, Table> scores, Array<std::int64_t> label,
                   Array<std::int64_t> units, TableOf<std::uint8_t> coins,
                   const nb::dict& settings) {
  const auto& [a, b] = scores;
  const TrueLabels truth = truth_of(a, label, units, nb::cast<std::size_t>(settings["units"]));
  require(b.shape(0) == a.shape(0) && b.shape(1) == a.shape(1),
          "both tables must have the same shape.");
  require(coins.shape(1) >= (truth.n_units + 7) / 8, "there must be a coin for each unit.");
  const CoinFlips thrown{{coins.data(), coins.size()}, coins.shape(0), coins.shape(1)};
  const std::size_t threads = thread_count(nb::cast<std::size_t>(settings["threads"]));
  ResampledMetrics found;
  run_watched([&](const Watch& watch) {
    found = permute_metrics({numbers_of(a), numbers_of(b)}, truth, thrown, threads, watch);
  });
  return both_to_numpy(std::move(found), thrown.n_resamples, truth.n_labels);
}

nb::object within_labels(Array<std::int64_t> truth, Array<std::int64_t> predicted,
                         std::size_t labels, const nb::dict& settings) {
  require(truth.size() == predicted.size(), "there must be an answer for each document.");
  require(truth.size() < std::numeric_limits<std::uint32_t>::max(),
          "there must be fewer than 2^32 documents.");
  require_below(span_of(truth), labels, "a label must be below the number of labels.");
  for (const std::int64_t answer : span_of(predicted))
    require(answer < static_cast<std::int64_t>(labels),
            "an answer must be below the number of labels.");
  const LabelPredictions documents{span_of(truth), span_of(predicted), labels};
  const Bootstrap how = bootstrap_of(settings);
  LabelCounts found;
  run_watched([&](const Watch& watch) { found = bootstrap_within_labels(documents, how, watch); });
  return nb::make_tuple(to_numpy(std::move(found.true_positives), how.n_resamples, labels),
                        to_numpy(std::move(found.predicted), how.n_resamples, labels));
}

nb::object keys_of(nb::sequence fields, std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  std::vector<std::uint64_t> keys;
  run_watched([&](const Watch&) { keys = text_keys(batch, thread_count(threads)); });
  return to_numpy(std::move(keys));
}

nb::object find_near_twins(nb::sequence fields, Array<std::int32_t> parts,
                           Array<std::uint8_t> asked, bool forward, std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  require(parts.size() == batch.size() && asked.size() == batch.size(),
          "there must be one part per document.");
  require(batch.size() < std::numeric_limits<std::uint32_t>::max(),
          "there must be fewer than 2^32 documents.");
  for (const std::int32_t part : span_of(parts))
    require(part >= 0 && part < std::numeric_limits<std::int32_t>::max(),
            "a part must be 0 or above.");
  NearDuplicates found;
  run_watched([&](const Watch& watch) {
    found = find_near_duplicates(batch, {span_of(parts), span_of(asked), forward},
                                 thread_count(threads), watch);
  });
  return nb::make_tuple(to_numpy(std::move(found.documents)),
                        to_numpy(std::move(found.similarity)));
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  m.def("resample_sums", &sums, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "settings"_a,
        "Resamples × columns: the rows of units drawn with replacement, added up.");
  m.def("resample_areas", &areas, "scores"_a, "truth"_a, "units"_a, "n_units"_a, "settings"_a,
        "Resamples × labels, twice: ROC areas and average precisions of documents whose units were "
        "drawn.");
  m.def("swap_areas", &swapped, "scores"_a, "truth"_a, "units"_a, "coins"_a, "settings"_a,
        "Resamples × labels, twice: areas and precisions of B less those of A, after units were "
        "swapped by coins.");
  m.def("resample_within_labels", &within_labels, "truth"_a, "predicted"_a, "labels"_a,
        "settings"_a,
        "Resamples × labels, twice: documents rightly and in all predicted so, when documents are "
        "drawn within labels.");
  m.def("text_keys", &keys_of, "fields"_a, "threads"_a,
        "A number for the plain form of each document; 0 where nothing is left of it.");
  m.def("near_twins", &find_near_twins, "fields"_a, "parts"_a, "asked"_a, "forward"_a, "threads"_a,
        "For each document asked for, one of another (or lower) part that is nearly the same, or "
        "-1; and how alike.");
}

}  // namespace linnet::bind
