#include "bindings/settings.hpp"

#include <array>
#include <string>

namespace linnet::bind {

namespace {

template <class Value, std::size_t Size>
using NamedValues = std::array<std::pair<std::string_view, Value>, Size>;

constexpr NamedValues<Kind, 3> kinds = {{
    {"words", Kind::Words},
    {"chars", Kind::Chars},
    {"chars-in-words", Kind::CharsInWords},
}};

constexpr NamedValues<WordPattern, 5> word_patterns = {{
    {"unicode", WordPattern::Unicode},
    {"sklearn", WordPattern::Sklearn},
    {"python", WordPattern::Python},
    {"spaces", WordPattern::Whitespace},
    {"given", WordPattern::Given},
}};

constexpr NamedValues<TermWeight, 4> term_weights = {{
    {"count", TermWeight::Count},
    {"sublinear", TermWeight::Sublinear},
    {"log10", TermWeight::Log10},
    {"saturating", TermWeight::Bm25},
}};

constexpr NamedValues<Norm, 3> norms = {{
    {"none", Norm::None},
    {"l1", Norm::L1},
    {"l2", Norm::L2},
}};

// The value of this name; a name that is none of the table is refused.
template <class Value, std::size_t Size>
Value value_of(const std::string& what, const NamedValues<Value, Size>& table,
               std::string_view name) {
  std::string names;
  for (const auto& [known, value] : table) {
    if (known == name) return value;
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  throw Refusal("a " + what + " must be one of " + names + "; got '" + std::string(name) + "'.");
}

void new_text_settings(TextSettings* self, std::string_view kind, std::string_view pattern,
                       int shortest, int longest, bool lower, bool strip_accents,
                       std::vector<std::string> stop_words, bool ascii_only) {
  TextSettings settings;
  settings.kind = value_of("kind of feature", kinds, kind);
  settings.pattern = value_of("word pattern", word_patterns, pattern);
  settings.shortest = shortest;
  settings.longest = longest;
  settings.lower = lower;
  settings.strip_accents = strip_accents;
  settings.stop_words = std::move(stop_words);
  settings.ascii_only = ascii_only;
  new (self) TextSettings(std::move(settings));
}

void bind_text_settings(nb::module_& m) {
  nb::class_<TextSettings>(m, "TextSettings", "How a text is cut into features.")
      .def("__init__", &new_text_settings, nb::kw_only(), "kind"_a = "words",
           "pattern"_a = "unicode", "shortest"_a = 1, "longest"_a = 1, "lower"_a = true,
           "strip_accents"_a = false, "stop_words"_a = std::vector<std::string>(),
           "ascii_only"_a = false);
  nb::class_<Hashing>(m, "Hashing", "How names become columns; not at all with 0 bits.")
      .def(
          "__init__",
          [](Hashing* self, int bits, bool keep_names, std::uint32_t modulus, bool signs) {
            new (self) Hashing{bits, keep_names, modulus, signs};
          },
          nb::kw_only(), "bits"_a, "keep_names"_a = false, "modulus"_a = 0, "signs"_a = false);
  nb::class_<BlockSettings>(m, "BlockSettings", "How one field becomes one block of features.")
      .def(
          "__init__",
          [](BlockSettings* self, std::size_t field, const TextSettings& text,
             const Hashing& hashing,
             bool presence) { new (self) BlockSettings{field, text, hashing, presence}; },
          nb::kw_only(), "field"_a, "text"_a, "hashing"_a, "presence"_a);
}

void new_weighting(BoundWeighting* self, std::string_view term, std::string_view norm,
                   NumpyArray<std::int64_t> block_ends, NumpyArray<double> idf,
                   NumpyArray<double> mean_lengths, bool signs) {
  Weighting weighting;
  weighting.term = value_of("term weight", term_weights, term);
  weighting.norm = value_of("norm", norms, norm);
  weighting.block_ends = block_ends;
  weighting.idf = idf;
  weighting.mean_lengths = mean_lengths;
  weighting.signs = signs;
  new (self) BoundWeighting{block_ends, idf, mean_lengths, weighting};
}

template <class T>
std::span<const T> span_or_empty(const std::optional<NumpyArray<T>>& array) {
  return array ? array->span() : std::span<const T>{};
}

template <class T>
using Given = BoundWeights::Given<T>;

void new_weights(BoundWeights* self, NumpyArray<std::int64_t> block_ends, NumpyArray<double> offset,
                 Given<double> prior, Given<double> rest, Given<std::int64_t> starts,
                 Given<std::int32_t> labels, Given<double> weights, Given<double> squares,
                 Given<float> dense, Given<double> shared, Given<double> scale,
                 Given<std::int32_t> offset_vetoes, Given<std::int32_t> rest_vetoes,
                 Given<std::int32_t> vetoes) {
  BoundWeights arrays{block_ends, offset, prior,  rest,  starts,        labels,      weights,
                      squares,    dense,  shared, scale, offset_vetoes, rest_vetoes, vetoes};
  require(arrays_fit(arrays.view()), "the arrays of a model must fit each other.");
  new (self) BoundWeights(std::move(arrays));
}

}  // namespace

BoundFrozenBlock::BoundFrozenBlock(const BlockSettings& settings, std::int32_t first_column,
                                   std::optional<BoundVocabulary> vocabulary_in)
    : vocabulary(std::move(vocabulary_in)) {
  require(vocabulary.has_value() != settings.hashing.on(),
          "a block must have a vocabulary, or be hashed.");
  block.field = settings.field;
  block.text = settings.text;
  block.hashing = settings.hashing;
  block.presence = settings.presence;
  block.first_column = first_column;
  block.stop_words = StopWords(settings.text.stop_words);
  if (vocabulary) block.vocabulary = vocabulary->view();
}

LinearModelView BoundWeights::view() const {
  LinearModelView view;
  view.n_labels = offset.size();
  view.n_columns = block_ends.size() == 0 ? 0 : static_cast<std::size_t>(block_ends.span().back());
  view.block_ends = block_ends;
  view.offset = offset;
  view.rest = span_or_empty(rest);
  view.starts = span_or_empty(starts);
  view.labels = span_or_empty(labels);
  view.weights = span_or_empty(weights);
  view.squares = span_or_empty(squares);
  view.dense = span_or_empty(dense);
  view.shared = span_or_empty(shared);
  view.scale = span_or_empty(scale);
  view.offset_vetoes = span_or_empty(offset_vetoes);
  view.rest_vetoes = span_or_empty(rest_vetoes);
  view.vetoes = span_or_empty(vetoes);
  return view;
}

void bind_settings(nb::module_& m) {
  bind_text_settings(m);
  nb::class_<BoundVocabulary>(m, "Vocabulary", "Sorted names, and the table that finds them.")
      .def(nb::init<BoundNames, NumpyArray<std::uint64_t>>(), "names"_a, "lookup"_a);
  nb::class_<BoundFrozenBlock>(m, "FrozenBlock", "A block of features whose columns are fixed.")
      .def(nb::init<const BlockSettings&, std::int32_t, std::optional<BoundVocabulary>>(),
           "settings"_a, nb::kw_only(), "first_column"_a, "vocabulary"_a = nb::none());
  nb::class_<BoundWeighting>(m, "Weighting", "What counts are worth: term weight × idf, by length.")
      .def("__init__", &new_weighting, nb::kw_only(), "term"_a, "norm"_a, "block_ends"_a, "idf"_a,
           "mean_lengths"_a, "signs"_a = false);
  nb::class_<BoundWeights>(m, "Weights", "The arrays of a linear model.")
      .def("__init__", &new_weights, nb::kw_only(), "block_ends"_a, "offset"_a,
           "prior"_a = nb::none(), "rest"_a = nb::none(), "starts"_a = nb::none(),
           "labels"_a = nb::none(), "weights"_a = nb::none(), "squares"_a = nb::none(),
           "dense"_a = nb::none(), "shared"_a = nb::none(), "scale"_a = nb::none(),
           "offset_vetoes"_a = nb::none(), "rest_vetoes"_a = nb::none(), "vetoes"_a = nb::none());
}

}  // namespace linnet::bind
