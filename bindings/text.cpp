#include "bindings/convert.hpp"
#include "text/segments.hpp"
#include "text/spans.hpp"
#include "text/tokenizer.hpp"
#include "text/unicode.hpp"

namespace linnet::bind {

void bind_text(nb::module_& m) {
  m.attr("UNICODE_VERSION") = UNICODE_VERSION;
  m.def(
      "tokens",
      [](std::string_view text, const nb::dict& settings) {
        const TextSettings wanted = text_settings(settings);
        Scratch scratch;
        nb::list out;
        each_feature(text, wanted, StopWords(wanted.stop_words), scratch,
                     [&](std::string_view name) { out.append(nb::str(name.data(), name.size())); });
        return out;
      },
      "text"_a, "settings"_a, "The features of one text by name, as often as they stand there.");
  m.def(
      "only_str",
      [](const nb::list& texts) {
        constexpr Py_ssize_t ahead = 16;
        const Py_ssize_t n = PyList_GET_SIZE(texts.ptr());
        for (Py_ssize_t i = 0; i < n; ++i) {
          if (i + ahead < n) __builtin_prefetch(PyList_GET_ITEM(texts.ptr(), i + ahead));
          if (!PyUnicode_CheckExact(PyList_GET_ITEM(texts.ptr(), i))) return false;
        }
        return true;
      },
      "texts"_a, "Whether all are str, and of no subclass.");
  m.def(
      "places",
      [](std::string_view text, const nb::dict& settings) {
        const TextSettings wanted = text_settings(settings);
        Names names;
        std::vector<std::int64_t> begins, ends;
        each_feature_span(text, wanted, StopWords(wanted.stop_words),
                          [&](std::string_view name, Span span) {
                            names.push_back(name);
                            begins.push_back(static_cast<std::int64_t>(span.begin));
                            ends.push_back(static_cast<std::int64_t>(span.end));
                          });
        return nb::make_tuple(names_to_numpy(std::move(names)), to_numpy(std::move(begins)),
                              to_numpy(std::move(ends)));
      },
      "text"_a, "settings"_a,
      "The features of one text by name, and the bytes of it that they cover.");
  m.def(
      "pieces",
      [](std::string_view text, bool by_words) {
        std::vector<std::int64_t> ends;
        each_segment(text, by_words, [&](std::size_t, std::size_t end) {
          ends.push_back(static_cast<std::int64_t>(end));
        });
        return to_numpy(std::move(ends));
      },
      "text"_a, "by_words"_a, "Where each piece of a text ends that is shown as one.");
}

}  // namespace linnet::bind
