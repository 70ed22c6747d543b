// Texts that say the same, or nearly so.
//
// The plain form of a text is its lower case with one space for each run of anything but letters and digits.
// Two texts are near twins where the sets of 5 characters in a row in their plain forms have most in common:
// at least 0.8 of all in either are in both (Jaccard). Sketches find the pairs worth a look, in time that grows with
// the number of texts and not with its square: two sketches agree in as many lanes as the sets have in common.
// A pair is looked for among texts that agree in a whole band of lanes; what is found is then compared exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/counter.hpp"

namespace linnet {

inline constexpr double LEAST_LIKENESS = 0.8;

// Fields follow each other as if there were a space between them.
std::u32string plain_text(std::span<const std::string_view> fields);

// The same for documents with the same plain form; 0 where it is empty.
std::vector<std::uint64_t> text_keys(const TextBatch& batch, std::size_t threads);

// The share of 5-grams of either plain form that both have; below 5 characters the whole is the only one.
double likeness(std::u32string_view a, std::u32string_view b);

// Who may be whose twin: documents of another part, or where `forward` only of a lower one.
struct Sides {
  std::span<const std::int32_t> parts;
  std::span<const std::uint8_t> asked;  // whether a twin is wanted
  bool forward = false;
};

struct NearTwins {
  std::vector<std::int64_t> twins;  // -1: none was found
  std::vector<double> likeness;
};

// Documents of one part should differ in their plain form; empty ones have no twin.
NearTwins near_twins(const TextBatch& batch, const Sides& sides, std::size_t threads, const Watch& watch);

}  // namespace linnet
