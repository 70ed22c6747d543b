#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "learning/fast_rows.hpp"

namespace linnet {

// Several columns of weights at once, side by side in memory: one read of a row serves them all. Each lane's sum is
// formed in the same order whatever the number of lanes, so that their number never shows.
template <int Lanes, class Real>
struct LaneArray {
  alignas(16) Real at[Lanes];
};

// Sixteen bytes of lanes in a register that every machine has: compilers do not always see that a loop over lanes is
// one operation. Where there are fewer lanes, each stands alone.
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
  static constexpr int width = whole ? static_cast<int>(16 / sizeof(Real)) : 1, n = Lanes / width;
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

// sums[lane] += x * weights[place, lane] over the entries of a row
template <int Lanes, class Real>
inline void add_scores(std::span<const Entry<Real>> row, const Real* weights, std::size_t stride, Real* sums) {
  using Lane = Registers<Lanes, Real>;
  Lane even, odd;
  const auto at = [&](const Entry<Real>& entry) { return weights + static_cast<std::size_t>(entry.place) * stride; };
  const std::size_t pairs = row.size() / 2 * 2;
  for (std::size_t e = 0; e < pairs; e += 2) {
    even.add(row[e].x, at(row[e]));
    odd.add(row[e + 1].x, at(row[e + 1]));
  }
  if (pairs < row.size()) even.add(row[pairs].x, at(row[pairs]));
  for (int r = 0; r < Lane::n; ++r) {
    Real* to = sums + r * Lane::width;
    Lane::store(Lane::load(to) + (even.at[r] + odd.at[r]), to);
  }
}

// weights[place, lane] += x * by[lane] over the entries of a row
template <int Lanes, class Real>
inline void add_row(std::span<const Entry<Real>> row, Real* weights, std::size_t stride, const Real* by) {
  using Lane = Registers<Lanes, Real>;
  Lane step;
  for (int r = 0; r < Lane::n; ++r) step.at[r] = Lane::load(by + r * Lane::width);
  for (const auto& entry : row) {
    Real* w = weights + static_cast<std::size_t>(entry.place) * stride;
    for (int r = 0; r < Lane::n; ++r) {
      Real* to = w + r * Lane::width;
      Lane::store(Lane::load(to) + entry.x * step.at[r], to);
    }
  }
}

// exp for float lanes, within 2 units in the last place between -87 and 88, and bounded beyond. Plain arithmetic, so
// that the compiler can do several lanes at once and every machine gives the same.
inline float exp_of(float x) {
  x = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
  const float shifted = x * 1.44269504f + 12582912.0f, whole = shifted - 12582912.0f;
  const float r = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;
  const float poly =
      1.0f +
      r * (1.0f + r * (0.5f + r * (0.166666657f + r * (0.0416664556f + r * (0.00836596458f + r * 0.00139195577f)))));
  const auto scale = static_cast<std::uint32_t>(std::bit_cast<std::int32_t>(shifted) - 0x4B400000 + 127) << 23;
  return poly * std::bit_cast<float>(scale);
}
inline double exp_of(double x) { return std::exp(x); }

}  // namespace linnet
