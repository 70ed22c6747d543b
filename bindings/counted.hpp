// What a counter gives, as Python sees it.
#pragma once

#include "bindings/convert.hpp"
#include "bindings/totals.hpp"

namespace linnet::bind {

struct BoundVocabularyCounts {
  BoundNames names;
  NumpyArray<std::int64_t> columns;
  NumpyArray<std::int64_t> name_frequencies;

  explicit BoundVocabularyCounts(Counter::Vocabulary&& vocabulary)
      : names(std::move(vocabulary.names)),
        columns(std::move(vocabulary.columns)),
        name_frequencies(std::move(vocabulary.name_frequencies)) {}
};

struct BoundCountedRows {
  BoundVocabularyCounts vocabulary;
  BoundRows rows;

  explicit BoundCountedRows(Counter::CountedRows&& counted)
      : vocabulary(std::move(counted.vocabulary)), rows(std::move(counted.rows)) {}
};

struct BoundCountedTotals {
  BoundVocabularyCounts vocabulary;
  BoundTotals totals;

  explicit BoundCountedTotals(Counter::CountedTotals&& counted)
      : vocabulary(std::move(counted.vocabulary)), totals(std::move(counted.totals)) {}
};

inline void bind_counted(nb::module_& m) {
  nb::class_<BoundVocabularyCounts>(m, "CountedVocabulary", "The features that a counter has met.")
      .def_ro("names", &BoundVocabularyCounts::names,
              "Sorted: of the columns; where hashed and asked for, whatever was met.")
      .def_ro("columns", &BoundVocabularyCounts::columns, "Of hashed totals: those in use.")
      .def_ro("name_frequencies", &BoundVocabularyCounts::name_frequencies,
              "Of hashed features with names: the documents that have each.");
  nb::class_<BoundCountedRows>(m, "CountedRows", "The rows that a counter has kept.")
      .def_ro("vocabulary", &BoundCountedRows::vocabulary)
      .def_ro("rows", &BoundCountedRows::rows);
  nb::class_<BoundCountedTotals>(m, "CountedTotals", "The totals that a counter has kept.")
      .def_ro("vocabulary", &BoundCountedTotals::vocabulary)
      .def_ro("totals", &BoundCountedTotals::totals);
}

}  // namespace linnet::bind
