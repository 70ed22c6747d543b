#include "bindings/convert.hpp"
#include "text/segments.hpp"
#include "text/spans.hpp"
#include "text/tokenizer.hpp"
#include "text/unicode.hpp"

namespace linnet::bind {

namespace {

nb::typed<nb::list, nb::str> tokens(std::string_view text, const TextSettings& settings) {
  Scratch scratch;
  nb::list out;
  each_feature(text, settings, StopWords(settings.stop_words), scratch,
               [&](std::string_view name) { out.append(nb::str(name.data(), name.size())); });
  return nb::borrow<nb::typed<nb::list, nb::str>>(out);
}

bool only_str(const nb::typed<nb::list, nb::any>& texts) {
  constexpr Py_ssize_t ahead = 16;  // objects on their way from memory
  const Py_ssize_t n = PyList_GET_SIZE(texts.ptr());
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (i + ahead < n) __builtin_prefetch(PyList_GET_ITEM(texts.ptr(), i + ahead));
    if (!PyUnicode_CheckExact(PyList_GET_ITEM(texts.ptr(), i))) return false;
  }
  return true;
}

struct FeatureSpans {
  BoundNames names;
  NumpyArray<std::int64_t> begins;
  NumpyArray<std::int64_t> ends;
};

FeatureSpans feature_spans(std::string_view text, const TextSettings& settings) {
  Names names;
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> ends;
  const StopWords stop_words(settings.stop_words);
  each_feature_span(text, settings, stop_words, [&](std::string_view name, Span span) {
    names.push_back(name);
    begins.push_back(static_cast<std::int64_t>(span.begin));
    ends.push_back(static_cast<std::int64_t>(span.end));
  });
  return {BoundNames(std::move(names)), NumpyArray(std::move(begins)), NumpyArray(std::move(ends))};
}

NumpyArray<std::int64_t> segment_ends(std::string_view text, bool by_words) {
  std::vector<std::int64_t> ends;
  each_segment(text, by_words, [&](std::size_t, std::size_t end) {
    ends.push_back(static_cast<std::int64_t>(end));
  });
  return NumpyArray(std::move(ends));
}

}  // namespace

void bind_text(nb::module_& m) {
  m.attr("UNICODE_VERSION") = UNICODE_VERSION;
  m.def("tokens", &tokens, "text"_a, "settings"_a,
        "The features of one text by name, as often as they stand there.");
  m.def("only_str", &only_str, "texts"_a, "Whether all are str, and of no subclass.");
  nb::class_<FeatureSpans>(m, "FeatureSpans",
                           "Features of a text by name, and the bytes they cover.")
      .def_ro("names", &FeatureSpans::names)
      .def_ro("begins", &FeatureSpans::begins)
      .def_ro("ends", &FeatureSpans::ends);
  m.def("feature_spans", &feature_spans, "text"_a, "settings"_a,
        "The features of one text by name, and the bytes of it that they cover.");
  m.def("segment_ends", &segment_ends, "text"_a, nb::kw_only(), "by_words"_a,
        "Where each segment of a text ends that is shown as one.");
}

}  // namespace linnet::bind
