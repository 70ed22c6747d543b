// ROC AUC and average precision of resamples: by hand, and by counting pairs one by one.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "check.hpp"
#include "evaluation/ranking_metrics.hpp"
#include "evaluation/resampled_metrics.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

bool near(double a, double b) {
  return std::abs(a - b) < 1e-12 || (std::isnan(a) && std::isnan(b));
}

struct Metrics {
  double roc_auc;
  double average_precision;
};

// Each document counted as often as it was drawn, in one lane of many.
Metrics metrics_with(const Ranking& ranking, const std::vector<std::uint8_t>& times,
                     std::size_t lane) {
  LaneMultiplicities draws(times.size(), Lanes<std::uint8_t>{});
  for (std::size_t unit = 0; unit < times.size(); ++unit) draws[unit][lane] = times[unit];
  std::vector<std::int32_t> everyone(times.size());
  std::iota(everyone.begin(), everyone.end(), 0);
  const MultiplicitySum drawn(draws);
  const RankingMetrics metrics = ranking_metrics(ranking, drawn, drawn(everyone));
  return {metrics.roc_auc[lane], metrics.average_precision[lane]};
}

// The definition: every pair is looked at, and every document of the label.
Metrics plain_metrics(const std::vector<ScoredDocument>& documents,
                      const std::vector<double>& times) {
  double won = 0;
  double pairs = 0;
  double precision = 0;
  double positives = 0;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (!documents[i].positive || times[i] == 0) continue;
    double not_below = 0;
    double positives_not_below = 0;
    for (std::size_t j = 0; j < documents.size(); ++j) {
      const bool higher = documents[i].score > documents[j].score;
      const bool tied = documents[i].score == documents[j].score;
      if (!documents[j].positive) {
        won += times[i] * times[j] * (higher ? 1 : tied ? 0.5 : 0);
        pairs += times[i] * times[j];
      }
      if (!higher) {
        not_below += times[j];
        positives_not_below += documents[j].positive ? times[j] : 0;
      }
    }
    precision += times[i] * positives_not_below / not_below;
    positives += times[i];
  }
  return {pairs > 0 ? won / pairs : NAN, positives > 0 ? precision / positives : NAN};
}

void test_metrics_by_hand() {
  // From the top: yes, no, {yes, no}, no. Pairs won: 3 + (1/2 + 1) of 6; precision 1/1 and 2/4.
  const std::vector<ScoredDocument> documents = {
      {0.2, 0, false}, {0.9, 1, true}, {0.5, 2, true}, {0.7, 3, false}, {0.5, 4, false}};
  const auto ranking = rank(documents);
  check(ranking.units == std::vector<std::int32_t>({1, 3, 2, 4}),
        "what scores below the whole label is left out");
  for (const std::size_t lane : {0, 7, 31}) {
    const auto once = metrics_with(ranking, {1, 1, 1, 1, 1}, lane);
    check(near(once.roc_auc, 4.5 / 6) && near(once.average_precision, 0.75),
          "metrics are those worked out by hand");
    // The document in the tie that has the label twice, the lowest not at all: yes, no, {yes, yes,
    // no}.
    const auto twice = metrics_with(ranking, {0, 1, 2, 1, 1}, lane);
    check(near(twice.roc_auc, (1 + 3 - 1) / 6.0),
          "pairs count as often as their documents were drawn");
    check(near(twice.average_precision, (1 + 2 * 3.0 / 5) / 3), "and so does precision");
    const auto none = metrics_with(ranking, {1, 0, 0, 1, 1}, lane);
    check(std::isnan(none.roc_auc) && std::isnan(none.average_precision),
          "without the label nothing is defined");
    check(near(metrics_with(ranking, {0, 1, 1, 0, 0}, lane).average_precision, 1),
          "only the label: every document is right");
  }
  check(rank({}).cuts.empty() && rank(std::vector<ScoredDocument>{{1, 0, false}}).cuts.empty(),
        "no label, no cuts");
}

void test_bytes_do_not_overflow() {
  // 1,000 units, each drawn 255 times, or once: 255,000 and 1,000.
  std::vector<std::int32_t> everyone(1000);
  std::iota(everyone.begin(), everyone.end(), 0);
  LaneMultiplicities draws(1000, Lanes<std::uint8_t>{});
  for (auto& times : draws) {
    times[3] = 255;
    times[4] = 1;
  }
  const auto sums = MultiplicitySum(draws)(everyone);
  check(sums[3] == 255000 && sums[4] == 1000 && sums[5] == 0,
        "many draws are added up without loss");
}

void test_ties_share_their_midrank() {
  std::vector<ScoredDocument> documents = {{0.3, 0, true}, {0.1, 1, false}, {0.3, 2, false}};
  to_midranks(documents);
  std::ranges::sort(documents, {}, &ScoredDocument::unit);
  check(documents[0].score == 2.5 && documents[1].score == 1 && documents[2].score == 2.5,
        "ranks are 2.5, 1 and 2.5");
}

// Two labels and another; few different scores, so that many are tied; documents in units of two.
struct Example {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<std::int64_t> label;
  std::vector<std::int64_t> unit;
  TrueLabels truth() const { return {label, unit, 2, (label.size() + 1) / 2}; }
  std::vector<ScoredDocument> documents(const std::vector<double>& scores, std::size_t of) const {
    std::vector<ScoredDocument> found;
    for (std::size_t i = 0; i < label.size(); ++i)
      found.push_back({scores[of * label.size() + i], static_cast<std::int32_t>(unit[i]),
                       label[i] == static_cast<int>(of)});
    return found;
  }
};

