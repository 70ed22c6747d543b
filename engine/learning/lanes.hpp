#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "learning/fast_rows.hpp"

namespace linnet {

// Several columns of weights at once, side by side in memory: one read of a row serves them all. Each lane's sum is
// formed in the same order whatever the number of lanes, so that their number never shows.
template <int Lanes, class Real>
struct LaneArray {
  alignas(16) Real at[Lanes];
};

// sums[lane] += x * weights[place, lane] over the entries of a row
template <int Lanes, class Real>
inline void add_scores(std::span<const Entry<Real>> row, const Real* weights, std::size_t stride, Real* sums) {
  LaneArray<Lanes, Real> even{}, odd{};
  const std::size_t pairs = row.size() / 2 * 2;
  for (std::size_t e = 0; e < pairs; e += 2) {
    const Real *w = weights + static_cast<std::size_t>(row[e].place) * stride,
               *v = weights + static_cast<std::size_t>(row[e + 1].place) * stride;
    for (int l = 0; l < Lanes; ++l) even.at[l] += row[e].x * w[l];
    for (int l = 0; l < Lanes; ++l) odd.at[l] += row[e + 1].x * v[l];
  }
  if (pairs < row.size()) {
    const Real* w = weights + static_cast<std::size_t>(row[pairs].place) * stride;
    for (int l = 0; l < Lanes; ++l) even.at[l] += row[pairs].x * w[l];
  }
  for (int l = 0; l < Lanes; ++l) sums[l] += even.at[l] + odd.at[l];
}

// weights[place, lane] += x * by[lane] over the entries of a row
template <int Lanes, class Real>
inline void add_row(std::span<const Entry<Real>> row, Real* weights, std::size_t stride, const Real* by) {
  LaneArray<Lanes, Real> step, sum;  // apart from the weights, so that lanes can be done together
  for (int l = 0; l < Lanes; ++l) step.at[l] = by[l];
  for (const auto& entry : row) {
    Real* w = weights + static_cast<std::size_t>(entry.place) * stride;
    for (int l = 0; l < Lanes; ++l) sum.at[l] = w[l] + entry.x * step.at[l];
    for (int l = 0; l < Lanes; ++l) w[l] = sum.at[l];
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
