// ROC areas and average precisions of resamples: by hand, and by counting pairs one by one.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "evaluation/areas.hpp"
#include "evaluation/resampled_areas.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-12 || (std::isnan(a) && std::isnan(b)); }

struct Pair {
  double roc, precision;
};

// Each document counted as often as it was drawn, in one lane of many.
Pair areas_with(const Ranking& ranking, const std::vector<std::uint8_t>& times, std::size_t lane) {
  Draws draws(times.size(), Lanes<std::uint8_t>{});
  for (std::size_t unit = 0; unit < times.size(); ++unit) draws[unit][lane] = times[unit];
  std::vector<std::int32_t> everyone(times.size());
  std::iota(everyone.begin(), everyone.end(), 0);
  const Adder drawn(draws);
  const Areas areas = areas_of(ranking, drawn, drawn(everyone));
  return {areas.roc[lane], areas.precision[lane]};
}

// The plain statement: every pair is looked at, and every document of the label.
Pair plain_areas(const std::vector<Scored>& documents, const std::vector<double>& times) {
  double won = 0, pairs = 0, precision = 0, own = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (!documents[i].has || times[i] == 0) continue;
    double above = 0, found = 0;
    for (std::size_t j = 0; j < documents.size(); ++j) {
      const bool higher = documents[i].score > documents[j].score, tied = documents[i].score == documents[j].score;
      if (!documents[j].has) won += times[i] * times[j] * (higher ? 1 : tied ? 0.5 : 0), pairs += times[i] * times[j];
      if (!higher) above += times[j], found += documents[j].has ? times[j] : 0;
    }
    precision += times[i] * found / above, own += times[i];
  }
  return {pairs > 0 ? won / pairs : NAN, own > 0 ? precision / own : NAN};
}

void test_areas_by_hand() {
  // From the top: yes, no, {yes, no}, no. Pairs won: 3 + (1/2 + 1) of 6; precision 1/1 and 2/4.
  const std::vector<Scored> documents = {
      {0.2, 0, false}, {0.9, 1, true}, {0.5, 2, true}, {0.7, 3, false}, {0.5, 4, false}};
  const auto ranking = rank(documents);
  check(ranking.units == std::vector<std::int32_t>({1, 3, 2, 4}), "what scores below the whole label is left out");
  for (const std::size_t lane : {0, 7, 31}) {
    const auto once = areas_with(ranking, {1, 1, 1, 1, 1}, lane);
    check(near(once.roc, 4.5 / 6) && near(once.precision, 0.75), "areas are those worked out by hand");
    // The document in the tie that has the label twice, the lowest not at all: yes, no, {yes, yes, no}.
    const auto twice = areas_with(ranking, {0, 1, 2, 1, 1}, lane);
    check(near(twice.roc, (1 + 3 - 1) / 6.0), "pairs count as often as their documents were drawn");
    check(near(twice.precision, (1 + 2 * 3.0 / 5) / 3), "and so does precision");
    const auto none = areas_with(ranking, {1, 0, 0, 1, 1}, lane);
    check(std::isnan(none.roc) && std::isnan(none.precision), "without the label nothing is defined");
    check(near(areas_with(ranking, {0, 1, 1, 0, 0}, lane).precision, 1), "only the label: every document is right");
  }
  check(rank({}).cuts.empty() && rank(std::vector<Scored>{{1, 0, false}}).cuts.empty(), "no label, no cuts");
}

void test_bytes_do_not_overflow() {
  // 1,000 units, each drawn 255 times, or once: 255,000 and 1,000.
  std::vector<std::int32_t> everyone(1000);
  std::iota(everyone.begin(), everyone.end(), 0);
  Draws draws(1000, Lanes<std::uint8_t>{});
  for (auto& times : draws) times[3] = 255, times[4] = 1;
  const auto sums = Adder(draws)(everyone);
  check(sums[3] == 255000 && sums[4] == 1000 && sums[5] == 0, "many draws are added up without loss");
}

void test_places_share_their_middle() {
  std::vector<Scored> documents = {{0.3, 0, true}, {0.1, 1, false}, {0.3, 2, false}};
  to_places(documents);
  std::ranges::sort(documents, {}, &Scored::unit);
  check(documents[0].score == 2.5 && documents[1].score == 1 && documents[2].score == 2.5, "places are 2.5, 1 and 2.5");
}

// Two labels and another; few different scores, so that many are tied; documents in units of two.
struct Made {
  std::vector<double> a, b;
  std::vector<std::int64_t> label, unit;
  Truth truth() const { return {label, unit, 2, (label.size() + 1) / 2}; }
  std::vector<Scored> documents(const std::vector<double>& scores, std::size_t of) const {
    std::vector<Scored> found;
    for (std::size_t i = 0; i < label.size(); ++i)
      found.push_back(
          {scores[of * label.size() + i], static_cast<std::int32_t>(unit[i]), label[i] == static_cast<int>(of)});
    return found;
  }
};

