#include "bindings/convert.hpp"
#include "evaluation/resample.hpp"

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

}  // namespace

void bind_evaluation(nb::module_& m) {
  m.def("resample_sums", &sums, "starts"_a, "columns"_a, "values"_a, "n_columns"_a, "settings"_a,
        "Resamples × columns: the rows of units drawn with replacement, added up.");
  m.def("resample_areas", &areas, "scores"_a, "truth"_a, "units"_a, "n_units"_a, "settings"_a,
        "Resamples × labels, twice: ROC areas and average precisions of documents whose units were drawn.");
}

}  // namespace linnet::bind
