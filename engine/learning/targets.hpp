#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace linnet {

// The labels of each document, none or several, and which of them each output (a column of weights)
// is about. Two labels of which every document has exactly one need a single output: label 1
// against label 0.
class Targets {
 public:
  Targets() = default;
  Targets(std::span<const std::int64_t> starts, std::span<const std::int32_t> codes,
          std::size_t n_labels)
      : starts_(starts), codes_(codes), n_labels_(n_labels) {
    for (std::size_t i = 0; i < size(); ++i) {
      single_label_ = single_label_ && starts[i + 1] - starts[i] == 1;
    }
  }

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t n_labels() const { return n_labels_; }
  // Whether every document has exactly one label.
  bool single_label() const { return single_label_; }
  std::size_t n_outputs() const { return n_labels_ == 2 && single_label_ ? 1 : n_labels_; }
  // The label whose documents have sign +1 for an output.
  std::int32_t positive_label(std::size_t output) const {
    return n_outputs() < n_labels_ ? 1 : static_cast<std::int32_t>(output);
  }
  // The label of a document that has exactly one.
  std::int32_t code(std::size_t document) const {
    return codes_[static_cast<std::size_t>(starts_[document])];
  }

  template <class Visit>
  void each(std::size_t document, Visit visit) const {
    for (auto e = starts_[document]; e < starts_[document + 1]; ++e) {
      visit(codes_[static_cast<std::size_t>(e)]);
    }
  }
  bool has(std::size_t document, std::int32_t label) const {
    bool found = false;
    each(document, [&](std::int32_t code) { found |= code == label; });
    return found;
  }

 private:
  std::span<const std::int64_t> starts_;
  std::span<const std::int32_t> codes_;
  std::size_t n_labels_ = 0;
  bool single_label_ = true;
};

// +1 for the documents that have the label of an output, -1 for the others.
inline std::vector<double> signs_of(const Targets& targets, std::size_t output) {
  const std::int32_t label = targets.positive_label(output);
  std::vector<double> signs(targets.size());
  for (std::size_t i = 0; i < signs.size(); ++i) signs[i] = targets.has(i, label) ? 1.0 : -1.0;
  return signs;
}

}  // namespace linnet
