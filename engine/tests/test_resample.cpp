// Resamples: each time as many units as there are, the same ones for any number of threads.
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "evaluation/resample.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

void test_as_many_are_drawn_as_there_are() {
  Times times(1000);
  for (std::size_t resample = 0; resample < 50; ++resample) {
    draw(times, 1, resample);
    check(std::accumulate(times.begin(), times.end(), 0) == 1000, "1,000 of 1,000 units are drawn");
  }
  // A unit is left out with probability (1 - 1/n)^n, about 1/e.
  const auto left = std::count(times.begin(), times.end(), std::uint16_t{0});
  check(left > 320 && left < 416, "about 368 of 1,000 units are left out");
}

void test_sums_by_hand() {
  // One unit is all that can be drawn: column 0 has 1.5, column 2 has 2.
  const std::vector<std::int64_t> starts = {0, 2};
  const std::vector<std::int32_t> columns = {0, 2};
  const std::vector<double> values = {1.5, 2};
  const auto sums = resample_sums({starts, columns, values}, 3, {.resamples = 2}, Watch{});
  check(sums == std::vector<double>({1.5, 0, 2, 1.5, 0, 2}), "the rows of drawn units are added up");
}

void test_threads_do_not_show() {
  std::vector<std::int64_t> starts(101);
  std::iota(starts.begin(), starts.end(), 0);
  std::vector<std::int32_t> columns(100);
  std::vector<double> values(100);
  for (std::size_t i = 0; i < 100; ++i) columns[i] = static_cast<std::int32_t>(i % 3), values[i] = std::sqrt(i);
  const WeighedRows rows{starts, columns, values};
  const auto whole = resample_sums(rows, 3, {.resamples = 40, .threads = 1}, Watch{});
  check(whole == resample_sums(rows, 3, {.resamples = 40, .threads = 7}, Watch{}), "threads do not change sums");
}

}  // namespace

int main() {
  test_as_many_are_drawn_as_there_are();
  test_sums_by_hand();
  test_threads_do_not_show();
  return report();
}
