// A table of NumPy's that the engine writes into.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>

namespace linnet::bind {

namespace nb = nanobind;

class WritableTable {
 public:
  bool assign(nb::handle object) noexcept { return nb::try_cast(object, array_, false); }
  std::size_t n_rows() const { return array_.shape(0); }
  std::size_t n_columns() const { return array_.shape(1); }
  std::size_t size() const { return array_.size(); }
  std::span<double> span() const { return {array_.data(), array_.size()}; }

 private:
  nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu> array_;
};

}  // namespace linnet::bind

namespace nanobind::detail {

template <>
struct type_caster<linnet::bind::WritableTable> {
  NB_TYPE_CASTER(linnet::bind::WritableTable, const_name("numpy.typing.NDArray[numpy.float64]"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    return value.assign(source);
  }
};

}  // namespace nanobind::detail
