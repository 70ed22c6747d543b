// What else could have come out, had other documents of the same labels been drawn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluation/resample.hpp"

namespace linnet {

// One label per document, as numbers below `labels`. A predicted one may be none of them.
struct Labelled {
  std::span<const std::int64_t> truth, predicted;
  std::size_t labels;
};

// Resamples × labels, twice: documents that rightly got the label, and documents that got it.
struct LabelCounts {
  std::vector<double> right, predicted;
};

// Draws as many documents of each label as there are, with replacement: so no label ever vanishes.
//
// A label of one document would come out the same each time. So the documents of each label have one more among them:
// it is any document of any label, each label being as likely, with the two labels exchanged in its answer.
// Draws depend on the true labels alone: two classifiers are given the same documents.
LabelCounts resample_within_labels(const Labelled& documents, const Resampling& how, const Watch& watch);

}  // namespace linnet
