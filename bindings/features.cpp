#include "bindings/convert.hpp"
#include "features/frozen_features.hpp"

namespace linnet::bind {

void bind_features(nb::module_& m) {
  m.def(
      "build_lookup",
      [](Array<std::uint8_t> bytes, Array<std::int64_t> offsets) {
        return to_numpy(build_lookup(names_of(bytes, offsets)));
      },
      "bytes"_a, "offsets"_a, "The table that finds a name's column where it lies in a file.");
  m.def(
      "hash_columns",
      [](Array<std::uint8_t> bytes, Array<std::int64_t> offsets, int bits) {
        const NamesView names = names_of(bytes, offsets);
        std::vector<std::int64_t> columns;
        for (std::size_t i = 0; i < names.size(); ++i) columns.push_back(Hashing{bits}.column(names[i]));
        return to_numpy(std::move(columns));
      },
      "bytes"_a, "offsets"_a, "bits"_a, "The hashed column of each name.");
  m.def(
      "hash_text", [](std::string_view text) { return hash_bytes(text, 0); }, "text"_a,
      "A 64-bit hash that is the same everywhere.");
}

}  // namespace linnet::bind
