#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "common/big_vector.hpp"

namespace linnet {

// Rows while they are being counted: the id of every feature met, as often as it was met.
struct RowBuffer {
  // As one little-endian number the feature comes first, so that rows sort as numbers.
  struct Entry {
    std::uint32_t count;
    std::uint32_t feature;
  };
  static_assert(std::endian::native == std::endian::little);

  BigVector<std::uint32_t> features;
  std::vector<std::uint64_t> ends;  // one per row

  void finish_row() { ends.push_back(features.size()); }

  // Calls visit(row number, ids) for each row; it may write over that row, those before it and
  // their ends.
  template <class Visit>
  void each(Visit visit) const {
    std::uint64_t begin = 0;
    for (std::size_t number = 0; number < ends.size(); ++number) {
      const auto size = static_cast<std::size_t>(ends[number] - begin);
      const std::span ids(features.data() + begin, size);
      begin = ends[number];
      visit(number, ids);
    }
  }

  void clear() {
    features.clear();
    ends.clear();
  }
};

inline void sort_row(std::span<RowBuffer::Entry> row) {
  std::sort(row.begin(), row.end(), [](RowBuffer::Entry a, RowBuffer::Entry b) {
    return std::bit_cast<std::uint64_t>(a) < std::bit_cast<std::uint64_t>(b);
  });
}

// Adds up neighbours of the same column; returns the end.
inline RowBuffer::Entry* merge_equal(std::span<const RowBuffer::Entry> sorted,
                                     RowBuffer::Entry* out) {
  RowBuffer::Entry* const first = out;
  for (const auto& entry : sorted) {
    if (out != first && out[-1].feature == entry.feature)
      out[-1].count += entry.count;
    else
      *out++ = entry;
  }
  return out;
}

// The columns of ids that are columns already.
struct SameColumns {
  std::uint32_t operator[](std::uint32_t id) const { return id; }
};

// The features of one row, each once with its count, in the order they are met: a sparse set
// (Briggs and Torczon 1993), which is emptied without touching its array.
class DistinctRow {
 public:
  explicit DistinctRow(std::size_t n_features) : position_(n_features, 0) {}

  template <class Features>
  std::span<RowBuffer::Entry> of(std::span<const std::uint32_t> ids, const Features& feature_of) {
    if (row_.size() < ids.size()) row_.resize(2 * ids.size());
    std::uint32_t n = 0;
    for (const std::uint32_t id : ids) {
      const std::uint32_t feature = feature_of[id];
      std::uint32_t& position = position_[feature];
      if (position >= n ||
          row_[position].feature != feature) {  // what an earlier row has left there
        position = n;
        row_[n] = {0, feature};
        ++n;
      }
      ++row_[position].count;
    }
    return {row_.data(), n};
  }

 private:
  BigVector<std::uint32_t> position_;  // per feature: where it may stand in the row
  std::vector<RowBuffer::Entry> row_;
};

}  // namespace linnet
