// Shingles of texts and their MinHash sketches.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace linnet {

// Locality-sensitive hashing: 20 bands of 6 components. A pair of similarity s agrees in some band
// with probability 1 - (1 - s^6)^20: 0.998 at 0.8, 0.27 at 0.5, 0.01 at 0.3.
inline constexpr std::size_t N_BANDS = 20;
inline constexpr std::size_t BAND_SIZE = 6;
inline constexpr std::size_t SKETCH_SIZE = N_BANDS * BAND_SIZE;

// Components of which only 16 bits are kept: two that differ look equal once in 65,536 times.
using Sketch = std::array<std::uint16_t, SKETCH_SIZE>;
using Shingles = std::vector<std::uint64_t>;  // their hashes

std::uint64_t hash_text(std::u32string_view text);

// Every 5 characters in a row, with repetition; a shorter text is one shingle, an empty one none.
Shingles shingles_of(std::u32string_view text);

// The share of equal components of two sketches estimates the Jaccard similarity of their sets.
Sketch sketch_of(const Shingles& shingles);

// Whether two sketches agree in enough components to be worth an exact comparison.
bool may_be_similar(const Sketch& a, const Sketch& b);

// Of the components of one band.
std::uint64_t band_hash(const Sketch& sketch, std::size_t band);

}  // namespace linnet
