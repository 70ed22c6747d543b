#include "bindings/convert.hpp"

namespace linnet::bind {

namespace {

std::vector<std::string_view> texts_of_list(const nb::list& texts) {
  std::vector<std::string_view> views;
  views.reserve(texts.size());
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i + ahead < texts.size())
      __builtin_prefetch(PyList_GET_ITEM(texts.ptr(), static_cast<Py_ssize_t>(i + ahead)));
    const nb::handle text = PyList_GET_ITEM(texts.ptr(), static_cast<Py_ssize_t>(i));
    if (text.is_none()) {
      views.emplace_back();
      continue;
    }
    if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a text must be a str");
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) throw nb::python_error();
    views.emplace_back(bytes, static_cast<std::size_t>(size));
  }
  return views;
}

template <class Offset>
std::vector<std::string_view> texts_of_arrow(const Array<Offset>& offsets,
                                             const Array<std::uint8_t>& bytes) {
  std::vector<std::string_view> views;
  if (offsets.size() == 0) return views;
  views.reserve(offsets.size() - 1);
  const auto* data = reinterpret_cast<const char*>(bytes.data());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const auto begin = static_cast<std::int64_t>(offsets.data()[i]),
               end = static_cast<std::int64_t>(offsets.data()[i + 1]);
    require(begin >= 0 && begin <= end && static_cast<std::size_t>(end) <= bytes.size(),
            "the offsets of a text column must ascend within its bytes.");
    views.emplace_back(data + begin, static_cast<std::size_t>(end - begin));
  }
  return views;
}

WordPattern word_pattern(std::string_view name) {
  if (name == "sklearn") return WordPattern::Sklearn;
  if (name == "python") return WordPattern::Python;
  if (name == "spaces") return WordPattern::Whitespace;
  return name == "given" ? WordPattern::Given : WordPattern::Unicode;
}

}  // namespace

std::vector<std::string_view> texts_of(nb::handle texts) {
  if (nb::isinstance<nb::list>(texts)) return texts_of_list(nb::borrow<nb::list>(texts));
  const auto pair = nb::cast<nb::tuple>(texts);
  const auto bytes = nb::cast<Array<std::uint8_t>>(pair[1], false);
  Array<std::int32_t> narrow;
  if (nb::try_cast(pair[0], narrow, false)) return texts_of_arrow(narrow, bytes);
  return texts_of_arrow(nb::cast<Array<std::int64_t>>(pair[0], false), bytes);
}

TextBatch batch_of(nb::sequence fields) {
  TextBatch batch;
  for (nb::handle field : fields) batch.fields.push_back(texts_of(field));
  for (const auto& field : batch.fields)
    require(field.size() == batch.size(), "all fields must have as many texts.");
  return batch;
}

TextSettings text_settings(const nb::dict& settings) {
  TextSettings out;
  const auto kind = nb::cast<std::string>(settings["kind"]);
  out.kind = kind == "chars"            ? Kind::Chars
             : kind == "chars-in-words" ? Kind::CharsInWords
                                        : Kind::Words;
  out.pattern = word_pattern(nb::cast<std::string>(settings["pattern"]));
  out.shortest = nb::cast<int>(settings["shortest"]);
  out.longest = nb::cast<int>(settings["longest"]);
  out.lower = nb::cast<bool>(settings["lower"]);
  out.strip_accents = nb::cast<bool>(settings["strip_accents"]);
  if (settings.contains("ascii_only")) out.ascii_only = nb::cast<bool>(settings["ascii_only"]);
  out.stop_words = nb::cast<std::vector<std::string>>(settings["stop_words"]);
  return out;
}

Hashing hashing_settings(const nb::dict& settings) {
  Hashing out{nb::cast<int>(settings["hash_bits"]), nb::cast<bool>(settings["keep_names"])};
  if (settings.contains("hash_modulus"))
    out.modulus = nb::cast<std::uint32_t>(settings["hash_modulus"]);
  if (settings.contains("hash_signs")) out.signs = nb::cast<bool>(settings["hash_signs"]);
  return out;
}

}  // namespace linnet::bind

NB_MODULE(_core, m) {
  namespace nb = nanobind;
  m.doc() =
      "The engine: text to features to totals to scores. Everything here takes and gives plain "
      "arrays.";
#ifdef NDEBUG
  nb::set_leak_warnings(false);  // a thread that holds a model when the process ends is no mistake
#endif
  nb::exception<linnet::Refusal>(m, "Refusal", PyExc_ValueError);
  linnet::bind::bind_text(m);
  linnet::bind::bind_features(m);
  linnet::bind::bind_model(m);
  linnet::bind::bind_learning(m);
  linnet::bind::bind_solvers(m);
  linnet::bind::bind_online(m);
  linnet::bind::bind_sgd(m);
  linnet::bind::bind_evaluation(m);
  linnet::bind::bind_featuresets(m);
}
