// Settings and weights of the engine as Python hands them over: structs with names, over arrays
// that they keep alive.
#pragma once

#include <optional>

#include "bindings/convert.hpp"
#include "features/vocabulary.hpp"
#include "features/weighting.hpp"
#include "model/linear_model.hpp"

namespace linnet::bind {

struct BoundVocabulary {
  BoundNames names;
  NumpyArray<std::uint64_t> lookup;

  BoundVocabulary(BoundNames names_in, NumpyArray<std::uint64_t> lookup_in)
      : names(std::move(names_in)), lookup(std::move(lookup_in)) {
    require(std::has_single_bit(lookup.size()),
            "a lookup table must have a power of two of slots.");
  }
  VocabularyView view() const { return {names.view(), lookup}; }
};

struct BoundFrozenBlock {
  std::optional<BoundVocabulary> vocabulary;  // kept alive
  FrozenBlock block;

  BoundFrozenBlock(const BlockSettings& settings, std::int32_t first_column,
                   std::optional<BoundVocabulary> vocabulary_in);
};

struct BoundWeighting {
  NumpyArray<std::int64_t> block_ends;
  NumpyArray<double> idf;
  NumpyArray<double> mean_lengths;
  Weighting weighting;
};

// The arrays of a linear model; what is not given is empty.
struct BoundWeights {
  template <class T>
  using Given = std::optional<NumpyArray<T>>;

  NumpyArray<std::int64_t> block_ends;
  NumpyArray<double> offset;
  Given<double> prior;
  Given<double> rest;
  Given<std::int64_t> starts;
  Given<std::int32_t> labels;
  Given<double> weights;
  Given<double> squares;
  Given<float> dense;
  Given<double> shared;
  Given<double> scale;
  Given<std::int32_t> offset_vetoes;
  Given<std::int32_t> rest_vetoes;
  Given<std::int32_t> vetoes;

  LinearModelView view() const;
};

}  // namespace linnet::bind
