#include "bindings/convert.hpp"
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
}

}  // namespace linnet::bind
