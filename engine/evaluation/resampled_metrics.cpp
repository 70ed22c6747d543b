#include "evaluation/resampled_metrics.hpp"

#include <algorithm>
#include <utility>

#include "evaluation/ranking_metrics.hpp"

namespace linnet {

namespace {

// Labels as they rank documents, the unit of each document, and how many units there are.
struct RankedLabels {
  std::vector<Ranking> labels;
  std::vector<std::int32_t> units;
  std::size_t n_units;
};

struct Work {
  std::size_t threads;
  const Watch& watch;
};

// The unit of each document, then those of as many copies as there are more, with units of their
// own.
std::vector<std::int32_t> units_of(const TrueLabels& truth, std::size_t n_copies) {
  std::vector<std::int32_t> units;
  for (std::size_t copy = 0; copy < n_copies; ++copy) {
    const std::size_t first = copy * truth.n_units;
    for (const auto unit : truth.unit)
      units.push_back(static_cast<std::int32_t>(first + static_cast<std::size_t>(unit)));
  }
  return units;
}

// The documents as a label sees them; units are counted from `first_unit`.
std::vector<ScoredDocument> scored(std::span<const double> scores, const TrueLabels& truth,
                                   std::size_t label, std::size_t first_unit) {
  std::vector<ScoredDocument> documents(truth.label.size());
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::size_t unit = first_unit + static_cast<std::size_t>(truth.unit[i]);
    documents[i].score = scores[label * documents.size() + i];
    documents[i].unit = static_cast<std::int32_t>(unit);
    documents[i].positive = truth.label[i] == static_cast<std::int64_t>(label);
  }
  return documents;
}

// The documents twice: by their ranks for A, then by those for B, with units of their own.
std::vector<ScoredDocument> scored_twice(const PairedScores& scores, const TrueLabels& truth,
                                         std::size_t label) {
  auto both = scored(scores.a, truth, label, 0);
  auto of_b = scored(scores.b, truth, label, truth.n_units);
  to_midranks(both);
  to_midranks(of_b);
  both.insert(both.end(), of_b.begin(), of_b.end());
  return both;
}

template <class DocumentsOf>
std::vector<Ranking> rank_labels(std::size_t n_labels, const Work& work, DocumentsOf documents_of) {
  std::vector<Ranking> rankings(n_labels);
  parallel_each(work.threads, n_labels, [&](std::size_t label) {
    work.watch.check();
    rankings[label] = rank(documents_of(label));
  });
  return rankings;
}

// Units drawn with replacement.
struct DrawnUnits {
  static constexpr std::size_t PER_BLOCK = LANES;
  std::size_t n_units;
  const Bootstrap& bootstrap;

  std::size_t n_resamples() const { return bootstrap.n_resamples; }
  void fill(LaneMultiplicities& lanes, std::size_t lane, std::size_t resample) const {
    Multiplicities times(n_units);
    draw(times, bootstrap, resample);
    for (std::size_t unit = 0; unit < n_units; ++unit)
      lanes[unit][lane] = static_cast<std::uint8_t>(times[unit]);
  }
  double value(const Lanes<double>& metric, std::size_t lane) const { return metric[lane]; }
};

// Units whose coin shows 1 swapped: a block has the lanes of A, then those of B.
struct SwappedUnits {
  static constexpr std::size_t PER_BLOCK = LANES / 2;
  std::size_t n_units;
  const CoinFlips& flips;

  std::size_t n_resamples() const { return flips.n_resamples; }
  void fill(LaneMultiplicities& lanes, std::size_t lane, std::size_t resample) const {
    const std::size_t lane_of_b = PER_BLOCK + lane;
    for (std::size_t unit = 0; unit < n_units; ++unit) {
      const bool swapped = flips(resample, unit);
      auto& scored_by_a = lanes[unit];
      auto& scored_by_b = lanes[n_units + unit];
      scored_by_a[lane] = !swapped;
      scored_by_b[lane_of_b] = !swapped;
      scored_by_b[lane] = swapped;
      scored_by_a[lane_of_b] = swapped;
    }
  }
  double value(const Lanes<double>& metric, std::size_t lane) const {
    return metric[PER_BLOCK + lane] - metric[lane];
  }
};

// Resamples a block at a time; the scheme says which units count in each lane.
template <class Scheme>
ResampledMetrics resample(const RankedLabels& ranked, const Scheme& scheme, const Work& work) {
  constexpr std::size_t per_block = Scheme::PER_BLOCK;
  const std::size_t n_labels = ranked.labels.size();
  const std::size_t n_resamples = scheme.n_resamples();
  const std::size_t n_blocks = (n_resamples + per_block - 1) / per_block;
  const std::vector<double> zeros(n_resamples * n_labels);
  ResampledMetrics out{zeros, zeros};
  parallel_each(work.threads, n_blocks, [&](std::size_t block) {
    const std::size_t first = block * per_block;
    const std::size_t n = std::min(per_block, n_resamples - first);
    LaneMultiplicities lanes(ranked.n_units, Lanes<std::uint8_t>{});
    for (std::size_t lane = 0; lane < n; ++lane) scheme.fill(lanes, lane, first + lane);
    const MultiplicitySum sum_of(lanes);
    const auto n_documents = sum_of(ranked.units);
    for (std::size_t label = 0; label < n_labels; ++label) {
      work.watch.check();
      const auto metrics = ranking_metrics(ranked.labels[label], sum_of, n_documents);
      for (std::size_t lane = 0; lane < n; ++lane) {
        const std::size_t cell = (first + lane) * n_labels + label;
        out.roc_auc[cell] = scheme.value(metrics.roc_auc, lane);
        out.average_precision[cell] = scheme.value(metrics.average_precision, lane);
      }
    }
  });
  return out;
}

}  // namespace

ResampledMetrics bootstrap_metrics(std::span<const double> scores, const TrueLabels& truth,
                                   const Bootstrap& bootstrap, const Watch& watch) {
  const Work work{bootstrap.threads, watch};
  RankedLabels ranked;
  ranked.labels = rank_labels(truth.n_labels, work,
                              [&](std::size_t label) { return scored(scores, truth, label, 0); });
  ranked.units = units_of(truth, 1);
  ranked.n_units = truth.n_units;
  return resample(ranked, DrawnUnits{truth.n_units, bootstrap}, work);
}

ResampledMetrics permute_metrics(const PairedScores& scores, const TrueLabels& truth,
                                 const CoinFlips& flips, std::size_t threads, const Watch& watch) {
  const Work work{threads, watch};
  RankedLabels ranked;
  ranked.labels = rank_labels(
      truth.n_labels, work, [&](std::size_t label) { return scored_twice(scores, truth, label); });
  ranked.units = units_of(truth, 2);
  ranked.n_units = 2 * truth.n_units;
  return resample(ranked, SwappedUnits{truth.n_units, flips}, work);
}

}  // namespace linnet
