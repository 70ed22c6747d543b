#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace linnet {

// Sorts several short rows at once, each in a lane of its own: a network compares the same places whatever they hold,
// so that no branch is guessed wrong and one instruction serves all lanes.
class LaneSorter {
 public:
  static constexpr std::size_t n_lanes = 4, longest = 256;
  static constexpr std::uint32_t most_columns = 1u << 29;
  static bool fits(std::size_t row_size, std::size_t n_columns) {
    return row_size <= longest && n_columns <= most_columns;
  }

  template <class Columns>
  void put(std::size_t lane, std::span<const std::uint32_t> ids, const Columns& columns) {
    sizes_[lane] = ids.size();
    for (std::size_t i = 0; i < ids.size(); ++i) places_[i][lane] = key_of(static_cast<std::uint32_t>(columns[ids[i]]));
  }

  // Sorts the rows in the first so many lanes.
  void sort(std::size_t n_rows) {
    std::fill(sizes_.begin() + static_cast<std::ptrdiff_t>(n_rows), sizes_.end(), 0);
    const std::size_t size = (*std::max_element(sizes_.begin(), sizes_.end()) + 7) / 8 * 8;
    for (std::size_t lane = 0; lane < n_lanes; ++lane)
      for (std::size_t i = sizes_[lane]; i < size; ++i) places_[i][lane] = key_of(most_columns);
    sort_eights(size);
    for (std::size_t half = 8; half < size; half *= 2)
      for (std::size_t at = 0; at + half < size; at += 2 * half)
        merge(&places_[at], half, std::min(2 * half, size - at));
  }

  // Writes the columns of a sorted row, each once with its count beside it, and returns how many there are.
  std::size_t take(std::size_t lane, std::uint32_t* columns_out, std::uint32_t* counts_out) const {
    std::uint32_t before = most_columns, count = 0;
    std::size_t n = 0;
    for (std::size_t i = 0; i < sizes_[lane]; ++i) {
      const std::uint32_t column = column_of(places_[i][lane]),
                          again = 0u - static_cast<std::uint32_t>(column == before);
      count = (count & again) + 1;
      n += again + 1;
      columns_out[n - 1] = before = column;
      counts_out[n - 1] = count;
    }
    return n;
  }

 private:
  // As floats from 2 on, which are ordered as their bits are: of floats every x86-64 has a minimum of four at once.
  using Four [[gnu::vector_size(16)]] = float;
  static float key_of(std::uint32_t column) { return std::bit_cast<float>(column | 1u << 30); }
  static std::uint32_t column_of(float key) { return std::bit_cast<std::uint32_t>(key) & ~(1u << 30); }

  [[gnu::always_inline]] static void order(Four& a, Four& b) {
    const Four low = a < b ? a : b, high = a > b ? a : b;
    a = low;
    b = high;
  }

  // The eight places from x on, in registers.
  template <class Work>
  [[gnu::always_inline]] static void with_eight(Four* x, Work work) {
    Four a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], f = x[5], g = x[6], h = x[7];
    work(a, b, c, d, e, f, g, h);
    x[0] = a, x[1] = b, x[2] = c, x[3] = d, x[4] = e, x[5] = f, x[6] = g, x[7] = h;
  }

  void sort_eights(std::size_t size) {
    for (std::size_t at = 0; at < size; at += 8)
      with_eight(&places_[at], [](Four& a, Four& b, Four& c, Four& d, Four& e, Four& f, Four& g, Four& h) {
        order(a, c), order(b, d), order(e, g), order(f, h);
        order(a, e), order(b, f), order(c, g), order(d, h);
        order(a, b), order(c, d), order(e, f), order(g, h);
        order(c, e), order(d, f);
        order(b, e), order(d, g);
        order(b, c), order(d, e), order(f, g);
      });
  }

  // Bitonic: from two sorted halves, of which the second may lack its end, to one sorted whole.
  static void merge(Four* x, std::size_t half, std::size_t size) {
    for (std::size_t i = half; i < size; ++i) order(x[2 * half - 1 - i], x[i]);
    for (std::size_t step = half / 2; step >= 8; step /= 2)
      for (std::size_t at = 0; at + step < size; at += 2 * step)
        for (std::size_t i = at; i < std::min(at + step, size - step); ++i) order(x[i], x[i + step]);
    for (std::size_t at = 0; at < size; at += 8)
      with_eight(x + at, [](Four& a, Four& b, Four& c, Four& d, Four& e, Four& f, Four& g, Four& h) {
        order(a, e), order(b, f), order(c, g), order(d, h);
        order(a, c), order(b, d), order(e, g), order(f, h);
        order(a, b), order(c, d), order(e, f), order(g, h);
      });
  }

  std::array<Four, longest> places_;  // [place][lane]
  std::array<std::size_t, n_lanes> sizes_{};
};

}  // namespace linnet
