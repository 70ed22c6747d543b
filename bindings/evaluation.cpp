#include <limits>

#include "bindings/convert.hpp"
#include "evaluation/bootstrap.hpp"
#include "evaluation/near_duplicates.hpp"
#include "evaluation/resampled_metrics.hpp"
#include "evaluation/stratified_bootstrap.hpp"

namespace linnet::bind {

namespace {

using Codes = NumpyArray<std::int64_t>;

template <class T>
void require_below(std::span<const T> numbers, std::size_t end, const char* sentence) {
  const auto fits = [&](T n) { return n >= 0 && static_cast<std::size_t>(n) < end; };
  require(std::ranges::all_of(numbers, fits), sentence);
}

// The true label and the unit of each document.
struct BoundTrueLabels {
  Codes labels;
  Codes units;
  std::size_t n_units;

  BoundTrueLabels(Codes labels_in, Codes units_in, std::size_t n)
      : labels(std::move(labels_in)), units(std::move(units_in)), n_units(n) {
    require(labels.size() == units.size(), "there must be a label and a unit for each document.");
    require_below(units.span(), n_units, "a unit must be below the number of units.");
    require(n_units < std::numeric_limits<std::int32_t>::max() / 2,
            "there must be fewer than 2^30 units.");
  }

  // Beside a table of scores, labels × documents.
  TrueLabels beside(const NumpyTable<double>& scores) const {
    require(scores.shape(1) == labels.size(),
            "there must be a label and a unit for each document.");
    return {labels, units, scores.shape(0), n_units};
  }
};

NumpyTable<double> sums(const BoundRows& rows, std::size_t n_columns, const Bootstrap& bootstrap) {
  const WeighedRows weighed = rows.weighed();
  require_below(weighed.columns, n_columns, "a column must be below the number of columns.");
  std::vector<double> found;
  run_watched(
      [&](const Watch& watch) { found = bootstrap_sums(weighed, n_columns, bootstrap, watch); });
  return table_of(std::move(found), bootstrap.n_resamples, n_columns);
}

struct BoundMetrics {
  NumpyTable<double> roc_auc;
  NumpyTable<double> average_precision;

