// Rows and names as Python sees them: arrays with names.
#pragma once

#include <nanobind/stl/variant.h>

#include <variant>

#include "bindings/numpy_array.hpp"
#include "common/require.hpp"
#include "features/names.hpp"
#include "features/rows.hpp"

namespace linnet::bind {

// A sparse table documents × features. Its arrays belong to Python and are checked each time they
// are read: nothing outside them is ever touched.
struct BoundRows {
  // What rows of the library have comes first: counts, then what weighting makes of them.
  using Values =
      std::variant<NumpyArray<std::uint32_t>, NumpyArray<double>, NumpyArray<std::int64_t>,
                   NumpyArray<float>, NumpyArray<std::int32_t>>;

  NumpyArray<std::int64_t> starts;
  NumpyArray<std::int32_t> columns;
  Values values;

  BoundRows(NumpyArray<std::int64_t> starts_in, NumpyArray<std::int32_t> columns_in,
            Values values_in)
      : starts(std::move(starts_in)),
        columns(std::move(columns_in)),
        values(std::move(values_in)) {}

  explicit BoundRows(Rows&& rows)
      : starts(std::move(rows.starts)),
        columns(std::move(rows.columns)),
        values(NumpyArray<std::uint32_t>(std::move(rows.counts))) {}

  template <class Value>
  explicit BoundRows(RenumberedRows<Value>&& rows)
      : starts(std::move(rows.starts)),
        columns(std::move(rows.columns)),
        values(NumpyArray<Value>(std::move(rows.values))) {}

  // Calls work(rows) with the rows of their type, where that is one of `Allowed`.
  template <class... Allowed, class Work>
  auto visit(Work work) const {
    using Result =
        std::invoke_result_t<Work, RowsOf<std::tuple_element_t<0, std::tuple<Allowed...>>>>;
    return std::visit(
        [&]<class Value>(const NumpyArray<Value>& typed) -> Result {
          if constexpr ((std::is_same_v<Value, Allowed> || ...))
            return work(checked(typed));
          else
            throw Refusal("the values of these rows must be of another type.");
        },
        values);
  }

  // Rows of counts.
  RowsView counts() const {
    return visit<std::uint32_t>([](const RowsView& rows) { return rows; });
  }
  // Rows of values that are no counts.
  WeighedRows weighed() const {
    return visit<double>([](const WeighedRows& rows) { return rows; });
  }

 private:
  template <class Value>
  RowsOf<Value> checked(const NumpyArray<Value>& typed) const {
    const RowsOf<Value> rows{starts, columns, typed};
    require(rows_fit(rows.starts, rows.columns.size(), rows.values.size()),
            "the starts of rows must ascend within their columns, and each column must have a "
            "value.");
    return rows;
  }
};

// Names side by side: name i is bytes[offsets[i] .. offsets[i + 1]).
struct BoundNames {
  NumpyArray<std::uint8_t> bytes;
  NumpyArray<std::int64_t> offsets;

  BoundNames(NumpyArray<std::uint8_t> bytes_in, NumpyArray<std::int64_t> offsets_in)
      : bytes(std::move(bytes_in)), offsets(std::move(offsets_in)) {
    require(offsets.size() > 0, "names must have one offset more than there are names.");
  }

  explicit BoundNames(Names&& names)
      : bytes(std::move(names.bytes), {names.bytes.size()}), offsets(std::move(names.offsets)) {}

  NamesView view() const {
    return {{reinterpret_cast<const char*>(bytes.span().data()), bytes.size()}, offsets};
  }
};

}  // namespace linnet::bind
