// NumPy arrays of one element type, as they come from Python and go there: never copied.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

namespace linnet::bind {

namespace nb = nanobind;

// An array whose elements lie one after the other. It keeps the Python object alive, and gives back
// the very same one: a result can be written to, an array of a mapped file can not.
template <class T, std::size_t Dimensions = 1>
class NumpyArray {
 public:
  NumpyArray() = default;

  // Takes over a vector; that of a table has as many elements as its shape says.
  template <class Allocator>
  explicit NumpyArray(std::vector<T, Allocator>&& vector)
    requires(Dimensions == 1)
      : NumpyArray(std::move(vector), {vector.size()}) {}

  template <class Element, class Allocator>
  NumpyArray(std::vector<Element, Allocator>&& vector, std::array<std::size_t, Dimensions> shape)
      : shape_(shape) {
    static_assert(sizeof(Element) == sizeof(T));
    using Vector = std::vector<Element, Allocator>;
    auto* const owned = new Vector(std::move(vector));
    const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Vector*>(p); });
    T* const data = reinterpret_cast<T*>(owned->data());
    data_ = data;
    using Exported = nb::ndarray<nb::numpy, T, nb::ndim<Dimensions>>;
    object_ = Exported(data, Dimensions, shape_.data(), owner).cast();
  }

  // Whether the Python object is such an array; then this is it.
  bool assign(nb::handle object) noexcept {
    using Imported = nb::ndarray<const T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
    Imported array;
    if (!nb::try_cast(object, array, false)) return false;
    object_ = nb::borrow(object);
    data_ = array.data();
    for (std::size_t i = 0; i < Dimensions; ++i) shape_[i] = array.shape(i);
    return true;
  }

  std::size_t shape(std::size_t i) const { return shape_[i]; }
  std::size_t size() const {
    std::size_t product = 1;
    for (const std::size_t length : shape_) product *= length;
    return product;
  }
  std::span<const T> span() const { return {data_, size()}; }
  operator std::span<const T>() const { return span(); }
  nb::handle object() const { return object_; }

 private:
  nb::object object_;
  const T* data_ = nullptr;
  std::array<std::size_t, Dimensions> shape_{};
};

template <class T>
using NumpyTable = NumpyArray<T, 2>;

template <class T, class Allocator>
NumpyTable<T> table_of(std::vector<T, Allocator>&& cells, std::size_t rows, std::size_t columns) {
  return NumpyTable<T>(std::move(cells), {rows, columns});
}

}  // namespace linnet::bind

namespace nanobind::detail {

template <class T, std::size_t Dimensions>
struct type_caster<linnet::bind::NumpyArray<T, Dimensions>> {
  using Array = linnet::bind::NumpyArray<T, Dimensions>;
  NB_TYPE_CASTER(Array, const_name("numpy.typing.NDArray[numpy.") + dtype_traits<T>::name +
                            const_name("]"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    return value.assign(source);
  }
  static handle from_cpp(const Array& array, rv_policy, cleanup_list*) noexcept {
    return array.object().inc_ref();
  }
};

}  // namespace nanobind::detail