  BoundMetrics(ResampledMetrics&& found, std::size_t n_resamples, std::size_t n_labels)
      : roc_auc(table_of(std::move(found.roc_auc), n_resamples, n_labels)),
        average_precision(table_of(std::move(found.average_precision), n_resamples, n_labels)) {}
};

BoundMetrics drawn_metrics(const NumpyTable<double>& scores, const BoundTrueLabels& truth,
                           const Bootstrap& bootstrap) {
  const TrueLabels labels = truth.beside(scores);
  ResampledMetrics found;
  run_watched([&](const Watch& watch) {
    found = bootstrap_metrics(scores.span(), labels, bootstrap, watch);
  });
  return {std::move(found), bootstrap.n_resamples, labels.n_labels};
}

BoundMetrics permuted_metrics(const NumpyTable<double>& scores_a,
                              const NumpyTable<double>& scores_b, const BoundTrueLabels& truth,
                              const NumpyTable<std::uint8_t>& coin_flips, std::size_t threads) {
  const TrueLabels labels = truth.beside(scores_a);
  require(scores_b.shape(0) == scores_a.shape(0) && scores_b.shape(1) == scores_a.shape(1),
          "both tables must have the same shape.");
  require(coin_flips.shape(1) >= (labels.n_units + 7) / 8, "there must be a coin for each unit.");
  const CoinFlips flips{coin_flips, coin_flips.shape(0), coin_flips.shape(1)};
  ResampledMetrics found;
  run_watched([&](const Watch& watch) {
    found = permute_metrics({scores_a, scores_b}, labels, flips, thread_count(threads), watch);
  });
  return {std::move(found), flips.n_resamples, labels.n_labels};
}

struct BoundLabelCounts {
  NumpyTable<double> true_positives;
  NumpyTable<double> predicted;
};

BoundLabelCounts counts_within_labels(const Codes& true_labels, const Codes& predicted,
                                      std::size_t n_labels, const Bootstrap& bootstrap) {
  require(true_labels.size() == predicted.size(), "there must be a prediction for each document.");
  require(true_labels.size() < std::numeric_limits<std::uint32_t>::max(),
          "there must be fewer than 2^32 documents.");
  require_below(true_labels.span(), n_labels, "a label must be below the number of labels.");
  for (const std::int64_t label : predicted.span())
    require(label < static_cast<std::int64_t>(n_labels),
            "a prediction must be below the number of labels.");
  const LabelPredictions documents{true_labels, predicted, n_labels};
  LabelCounts found;
  run_watched(
      [&](const Watch& watch) { found = bootstrap_within_labels(documents, bootstrap, watch); });
  return {table_of(std::move(found.true_positives), bootstrap.n_resamples, n_labels),
          table_of(std::move(found.predicted), bootstrap.n_resamples, n_labels)};
}

NumpyArray<std::uint64_t> keys_of(const std::vector<BoundTexts>& fields, std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  std::vector<std::uint64_t> keys;
  run_watched([&](const Watch&) { keys = text_keys(batch, thread_count(threads)); });
  return NumpyArray(std::move(keys));
}

struct BoundNearDuplicates {
  NumpyArray<std::int64_t> documents;
  NumpyArray<double> similarity;
};

BoundNearDuplicates near_duplicates(const std::vector<BoundTexts>& fields,
                                    const NumpyArray<std::int32_t>& parts,
                                    const NumpyArray<std::uint8_t>& wanted, bool forward,
                                    std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  require(parts.size() == batch.size() && wanted.size() == batch.size(),
          "there must be one part per document.");
  require(batch.size() < std::numeric_limits<std::uint32_t>::max(),
          "there must be fewer than 2^32 documents.");
  for (const std::int32_t part : parts.span())
    require(part >= 0 && part < std::numeric_limits<std::int32_t>::max(),
            "a part must be 0 or above.");
  const PartedDocuments parted{parts, wanted, forward};
  NearDuplicates found;
  run_watched([&](const Watch& watch) {
    found = find_near_duplicates(batch, parted, thread_count(threads), watch);
  });
  return {NumpyArray(std::move(found.documents)), NumpyArray(std::move(found.similarity))};
}

void bind_bootstrap(nb::module_& m) {
  nb::class_<Bootstrap>(m, "Bootstrap", "How often units are drawn again, and from which seed.")
      .def(
          "__init__",
          [](Bootstrap* self, std::uint64_t seed, std::size_t n_resamples, std::size_t threads) {
            new (self) Bootstrap{seed, n_resamples, thread_count(threads)};
          },
          nb::kw_only(), "seed"_a, "n_resamples"_a, "threads"_a);
  nb::class_<BoundTrueLabels>(m, "TrueLabels", "The true label and the unit of each document.")
      .def(nb::init<Codes, Codes, std::size_t>(), nb::kw_only(), "labels"_a, "units"_a,
           "n_units"_a);
  nb::class_<BoundMetrics>(m, "ResampledMetrics", "Tables resamples × labels.")
      .def_ro("roc_auc", &BoundMetrics::roc_auc)
      .def_ro("average_precision", &BoundMetrics::average_precision);
  nb::class_<BoundLabelCounts>(m, "LabelCounts", "Tables resamples × labels.")
      .def_ro("true_positives", &BoundLabelCounts::true_positives)
      .def_ro("predicted", &BoundLabelCounts::predicted);
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  bind_bootstrap(m);
  m.def("bootstrap_sums", &sums, "rows"_a, nb::kw_only(), "n_columns"_a, "bootstrap"_a,
        "Resamples × columns: the rows of units drawn with replacement, added up.");
  m.def("bootstrap_metrics", &drawn_metrics, "scores"_a, "truth"_a, nb::kw_only(), "bootstrap"_a,
        "ROC AUC and average precision of documents whose units were drawn with replacement.");
  m.def("permute_metrics", &permuted_metrics, "scores_a"_a, "scores_b"_a, "truth"_a, nb::kw_only(),
        "coin_flips"_a, "threads"_a,
        "The metrics of B less those of A, after units were swapped by coins.");
  m.def("bootstrap_within_labels", &counts_within_labels, "true_labels"_a, "predicted"_a,
        nb::kw_only(), "n_labels"_a, "bootstrap"_a,
        "Counts by label when documents are drawn within their labels.");
  m.def("text_keys", &keys_of, "fields"_a, nb::kw_only(), "threads"_a,
        "A number for the normalised form of each document; 0 where nothing is left of it.");
  nb::class_<BoundNearDuplicates>(m, "NearDuplicates", "What is nearly the same as each document.")
      .def_ro("documents", &BoundNearDuplicates::documents, "-1 where there is none.")
      .def_ro("similarity", &BoundNearDuplicates::similarity);
  m.def("find_near_duplicates", &near_duplicates, "fields"_a, nb::kw_only(), "parts"_a, "wanted"_a,
        "forward"_a, "threads"_a,
        "For each document wanted, one of another (or lower) part that is nearly the same.");
}

}  // namespace linnet::bind