Example example(std::size_t n, std::size_t levels) {
  Chance chance(n);
  Example all;
  for (std::size_t i = 0; i < n; ++i) {
    all.label.push_back(static_cast<std::int64_t>(chance.below(3)));
    all.unit.push_back(static_cast<std::int64_t>(i / 2));
  }
  for (std::size_t i = 0; i < 2 * n; ++i) {
    all.a.push_back(static_cast<double>(chance.below(levels)));
    all.b.push_back(static_cast<double>(chance.below(levels)));
  }
  return all;
}

void test_resamples_follow_the_definition() {
  for (const std::size_t levels : {3, 1000}) {
    const auto all = example(61, levels);
    const auto found = bootstrap_metrics(all.a, all.truth(),
                                         {.seed = 5, .n_resamples = 70, .threads = 2}, Watch{});
    Multiplicities times(all.truth().n_units);
    for (std::size_t resample = 0; resample < 70; ++resample) {
      draw(times, {.seed = 5}, resample);
      std::vector<double> of_documents;
      for (const auto unit : all.unit)
        of_documents.push_back(times[static_cast<std::size_t>(unit)]);
      for (std::size_t label = 0; label < 2; ++label) {
        const auto plain = plain_metrics(all.documents(all.a, label), of_documents);
        check(near(found.roc_auc[2 * resample + label], plain.roc_auc),
              "the ROC area of a resample");
        check(near(found.average_precision[2 * resample + label], plain.average_precision),
              "the average precision of a resample");
      }
    }
  }
}

void test_swaps_follow_the_definition() {
  const auto all = example(61, 9);
  const std::size_t units = all.truth().n_units;
  const std::size_t resamples = 40;
  std::vector<std::uint8_t> bits(resamples * 4);
  Chance chance(8);
  for (auto& byte : bits) byte = static_cast<std::uint8_t>(chance.below(256));
  const CoinFlips coins{bits, resamples, 4};
  check(coins(0, 0) == (bits[0] >= 128) && coins(1, 15) == bits[5] % 2,
        "the first coin is in the highest bit");
  const auto found = permute_metrics({all.a, all.b}, all.truth(), coins, 2, Watch{});
  for (std::size_t label = 0; label < 2; ++label) {
    std::vector<ScoredDocument> sides[] = {all.documents(all.a, label),
                                           all.documents(all.b, label)};
    for (auto& side : sides) {
      for (std::size_t i = 0; i < side.size(); ++i) side[i].unit = static_cast<std::int32_t>(i);
      to_midranks(side);
      std::ranges::sort(side, {}, &ScoredDocument::unit);
    }
    for (std::size_t resample = 0; resample < resamples; ++resample) {
      auto a = sides[0];
      auto b = sides[1];
      for (std::size_t i = 0; i < a.size(); ++i)
        if (coins(resample, i / 2)) std::swap(a[i], b[i]);
      const std::vector<double> once(a.size(), 1);
      const auto of_a = plain_metrics(a, once);
      const auto of_b = plain_metrics(b, once);
      check(near(found.roc_auc[2 * resample + label], of_b.roc_auc - of_a.roc_auc),
            "the ROC areas of a swap");
      check(near(found.average_precision[2 * resample + label],
                 of_b.average_precision - of_a.average_precision),
            "the precisions of a swap");
    }
  }
  check(units == 31, "31 units, the last with one document");
}

void test_threads_do_not_show() {
  const auto all = example(200, 50);
  const std::vector<std::uint8_t> bits(100 * 13, 0x5A);
  const auto drawn = [&](std::size_t threads) {
    return bootstrap_metrics(all.a, all.truth(), {.n_resamples = 100, .threads = threads}, Watch{});
  };
  const auto swapped = [&](std::size_t threads) {
    return permute_metrics({all.a, all.b}, all.truth(), {bits, 100, 13}, threads, Watch{});
  };
  check(drawn(1).average_precision == drawn(7).average_precision &&
            drawn(1).roc_auc == drawn(7).roc_auc,
        "threads do not change draws");
  check(swapped(1).average_precision == swapped(7).average_precision &&
            swapped(1).roc_auc == swapped(7).roc_auc,
        "nor swaps");
}

void test_units_are_drawn_together() {
  // Documents 0 and 1 are one unit, 2 and 3 the other: in each resample both units or one of them
  // twice.
  const std::vector<double> table = {0.9, 0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1};
  const std::vector<std::int64_t> label = {0, 1, 0, 1};
  const std::vector<std::int64_t> unit = {0, 0, 1, 1};
  const auto found =
      bootstrap_metrics(table, {label, unit, 2, 2}, {.n_resamples = 64, .threads = 3}, Watch{});
  int perfect = 0;
  int worst = 0;
  int both = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const double area = found.roc_auc[2 * i];
    perfect += area == 1;
    worst += area == 0;
    both += area == 0.5;
  }
  check(perfect + worst + both == 64 && perfect > 4 && worst > 4 && both > 16,
        "a unit comes whole or not at all");
}

void test_stopping() {
  const auto all = example(20, 5);
  Watch watch;
  watch.stop = true;
  check(refuses([&] { bootstrap_metrics(all.a, all.truth(), {.n_resamples = 3}, watch); }),
        "resamples can be stopped");
}

}  // namespace

int main() {
  test_metrics_by_hand();
  test_bytes_do_not_overflow();
  test_ties_share_their_midrank();
  test_resamples_follow_the_definition();
  test_swaps_follow_the_definition();
  test_threads_do_not_show();
  test_units_are_drawn_together();
  test_stopping();
  return report();
}
