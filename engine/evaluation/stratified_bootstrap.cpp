#include "evaluation/stratified_bootstrap.hpp"

namespace linnet {

namespace {

std::uint32_t pick(const std::vector<std::uint32_t>& numbers, Random& random) {
  return numbers[random.below(static_cast<std::uint32_t>(numbers.size()))];
}

// The prediction for a document of one label, as if the document were one of another: the two
// labels are exchanged.
std::int64_t exchanged(std::int64_t predicted, std::int64_t label, std::int64_t other) {
  if (predicted == label) return other;
  if (predicted == other) return label;
  return predicted;
}

// The documents of each label, from which predictions are drawn.
class Strata {
 public:
  explicit Strata(const LabelPredictions& all)
      : predicted_(all.predicted), documents_(all.n_labels) {
    for (std::size_t i = 0; i < all.true_labels.size(); ++i) {
      const auto label = static_cast<std::size_t>(all.true_labels[i]);
      documents_[label].push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t label = 0; label < all.n_labels; ++label)
      if (!documents_[label].empty()) present_.push_back(static_cast<std::uint32_t>(label));
  }

  // The labels that have documents.
  const std::vector<std::uint32_t>& present() const { return present_; }
  std::size_t size(std::uint32_t label) const { return documents_[label].size(); }

  // The prediction for a document that is drawn for a label: one of its own, or the one more.
  std::int64_t draw_prediction(std::uint32_t label, Random& random) const {
    const auto& own = documents_[label];
    const std::uint32_t drawn = random.below(static_cast<std::uint32_t>(own.size()) + 1);
    if (drawn < own.size()) return predicted_[own[drawn]];
    const std::uint32_t other = pick(present_, random);
    const std::uint32_t document = pick(documents_[other], random);
    return exchanged(predicted_[document], other, label);
  }

 private:
  std::span<const std::int64_t> predicted_;
  std::vector<std::vector<std::uint32_t>> documents_;
  std::vector<std::uint32_t> present_;
};

// Counts one resample into a row of each table.
void count_resample(const Strata& strata, Random random, double* true_positives,
                    double* predicted) {
  for (const std::uint32_t label : strata.present()) {
    for (std::size_t i = 0; i < strata.size(label); ++i) {
      const std::int64_t prediction = strata.draw_prediction(label, random);
      if (prediction < 0) continue;
      ++predicted[prediction];
      if (prediction == label) ++true_positives[label];
    }
  }
}

}  // namespace

LabelCounts bootstrap_within_labels(const LabelPredictions& documents, const Bootstrap& bootstrap,
                                    const Watch& watch) {
  const Strata strata(documents);
  const std::size_t size = bootstrap.n_resamples * documents.n_labels;
  LabelCounts counts{std::vector<double>(size), std::vector<double>(size)};
  parallel_each(bootstrap.threads, bootstrap.n_resamples, [&](std::size_t resample) {
    watch.check();
    const std::size_t row = resample * documents.n_labels;
    count_resample(strata, bootstrap.random(resample), counts.true_positives.data() + row,
                   counts.predicted.data() + row);
  });
  return counts;
}

}  // namespace linnet
