#include "bindings/totals.hpp"

#include "bindings/writable_table.hpp"
#include "learning/totals_of_rows.hpp"

namespace linnet::bind {

namespace {

using Codes = NumpyArray<std::int32_t>;
using DocumentWeights = std::optional<NumpyArray<double>>;

// Sums over fewer values take less time than a thread to start.
constexpr std::size_t kBriefValues = 1 << 16;

// Totals whose features and labels go to new places. Checked each time it is read.
struct BoundPlacedTotals {
  BoundTotals totals;
  NumpyArray<std::int32_t> features;
  NumpyArray<std::int32_t> labels;

  BoundPlacedTotals(BoundTotals totals_in, NumpyArray<std::int32_t> features_in,
                    NumpyArray<std::int32_t> labels_in)
      : totals(std::move(totals_in)),
        features(std::move(features_in)),
        labels(std::move(labels_in)) {}

  PlacedTotals view() const {
    const PlacedTotals placed{totals.view(), features, labels};
    require(fits(placed), "the arrays of totals must fit each other.");
    return placed;
  }

 private:
  static bool fits(const PlacedTotals& placed) {
    const BlockTotalsView& totals = placed.totals;
    const std::size_t n_features = totals.frequencies.size();
    const std::size_t n_pairs = totals.labels.size();
    const bool sizes_fit = totals.starts.size() == n_features + 1 &&
                           placed.features.size() == n_features && totals.sums.size() == n_pairs &&
                           totals.presences.size() == n_pairs;
    return sizes_fit && totals.starts.front() == 0 &&
           totals.starts.back() == static_cast<std::int64_t>(n_pairs) &&
           std::is_sorted(totals.starts.begin(), totals.starts.end()) &&
           all_below(totals.labels, placed.labels.size());
  }
};

BoundTotals combine_totals(const BoundPlacedTotals& a, const BoundPlacedTotals& b, double sign,
                           std::size_t n_features) {
  return BoundTotals(combine(a.view(), b.view(), sign, n_features));
}

// The codes and weights of as many rows.
RowCodes row_codes(std::size_t n_rows, const Codes& codes, const DocumentWeights& weights) {
  require(codes.size() == n_rows && (!weights || weights->size() == n_rows),
          "there must be one code, and one weight if any, per row.");
  return {codes, weights ? weights->span() : std::span<const double>{}};
}

BoundTotals totals_by_code(const BoundRows& rows, const Codes& codes,
                           const DocumentWeights& weights, std::size_t n_columns) {
  return rows.visit<std::uint32_t, double>([&](const auto& typed) {
    const RowCodes by = row_codes(typed.size(), codes, weights);
    require(all_below(typed.columns, n_columns), "a column must be one of the table.");
    require(std::all_of(by.codes.begin(), by.codes.end(), [](std::int32_t c) { return c >= 0; }),
            "a code must be 0 or above.");
    BlockTotals out;
    run_watched([&](const Watch&) { out = totals_of_rows(typed, by, n_columns); });
    return BoundTotals(std::move(out));
  });
}

// Calls work(rows, by) for rows whose columns and codes are those of a table.
template <class Work>
auto with_sums(const BoundRows& rows, const Codes& codes, const DocumentWeights& weights,
               std::size_t n_columns, std::size_t n_codes, Work work) {
  return rows.visit<double, std::int64_t, float, std::int32_t, std::uint32_t>(
      [&](const auto& typed) {
        const RowCodes by = row_codes(typed.size(), codes, weights);
        require(all_below(typed.columns, n_columns) && all_below(by.codes, n_codes),
                "every column and code must be one of the table.");
        return work(typed, by);
      });
}

NumpyTable<double> sums_by_code(const BoundRows& rows, const Codes& codes,
                                const DocumentWeights& weights, std::size_t n_columns,
                                std::size_t n_codes) {
  const auto sum = [&](const auto& typed, const RowCodes& by) {
    const bool is_brief = n_columns * n_codes + typed.columns.size() < kBriefValues;
    std::vector<double> out;
    run([&](const Watch&) { out = sums_of_rows(typed, by, n_columns, n_codes); }, is_brief);
    return table_of(std::move(out), n_columns, n_codes);
  };
  return with_sums(rows, codes, weights, n_columns, n_codes, sum);
}

NumpyArray<double> add_sums_by_code(const BoundRows& rows, const Codes& codes,
                                    const DocumentWeights& weights, const WritableTable& table) {
  const std::size_t n_codes = table.n_columns();
  const auto add = [&](const auto& typed, const RowCodes& by) {
    const bool is_brief = typed.columns.size() < kBriefValues;
    std::vector<double> totals;
    run([&](const Watch&) { totals = add_sums_of_rows(typed, by, n_codes, table.span()); },
        is_brief);
    return NumpyArray(std::move(totals));
  };
  return with_sums(rows, codes, weights, table.n_rows(), n_codes, add);
}

}  // namespace

void bind_totals(nb::module_& m) {
  nb::class_<BoundTotals>(m, "Totals",
                          "Totals by feature: of feature f with the labels "
                          "labels[starts[f] : starts[f + 1]].")
      .def(nb::init<NumpyArray<std::int64_t>, NumpyArray<std::int64_t>, NumpyArray<std::int32_t>,
                    NumpyArray<double>, NumpyArray<double>>(),
           nb::kw_only(), "frequencies"_a, "starts"_a, "labels"_a, "sums"_a, "presences"_a)
      .def_ro("frequencies", &BoundTotals::frequencies, "Documents that have each feature.")
      .def_ro("starts", &BoundTotals::starts)
      .def_ro("labels", &BoundTotals::labels)
      .def_ro("sums", &BoundTotals::sums, "Of the feature's values, per feature and label.")
      .def_ro("presences", &BoundTotals::presences,
              "The weight of the documents that have it, per feature and label.");
  nb::class_<BoundPlacedTotals>(m, "PlacedTotals", "Totals, and where features and labels go.")
      .def(nb::init<BoundTotals, NumpyArray<std::int32_t>, NumpyArray<std::int32_t>>(), "totals"_a,
           nb::kw_only(), "features"_a, "labels"_a);
  m.def("combine", &combine_totals, "a"_a, "b"_a, nb::kw_only(), "sign"_a, "n_features"_a,
        "Totals a + sign * b.");
  m.def("totals_of_rows", &totals_by_code, "rows"_a, "codes"_a, nb::kw_only(),
        "weights"_a = nb::none(), "n_columns"_a, "Totals by code of ready rows.");
  m.def("sums_of_rows", &sums_by_code, "rows"_a, "codes"_a, nb::kw_only(), "weights"_a = nb::none(),
        "n_columns"_a, "n_codes"_a, "The sums by code of ready rows, columns × codes.");
  m.def("add_sums_of_rows", &add_sums_by_code, "rows"_a, "codes"_a, nb::kw_only(),
        "weights"_a = nb::none(), "table"_a,
        "Add those sums to a table, in place; the sum of all columns, by code.");
}

}  // namespace linnet::bind
