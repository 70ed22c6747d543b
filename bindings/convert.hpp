#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
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

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
  return {array.data(), array.size()};
}

// Hands a vector to NumPy without copying it.
template <class T, class Allocator>
nb::object to_numpy(std::vector<T, Allocator>&& vector) {
  return nb::cast(NumpyArray<T>(std::move(vector)));
}

template <class T>
nb::object to_numpy(std::vector<T>&& vector, std::size_t rows, std::size_t columns) {
  return nb::cast(table_of(std::move(vector), rows, columns));
}

// Rows from outside: checked once here, trusted inside.
template <class Value>
RowsOf<Value> rows_of(const Array<std::int64_t>& starts, const Array<std::int32_t>& columns,
                      const Array<Value>& values) {
  require(rows_fit(span_of(starts), columns.size(), values.size()),
          "the starts of rows must ascend within their columns, and each column must have a "
          "value.");
  return {span_of(starts), span_of(columns), span_of(values)};
}

// Calls with_rows(rows) for rows of counts or of other values, whichever they are.
template <class WithRows>
auto with_rows_of(const Array<std::int64_t>& starts, const Array<std::int32_t>& columns,
                  nb::handle values, WithRows with_rows) {
  if (Array<std::uint32_t> counts; nb::try_cast(values, counts, false))
    return with_rows(rows_of(starts, columns, counts));
  return with_rows(rows_of(starts, columns, nb::cast<Array<double>>(values, false)));
}

// The same for values of any of these kinds, without a copy.
template <class Value, class... Others, class WithRows>
nb::object with_values(const Array<std::int64_t>& starts, const Array<std::int32_t>& columns,
                       nb::handle values, WithRows with_rows) {
  if (Array<Value> cast; nb::try_cast(values, cast, false))
    return with_rows(rows_of(starts, columns, cast));
  if constexpr (sizeof...(Others) > 0)
    return with_values<Others...>(starts, columns, values, with_rows);
  throw Refusal("the values of rows must be whole numbers or floats of 4 or 8 bytes.");
}

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
TextBatch batch_of(nb::sequence fields);
TextBatch batch_of(const std::vector<BoundTexts>& fields);

void bind_settings(nb::module_& m);
void bind_rows(nb::module_& m);
void bind_text(nb::module_& m);
void bind_features(nb::module_& m);
void bind_model(nb::module_& m);
void bind_learning(nb::module_& m);
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
