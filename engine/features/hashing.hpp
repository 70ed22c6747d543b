#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/hash.hpp"
#include "features/names.hpp"

namespace linnet {

// Feature hashing: the column of a name is scikit-learn's |murmur3| modulo a power of two or any
// other number. 0 bits: not hashed. With signs, column c stands twice, as 2c for names whose hash
// is 0 or above and as 2c + 1 for the others.
struct Hashing {
  int bits = 0;
  bool keep_names = false;
  std::uint32_t modulus = 0;  // 0: 2^bits
  bool signs = false;

  bool on() const { return bits > 0; }

  std::size_t n_columns() const {
    const std::size_t unsigned_columns = modulus == 0 ? std::size_t{1} << bits : modulus;
    return signs ? 2 * unsigned_columns : unsigned_columns;
  }

  std::uint32_t column(std::string_view name) const { return column_of_hash(murmur3(name)); }

  std::uint32_t column_of_hash(std::uint32_t hash) const {
    const bool negative = static_cast<std::int32_t>(hash) < 0;
    const std::uint32_t magnitude = negative ? 0u - hash : hash;
    const std::uint32_t mask = (1u << bits) - 1u;
    const std::uint32_t column = modulus == 0 ? magnitude & mask : magnitude % modulus;
    return signs ? column << 1 | static_cast<std::uint32_t>(negative) : column;
  }
};

// The hashed column of each name.
inline std::vector<std::int64_t> hash_columns(const NamesView& names, const Hashing& hashing) {
  std::vector<std::int64_t> columns;
  for (std::size_t i = 0; i < names.size(); ++i) columns.push_back(hashing.column(names[i]));
  return columns;
}

}  // namespace linnet
