#pragma once

#include <vector>

#include "common/parallel_for.hpp"
#include "features/vocabulary.hpp"

namespace linnet {

// Blocks whose columns are fixed: documents in, rows out.
struct FrozenFeatures {
  std::vector<FrozenBlock> blocks;

  // One document; field(f) gives its text in field f.
  template <class Field>
  void append_row(Field field, Scratch& scratch, std::vector<RowBuffer::Entry>& row) const {
    for (const auto& block : blocks) block.append(field(block.field), scratch, row);
  }

  Rows rows(const std::vector<std::vector<std::string_view>>& fields, std::size_t threads, const Watch& watch) const {
    const std::size_t n = fields.empty() ? 0 : fields[0].size();
    std::vector<std::vector<RowBuffer::Entry>> parts(threads);
    Rows out;
    out.starts.assign(n + 1, 0);
    parallel_for(threads, n, [&](std::size_t part, std::size_t begin, std::size_t end) {
      Scratch scratch;
      for (std::size_t i = begin; i < end; ++i) {
        if (i % 256 == 0) watch.check();
        const std::size_t before = parts[part].size();
        append_row([&](std::size_t f) { return fields[f][i]; }, scratch, parts[part]);
        out.starts[i + 1] = static_cast<std::int64_t>(parts[part].size() - before);
      }
    });
    for (std::size_t i = 0; i < n; ++i) out.starts[i + 1] += out.starts[i];
    out.columns.resize(static_cast<std::size_t>(out.starts[n]));
    out.counts.resize(out.columns.size());
    parallel_parts(threads, [&](std::size_t part) {
      auto at = static_cast<std::size_t>(out.starts[n * part / threads]);
      for (const auto& entry : parts[part]) {
        out.columns[at] = static_cast<std::int32_t>(entry.feature);
        out.counts[at++] = entry.count;
      }
    });
    return out;
  }
};

}  // namespace linnet
