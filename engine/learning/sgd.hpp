#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "features/distinct_columns.hpp"
#include "learning/online.hpp"
#include "learning/penalty.hpp"

namespace linnet {

// Online learning with the steps, the order and the arithmetic of scikit-learn's stochastic
// gradient descent, so that its classes and ours find the same weights.

struct SgdSettings {
  AnyStepRule step_rule;
  Penalty penalty = {};      // at each visit, l2 shrinks all weights and l1 those of the document
  double learning_rate = 1;  // of the penalty
  bool with_offset = true;
  double offset_rate = 1;    // how far the offset moves where a feature of 1 moves by 1
  bool shuffled = true;      // each round shuffles the order of the last
  double average_from = 0;   // the visit, counted from 1, with which averaging begins; 0: never
  bool track_norms = false;  // of the weights, which the objective needs
};

// Rows over the columns that they have, each column by its place; which label each document has,
// and its weight.
struct SgdDocuments {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> places;
  std::span<const double> values;
  std::span<const std::int32_t> codes;
  std::span<const double> weights;
  std::span<const std::uint8_t> held_out;  // 1: not learned from, but judges a round; empty: none
  std::size_t n_places = 0;

  std::size_t size() const { return codes.size(); }
  bool is_learned(std::size_t document) const {
    return held_out.empty() || held_out[document] == 0;
  }
};

// Where one label against the rest starts.
struct SgdStart {
  std::int32_t code = 1;  // of the documents on the positive side
  std::uint32_t seed = 0;
  double positive_weight = 1;
  double negative_weight = 1;
  double offset = 0;
  double mean_offset = 0;
  double visit = 1;        // the number of the first visit
  double mean_visits = 0;  // how many visits the mean is of, so far
  double squares = 0;      // sum over all weights of w²
  double absolutes = 0;    // sum over all weights of |w|
};

// One label against the rest.
class SgdOutput {
 public:
  SgdOutput(const SgdDocuments& documents, const SgdSettings& settings, const SgdStart& start);

  std::vector<double> weights;  // by place
  // By place, where averaged: the mean of the weights after each visit is
  // weights - lag / mean_visits. Weights that do not move have a lag that does not change.
  std::vector<double> lag;
  double offset;
  double mean_offset;
  double mean_visits;
  double loss = 0;       // sum over the last round
  double objective = 0;  // sum over the last round
  double squares = 0;    // as scikit-learn has them: over the features of the last correction
  double absolutes = 0;
  double l2_decay = 1;  // what l2 has left of weights outside of the documents
  std::size_t visits = 0;

  // Visits each document once.
  void round(const Watch& watch);
  bool is_finite() const;
  // The weighted share of the documents held out that are on the wrong side.
  double held_out_error() const;
  // Brings the weights to scale 1: to be called before they are read.
  void apply_scale();

 private:
  void shuffle_order();
  template <class StepRule>
  void visit(const StepRule& step_rule, std::size_t document);
  template <class StepRule>
  void add_cost(double margin);
  template <class StepRule>
  std::optional<double> step_size(const StepRule& step_rule, double margin,
                                  std::size_t document) const;
  double score(std::size_t document) const;
  double square(std::size_t document) const;
  void move(std::size_t document, double step);
  void track_norms(std::size_t document);
  void average(std::size_t document, double step);
  void apply_l2();
  void apply_l1(std::size_t document);
  bool is_positive(std::size_t document) const { return documents_.codes[document] == start_.code; }
  // Calls visit(place, value) for each feature of a document.
  template <class Visit>
  void each(std::size_t document, Visit visit) const {
    const auto begin = static_cast<std::size_t>(documents_.starts[document]);
    const auto end = static_cast<std::size_t>(documents_.starts[document + 1]);
    for (std::size_t e = begin; e < end; ++e) {
      visit(static_cast<std::size_t>(documents_.places[e]), documents_.values[e]);
    }
  }

  const SgdDocuments& documents_;
  const SgdSettings& settings_;
  SgdStart start_;
  std::vector<std::uint32_t> order_;
  std::vector<double> l1_applied_;  // by place
  double l1_due_ = 0;               // what l1 should have taken off every weight by now
  double scale_ = 1;                // the weights are scale times what is stored
  double visit_;                    // the number of the next visit
  double mean_unit_ = 1;            // what a visit counts in the mean
};

// Labels against the rest, each by itself, over documents whose columns are few of those that a
// table of weights has.
class SgdRounds {
 public:
  // The table of weights is columns × labels, as is that of their lags, which is empty where
  // nothing is averaged.
  SgdRounds(const SgdDocuments& documents, DistinctColumns distinct, const SgdSettings& settings,
            std::span<const SgdStart> starts, std::span<const double> table,
            std::span<const double> lags);
  SgdRounds(const SgdRounds&) = delete;

  // Visits each document once, for each output that is live.
  void round(std::span<const std::uint8_t> live, std::size_t threads, const Watch& watch);
  // Puts what was learned into the tables.
  void write(std::span<double> table, std::span<double> lags);
  const std::vector<SgdOutput>& outputs() const { return outputs_; }

 private:
  DistinctColumns distinct_;
  SgdDocuments documents_;
  SgdSettings settings_;
  std::vector<SgdOutput> outputs_;
};

}  // namespace linnet
