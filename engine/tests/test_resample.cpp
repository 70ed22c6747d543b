// Resamples: each time as many units as there are, the same ones for any number of threads.
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "evaluation/resample.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

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

void test_areas_by_hand() {
  // From the top: yes, no, {yes, no}, no. Pairs won: 3 + (1/2 + 1) of 6; precision 1/1 and 2/4.
  const std::vector<double> scores = {0.2, 0.9, 0.5, 0.7, 0.5};
  const bool has[] = {false, true, true, false, false};
  const auto ranking = rank(scores, has);
  const auto once = areas_of(ranking, Times(5, 1), 5);
  check(near(once.roc, 4.5 / 6) && near(once.precision, 0.75), "areas are those worked out by hand");
  // The document in the tie that has the label twice, the lowest not at all: yes, no, {yes, yes, no}.
  const auto twice = areas_of(ranking, {0, 1, 2, 1, 1}, 5);
  check(near(twice.roc, (1 + 3 - 1) / 6.0), "pairs count as often as their documents were drawn");
  check(near(twice.precision, (1 + 2 * 3.0 / 5) / 3), "and so does precision");
  const auto none = areas_of(ranking, {1, 0, 0, 1, 1}, 3);
  check(std::isnan(none.roc) && std::isnan(none.precision), "without the label nothing is defined");
  check(near(areas_of(ranking, {0, 1, 1, 0, 0}, 2).precision, 1), "only the label: every document is right");
}

void test_units_are_drawn_together() {
  // Documents 0 and 1 are one unit, 2 and 3 the other: in each resample both units or one of them twice.
  const std::vector<double> scores = {0.9, 0.1, 0.1, 0.9};
  const std::vector<std::int64_t> truth = {0, 1, 0, 1}, unit = {0, 0, 1, 1};
  std::vector<double> table;
  for (const double score : scores) table.insert(table.end(), {score, 1 - score});
  const Ranked ranked{table, truth, unit, 2, 2};
  const auto found = resample_areas(ranked, {.resamples = 64, .threads = 3}, Watch{});
  int perfect = 0, worst = 0, both = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const double area = found[2 * i].roc;
    perfect += area == 1, worst += area == 0, both += area == 0.5;
  }
  check(perfect + worst + both == 64 && perfect > 4 && worst > 4 && both > 16, "a unit comes whole or not at all");
}

}  // namespace

int main() {
  test_as_many_are_drawn_as_there_are();
  test_sums_by_hand();
  test_threads_do_not_show();
  test_areas_by_hand();
  test_units_are_drawn_together();
  return report();
}
