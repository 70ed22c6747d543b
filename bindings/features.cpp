#include "bindings/convert.hpp"
#include "bindings/settings.hpp"
#include "learning/class_totals.hpp"

namespace linnet::bind {

namespace {

NumpyArray<double> weigh(const BoundRows& rows, const BoundWeighting& weighting,
                         std::size_t threads) {
  const RowsView counts = rows.counts();
  std::vector<double> values;
  run([&](const Watch&) { values = weighting.weighting.weigh(counts, thread_count(threads)); },
      counts.columns.size() < BRIEF_ENTRIES);
  return NumpyArray(std::move(values));
}

BoundRows renumber_columns(const BoundRows& rows, const NumpyArray<std::int32_t>& new_numbers) {
  return rows.visit<std::uint32_t, double>([&](const auto& typed) {
    require(all_below(typed.columns, new_numbers.size()), "every column must have a new number.");
    return BoundRows(RenumberedRows(typed, new_numbers.span()));
  });
}

BoundRows join(const std::vector<BoundRows>& blocks, const NumpyArray<std::int64_t>& block_ends) {
  constexpr std::size_t brief_rows = 10;  // joined sooner than a thread starts
  std::vector<RowsView> views;
  for (const BoundRows& block : blocks) views.push_back(block.counts());
  const auto fits = [&](const RowsView& view) {
    return view.size() == views.front().size() && view.starts.front() == 0 &&
           static_cast<std::size_t>(view.starts.back()) == view.columns.size();
  };
  require(!views.empty() && block_ends.size() == views.size() &&
              std::all_of(views.begin(), views.end(), fits),
          "every block must have a row for each document, and an end.");
  Rows out;
  run([&](const Watch&) { out = join_rows(views, block_ends); }, views.front().size() < brief_rows);
  return BoundRows(std::move(out));
}

struct BoundNamesUnion {
  BoundNames names;
  NumpyArray<std::int32_t> from_a;
  NumpyArray<std::int32_t> from_b;
};

BoundNamesUnion unite_names(const BoundNames& a, const BoundNames& b) {
  NamesUnion found = unite(a.view(), b.view());
  return {BoundNames(std::move(found.names)), NumpyArray(std::move(found.from_a)),
          NumpyArray(std::move(found.from_b))};
}

NumpyArray<std::uint64_t> lookup_of(const BoundNames& names) {
  return NumpyArray(build_lookup(names.view()));
}

NumpyArray<std::int64_t> hashed_columns(const BoundNames& names, const Hashing& hashing) {
  return NumpyArray(hash_columns(names.view(), hashing));
}

NumpyArray<std::int64_t> counts_of_words(const BoundTexts& texts) {
  return NumpyArray(word_counts(texts_of(texts), TextSettings{}));
}

}  // namespace

void bind_rows(nb::module_& m) {
  using Starts = NumpyArray<std::int64_t>;
  using Columns = NumpyArray<std::int32_t>;
  nb::class_<BoundRows>(m, "Rows", "A sparse table documents × features: CSR.")
      .def(nb::init<Starts, Columns, BoundRows::Values>(), "starts"_a, "columns"_a, "values"_a)
      .def_ro("starts", &BoundRows::starts)
      .def_ro("columns", &BoundRows::columns)
      .def_ro("values", &BoundRows::values);
  nb::class_<BoundNames>(m, "Names", "Names side by side: bytes[offsets[i] : offsets[i + 1]].")
      .def(nb::init<NumpyArray<std::uint8_t>, NumpyArray<std::int64_t>>(), "bytes"_a, "offsets"_a)
      .def_ro("bytes", &BoundNames::bytes)
      .def_ro("offsets", &BoundNames::offsets);
}

void bind_features(nb::module_& m) {
  m.def("weigh", &weigh, "rows"_a, "weighting"_a, nb::kw_only(), "threads"_a,
        "The value of each count.");
  m.def("renumber_columns", &renumber_columns, "rows"_a, "new_numbers"_a,
        "Rows with each column replaced by its new number; without those that get -1.");
  m.def("join_rows", &join, "blocks"_a, "block_ends"_a,
        "Rows of counts of several blocks, side by side.");
  nb::class_<BoundNamesUnion>(m, "NamesUnion", "Two lists of names as one.")
      .def_ro("names", &BoundNamesUnion::names)
      .def_ro("from_a", &BoundNamesUnion::from_a, "Where each name of the first list stands.")
      .def_ro("from_b", &BoundNamesUnion::from_b, "Where each name of the second list stands.");
  m.def("unite_names", &unite_names, "a"_a, "b"_a,
        "The sorted union of two sorted lists of names, and where each stands in it.");
  m.def("build_lookup", &lookup_of, "names"_a,
        "The table that finds a name's column where it lies in a file.");
  m.def("hash_columns", &hashed_columns, "names"_a, "hashing"_a, "The hashed column of each name.");
  m.def("word_counts", &counts_of_words, "texts"_a, "The number of words of each text.");
  m.def(
      "hash_text", [](std::string_view text) { return hash_bytes(text, 0); }, "text"_a,
      "A 64-bit hash that is the same everywhere.");
}

}  // namespace linnet::bind
