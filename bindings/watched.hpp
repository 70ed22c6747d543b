// Long work beside a Python that still hears Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "common/parallel_for.hpp"

namespace linnet::bind {

namespace nb = nanobind;

// Whether `stop`, a Python function or nothing, wants the work to end; then a KeyboardInterrupt is
// set.
inline bool asked_to_stop(nb::handle stop) {
  if (!stop.is_valid() || stop.is_none()) return false;
  const nb::object answer = nb::steal(PyObject_CallNoArgs(stop.ptr()));
  if (answer.is_valid() && PyObject_IsTrue(answer.ptr()) == 1)
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  return PyErr_Occurred() != nullptr;
}

// A thread that works, and says when it is done.
class Worker {
 public:
  template <class Work>
  explicit Worker(Work work)
      : thread_([this, work] {
          try {
            work(watch_);
          } catch (...) {
            failure_ = std::current_exception();
          }
          std::lock_guard lock(mutex_);
          done_ = true;
          done_changed_.notify_one();
        }) {}

  // Whether it is done by then.
  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return done_changed_.wait_for(lock, time, [&] { return done_; });
  }
  void stop() { watch_.stop = true; }
  void join() { thread_.join(); }
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Watch watch_;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;  // last: what it uses is there before it starts
};

// Runs the work in another thread with the GIL released and looks for Ctrl-C, or for what `stop`
// says, meanwhile.
template <class Work>
void run_watched(Work work, nb::handle stop = {}) {
  constexpr std::chrono::milliseconds between_looks{50};  // how long Ctrl-C may go unheard
  Worker worker([&work](const Watch& watch) { work(watch); });
  bool interrupted = false;
  {
    nb::gil_scoped_release release;
    while (!worker.wait_for(between_looks)) {
      nb::gil_scoped_acquire acquire;
      if (interrupted || (PyErr_CheckSignals() == 0 && !asked_to_stop(stop))) continue;
      interrupted = true;
      worker.stop();
    }
    worker.join();
  }
  if (interrupted) throw nb::python_error();
  worker.rethrow_failure();
}

// The same; brief work, which is done before a thread would have started, is done here.
template <class Work>
void run(Work work, bool brief) {
  if (brief)
    work(Watch{});
  else
    run_watched(work);
}

// Rows of fewer entries are scored or weighed sooner than a thread starts (some 20 to 50
// microseconds).
inline constexpr std::size_t BRIEF_ENTRIES = 1000;

}  // namespace linnet::bind
