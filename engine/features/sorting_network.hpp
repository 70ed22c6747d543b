#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace linnet {

// Sorts four short rows at once, each in a SIMD lane of its own. A sorting network compares the
// same positions whatever they hold, so that no branch is mispredicted and one instruction serves
// all lanes.
class SortingNetwork {
 public:
  static constexpr std::size_t n_lanes = 4;    // floats in an SSE register
  static constexpr std::size_t longest = 256;  // keys of a row; all lanes of 256 take 4 KB
  static constexpr std::uint32_t most_columns = 1u << 29;
  static bool fits(std::size_t row_size, std::size_t n_columns) {
    return row_size <= longest && n_columns <= most_columns;
  }

  template <class Columns>
  void put(std::size_t lane, std::span<const std::uint32_t> ids, const Columns& columns) {
    sizes_[lane] = ids.size();
    for (std::size_t i = 0; i < ids.size(); ++i)
      keys_[i][lane] = key_of(static_cast<std::uint32_t>(columns[ids[i]]));
  }

  // Sorts the rows in the first so many lanes: runs of eight, then merges of two runs each.
  void sort(std::size_t n_rows) {
    std::fill(sizes_.begin() + static_cast<std::ptrdiff_t>(n_rows), sizes_.end(), 0);
    const std::size_t longest_row = *std::max_element(sizes_.begin(), sizes_.end());
    const std::size_t size = (longest_row + 7) / 8 * 8;
    pad(size);
    sort_eights(size);
    for (std::size_t half = 8; half < size; half *= 2)
      for (std::size_t at = 0; at + half < size; at += 2 * half)
        merge(&keys_[at], half, std::min(2 * half, size - at));
  }

  // Writes the columns of a sorted row, each once with its count beside it, and returns how many
  // there are. Without a branch: a repeated column writes over the one before.
  std::size_t take(std::size_t lane, std::uint32_t* columns_out, std::uint32_t* counts_out) const {
    std::uint32_t previous = most_columns;
    std::uint32_t count = 0;
    std::size_t n = 0;
    for (std::size_t i = 0; i < sizes_[lane]; ++i) {
      const std::uint32_t column = column_of(keys_[i][lane]);
      const std::uint32_t repeated = 0u - static_cast<std::uint32_t>(column == previous);
      count = (count & repeated) + 1;
      n += repeated + 1;
      columns_out[n - 1] = column;
      counts_out[n - 1] = count;
      previous = column;
    }
    return n;
  }

 private:
  // Columns as floats from 2 on, which are ordered as their bits are: every x86-64 has a minimum of
  // four floats at once (SSE), but not of four 32-bit integers.
  using Four [[gnu::vector_size(16)]] = float;
  static constexpr std::uint32_t float_two = 1u << 30;  // the bits of 2.0f
  static float key_of(std::uint32_t column) { return std::bit_cast<float>(column | float_two); }
  static std::uint32_t column_of(float key) {
    return std::bit_cast<std::uint32_t>(key) & ~float_two;
  }

  [[gnu::always_inline]] static void order(Four& a, Four& b) {
    const Four low = a < b ? a : b;
    const Four high = a > b ? a : b;
    a = low;
    b = high;
  }

  // One layer of a network: comparators of neighbouring arguments, which do not depend on each
  // other.
  template <class... Others>
  [[gnu::always_inline]] static void order_pairs(Four& a, Four& b, Others&... others) {
    order(a, b);
    if constexpr (sizeof...(others) > 0) order_pairs(others...);
  }

  // Shorter rows get keys above all columns at their end.
  void pad(std::size_t size) {
    for (std::size_t lane = 0; lane < n_lanes; ++lane)
      for (std::size_t i = sizes_[lane]; i < size; ++i) keys_[i][lane] = key_of(most_columns);
  }

  // Calls work with the eight keys from x on, held in registers.
  template <class Work>
  [[gnu::always_inline]] static void with_eight(Four* x, Work work) {
    Four a = x[0];
    Four b = x[1];
    Four c = x[2];
    Four d = x[3];
    Four e = x[4];
    Four f = x[5];
    Four g = x[6];
    Four h = x[7];
    work(a, b, c, d, e, f, g, h);
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
    x[4] = e;
    x[5] = f;
    x[6] = g;
    x[7] = h;
  }

  // The network of 19 comparators, which is the fewest for eight keys (Knuth, The Art of Computer
  // Programming 3, 5.3.4).
  void sort_eights(std::size_t size) {
    const auto network = [](Four& a, Four& b, Four& c, Four& d, Four& e, Four& f, Four& g,
                            Four& h) {
      order_pairs(a, c, b, d, e, g, f, h);
      order_pairs(a, e, b, f, c, g, d, h);
      order_pairs(a, b, c, d, e, f, g, h);
      order_pairs(c, e, d, f);
      order_pairs(b, e, d, g);
      order_pairs(b, c, d, e, f, g);
    };
    for (std::size_t at = 0; at < size; at += 8) with_eight(&keys_[at], network);
  }

  // Batcher's bitonic merge: from two sorted halves, of which the second may lack its end, to one
  // sorted whole.
  static void merge(Four* x, std::size_t half, std::size_t size) {
    for (std::size_t i = half; i < size; ++i) order(x[2 * half - 1 - i], x[i]);
    for (std::size_t step = half / 2; step >= 8; step /= 2)
      for (std::size_t at = 0; at + step < size; at += 2 * step)
        for (std::size_t i = at; i < std::min(at + step, size - step); ++i)
          order(x[i], x[i + step]);
    const auto last_three_steps = [](Four& a, Four& b, Four& c, Four& d, Four& e, Four& f, Four& g,
                                     Four& h) {
      order_pairs(a, e, b, f, c, g, d, h);
      order_pairs(a, c, b, d, e, g, f, h);
      order_pairs(a, b, c, d, e, f, g, h);
    };
    for (std::size_t at = 0; at < size; at += 8) with_eight(x + at, last_three_steps);
  }

  std::array<Four, longest> keys_;  // [position][lane]
  std::array<std::size_t, n_lanes> sizes_{};
};

}  // namespace linnet
