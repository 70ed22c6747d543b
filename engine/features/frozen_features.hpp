#pragma once

#include <vector>

#include "common/parallel_for.hpp"
#include "features/rows.hpp"
#include "features/vocabulary.hpp"

namespace linnet {

// Blocks whose columns are fixed: documents in, rows out.
struct FrozenFeatures {
  using Fields = std::vector<std::vector<std::string_view>>;  // fields[f][i]: of document i
  using Entries = std::vector<RowBuffer::Entry>;

  std::vector<FrozenBlock> blocks;

  // One document; field(f) gives its text in field f.
  template <class Field>
  void append_row(Field field, Scratch& scratch, Entries& row) const {
    for (const auto& block : blocks) block.append(field(block.field), scratch, row);
  }

  Rows rows(const Fields& fields, std::size_t threads, const Watch& watch) const {
    const std::size_t n = fields.empty() ? 0 : fields[0].size();
    std::vector<Entries> parts(threads);
    Rows out;
    out.starts.assign(n + 1, 0);
    parallel_for(threads, n, [&](std::size_t part, std::size_t begin, std::size_t end) {
      append_rows(fields, begin, end, parts[part], out.starts, watch);
    });
    for (std::size_t i = 0; i < n; ++i) out.starts[i + 1] += out.starts[i];
    gather(parts, out);
    return out;
  }

 private:
  static constexpr std::size_t documents_between_checks = 256;  // so that Ctrl-C works

  // The rows from begin to end, and the size of each in starts[i + 1].
  void append_rows(const Fields& fields, std::size_t begin, std::size_t end, Entries& entries,
                   std::vector<std::int64_t>& starts, const Watch& watch) const {
    Scratch scratch;
    for (std::size_t i = begin; i < end; ++i) {
      if (i % documents_between_checks == 0) watch.check();
      const std::size_t before = entries.size();
      append_row([&](std::size_t f) { return fields[f][i]; }, scratch, entries);
      starts[i + 1] = static_cast<std::int64_t>(entries.size() - before);
    }
  }

  // The parts of all threads one after the other.
  static void gather(const std::vector<Entries>& parts, Rows& out) {
    const std::size_t n = out.starts.size() - 1;
    out.columns.resize(static_cast<std::size_t>(out.starts[n]));
    out.counts.resize(out.columns.size());
    parallel_parts(parts.size(), [&](std::size_t part) {
      auto at = static_cast<std::size_t>(out.starts[n * part / parts.size()]);
      for (const auto& entry : parts[part]) {
        out.columns[at] = static_cast<std::int32_t>(entry.feature);
        out.counts[at] = entry.count;
        ++at;
      }
    });
  }
};

}  // namespace linnet
