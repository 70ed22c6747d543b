#include "evaluation/within_labels.hpp"

#include "common/random.hpp"

namespace linnet {

namespace {

// The documents of each label, and the labels that have some.
struct ByLabel {
  std::vector<std::vector<std::uint32_t>> documents;
  std::vector<std::uint32_t> present;
};

ByLabel by_label(const Labelled& all) {
  ByLabel found{std::vector<std::vector<std::uint32_t>>(all.labels), {}};
  for (std::size_t i = 0; i < all.truth.size(); ++i)
    found.documents[static_cast<std::size_t>(all.truth[i])].push_back(static_cast<std::uint32_t>(i));
  for (std::size_t label = 0; label < all.labels; ++label)
    if (!found.documents[label].empty()) found.present.push_back(static_cast<std::uint32_t>(label));
  return found;
}

std::uint32_t any_of(const std::vector<std::uint32_t>& numbers, Random& random) {
  return numbers[random.below(static_cast<std::uint32_t>(numbers.size()))];
}

// The answer to a document of one label, as if the document were one of another: the two labels are exchanged.
std::int64_t exchanged(std::int64_t answer, std::int64_t label, std::int64_t other) {
  if (answer == label) return other;
  if (answer == other) return label;
  return answer;
}

// The answer to a document that is drawn for a label: one of its own, or the one more.
std::int64_t drawn_answer(const Labelled& all, const ByLabel& labels, std::uint32_t label, Random& random) {
  const auto& own = labels.documents[label];
  const std::uint32_t pick = random.below(static_cast<std::uint32_t>(own.size()) + 1);
  if (pick < own.size()) return all.predicted[own[pick]];
  const std::uint32_t other = any_of(labels.present, random);
  const std::uint32_t document = any_of(labels.documents[other], random);
  return exchanged(all.predicted[document], other, label);
}

}  // namespace

LabelCounts resample_within_labels(const Labelled& all, const Resampling& how, const Watch& watch) {
  const ByLabel labels = by_label(all);
  const std::size_t n = how.resamples * all.labels;
  LabelCounts found{std::vector<double>(n), std::vector<double>(n)};
  parallel_each(how.threads, how.resamples, [&](std::size_t resample) {
    watch.check();
    Random random(Random((how.seed << 32) + resample).next());
    double* const right = found.right.data() + resample * all.labels;
    double* const predicted = found.predicted.data() + resample * all.labels;
    for (const std::uint32_t label : labels.present)
      for (std::size_t i = 0; i < labels.documents[label].size(); ++i) {
        const std::int64_t answer = drawn_answer(all, labels, label, random);
        if (answer < 0) continue;
        ++predicted[answer];
        if (answer == label) ++right[label];
      }
  });
  return found;
}

}  // namespace linnet
