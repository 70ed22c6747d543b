// A fuzzer that drives itself: as many rounds as fit the time, each with random things of its own.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/check.hpp"

namespace linnet::fuzz {

// Runs round(chance) until the time is over or something failed. `PROGRAM SECONDS SEED`; a failed round is found again
// by the seed printed with it.
template <class Round>
int run(int count, char** arguments, Round round) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 10;
  const std::uint64_t first = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t seed = first;
  for (; std::chrono::steady_clock::now() < end; ++seed) {
    test::Chance chance(seed);
    round(chance);
    if (test::failures == 0) continue;
    std::printf("again: %s 0.001 %llu\n", arguments[0], static_cast<unsigned long long>(seed));
    return 1;
  }
  std::printf("%llu rounds without a finding\n", static_cast<unsigned long long>(seed - first));
  return 0;
}

}  // namespace linnet::fuzz
