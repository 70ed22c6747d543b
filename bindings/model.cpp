#include "bindings/convert.hpp"
#include "bindings/settings.hpp"
#include "model/document_classifier.hpp"
#include "model/sparse_product.hpp"

namespace linnet::bind {

namespace {

struct ScoredRows {
  NumpyTable<double> scores;  // documents × labels
  bool in_range;              // whether all are finite and of a size that sound weights give
};

// A linear model and its features over arrays that Python keeps alive (often a mapped file).
class Model {
 public:
  Model(std::vector<BoundFrozenBlock> blocks, BoundWeights weights,
        std::optional<BoundWeighting> weighting)
      : blocks_(std::move(blocks)), weights_(std::move(weights)), weighting_(std::move(weighting)) {
    classifier_.model = weights_.view();
    require(weights_.prior && weights_.prior->size() == classifier_.model.n_labels,
            "a model must have a prior for each label.");
    classifier_.prior = *weights_.prior;
    if (weighting_) classifier_.weighting = weighting_->weighting;
    for (const auto& bound : blocks_) classifier_.features.blocks.push_back(bound.block);
  }

  BoundRows rows(const std::vector<BoundTexts>& fields, std::size_t threads) const {
    const TextBatch batch = batch_of(fields);
    require_fields(batch.fields.size());
    Rows out;
    run(
        [&](const Watch& watch) {
          out = classifier_.features.rows(batch.fields, thread_count(threads), watch);
        },
        batch.brief());
    return BoundRows(std::move(out));
  }

  ScoredRows score(const BoundRows& rows, std::size_t threads) const {
    return rows.visit<std::uint32_t, double>([&](const auto& typed) {
      const std::size_t n_labels = classifier_.model.n_labels;
      std::vector<double> out(typed.size() * n_labels);
      bool in_range = true;
      run(
          [&](const Watch&) {
            in_range = score_rows(classifier_.model, typed, std::span(out), thread_count(threads));
          },
          typed.columns.size() < BRIEF_ENTRIES);
      return ScoredRows{table_of(std::move(out), typed.size(), n_labels), in_range};
    });
  }

  std::size_t best(const nb::args& fields) {
    require_fields(fields.size());
    const auto field = [&](std::size_t f) { return nb::cast<std::string_view>(fields[f]); };
    return classifier_.classify(field);
  }

  // The column of a feature in the whole model, or -1 where the block does not have it.
  std::int64_t find(std::size_t block, std::string_view name) const {
    const FrozenBlock& frozen = block_at(block);
    const std::int64_t column = frozen.column(name);
    return column < 0 ? column : column + frozen.first_column;
  }

  NumpyArray<std::int32_t> find_all(std::size_t block, const BoundNames& names) const {
    const NamesView view = names.view();
    std::vector<std::int32_t> columns;
    for (std::size_t i = 0; i < view.size(); ++i)
      columns.push_back(static_cast<std::int32_t>(find(block, view[i])));
    return NumpyArray(std::move(columns));
  }

 private:
  const FrozenBlock& block_at(std::size_t block) const {
    require(block < classifier_.features.blocks.size(), "there is no such block.");
    return classifier_.features.blocks[block];
  }

  void require_fields(std::size_t n_fields) const {
    for (const auto& block : classifier_.features.blocks)
      require(block.field < n_fields, "a document must have every field the model was trained on.");
  }

  std::vector<BoundFrozenBlock> blocks_;     // kept alive
  BoundWeights weights_;                     // kept alive
  std::optional<BoundWeighting> weighting_;  // kept alive
  DocumentClassifier classifier_;
};

NumpyTable<double> multiply(const BoundRows& rows, const NumpyTable<double>& table,
                            std::size_t threads) {
  constexpr std::size_t brief_products = 500'000;  // multiplied sooner than threads pay
  const std::size_t n_labels = table.shape(1);
  return rows.visit<double, std::int64_t, float, std::int32_t>([&](const auto& typed) {
    require(all_below(typed.columns, table.shape(0)), "every column must be one of the table.");
    std::vector<double> out;
    run(
        [&](const Watch&) {
          out = multiply_rows(typed, table.span(), n_labels, thread_count(threads));
        },
        typed.columns.size() * n_labels < brief_products);
    return table_of(std::move(out), typed.size(), n_labels);
  });
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<ScoredRows>(m, "ScoredRows", "What a model gives rows.")
      .def_ro("scores", &ScoredRows::scores, "Documents × labels.")
      .def_ro("in_range", &ScoredRows::in_range,
              "Whether all are finite and of a size that sound weights give, vetoes aside.");
  using Blocks = std::vector<BoundFrozenBlock>;
  nb::class_<Model>(m, "Model", "A linear model over named features, ready to score.")
      .def(nb::init<Blocks, BoundWeights, std::optional<BoundWeighting>>(), nb::kw_only(),
           "blocks"_a, "weights"_a, "weighting"_a = nb::none())
      .def("rows", &Model::rows, "fields"_a, nb::kw_only(), "threads"_a, "Documents to rows.")
      .def("score", &Model::score, "rows"_a, nb::kw_only(), "threads"_a, "Rows to scores.")
      .def("best", &Model::best, nb::sig("def best(self, *fields: str) -> int"),
           "The number of the most probable label of one document.")
      .def("find", &Model::find, "block"_a, "name"_a, "The column of a feature, or -1.")
      .def("find_all", &Model::find_all, "block"_a, "names"_a, "The column of each name, or -1.");
  m.def("multiply", &multiply, "rows"_a, "table"_a, nb::kw_only(), "threads"_a,
        "Rows times a table columns × labels: documents × labels.");
}

}  // namespace linnet::bind
