#pragma once

#include <cstring>
#include <span>

#include "learning/fast_rows.hpp"

namespace linnet {

// Several outputs at once, their weights side by side in memory: one read of a row serves them all.
// Each lane's sum is formed in the same order whatever the number of lanes, so that their number
// never shows.
template <int Lanes, class Real>
struct LaneArray {
  alignas(16) Real at[Lanes];

  Real& operator[](int lane) { return at[lane]; }
  const Real& operator[](int lane) const { return at[lane]; }
};

// Sixteen bytes of lanes in a register that every machine has: compilers do not always see that a
// loop over lanes is one operation. Where there are fewer lanes, each stands alone.
template <class Real, bool Whole>
struct Register {
  typedef Real Type __attribute__((vector_size(16)));
};
template <class Real>
struct Register<Real, false> {
  using Type = Real;
};

// The lanes of one feature in registers.
template <int Lanes, class Real>
struct Registers {
  static constexpr bool whole = Lanes * sizeof(Real) >= 16;
  static constexpr int width = whole ? static_cast<int>(16 / sizeof(Real)) : 1;
  static constexpr int n = Lanes / width;
  using One = typename Register<Real, whole>::Type;
  One at[n]{};

  static One load(const Real* from) {
    One out;
    std::memcpy(&out, from, sizeof out);
    return out;
  }
  static void store(One lanes, Real* to) { std::memcpy(to, &lanes, sizeof lanes); }
  // at += x * from
  void add(Real x, const Real* from) {
    for (int r = 0; r < n; ++r) at[r] += x * load(from + r * width);
  }
};

// sums[lane] += x * weights[place, lane] over the entries of a row. Even and odd entries have sums
// of their own, since each has to wait for its last addition.
template <int Lanes, class Real>
[[gnu::always_inline]] inline void add_scores(std::span<const Entry<Real>> row, const Real* weights,
                                              std::size_t stride, Real* sums) {
  using Lane = Registers<Lanes, Real>;
  Lane even;
  Lane odd;
  const auto weights_of = [&](const Entry<Real>& entry) {
    return weights + static_cast<std::size_t>(entry.place) * stride;
  };
  const std::size_t in_pairs = row.size() / 2 * 2;
  for (std::size_t e = 0; e < in_pairs; e += 2) {
    even.add(row[e].x, weights_of(row[e]));
    odd.add(row[e + 1].x, weights_of(row[e + 1]));
  }
  if (in_pairs < row.size()) even.add(row[in_pairs].x, weights_of(row[in_pairs]));
  for (int r = 0; r < Lane::n; ++r) {
    Real* to = sums + r * Lane::width;
    Lane::store(Lane::load(to) + (even.at[r] + odd.at[r]), to);
  }
}

// weights[place, lane] += x * step[lane] over the entries of a row
template <int Lanes, class Real>
[[gnu::always_inline]] inline void add_row(std::span<const Entry<Real>> row, Real* weights,
                                           std::size_t stride, const Real* step) {
  using Lane = Registers<Lanes, Real>;
  Lane steps;
  for (int r = 0; r < Lane::n; ++r) steps.at[r] = Lane::load(step + r * Lane::width);
  for (const Entry<Real>& entry : row) {
    Real* of_column = weights + static_cast<std::size_t>(entry.place) * stride;
    for (int r = 0; r < Lane::n; ++r) {
      Real* to = of_column + r * Lane::width;
      Lane::store(Lane::load(to) + entry.x * steps.at[r], to);
    }
  }
}

}  // namespace linnet
