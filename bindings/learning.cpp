#include "bindings/counted.hpp"
#include "learning/numbered_texts.hpp"

namespace linnet::bind {

namespace {

using Labels = std::optional<NumpyArray<std::int32_t>>;
using DocumentWeights = std::optional<NumpyArray<double>>;

std::span<const double> span_of(const DocumentWeights& weights) {
  return weights ? weights->span() : std::span<const double>{};
}

void add_batch(Counter& counter, const std::vector<BoundTexts>& fields, const Labels& labels,
               const DocumentWeights& weights) {
  const TextBatch batch = batch_of(fields);
  const auto label_span = labels ? labels->span() : std::span<const std::int32_t>{};
  require(labels || counter.keeps_rows(), "totals need labels.");
  require(!labels || labels->size() == batch.size(), "there must be one label per document.");
  require(!weights || weights->size() == batch.size(), "there must be one weight per document.");
  require(counter.n_fields() <= batch.fields.size(), "every block must read one of the fields.");
  run([&](const Watch& watch) { counter.add(batch, label_span, span_of(weights), watch); },
      batch.brief());
}

BoundCountedRows take_rows(Counter& counter, std::size_t block) {
  Counter::CountedRows out;
  run([&](const Watch&) { out = counter.take_rows(block); }, counter.brief());
  return BoundCountedRows(std::move(out));
}

BoundCountedTotals take_totals(Counter& counter, std::size_t block,
                               const NumpyArray<std::int32_t>& label_places) {
  Counter::CountedTotals out;
  run_watched([&](const Watch&) { out = counter.take_totals(block, label_places); });
  return BoundCountedTotals(std::move(out));
}

struct BoundNumberedTexts {
  NumpyArray<std::int32_t> numbers;
  nb::typed<nb::list, nb::str> distinct;
};

BoundNumberedTexts number_texts(const BoundTexts& texts) {
  const std::vector<std::string_view> views = texts_of(texts);
  NumberedTexts found(views);
  nb::typed<nb::list, nb::str> distinct;
  for (const std::int64_t first : found.firsts) {
    const std::string_view text = views[static_cast<std::size_t>(first)];
    distinct.append(nb::str(text.data(), text.size()));
  }
  return {NumpyArray(std::move(found.numbers)), distinct};
}

struct BoundNumberedRows {
  NumpyArray<std::int32_t> numbers;
  NumpyArray<std::int64_t> firsts;
};

// The same for the rows of a table of characters, as NumPy keeps texts of one width.
BoundNumberedRows number_rows(const NumpyTable<std::uint32_t>& rows) {
  const auto* bytes = reinterpret_cast<const char*>(rows.span().data());
  const std::size_t width = rows.shape(1) * sizeof(std::uint32_t);
  std::vector<std::string_view> views;
  for (std::size_t i = 0; i < rows.shape(0); ++i) views.emplace_back(bytes + i * width, width);
  NumberedTexts found(views);
  return {NumpyArray(std::move(found.numbers)), NumpyArray(std::move(found.firsts))};
}

std::pair<std::uint64_t, std::uint64_t> fingerprint(const std::vector<BoundTexts>& fields,
                                                    const NumpyArray<std::uint64_t>& label_hashes,
                                                    const DocumentWeights& weights,
                                                    std::size_t threads) {
  const TextBatch batch = batch_of(fields);
  require(label_hashes.size() == batch.size(), "there must be one label per document.");
  const Fingerprint sum =
      fingerprint_of(batch, label_hashes, span_of(weights), thread_count(threads));
  return {sum.first, sum.second};
}

void make_counter(Counter* self, std::vector<BlockSettings> blocks, std::size_t threads,
                  bool keep_rows) {
  const Counter::Keep keep = keep_rows ? Counter::Keep::Rows : Counter::Keep::Totals;
  new (self) Counter(std::move(blocks), thread_count(threads), keep);
}

}  // namespace

void bind_learning(nb::module_& m) {
  nb::class_<Counter>(m, "Counter",
                      "Counts documents that stream by and keeps their rows or their totals.")
      .def("__init__", &make_counter, "blocks"_a, nb::kw_only(), "threads"_a, "keep_rows"_a)
      .def("add", &add_batch, "fields"_a, "labels"_a = nb::none(), "weights"_a = nb::none())
      .def("take_rows", &take_rows, "block"_a)
      .def("take_totals", &take_totals, "block"_a, "label_places"_a);
  nb::class_<BoundNumberedTexts>(m, "NumberedTexts", "Texts by number, in order of first sight.")
      .def_ro("numbers", &BoundNumberedTexts::numbers, "Of each text.")
      .def_ro("distinct", &BoundNumberedTexts::distinct, "The text of each number.");
  m.def("number_texts", &number_texts, "texts"_a);
  nb::class_<BoundNumberedRows>(m, "NumberedRows", "Rows by number, in order of first sight.")
      .def_ro("numbers", &BoundNumberedRows::numbers, "Of each row.")
      .def_ro("firsts", &BoundNumberedRows::firsts, "The first row of each number.");
  m.def("number_rows", &number_rows, "rows"_a);
  m.def("fingerprint", &fingerprint, "fields"_a, "label_hashes"_a, "weights"_a, nb::kw_only(),
        "threads"_a, "An order-free sum of document hashes.");
}

}  // namespace linnet::bind
