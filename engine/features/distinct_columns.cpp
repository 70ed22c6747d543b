#include "features/distinct_columns.hpp"

#include <bit>

namespace linnet {

DistinctColumns distinct_columns(std::span<const std::int32_t> entries, std::size_t n_columns) {
  std::vector<std::uint64_t> there(n_columns / 64 + 1, 0);
  for (const std::int32_t column : entries) {
    const auto c = static_cast<std::size_t>(column);
    there[c / 64] |= std::uint64_t{1} << (c % 64);
  }
  DistinctColumns out;
  std::vector<std::int32_t> before(there.size());  // how many columns the words before have
  for (std::size_t word = 0; word < there.size(); ++word) {
    before[word] = static_cast<std::int32_t>(out.columns.size());
    for (std::uint64_t bits = there[word]; bits != 0; bits &= bits - 1)
      out.columns.push_back(static_cast<std::int32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  }
  out.places.reserve(entries.size());
  for (const std::int32_t column : entries) {
    const auto c = static_cast<std::size_t>(column);
    const std::uint64_t below = there[c / 64] & ((std::uint64_t{1} << (c % 64)) - 1);
    out.places.push_back(before[c / 64] + std::popcount(below));
  }
  return out;
}

}  // namespace linnet
