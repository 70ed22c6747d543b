#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/distinct_columns.hpp"
#include "learning/online.hpp"
#include "learning/penalty.hpp"

namespace linnet {

// Online learning with the steps, the order and the arithmetic of scikit-learn's stochastic gradient descent, so that
// its classes and ours find the same weights.

struct SgdSettings {
  AnyStride stride;
  Penalty penalty;  // at each visit, l2 shrinks all weights and l1 pulls those of the document to 0
  double rate = 1;  // of the penalty
  bool with_offset = true;
  double offset_rate = 1;   // how far the offset moves where a feature of 1 moves by 1
  bool shuffled = true;     // each round shuffles the order of the last
  double average_from = 0;  // the visit, counted from 1, with which averaging begins; 0: never
  bool norms = false;       // whether the norms of the weights are followed, which the objective needs
};

// Rows over the columns that they have, each column by its place; which label each document has, and its weight.
struct SgdDocuments {
  std::span<const std::int64_t> starts;
  std::span<const std::int32_t> places;
  std::span<const double> values;
  std::span<const std::int32_t> codes;
  std::span<const double> weights;
  std::span<const std::uint8_t> held_out;  // 1 for documents that are not learned from but judge a round; empty: none
  std::size_t n_places = 0;

  std::size_t size() const { return codes.size(); }
  bool learned(std::size_t document) const { return held_out.empty() || held_out[document] == 0; }
};

// Where a label against the rest starts.
struct SgdStart {
  std::int32_t code = 1;  // of the documents on the positive side
  std::uint32_t seed = 0;
  double positive_weight = 1, negative_weight = 1;
  double offset = 0, mean_offset = 0;
  double visit = 1;                   // the number of the first visit
  double mean_visits = 0;             // how many visits the mean is of, so far
  double squares = 0, absolutes = 0;  // sums over all weights
};

// One label against the rest.
class SgdColumn {
 public:
  SgdColumn(const SgdDocuments& documents, const SgdSettings& settings, const SgdStart& start);

  std::vector<double> weights;  // by place
  // By place, where averaged: the mean of the weights after each visit is weights - lag / mean_visits. Weights that do
  // not move have a lag that does not change.
  std::vector<double> lag;
  double offset, mean_offset, mean_visits;
  double loss = 0, objective = 0;     // sums over the last round
  double squares = 0, absolutes = 0;  // as scikit-learn has them: over the features of the last correction
  double shrunk = 1;                  // what l2 has left of weights outside of the documents
  std::size_t visits = 0;

  // Visits each document once.
  void round(const Watch& watch);
  bool finite() const;
  // The weighted share of the documents held out that are on the wrong side.
  double mistakes() const;
  // Brings the weights to scale 1: to be called before they are read.
  void unscale();

 private:
  void shuffle_order();
  template <class Stride>
  void visit(const Stride& stride, std::size_t document);
  double score(std::size_t document) const;
  void move(std::size_t document, double by);
  void average(std::size_t document, double by);
  void shrink();
  void pull(std::size_t document);
  bool positive(std::size_t document) const { return documents_.codes[document] == start_.code; }
  std::pair<std::size_t, std::size_t> entries(std::size_t document) const;

  const SgdDocuments& documents_;
  const SgdSettings& settings_;
  SgdStart start_;
  std::vector<std::uint32_t> order_;
  std::vector<double> pulled_;
  double scale_ = 1, due_ = 0;  // the weights are scale times what is stored
  double visit_, mean_unit_;    // the number of the next visit; what a visit counts in the mean
};

// Labels against the rest, each by itself, over documents whose columns are few of those that a table of weights has.
class SgdRounds {
 public:
  // The table of weights is columns × labels, as is that of their lags, which is empty where nothing is averaged.
  SgdRounds(const SgdDocuments& documents, DistinctColumns distinct, const SgdSettings& settings,
            std::span<const SgdStart> starts, std::span<const double> table, std::span<const double> lags);
  SgdRounds(const SgdRounds&) = delete;

  // Visits each document once, for each label that is live.
  void round(std::span<const std::uint8_t> live, std::size_t threads, const Watch& watch);
  // Puts what was learned into the tables.
  void write(std::span<double> table, std::span<double> lags);
  const std::vector<SgdColumn>& labels() const { return labels_; }

 private:
  DistinctColumns distinct_;
  SgdDocuments documents_;
  SgdSettings settings_;
  std::vector<SgdColumn> labels_;
};

}  // namespace linnet
