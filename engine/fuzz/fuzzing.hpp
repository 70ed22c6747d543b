// A fuzzer that drives itself: as many rounds as fit the time, each with random things of its own.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "tests/check.hpp"

// A sanitizer's finding ends in abort, so that the round it came from can still be told.
extern "C" [[gnu::used]] inline const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" [[gnu::used]] inline const char* __ubsan_default_options() {
  return "abort_on_error=1:print_stacktrace=1";
}

namespace linnet::fuzz {

inline const char* program = "";
inline std::uint64_t seed = 0;

inline void tell_how_to_repeat() {
  std::fprintf(stderr, "again: %s 0.001 %llu\n", program, static_cast<unsigned long long>(seed));
}

// Calls round(chance) until the time is over or something failed: PROGRAM SECONDS SEED. A round
// depends on its seed alone.
template <class Round>
int run(int count, char** arguments, Round round) {
  program = arguments[0];
  const double seconds = count > 1 ? std::atof(arguments[1]) : 10;
  const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  std::signal(SIGABRT, [](int) { tell_how_to_repeat(); });
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (seed = first; std::chrono::steady_clock::now() < end; ++seed) {
    test::Chance chance(seed);
    round(chance);
    if (test::failures == 0) continue;
    tell_how_to_repeat();
    return 1;
  }
  std::printf("%llu rounds without a finding\n", static_cast<unsigned long long>(seed - first));
  return 0;
}

}  // namespace linnet::fuzz
