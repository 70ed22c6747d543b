#include "features/distinct_columns.hpp"

#include <bit>

namespace linnet {

namespace {

// A bitmap with the number of bits before each word: rank(c) is how many of its columns are below
// c.
class RankedBitmap {
 public:
  explicit RankedBitmap(std::size_t n_columns) : words_(n_columns / 64 + 1, 0) {}

  void set(std::size_t column) { words_[column / 64] |= std::uint64_t{1} << (column % 64); }

  // Counts the bits and returns the columns, ascending. Afterwards ranks can be asked for.
  std::vector<std::int32_t> finish() {
    std::vector<std::int32_t> columns;
    ranks_.resize(words_.size());
    for (std::size_t word = 0; word < words_.size(); ++word) {
      ranks_[word] = static_cast<std::int32_t>(columns.size());
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        columns.push_back(static_cast<std::int32_t>(word * 64 + bit));
      }
    }
    return columns;
  }

  std::int32_t rank(std::size_t column) const {
    const std::uint64_t lower_bits = (std::uint64_t{1} << (column % 64)) - 1;
    return ranks_[column / 64] + std::popcount(words_[column / 64] & lower_bits);
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::int32_t> ranks_;  // of the first bit of each word
};

}  // namespace

DistinctColumns distinct_columns(std::span<const std::int32_t> entries, std::size_t n_columns) {
  RankedBitmap present(n_columns);
  for (const std::int32_t column : entries) present.set(static_cast<std::size_t>(column));
  DistinctColumns out;
  out.columns = present.finish();
  out.places.reserve(entries.size());
  for (const std::int32_t column : entries)
    out.places.push_back(present.rank(static_cast<std::size_t>(column)));
  return out;
}

}  // namespace linnet
