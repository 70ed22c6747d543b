#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "common/require.hpp"

namespace linnet {

// Progress out, stop in: the caller's thread polls it while the others work.
struct Watch {
  std::atomic<bool> stop{false};

  void check() const {
    if (stop.load(std::memory_order_relaxed)) throw Stopped();
  }
};

// Calls work(part, begin, end) for `parts` contiguous parts of [0, n), each in a thread of its own,
// the last one here. Threads live for one call only, so that forking between calls is safe. The
// first exception is thrown again here.
template <class Work>
void parallel_for(std::size_t parts, std::size_t n, Work work) {
  parts = std::max<std::size_t>(1, parts);
  std::vector<std::exception_ptr> failures(parts);
  auto run = [&](std::size_t part) {
    try {
      work(part, n * part / parts, n * (part + 1) / parts);
    } catch (...) {
      failures[part] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(parts);
  std::size_t started = 0;
  try {
    for (; started + 1 < parts; ++started) threads.emplace_back(run, started);
  } catch (const std::system_error&) {
    // No more threads to be had: what is left is done here.
  }
  for (std::size_t part = started; part < parts; ++part) run(part);
  for (auto& thread : threads) thread.join();
  for (auto& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

// Calls work(part) for each part, in a thread of its own.
template <class Work>
void parallel_parts(std::size_t parts, Work work) {
  parallel_for(parts, parts, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t part = begin; part < end; ++part) work(part);
  });
}

// Calls work(item) for each item; a thread that is done takes the next one.
template <class Work>
void parallel_each(std::size_t threads, std::size_t n, Work work) {
  std::atomic<std::size_t> next{0};
  parallel_parts(std::min(threads, n), [&](std::size_t) {
    for (std::size_t item = next++; item < n; item = next++) work(item);
  });
}

}  // namespace linnet
