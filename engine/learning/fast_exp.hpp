#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace linnet {

// exp for floats, within 2 units in the last place between -87 and 88, and bounded beyond. Plain
// arithmetic, so that the compiler can do several lanes at once and every machine gives the same.
//
// exp(x) = 2^n exp(r) with n = round(x / log 2) and r = x - n log 2 (Cody and Waite):
//   * adding and subtracting 1.5 * 2^23 rounds to a whole number, which then stands in the lowest
//     bits of the sum;
//   * log 2 is subtracted in two parts, of which the first has so few bits that n times it is
//   exact;
//   * exp(r) is a polynomial of degree 6 for |r| <= log(2) / 2;
//   * 2^n is the float with exponent bits n + 127.
inline float fast_exp(float x) {
  constexpr float kLowest = -87.0f;  // near the logs of the least and the greatest float
  constexpr float kHighest = 88.0f;
  constexpr float kLog2E = 1.44269504f;
  constexpr float kLog2High = 0.693359375f;
  constexpr float kLog2Low = -2.12194440e-4f;
  constexpr float kRounder = 12582912.0f;  // 1.5 * 2^23
  constexpr std::int32_t kRounderBits = 0x4B400000;
  constexpr std::int32_t kExponentBias = 127;
  constexpr int kMantissaBits = 23;

  x = x < kLowest ? kLowest : x > kHighest ? kHighest : x;
  const float shifted = x * kLog2E + kRounder;
  const float n = shifted - kRounder;
  const float r = (x - n * kLog2High) - n * kLog2Low;

  float polynomial = 0.00836596458f + r * 0.00139195577f;
  polynomial = 0.0416664556f + r * polynomial;
  polynomial = 0.166666657f + r * polynomial;
  polynomial = 0.5f + r * polynomial;
  polynomial = 1.0f + r * polynomial;
  polynomial = 1.0f + r * polynomial;

  const std::int32_t exponent = std::bit_cast<std::int32_t>(shifted) - kRounderBits + kExponentBias;
  const std::uint32_t power_bits = static_cast<std::uint32_t>(exponent) << kMantissaBits;
  return polynomial * std::bit_cast<float>(power_bits);
}
inline double fast_exp(double x) { return std::exp(x); }

}  // namespace linnet
