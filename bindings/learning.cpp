#include <nanobind/stl/optional.h>

#include <unordered_map>

#include "bindings/convert.hpp"
#include "bindings/counted.hpp"
#include "learning/totals_of_rows.hpp"

namespace linnet::bind {

namespace {

nb::object totals_to_numpy(BlockTotals&& totals) {
  return nb::make_tuple(to_numpy(std::move(totals.frequencies)), to_numpy(std::move(totals.starts)),
                        to_numpy(std::move(totals.labels)), to_numpy(std::move(totals.sums)),
                        to_numpy(std::move(totals.presences)));
}

struct PlacedArrays {
  Array<std::int64_t> frequencies, starts;
  Array<std::int32_t> labels;
  Array<double> sums, presences;
  Array<std::int32_t> features, label_places;

  explicit PlacedArrays(const nb::tuple& from)
      : frequencies(nb::cast<Array<std::int64_t>>(from[0])),
        starts(nb::cast<Array<std::int64_t>>(from[1])),
        labels(nb::cast<Array<std::int32_t>>(from[2])),
        sums(nb::cast<Array<double>>(from[3])),
        presences(nb::cast<Array<double>>(from[4])),
        features(nb::cast<Array<std::int32_t>>(from[5])),
        label_places(nb::cast<Array<std::int32_t>>(from[6])) {
    bool fits = starts.size() == frequencies.size() + 1 && features.size() == frequencies.size() &&
                sums.size() == labels.size() && presences.size() == labels.size();
    fits = fits && starts.data()[0] == 0 &&
           starts.data()[starts.size() - 1] == static_cast<std::int64_t>(labels.size());
    for (std::size_t i = 0; fits && i + 1 < starts.size(); ++i)
      fits = starts.data()[i] <= starts.data()[i + 1];
    for (std::size_t i = 0; fits && i < labels.size(); ++i)
      fits =
          labels.data()[i] >= 0 && static_cast<std::size_t>(labels.data()[i]) < label_places.size();
    require(fits, "the arrays of totals must fit each other.");
  }
  PlacedTotals view() const {
    return {
        {span_of(frequencies), span_of(starts), span_of(labels), span_of(sums), span_of(presences)},
        span_of(features),
        span_of(label_places)};
  }
};

void add_batch(Counter& counter, nb::sequence fields, std::optional<Array<std::int32_t>> labels,
               std::optional<Array<double>> weights) {
  const TextBatch batch = batch_of(fields);
  const auto label_span = labels ? span_of(*labels) : std::span<const std::int32_t>{};
  const auto weight_span = weights ? span_of(*weights) : std::span<const double>{};
  require(labels || counter.keeps_rows(), "totals need labels.");
  require(!labels || label_span.size() == batch.size(), "there must be one label per document.");
  require(!weights || weight_span.size() == batch.size(), "there must be one weight per document.");
  require(counter.n_fields() <= batch.fields.size(), "every block must read one of the fields.");
  run([&](const Watch& watch) { counter.add(batch, label_span, weight_span, watch); },
      batch.brief());
}

BoundCountedRows take_rows(Counter& counter, std::size_t block) {
  Counter::CountedRows out;
  run([&](const Watch&) { out = counter.take_rows(block); }, counter.brief());
  return BoundCountedRows(std::move(out));
}

nb::object take_totals(Counter& counter, std::size_t block, Array<std::int32_t> label_places) {
  Counter::CountedTotals out;
  run_watched([&](const Watch&) { out = counter.take_totals(block, span_of(label_places)); });
  return nb::make_tuple(BoundVocabularyCounts(std::move(out.vocabulary)),
                        totals_to_numpy(std::move(out.totals)));
}

// The number of each text, in the order of first sight, and where each was first seen.
std::pair<std::vector<std::int32_t>, std::vector<std::int64_t>> number_views(
    const std::vector<std::string_view>& views) {
  struct Hash {
    std::size_t operator()(std::string_view text) const { return hash_bytes(text, secret_seed()); }
  };
  std::unordered_map<std::string_view, std::int32_t, Hash> known;
  std::vector<std::int32_t> numbers;
  std::vector<std::int64_t> firsts;
  numbers.reserve(views.size());
  for (const std::string_view text : views) {
    const auto [found, is_new] = known.try_emplace(text, static_cast<std::int32_t>(known.size()));
    if (is_new) firsts.push_back(static_cast<std::int64_t>(numbers.size()));
    numbers.push_back(found->second);
  }
  return {std::move(numbers), std::move(firsts)};
}

nb::object number_texts(nb::handle texts) {
  const std::vector<std::string_view> views = texts_of(texts);
  auto [numbers, firsts] = number_views(views);
  nb::list distinct;
  for (const std::int64_t first : firsts) {
    const std::string_view text = views[static_cast<std::size_t>(first)];
    distinct.append(nb::str(text.data(), text.size()));
  }
  return nb::make_tuple(to_numpy(std::move(numbers)), distinct);
}

// The same for the rows of a table of characters, as NumPy keeps texts of one width.
nb::object number_rows(
    nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> rows) {
  std::vector<std::string_view> views;
  const std::size_t width = rows.shape(1) * sizeof(std::uint32_t);
  for (std::size_t i = 0; i < rows.shape(0); ++i)
    views.emplace_back(reinterpret_cast<const char*>(rows.data()) + i * width, width);
  auto [numbers, firsts] = number_views(views);
  return nb::make_tuple(to_numpy(std::move(numbers)), to_numpy(std::move(firsts)));
}

nb::object fingerprint(nb::sequence fields, Array<std::uint64_t> label_hashes,
                       std::optional<Array<double>> weights, std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  require(label_hashes.size() == batch.size(), "there must be one label per document.");
  const Fingerprint sum = fingerprint_of(batch, span_of(label_hashes),
                                         weights ? span_of(*weights) : std::span<const double>{},
                                         thread_count(threads));
  return nb::make_tuple(sum.first, sum.second);
}

nb::object totals_of(Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
                     Array<std::int32_t> codes, std::optional<Array<double>> weights,
                     std::size_t n_columns) {
  return with_rows_of(starts, columns, values, [&](const auto& rows) {
    require(rows.size() == codes.size() && (!weights || weights->size() == codes.size()),
            "there must be one code, and one weight if any, per row.");
    for (const std::int32_t column : rows.columns)
      require(column >= 0 && static_cast<std::size_t>(column) < n_columns,
              "a column must be one of the table.");
    for (const std::int32_t code : span_of(codes)) require(code >= 0, "a code must be 0 or above.");
    BlockTotals out;
    run_watched([&](const Watch&) {
      out = totals_of_rows(
          rows, {span_of(codes), weights ? span_of(*weights) : std::span<const double>{}},
          n_columns);
    });
    return totals_to_numpy(std::move(out));
  });
}

// Calls with_checked(rows, codes, weights) for rows whose columns and codes are those of a table.
template <class WithChecked>
nb::object with_codes(const Array<std::int64_t>& starts, const Array<std::int32_t>& columns,
                      nb::handle values, const Array<std::int32_t>& codes,
                      const std::optional<Array<double>>& weights, std::size_t n_columns,
                      std::size_t n_codes, WithChecked with_checked) {
  return with_values<double, std::int64_t, float, std::int32_t, std::uint32_t>(
      starts, columns, values, [&](const auto& rows) {
        require(rows.size() == codes.size() && (!weights || weights->size() == codes.size()),
                "there must be one code, and one weight if any, per row.");
        require(all_below(rows.columns, n_columns) && all_below(span_of(codes), n_codes),
                "every column and code must be one of the table.");
        return with_checked(rows, span_of(codes),
                            weights ? span_of(*weights) : std::span<const double>{});
      });
}

constexpr std::size_t brief_values = 1 << 16;

nb::object sums_of(Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
                   Array<std::int32_t> codes, std::optional<Array<double>> weights,
                   std::size_t n_columns, std::size_t n_codes) {
  return with_codes(starts, columns, values, codes, weights, n_columns, n_codes,
                    [&](const auto& rows, auto row_codes, auto row_weights) {
                      std::vector<double> out;
                      run(
                          [&](const Watch&) {
                            out = sums_of_rows(rows, {row_codes, row_weights}, n_columns, n_codes);
                          },
                          n_columns * n_codes + rows.columns.size() < brief_values);
                      return to_numpy(std::move(out), n_columns, n_codes);
                    });
}

nb::object add_sums_of(Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
                       Array<std::int32_t> codes, std::optional<Array<double>> weights,
                       nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu> table) {
  const std::size_t n_codes = table.shape(1);
  return with_codes(starts, columns, values, codes, weights, table.shape(0), n_codes,
                    [&](const auto& rows, auto row_codes, auto row_weights) {
                      std::vector<double> totals;
                      run(
                          [&](const Watch&) {
                            totals =
                                add_sums_of_rows(rows, {row_codes, row_weights}, n_codes,
                                                 std::span<double>(table.data(), table.size()));
                          },
                          rows.columns.size() < brief_values);
                      return to_numpy(std::move(totals));
                    });
}

}  // namespace

void bind_learning(nb::module_& m) {
  nb::class_<Counter>(m, "Counter",
                      "Counts documents that stream by and keeps their rows or their totals.")
      .def(
          "__init__",
          [](Counter* self, std::vector<BlockSettings> blocks, std::size_t threads,
             bool keep_rows) {
            new (self) Counter(std::move(blocks), thread_count(threads),
                               keep_rows ? Counter::Keep::Rows : Counter::Keep::Totals);
          },
          "blocks"_a, "threads"_a, "keep_rows"_a)
      .def("add", &add_batch, "fields"_a, "labels"_a.none(), "weights"_a.none())
      .def("take_rows", &take_rows, "block"_a)
      .def("take_totals", &take_totals, "block"_a, "label_places"_a);
  m.def("number_texts", &number_texts, "texts"_a,
        "The number of each text by first sight, and the distinct texts.");
  m.def("number_rows", &number_rows, "rows"_a,
        "The number of each row by first sight, and where each was first seen.");
  m.def("fingerprint", &fingerprint, "fields"_a, "label_hashes"_a, "weights"_a.none(), "threads"_a,
        "An order-free sum of document hashes.");
  m.def("totals_of_rows", &totals_of, "starts"_a, "columns"_a, "values"_a, "codes"_a,
        "weights"_a.none(), "n_columns"_a, "Totals by code of ready rows.");
  m.def("sums_of_rows", &sums_of, "starts"_a, "columns"_a, "values"_a, "codes"_a,
        "weights"_a.none(), "n_columns"_a, "n_codes"_a,
        "The sums by code of ready rows, columns × codes.");
  m.def("add_sums_of_rows", &add_sums_of, "starts"_a, "columns"_a, "values"_a, "codes"_a,
        "weights"_a.none(), "table"_a.noconvert(),
        "Add those sums to a table, in place; the sum of all columns, by code.");
  m.def(
      "combine",
      [](const nb::tuple& a, const nb::tuple& b, double sign, std::size_t n_features) {
        const PlacedArrays left(a), right(b);
        return totals_to_numpy(combine(left.view(), right.view(), sign, n_features));
      },
      "a"_a, "b"_a, "sign"_a, "n_features"_a, "Totals a + sign * b.");
}

}  // namespace linnet::bind
