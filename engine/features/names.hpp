#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/big_vector.hpp"

namespace linnet {

// Names side by side: name i is bytes[offsets[i] .. offsets[i + 1]). Sorted by bytes wherever they
// stand for columns.
struct Names {
  BigVector<char> bytes;
  BigVector<std::int64_t> offsets = {0};
  std::size_t size() const { return offsets.size() - 1; }

  void push_back(std::string_view name) {
    bytes.insert(bytes.end(), name.begin(), name.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

struct NamesView {
  std::span<const char> bytes;
  std::span<const std::int64_t> offsets;  // one more than there are names
  std::size_t size() const { return offsets.size() - 1; }

  // Checked, because the bytes may come from a file: a name that does not fit is empty.
  std::string_view operator[](std::size_t i) const {
    const std::int64_t begin = offsets[i];
    const std::int64_t end = offsets[i + 1];
    if (begin < 0 || end < begin || static_cast<std::size_t>(end) > bytes.size()) return {};
    return {bytes.data() + begin, static_cast<std::size_t>(end - begin)};
  }
};

}  // namespace linnet
