#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/hash.hpp"

namespace linnet {

// The number of each text, in the order of first sight, and where each number was first seen.
struct NumberedTexts {
  std::vector<std::int32_t> numbers;
  std::vector<std::int64_t> firsts;

  explicit NumberedTexts(const std::vector<std::string_view>& texts) {
    std::unordered_map<std::string_view, std::int32_t, SeededHash> known;
    numbers.reserve(texts.size());
    for (const std::string_view text : texts) {
      const auto next = static_cast<std::int32_t>(known.size());
      const auto [found, is_new] = known.try_emplace(text, next);
      if (is_new) firsts.push_back(static_cast<std::int64_t>(numbers.size()));
      numbers.push_back(found->second);
    }
  }

 private:
  struct SeededHash {
    std::size_t operator()(std::string_view text) const { return hash_bytes(text, secret_seed()); }
  };
};

}  // namespace linnet
