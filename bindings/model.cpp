#include <optional>

#include "bindings/convert.hpp"
#include "bindings/model_view.hpp"
#include "features/frozen_features.hpp"
#include "model/linear_model.hpp"
#include "model/sparse_product.hpp"

namespace linnet::bind {

namespace {

nb::object rows_to_numpy(Rows&& rows) {
  return nb::make_tuple(to_numpy(std::move(rows.starts)), to_numpy(std::move(rows.columns)),
                        to_numpy(std::move(rows.counts)));
}

// A linear model and its features over arrays that Python keeps alive (often a mapped file).
class Model {
 public:
  Model(const nb::list& blocks, const nb::dict& arrays, nb::object weighting)
      : keep_(arrays), blocks_(blocks), keep_weighting_(weighting), view_(model_view(arrays)) {
    read_array(arrays, "prior", prior_);
    require(prior_.size() == view_.n_labels, "a model must have a prior for each label.");
    if (!weighting.is_none()) weighting_ = weighting_of(nb::cast<nb::dict>(weighting));
    for (nb::handle block : blocks) features_.blocks.push_back(frozen(nb::cast<nb::dict>(block)));
  }

  nb::object rows(nb::sequence fields, std::size_t threads) const {
    const TextBatch batch = batch_of(fields);
    check_fields(batch.fields.size());
    Rows out;
    run(
        [&](const Watch& watch) {
          out = features_.rows(batch.fields, thread_count(threads), watch);
        },
        batch.brief());
    return rows_to_numpy(std::move(out));
  }

  nb::object score(Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
                   std::size_t threads) const {
    return with_rows_of(starts, columns, values, [&](const auto& rows) {
      std::vector<double> out(rows.size() * view_.n_labels);
      bool sound = true;
      run(
          [&](const Watch&) {
            sound = score_rows(view_, rows, std::span(out), thread_count(threads));
          },
          rows.columns.size() < 1000);
      return nb::make_tuple(to_numpy(std::move(out), rows.size(), view_.n_labels), sound);
    });
  }

  // The most probable label of one document; the first one where several tie, the most probable a
  // priori where all are vetoed.
  std::size_t best(nb::args fields) {
    check_fields(fields.size());
    row_.clear();
    features_.append_row([&](std::size_t f) { return nb::cast<std::string_view>(fields[f]); },
                         scratch_, row_);
    columns_.clear();
    counts_.clear();
    for (const auto& entry : row_)
      columns_.push_back(static_cast<std::int32_t>(entry.feature)), counts_.push_back(entry.count);
    scores_.resize(view_.n_labels);
    require(score_counts({columns_, counts_}),
            "a score must be finite, and no larger than sound weights give.");
    const auto best = std::max_element(scores_.begin(), scores_.end());
    if (*best == -std::numeric_limits<double>::infinity())
      return static_cast<std::size_t>(std::max_element(prior_.begin(), prior_.end()) -
                                      prior_.begin());
    return static_cast<std::size_t>(best - scores_.begin());
  }

  bool score_counts(const RowOf<std::uint32_t>& row) {
    if (!weighting_) return score_row(view_, row, scores_.data());
    values_.resize(row.size());
    weighting_->weigh(row, values_.data());
    return score_row(view_, RowOf<double>{row.columns, values_}, scores_.data());
  }

  // The column of a feature in the whole model, or -1 where the block does not have it.
  std::int64_t find(std::size_t block, std::string_view name) const {
    require(block < features_.blocks.size(), "there is no such block.");
    const auto& frozen = features_.blocks[block];
    const std::int64_t column = frozen.column(name);
    return column < 0 ? column : column + frozen.first_column;
  }

  nb::object find_all(std::size_t block, Array<std::uint8_t> bytes,
                      Array<std::int64_t> offsets) const {
    const NamesView names = names_of(bytes, offsets);
    std::vector<std::int32_t> columns;
    for (std::size_t i = 0; i < names.size(); ++i)
      columns.push_back(static_cast<std::int32_t>(find(block, names[i])));
    return to_numpy(std::move(columns));
  }

 private:
  void check_fields(std::size_t fields) const {
    for (const auto& block : features_.blocks)
      require(block.field < fields, "a document must have every field the model was trained on.");
  }

  FrozenBlock frozen(const nb::dict& settings) {
    FrozenBlock block;
    block.field = nb::cast<std::size_t>(settings["field"]);
    block.text = text_settings(settings);
    block.hashing = hashing_settings(settings);
    block.presence = nb::cast<bool>(settings["presence"]);
    block.first_column = nb::cast<std::int32_t>(settings["first_column"]);
    block.stop_words = StopWords(block.text.stop_words);
    if (block.hashing.on()) return block;
    const auto slots = nb::cast<Array<std::uint64_t>>(settings["lookup"], false);
    block.vocabulary = {names_of(nb::cast<Array<std::uint8_t>>(settings["bytes"], false),
                                 nb::cast<Array<std::int64_t>>(settings["offsets"], false)),
                        span_of(slots)};
    require(std::has_single_bit(slots.size()), "a lookup table must have a power of two of slots.");
    return block;
  }

  nb::dict keep_;
  nb::list blocks_;
  nb::object keep_weighting_;
  LinearModelView view_;
  FrozenFeatures features_;
  std::span<const double> prior_;
  Scratch scratch_;
  std::vector<RowBuffer::Entry> row_;
  std::vector<std::int32_t> columns_;
  std::vector<std::uint32_t> counts_;
  std::optional<Weighting> weighting_;
  std::vector<double> scores_, values_;
};

nb::object multiply(Array<std::int64_t> starts, Array<std::int32_t> columns, nb::handle values,
                    nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu> table,
                    std::size_t threads) {
  const std::size_t n_labels = table.shape(1);
  return with_values<double, std::int64_t, float, std::int32_t>(
      starts, columns, values, [&](const auto& rows) {
        require(all_below(rows.columns, table.shape(0)), "every column must be one of the table.");
        std::vector<double> out;
        run(
            [&](const Watch&) {
              out = multiply_rows(rows, {table.data(), table.size()}, n_labels,
                                  thread_count(threads));
            },
            rows.columns.size() * n_labels < 500'000);
        return to_numpy(std::move(out), rows.size(), n_labels);
      });
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<Model>(m, "Model", "A linear model over named features, ready to score.")
      .def(nb::init<const nb::list&, const nb::dict&, nb::object>(), "blocks"_a, "arrays"_a,
           "weighting"_a.none())
      .def("rows", &Model::rows, "fields"_a, "threads"_a,
           "Documents to rows (starts, columns, counts).")
      .def("score", &Model::score, "starts"_a, "columns"_a, "values"_a, "threads"_a,
           "Rows to scores, documents × labels, and whether all are sound, vetoes aside.")
      .def("best", &Model::best, "fields"_a,
           "The number of the most probable label of one document.")
      .def("find", &Model::find, "block"_a, "name"_a, "The column of a feature, or -1.")
      .def("find_all", &Model::find_all, "block"_a, "bytes"_a, "offsets"_a,
           "The column of each name, or -1.");
  m.def("multiply", &multiply, "starts"_a, "columns"_a, "values"_a, "table"_a, "threads"_a,
        "Rows times a table columns × labels: documents × labels.");
}

}  // namespace linnet::bind
