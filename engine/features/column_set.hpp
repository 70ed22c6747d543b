#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace linnet {

// A set of columns below a limit that gives them in order without comparing: a hierarchical bitset
// of three levels. A bit of a level says that one of the 64 bits below it is set.
class ColumnSet {
 public:
  explicit ColumnSet(std::size_t n_columns)
      : columns_(n_columns / 64 + 1),
        groups_(columns_.size() / 64 + 1),
        top_(groups_.size() / 64 + 1) {}

  // Whether the column was there before.
  [[gnu::always_inline]] bool add(std::uint32_t column) {
    const bool before = (columns_[column >> 6] & bit(column)) != 0;
    columns_[column >> 6] |= bit(column);
    groups_[column >> 12] |= bit(column >> 6);
    top_[column >> 18] |= bit(column >> 12);
    return before;
  }

  // Calls visit(column) for each in order and is empty again.
  template <class Visit>
  void take(Visit visit) {
    for (std::size_t word = 0; word < top_.size(); ++word)
      take_bits(top_, word, [&](std::size_t group) {
        take_bits(groups_, group,
                  [&](std::size_t columns) { take_bits(columns_, columns, visit); });
      });
  }

 private:
  static std::uint64_t bit(std::uint32_t at) { return std::uint64_t{1} << (at & 63); }

  template <class Visit>
  [[gnu::always_inline]] static void take_bits(std::vector<std::uint64_t>& words, std::size_t word,
                                               Visit visit) {
    const auto first = static_cast<std::uint32_t>(word * 64);
    for (std::uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1)
      visit(first + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }

  std::vector<std::uint64_t> columns_;
  std::vector<std::uint64_t> groups_;  // of 64 columns
  std::vector<std::uint64_t> top_;     // of 64 groups
};

}  // namespace linnet
