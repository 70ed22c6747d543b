#include "evaluation/resampled_areas.hpp"

#include <algorithm>
#include <utility>

#include "evaluation/areas.hpp"

namespace linnet {

namespace {

// Labels as they rank documents, the unit of each document, and how many units there are.
struct Ranked {
  std::vector<Ranking> labels;
  std::vector<std::int32_t> units;
  std::size_t n_units;
};

struct Work {
  std::size_t threads;
  const Watch& watch;
};

// The unit of each document, then those of as many copies as there are more, with units of their own.
std::vector<std::int32_t> units_of(const Truth& truth, std::size_t copies) {
  std::vector<std::int32_t> units;
  for (std::size_t copy = 0; copy < copies; ++copy)
    for (const auto unit : truth.unit)
      units.push_back(static_cast<std::int32_t>(copy * truth.units + static_cast<std::size_t>(unit)));
  return units;
}

// The documents as a label sees them; units are counted from `first`.
std::vector<Scored> scored(std::span<const double> scores, const Truth& truth, std::size_t label, std::size_t first) {
  std::vector<Scored> documents(truth.label.size());
  for (std::size_t i = 0; i < documents.size(); ++i)
    documents[i] = {scores[label * documents.size() + i],
                    static_cast<std::int32_t>(first + static_cast<std::size_t>(truth.unit[i])),
                    truth.label[i] == static_cast<std::int64_t>(label)};
  return documents;
}

// The documents twice: by their places for A, then by those for B, with units of their own.
std::vector<Scored> scored_twice(const Rivals& scores, const Truth& truth, std::size_t label) {
  auto both = scored(scores.a, truth, label, 0), of_b = scored(scores.b, truth, label, truth.units);
  to_places(both);
  to_places(of_b);
  both.insert(both.end(), of_b.begin(), of_b.end());
  return both;
}

template <class DocumentsOf>
std::vector<Ranking> rankings(std::size_t labels, const Work& work, DocumentsOf documents_of) {
  std::vector<Ranking> found(labels);
  parallel_each(work.threads, labels, [&](std::size_t label) {
    work.watch.check();
    found[label] = rank(documents_of(label));
  });
  return found;
}

// Units drawn with replacement.
struct Drawing {
  static constexpr std::size_t PER_BLOCK = LANES;
  std::size_t units;
  const Resampling& how;

  std::size_t resamples() const { return how.resamples; }
  void fill(Draws& draws, std::size_t lane, std::size_t resample) const {
    Times times(units);
    draw(times, how.seed, resample);
    for (std::size_t unit = 0; unit < units; ++unit) draws[unit][lane] = static_cast<std::uint8_t>(times[unit]);
  }
  double value(const Lanes<double>& areas, std::size_t lane) const { return areas[lane]; }
};

// Units whose coin shows 1 swapped: a block has the lanes of A, then those of B.
struct Swapping {
  static constexpr std::size_t PER_BLOCK = LANES / 2;
  std::size_t units;
  const Coins& coins;

  std::size_t resamples() const { return coins.resamples; }
  void fill(Draws& draws, std::size_t lane, std::size_t resample) const {
    for (std::size_t unit = 0; unit < units; ++unit) {
      const bool swapped = coins(resample, unit);
      draws[unit][lane] = draws[units + unit][PER_BLOCK + lane] = !swapped;
      draws[units + unit][lane] = draws[unit][PER_BLOCK + lane] = swapped;
    }
  }
  double value(const Lanes<double>& areas, std::size_t lane) const { return areas[PER_BLOCK + lane] - areas[lane]; }
};

template <class Scheme>
ManyAreas measured(const Ranked& ranked, const Scheme& scheme, const Work& work) {
  constexpr std::size_t size = Scheme::PER_BLOCK;
  const std::size_t labels = ranked.labels.size(), resamples = scheme.resamples();
  ManyAreas found{std::vector<double>(resamples * labels), std::vector<double>(resamples * labels)};
  parallel_each(work.threads, (resamples + size - 1) / size, [&](std::size_t block) {
    const std::size_t first = block * size, n = std::min(size, resamples - first);
    Draws draws(ranked.n_units, Lanes<std::uint8_t>{});
    for (std::size_t lane = 0; lane < n; ++lane) scheme.fill(draws, lane, first + lane);
    const Adder drawn(draws);
    const auto all = drawn(ranked.units);
    for (std::size_t label = 0; label < labels; ++label) {
      work.watch.check();
      const Areas areas = areas_of(ranked.labels[label], drawn, all);
      for (std::size_t lane = 0; lane < n; ++lane) {
        found.roc[(first + lane) * labels + label] = scheme.value(areas.roc, lane);
        found.precision[(first + lane) * labels + label] = scheme.value(areas.precision, lane);
      }
    }
  });
  return found;
}

}  // namespace

ManyAreas resample_areas(std::span<const double> scores, const Truth& truth, const Resampling& how,
                         const Watch& watch) {
  const Work work{how.threads, watch};
  auto labels = rankings(truth.labels, work, [&](std::size_t label) { return scored(scores, truth, label, 0); });
  return measured({std::move(labels), units_of(truth, 1), truth.units}, Drawing{truth.units, how}, work);
}

ManyAreas swap_areas(const Rivals& scores, const Truth& truth, const Coins& coins, std::size_t threads,
                     const Watch& watch) {
  const Work work{threads, watch};
  auto labels = rankings(truth.labels, work, [&](std::size_t label) { return scored_twice(scores, truth, label); });
  return measured({std::move(labels), units_of(truth, 2), 2 * truth.units}, Swapping{truth.units, coins}, work);
}

}  // namespace linnet
