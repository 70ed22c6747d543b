#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "common/parallel_for.hpp"
#include "features/names.hpp"
#include "features/rows.hpp"
#include "features/weighting.hpp"
#include "learning/counter.hpp"

namespace linnet::bind {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
  return {array.data(), array.size()};
}

// Hands a vector to NumPy without copying it.
template <class Element = void, class T, class Allocator>
nb::object to_numpy(std::vector<T, Allocator>&& vector) {
  using Vector = std::vector<T, Allocator>;
  using Shown = std::conditional_t<std::is_void_v<Element>, T, Element>;
  auto* owned = new Vector(std::move(vector));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Vector*>(p); });
  return nb::ndarray<nb::numpy, Shown, nb::ndim<1>>(reinterpret_cast<Shown*>(owned->data()),
                                                    {owned->size()}, owner)
      .cast();
}

template <class T>
nb::object to_numpy(std::vector<T>&& vector, std::size_t rows, std::size_t columns) {
  auto* owned = new std::vector<T>(std::move(vector));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>>(owned->data(), {rows, columns}, owner).cast();
}

inline nb::object names_to_numpy(Names&& names) {
  return nb::make_tuple(to_numpy<std::uint8_t>(std::move(names.bytes)),
                        to_numpy(std::move(names.offsets)));
}

inline NamesView names_of(const Array<std::uint8_t>& bytes, const Array<std::int64_t>& offsets) {
  require(offsets.size() > 0, "names must have one offset more than there are names.");
  return {{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, span_of(offsets)};
}

// Rows from outside: checked once here, trusted inside.
template <class Value>
RowsOf<Value> rows_of(const Array<std::int64_t>& starts, const Array<std::int32_t>& columns,
                      const Array<Value>& values) {
  bool fits = starts.size() > 0 && columns.size() == values.size() && starts.data()[0] >= 0 &&
              static_cast<std::size_t>(starts.data()[starts.size() - 1]) <= columns.size();
  for (std::size_t i = 0; fits && i + 1 < starts.size(); ++i)
    fits = starts.data()[i] <= starts.data()[i + 1];
  require(
      fits,
      "the starts of rows must ascend within their columns, and each column must have a value.");
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
  return std::clamp<std::size_t>(asked, 1, 256);
}

// Texts are a list of str, or an Arrow pair (offsets, bytes); either way they are only looked at,
// never copied.
std::vector<std::string_view> texts_of(nb::handle texts);
TextBatch batch_of(nb::sequence fields);
TextSettings text_settings(const nb::dict& settings);
Hashing hashing_settings(const nb::dict& settings);
// The arrays stay with Python.
Weighting weighting_of(const nb::dict& settings);

// Whether `stop`, a Python function or nothing, wants the work to end; then a KeyboardInterrupt is
// set.
inline bool asked_to_stop(nb::handle stop) {
  if (!stop.is_valid() || stop.is_none()) return false;
  const nb::object said = nb::steal(PyObject_CallNoArgs(stop.ptr()));
  if (said.is_valid() && PyObject_IsTrue(said.ptr()) == 1) PyErr_SetNone(PyExc_KeyboardInterrupt);
  return PyErr_Occurred() != nullptr;
}

// Runs the work in another thread with the GIL released and looks for Ctrl-C, or for what `stop`
// says, meanwhile.
template <class Work>
void run_watched(Work work, nb::handle stop = {}) {
  Watch watch;
  std::exception_ptr failure;
  std::mutex mutex;
  std::condition_variable done_changed;
  bool done = false;
  std::thread worker([&] {
    try {
      work(watch);
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard lock(mutex);
    done = true;
    done_changed.notify_one();
  });
  bool interrupted = false;
  {
    nb::gil_scoped_release release;
    std::unique_lock lock(mutex);
    while (!done_changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
      lock.unlock();
      {
        nb::gil_scoped_acquire acquire;
        if (!interrupted && (PyErr_CheckSignals() != 0 || asked_to_stop(stop)))
          interrupted = true, watch.stop = true;
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (interrupted) throw nb::python_error();
  if (failure) std::rethrow_exception(failure);
}

// The same; what is done before a thread would have started is done here.
template <class Work>
void run(Work work, bool brief) {
  if (brief)
    work(Watch{});
  else
    run_watched(work);
}

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
