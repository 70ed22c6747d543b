#include <limits>

#include "bindings/convert.hpp"
#include "evaluation/resample.hpp"
#include "evaluation/twins.hpp"

namespace linnet::bind {

namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Resampling resampling_of(const nb::dict& settings) {
  return {nb::cast<std::uint64_t>(settings["seed"]), nb::cast<std::size_t>(settings["resamples"]),
          thread_count(nb::cast<std::size_t>(settings["threads"]))};
}

template <class T>
void require_below(std::span<const T> numbers, std::size_t end, const char* sentence) {
  require(std::ranges::all_of(numbers, [&](T n) { return n >= 0 && static_cast<std::size_t>(n) < end; }), sentence);
}

nb::object sums(Array<std::int64_t> starts, Array<std::int32_t> columns, Array<double> values, std::size_t n_columns,
                const nb::dict& settings) {
  const auto rows = rows_of(starts, columns, values);
  require_below(span_of(columns), n_columns, "a column must be below the number of columns.");
  const Resampling how = resampling_of(settings);
  std::vector<double> found;
  run_watched([&](const Watch& watch) { found = resample_sums(rows, n_columns, how, watch); });
  return to_numpy(std::move(found), how.resamples, n_columns);
}

nb::object areas(Table scores, Array<std::int64_t> truth, Array<std::int64_t> units, std::size_t n_units,
                 const nb::dict& settings) {
  const std::size_t n = scores.shape(0), labels = scores.shape(1);
  require(truth.size() == n && units.size() == n, "there must be a label and a unit for each document.");
  require_below(span_of(truth), labels, "a true label must be below the number of labels.");
  require_below(span_of(units), n_units, "a unit must be below the number of units.");
  const Ranked ranked{{scores.data(), n * labels}, span_of(truth), span_of(units), labels, n_units};
  const Resampling how = resampling_of(settings);
  std::vector<double> roc(how.resamples * labels), precision(how.resamples * labels);
  run_watched([&](const Watch& watch) {
    const auto found = resample_areas(ranked, how, watch);
    std::ranges::transform(found, roc.begin(), &Areas::roc);
    std::ranges::transform(found, precision.begin(), &Areas::precision);
  });
  return nb::make_tuple(to_numpy(std::move(roc), how.resamples, labels),
                        to_numpy(std::move(precision), how.resamples, labels));
}

nb::object keys_of(nb::sequence fields, std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  std::vector<std::uint64_t> keys;
  run_watched([&](const Watch&) { keys = text_keys(batch, thread_count(threads)); });
  return to_numpy(std::move(keys));
}

nb::object find_near_twins(nb::sequence fields, Array<std::int32_t> parts, Array<std::uint8_t> asked, bool forward,
                           std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  require(parts.size() == batch.size() && asked.size() == batch.size(), "there must be one part per document.");
  require(batch.size() < std::numeric_limits<std::uint32_t>::max(), "there must be fewer than 2^32 documents.");
  for (const std::int32_t part : span_of(parts))
    require(part >= 0 && part < std::numeric_limits<std::int32_t>::max(), "a part must be 0 or above.");
  NearTwins found;
  run_watched([&](const Watch& watch) {
    found = near_twins(batch, {span_of(parts), span_of(asked), forward}, thread_count(threads), watch);
  });
  return nb::make_tuple(to_numpy(std::move(found.twins)), to_numpy(std::move(found.likeness)));
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  m.def("resample_sums", &sums, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "settings"_a,
        "Resamples × columns: the rows of units drawn with replacement, added up.");
  m.def("resample_areas", &areas, "scores"_a, "truth"_a, "units"_a, "n_units"_a, "settings"_a,
        "Resamples × labels, twice: ROC areas and average precisions of documents whose units were drawn.");
  m.def("text_keys", &keys_of, "fields"_a, "threads"_a,
        "A number for the plain form of each document; 0 where nothing is left of it.");
  m.def("near_twins", &find_near_twins, "fields"_a, "parts"_a, "asked"_a, "forward"_a, "threads"_a,
        "For each document asked for, one of another (or lower) part that is nearly the same, or -1; and how alike.");
}

}  // namespace linnet::bind
