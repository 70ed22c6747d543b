// Texts that say the same, or nearly so.
//
// The normalised form of a text is its lower case with one space for each run of anything but
// letters and digits. Two texts are near-duplicates where the sets of 5-character shingles of their
// normalised forms have a Jaccard similarity of at least 0.8 (Broder 1997). MinHash sketches find
// the candidates, in time that grows with the number of texts and not with its square: two sketches
// agree in as many components as the sets have in common. Candidates agree in a whole band of
// components (locality-sensitive hashing by banding); they are then compared exactly, those with
// more than 20,000 different shingles by a sample of at least 5,000 that is the same of all texts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/parallel_for.hpp"
#include "learning/counter.hpp"

namespace linnet {

inline constexpr double MIN_SIMILARITY = 0.8;

// Fields follow each other as if there were a space between them.
std::u32string normalised_text(std::span<const std::string_view> fields);

// The same for documents with the same normalised form; 0 where it is empty.
std::vector<std::uint64_t> text_keys(const TextBatch& batch, std::size_t threads);

// |A ∩ B| / |A ∪ B| of the shingles of two normalised texts; a text below 5 characters is one
// shingle.
double jaccard_similarity(std::u32string_view a, std::u32string_view b);

// Which documents are compared: those of another part, or where `forward` only of a lower one.
struct PartedDocuments {
  std::span<const std::int32_t> parts;
  std::span<const std::uint8_t> wanted;  // whether a near-duplicate is looked for
  bool forward = false;
};

struct NearDuplicates {
  std::vector<std::int64_t> documents;  // the near-duplicate of each document; -1: none was found
  std::vector<double> similarity;
};

// Documents of one part should differ in their normalised form; empty ones have no near-duplicate.
NearDuplicates find_near_duplicates(const TextBatch& batch, const PartedDocuments& parted,
                                    std::size_t threads, const Watch& watch);

}  // namespace linnet