Made made(std::size_t n, std::size_t levels) {
  Chance chance(n);
  Made all;
  for (std::size_t i = 0; i < n; ++i)
    all.label.push_back(static_cast<std::int64_t>(chance.below(3))),
        all.unit.push_back(static_cast<std::int64_t>(i / 2));
  for (std::size_t i = 0; i < 2 * n; ++i)
    all.a.push_back(static_cast<double>(chance.below(levels))),
        all.b.push_back(static_cast<double>(chance.below(levels)));
  return all;
}

void test_resamples_are_what_the_plain_statement_says() {
  for (const std::size_t levels : {3, 1000}) {
    const auto all = made(61, levels);
    const auto found = resample_areas(all.a, all.truth(), {.seed = 5, .resamples = 70, .threads = 2}, Watch{});
    Times times(all.truth().units);
    for (std::size_t resample = 0; resample < 70; ++resample) {
      draw(times, 5, resample);
      std::vector<double> of_documents;
      for (const auto unit : all.unit) of_documents.push_back(times[static_cast<std::size_t>(unit)]);
      for (std::size_t label = 0; label < 2; ++label) {
        const auto plain = plain_areas(all.documents(all.a, label), of_documents);
        check(near(found.roc[2 * resample + label], plain.roc), "the ROC area of a resample");
        check(near(found.precision[2 * resample + label], plain.precision), "the average precision of a resample");
      }
    }
  }
}

void test_swaps_are_what_the_plain_statement_says() {
  const auto all = made(61, 9);
  const std::size_t units = all.truth().units, resamples = 40;
  std::vector<std::uint8_t> bits(resamples * 4);
  Chance chance(8);
  for (auto& byte : bits) byte = static_cast<std::uint8_t>(chance.below(256));
  const Coins coins{bits, resamples, 4};
  check(coins(0, 0) == (bits[0] >= 128) && coins(1, 15) == bits[5] % 2, "the first coin is in the highest bit");
  const auto found = swap_areas({all.a, all.b}, all.truth(), coins, 2, Watch{});
  for (std::size_t label = 0; label < 2; ++label) {
    std::vector<Scored> sides[] = {all.documents(all.a, label), all.documents(all.b, label)};
    for (auto& side : sides) {
      for (std::size_t i = 0; i < side.size(); ++i) side[i].unit = static_cast<std::int32_t>(i);
      to_places(side);
      std::ranges::sort(side, {}, &Scored::unit);
    }
    for (std::size_t resample = 0; resample < resamples; ++resample) {
      auto a = sides[0], b = sides[1];
      for (std::size_t i = 0; i < a.size(); ++i)
        if (coins(resample, i / 2)) std::swap(a[i], b[i]);
      const std::vector<double> once(a.size(), 1);
      const auto of_a = plain_areas(a, once), of_b = plain_areas(b, once);
      check(near(found.roc[2 * resample + label], of_b.roc - of_a.roc), "the ROC areas of a swap");
      check(near(found.precision[2 * resample + label], of_b.precision - of_a.precision), "the precisions of a swap");
    }
  }
  check(units == 31, "31 units, the last with one document");
}

void test_threads_do_not_show() {
  const auto all = made(200, 50);
  const std::vector<std::uint8_t> bits(100 * 13, 0x5A);
  const auto drawn = [&](std::size_t threads) {
    return resample_areas(all.a, all.truth(), {.resamples = 100, .threads = threads}, Watch{});
  };
  const auto swapped = [&](std::size_t threads) {
    return swap_areas({all.a, all.b}, all.truth(), {bits, 100, 13}, threads, Watch{});
  };
  check(drawn(1).precision == drawn(7).precision && drawn(1).roc == drawn(7).roc, "threads do not change draws");
  check(swapped(1).precision == swapped(7).precision && swapped(1).roc == swapped(7).roc, "nor swaps");
}

void test_units_are_drawn_together() {
  // Documents 0 and 1 are one unit, 2 and 3 the other: in each resample both units or one of them twice.
  const std::vector<double> table = {0.9, 0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1};
  const std::vector<std::int64_t> label = {0, 1, 0, 1}, unit = {0, 0, 1, 1};
  const auto found = resample_areas(table, {label, unit, 2, 2}, {.resamples = 64, .threads = 3}, Watch{});
  int perfect = 0, worst = 0, both = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const double area = found.roc[2 * i];
    perfect += area == 1, worst += area == 0, both += area == 0.5;
  }
  check(perfect + worst + both == 64 && perfect > 4 && worst > 4 && both > 16, "a unit comes whole or not at all");
}

void test_stopping() {
  const auto all = made(20, 5);
  Watch watch;
  watch.stop = true;
  check(refuses([&] { resample_areas(all.a, all.truth(), {.resamples = 3}, watch); }), "resamples can be stopped");
}

}  // namespace

int main() {
  test_areas_by_hand();
  test_bytes_do_not_overflow();
  test_places_share_their_middle();
  test_resamples_are_what_the_plain_statement_says();
  test_swaps_are_what_the_plain_statement_says();
  test_threads_do_not_show();
  test_units_are_drawn_together();
  test_stopping();
  return report();
}
