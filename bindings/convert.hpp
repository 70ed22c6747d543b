#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/numpy_array.hpp"
#include "bindings/rows.hpp"
#include "bindings/watched.hpp"
#include "features/names.hpp"
#include "features/rows.hpp"
#include "learning/counter.hpp"

namespace linnet::bind {

using namespace nb::literals;

inline bool all_below(std::span<const std::int32_t> numbers, std::size_t end) {
  bool beyond = false;  // without a branch: many at once
  for (const std::int32_t n : numbers) beyond |= n < 0 || static_cast<std::size_t>(n) >= end;
  return !beyond;
}

// At least one thread, and no more than make sense anywhere.
inline std::size_t thread_count(std::size_t asked) {
  constexpr std::size_t most = 256;
  return std::clamp<std::size_t>(asked, 1, most);
}

// Texts as they come: a list of str, or an Arrow array as its (offsets, bytes). Either way they are
// only looked at, never copied.
struct BoundTexts {
  nb::object object;
};
std::vector<std::string_view> texts_of(nb::handle texts);
inline std::vector<std::string_view> texts_of(const BoundTexts& texts) {
  return texts_of(texts.object);
}

// The fields of documents, each with as many texts.
TextBatch batch_of(const std::vector<BoundTexts>& fields);

void bind_settings(nb::module_& m);
void bind_rows(nb::module_& m);
void bind_text(nb::module_& m);
void bind_features(nb::module_& m);
void bind_model(nb::module_& m);
void bind_learning(nb::module_& m);
void bind_totals(nb::module_& m);
void bind_solvers(nb::module_& m);
void bind_online(nb::module_& m);
void bind_sgd(nb::module_& m);
void bind_evaluation(nb::module_& m);
void bind_featuresets(nb::module_& m);

}  // namespace linnet::bind

namespace nanobind::detail {

template <>
struct type_caster<linnet::bind::BoundTexts> {
  NB_TYPE_CASTER(linnet::bind::BoundTexts,
                 const_name("list[str] | tuple[numpy.typing.NDArray[numpy.int32] | "
                            "numpy.typing.NDArray[numpy.int64], "
                            "numpy.typing.NDArray[numpy.uint8]]"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!PyList_Check(source.ptr()) && !PyTuple_Check(source.ptr())) return false;
    value.object = borrow(source);
    return true;
  }
};

}  // namespace nanobind::detail
