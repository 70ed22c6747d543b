#pragma once

#include <optional>
#include <span>
#include <vector>

#include "common/require.hpp"
#include "features/frozen_features.hpp"
#include "features/weighting.hpp"
#include "model/linear_model.hpp"

namespace linnet {

// One document at a time, from text to label, in memory that is reused. Not for two threads at
// once.
class DocumentClassifier {
 public:
  FrozenFeatures features;
  std::optional<Weighting> weighting;  // none: counts are scored
  LinearModelView model;
  std::span<const double> prior;  // per label

  // The most probable label of one document; field(f) gives its text in field f.
  template <class Field>
  std::size_t classify(Field field) {
    entries_.clear();
    features.append_row(field, scratch_, entries_);
    columns_.clear();
    counts_.clear();
    for (const auto& entry : entries_) {
      columns_.push_back(static_cast<std::int32_t>(entry.feature));
      counts_.push_back(entry.count);
    }
    scores_.resize(model.n_labels);
    require(score({columns_, counts_}),
            "a score must be finite, and no larger than sound weights give.");
    return best_label(scores_, prior);
  }

 private:
  bool score(const RowOf<std::uint32_t>& counts) {
    if (!weighting) return score_row(model, counts, scores_.data());
    values_.resize(counts.size());
    weighting->weigh(counts, values_.data());
    return score_row(model, RowOf<double>{counts.columns, values_}, scores_.data());
  }

  Scratch scratch_;
  std::vector<RowBuffer::Entry> entries_;
  std::vector<std::int32_t> columns_;
  std::vector<std::uint32_t> counts_;
  std::vector<double> values_;
  std::vector<double> scores_;
};

}  // namespace linnet
