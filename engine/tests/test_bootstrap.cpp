// Resamples: each time as many units as there are, the same ones for any number of threads.
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "evaluation/bootstrap.hpp"
#include "evaluation/stratified_bootstrap.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

void test_as_many_are_drawn_as_there_are() {
  Multiplicities times(1000);
  for (std::size_t resample = 0; resample < 50; ++resample) {
    draw(times, {.seed = 1}, resample);
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
  const auto sums = bootstrap_sums({starts, columns, values}, 3, {.n_resamples = 2}, Watch{});
  check(sums == std::vector<double>({1.5, 0, 2, 1.5, 0, 2}),
        "the rows of drawn units are added up");
}

void test_threads_do_not_show() {
  std::vector<std::int64_t> starts(101);
  std::iota(starts.begin(), starts.end(), 0);
  std::vector<std::int32_t> columns(100);
  std::vector<double> values(100);
  for (std::size_t i = 0; i < 100; ++i) {
    columns[i] = static_cast<std::int32_t>(i % 3);
    values[i] = std::sqrt(i);
  }
  const WeighedRows rows{starts, columns, values};
  const auto whole = bootstrap_sums(rows, 3, {.n_resamples = 40, .threads = 1}, Watch{});
  check(whole == bootstrap_sums(rows, 3, {.n_resamples = 40, .threads = 7}, Watch{}),
        "threads do not change sums");
}

void test_a_single_document_is_at_times_another_with_the_labels_exchanged() {
  // Label 0 has one document, which is right; label 1 has one, which got label 2. Each is drawn
  // from itself and one more, which is either of the two: so three of four times label 0 is right,
  // once it gets label 2.
  const std::vector<std::int64_t> truth = {0, 1};
  const std::vector<std::int64_t> predicted = {0, 2};
  const auto found =
      bootstrap_within_labels({truth, predicted, 3}, {.n_resamples = 4000, .threads = 2}, Watch{});
  double right = 0;
  double of_one = 0;
  for (std::size_t resample = 0; resample < 4000; ++resample) {
    const double* const got = found.predicted.data() + 3 * resample;
    check(got[0] + got[1] + got[2] == 2, "as many documents as there are");
    check(found.true_positives[3 * resample] == got[0] &&
              found.true_positives[3 * resample + 1] == got[1],
          "no label gets the other");
    right += found.true_positives[3 * resample];
    of_one += found.true_positives[3 * resample + 1];
  }
  check(std::abs(right / 4000 - 0.75) < 0.03, "the right one is right three of four times");
  check(std::abs(of_one / 4000 - 0.25) < 0.03, "the wrong one is right once in four times");
}

void test_with_two_labels_a_mistake_stays_a_mistake() {
  // Every document is wrong: whichever is drawn, and as whatever label, none is right.
  const std::vector<std::int64_t> truth = {0, 1, 1};
  const std::vector<std::int64_t> predicted = {1, 0, 0};
  const auto found = bootstrap_within_labels({truth, predicted, 2}, {.n_resamples = 100}, Watch{});
  for (std::size_t resample = 0; resample < 100; ++resample)
    check(found.true_positives[2 * resample] == 0 && found.predicted[2 * resample + 1] == 1,
          "none is right");
}

void test_documents_without_a_prediction_count_for_no_label() {
  const std::vector<std::int64_t> truth = {0, 0, 1};
  const std::vector<std::int64_t> predicted = {-1, -1, -1};
  const auto found = bootstrap_within_labels({truth, predicted, 2}, {.n_resamples = 10}, Watch{});
  check(found.predicted == std::vector<double>(20), "nothing is predicted");
}

}  // namespace

int main() {
  test_as_many_are_drawn_as_there_are();
  test_sums_by_hand();
  test_threads_do_not_show();
  test_a_single_document_is_at_times_another_with_the_labels_exchanged();
  test_with_two_labels_a_mistake_stays_a_mistake();
  test_documents_without_a_prediction_count_for_no_label();
  return report();
}
