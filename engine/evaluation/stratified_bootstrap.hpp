// The bootstrap within labels: documents of the same labels drawn again and again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/bootstrap.hpp"

namespace linnet {

// One label per document, as codes below n_labels. A predicted one may be none of them (below 0).
struct LabelPredictions {
  std::span<const std::int64_t> true_labels;
  std::span<const std::int64_t> predicted;
  std::size_t n_labels;
};

// Two tables resamples × labels.
struct LabelCounts {
  std::vector<double> true_positives;  // documents of the label that were predicted so
  std::vector<double> predicted;       // all documents that were predicted so
};

// Draws as many documents of each label as there are, with replacement (a bootstrap stratified by
// label): so no label ever vanishes.
//
// A label of one document would come out the same each time. So the documents of each label have
// one more among them: it is any document of any label, each label being as likely, with the two
// labels exchanged in its prediction. Draws depend on the true labels alone: two classifiers are
// given the same documents.
LabelCounts bootstrap_within_labels(const LabelPredictions& documents, const Bootstrap& bootstrap,
                                    const Watch& watch);

}  // namespace linnet
