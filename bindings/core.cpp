#include "bindings/convert.hpp"
#include "bindings/counted.hpp"

namespace linnet::bind {

namespace {

// The UTF-8 bytes of a str, which Python keeps; nothing where it is None.
std::string_view text_view(nb::handle text) {
  if (text.is_none()) return {};
  if (!PyUnicode_Check(text.ptr())) throw nb::type_error("a text must be a str");
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw nb::python_error();
  return {bytes, static_cast<std::size_t>(size)};
}

std::vector<std::string_view> texts_of_list(const nb::list& texts) {
  constexpr Py_ssize_t ahead = 16;  // str objects on their way from memory
  const Py_ssize_t n = PyList_GET_SIZE(texts.ptr());
  std::vector<std::string_view> views;
  views.reserve(static_cast<std::size_t>(n));
  for (Py_ssize_t i = 0; i < n; ++i) {
    if (i + ahead < n) __builtin_prefetch(PyList_GET_ITEM(texts.ptr(), i + ahead));
    views.push_back(text_view(PyList_GET_ITEM(texts.ptr(), i)));
  }
  return views;
}

template <class Offset>
std::vector<std::string_view> texts_of_arrow(const NumpyArray<Offset>& offsets,
                                             const NumpyArray<std::uint8_t>& bytes) {
  std::vector<std::string_view> views;
  if (offsets.size() == 0) return views;
  views.reserve(offsets.size() - 1);
  const auto* data = reinterpret_cast<const char*>(bytes.span().data());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const auto begin = static_cast<std::int64_t>(offsets.span()[i]);
    const auto end = static_cast<std::int64_t>(offsets.span()[i + 1]);
    require(begin >= 0 && begin <= end && static_cast<std::size_t>(end) <= bytes.size(),
            "the offsets of a text column must ascend within its bytes.");
    views.emplace_back(data + begin, static_cast<std::size_t>(end - begin));
  }
  return views;
}

void require_equal_sizes(const TextBatch& batch) {
  for (const auto& field : batch.fields)
    require(field.size() == batch.size(), "all fields must have as many texts.");
}

}  // namespace

std::vector<std::string_view> texts_of(nb::handle texts) {
  if (nb::isinstance<nb::list>(texts)) return texts_of_list(nb::borrow<nb::list>(texts));
  const auto pair = nb::cast<nb::tuple>(texts);
  const auto bytes = nb::cast<NumpyArray<std::uint8_t>>(pair[1]);
  NumpyArray<std::int32_t> offsets;
  if (offsets.assign(pair[0])) return texts_of_arrow(offsets, bytes);
  return texts_of_arrow(nb::cast<NumpyArray<std::int64_t>>(pair[0]), bytes);
}

TextBatch batch_of(const std::vector<BoundTexts>& fields) {
  TextBatch batch;
  for (const BoundTexts& field : fields) batch.fields.push_back(texts_of(field));
  require_equal_sizes(batch);
  return batch;
}

}  // namespace linnet::bind

NB_MODULE(_core, m) {
  namespace nb = nanobind;
  m.doc() = "The engine: text to features to totals to scores.";
#ifdef NDEBUG
  nb::set_leak_warnings(false);  // a thread that holds a model when the process ends is no mistake
#endif
  nb::exception<linnet::Refusal>(m, "Refusal", PyExc_ValueError);
  linnet::bind::bind_rows(m);
  linnet::bind::bind_settings(m);
  linnet::bind::bind_text(m);
  linnet::bind::bind_features(m);
  linnet::bind::bind_model(m);
  linnet::bind::bind_totals(m);
  linnet::bind::bind_counted(m);
  linnet::bind::bind_learning(m);
  linnet::bind::bind_solvers(m);
  linnet::bind::bind_online(m);
  linnet::bind::bind_sgd(m);
  linnet::bind::bind_evaluation(m);
  linnet::bind::bind_featuresets(m);
}
