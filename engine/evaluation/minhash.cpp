#include "evaluation/minhash.hpp"

#include <algorithm>
#include <limits>

#include "common/hash.hpp"

namespace linnet {

namespace {

constexpr std::size_t SHINGLE_SIZE = 5;  // characters

// A pair of similarity 0.8 agrees in fewer components than this with probability 0.0004 (binomial,
// 120 components); one of 0.5 agrees in so many with 0.00008.
constexpr std::size_t MIN_AGREEING = 81;

}  // namespace

std::uint64_t hash_text(std::u32string_view text) {
  const auto* bytes = reinterpret_cast<const char*>(text.data());
  return hash_bytes({bytes, text.size() * sizeof(char32_t)}, 0);
}

Shingles shingles_of(std::u32string_view text) {
  Shingles out;
  if (!text.empty() && text.size() < SHINGLE_SIZE) out.push_back(hash_text(text));
  for (std::size_t at = 0; at + SHINGLE_SIZE <= text.size(); ++at)
    out.push_back(hash_text(text.substr(at, SHINGLE_SIZE)));
  return out;
}

// Fast similarity sketching (Dahlgaard, Knudsen and Thorup 2017): every shingle throws a value into
// a random component, round after round until each component has one; the least of the first round
// that reached a component stays. After as many rounds as components, all shingles of a round go
// for the same component.
Sketch sketch_of(const Shingles& shingles) {
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::array<std::uint64_t, SKETCH_SIZE> least;
  least.fill(none);
  std::size_t n_open = shingles.empty() ? 0 : SKETCH_SIZE;
  for (std::uint64_t round = 0; n_open > 0; ++round) {
    const std::uint64_t seed = fold(round + 1, hash_key_3);
    for (const std::uint64_t shingle : shingles) {
      const std::uint64_t mixed = fold(shingle ^ seed, hash_key_1);
      const std::uint64_t random_component = (mixed >> 32) * SKETCH_SIZE >> 32;
      const std::uint64_t component = round < SKETCH_SIZE ? random_component : round - SKETCH_SIZE;
      const std::uint64_t value = round << 32 | (mixed & 0xFFFFFFFFu);
      n_open -= least[component] == none;
      least[component] = std::min(least[component], value);
    }
  }
  Sketch sketch;
  for (std::size_t i = 0; i < SKETCH_SIZE; ++i)
    sketch[i] = static_cast<std::uint16_t>(fold(least[i] ^ hash_key_1, hash_key_2));
  return sketch;
}

bool may_be_similar(const Sketch& a, const Sketch& b) {
  std::size_t n_agreeing = 0;
  for (std::size_t i = 0; i < SKETCH_SIZE; ++i) n_agreeing += a[i] == b[i];
  return n_agreeing >= MIN_AGREEING;
}

std::uint64_t band_hash(const Sketch& sketch, std::size_t band) {
  const auto* first = reinterpret_cast<const char*>(sketch.data() + band * BAND_SIZE);
  return hash_bytes({first, BAND_SIZE * sizeof(std::uint16_t)}, band);
}

}  // namespace linnet
