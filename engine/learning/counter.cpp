#include "learning/counter.hpp"

#include <algorithm>

namespace linnet {

namespace {
// Ids of hashed features whose names are remembered: beyond this many, all are forgotten, which
// bounds the memory of a long stream.
constexpr std::uint32_t kMostCachedIds = 1u << 21;
constexpr std::size_t kDocumentsBetweenChecks = 256;  // for Ctrl-C
constexpr std::size_t kBytesPerWord = 6;  // with its space: how much room rows get beforehand
constexpr std::size_t kMostTextBytes = 0x70000000u;  // places within a text are 32-bit numbers

// The columns in use among 2^bits, in order, and the place of each id's column among them: few
// enough to sort rows by. By a bitset of all columns.
struct UsedColumns {
  std::vector<std::uint32_t> used;
  std::vector<std::uint32_t> place;  // per id

  UsedColumns(const std::vector<std::uint32_t>& columns, std::size_t n_columns) {
    std::vector<std::uint64_t> bits(n_columns / 64 + 1);
    for (const std::uint32_t column : columns) {
      bits[column >> 6] |= std::uint64_t{1} << (column & 63);
    }
    std::vector<std::uint32_t> before(bits.size());
    for (std::size_t w = 0; w < bits.size(); ++w) {
      before[w] = static_cast<std::uint32_t>(used.size());
      for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
        used.push_back(static_cast<std::uint32_t>(w * 64) + bit);
      }
    }
    for (const std::uint32_t column : columns) {
      const std::uint64_t below = bits[column >> 6] & ((std::uint64_t{1} << (column & 63)) - 1);
      place.push_back(before[column >> 6] + static_cast<std::uint32_t>(std::popcount(below)));
    }
  }
};

// Numbers the hashed columns that some document has, in order, and lists them in `used`.
BigVector<std::int32_t> place_columns(const std::vector<RunningTotals*>& totals,
                                      std::size_t n_columns, std::vector<std::int64_t>& used) {
  BigVector<std::int32_t> place(n_columns, -1);
  for (const RunningTotals* part : totals) {
    const std::vector<std::int64_t>& frequencies = part->frequencies();
    const std::size_t n = std::min(n_columns, frequencies.size());
    for (std::size_t c = 0; c < n; ++c) {
      if (frequencies[c] > 0) place[c] = 0;
    }
  }
  for (std::size_t c = 0; c < n_columns; ++c) {
    if (place[c] < 0) continue;
    place[c] = static_cast<std::int32_t>(used.size());
    used.push_back(static_cast<std::int64_t>(c));
  }
  return place;
}

// Adds to each id the documents that have it.
void count_names(const RowBuffer& rows, std::size_t n_ids, std::vector<std::int64_t>& frequencies) {
  frequencies.resize(n_ids, 0);
  DistinctRow distinct(n_ids);
  rows.each([&](std::size_t, std::span<const std::uint32_t> ids) {
    for (const auto& entry : distinct.of(ids, SameColumns{})) ++frequencies[entry.feature];
  });
}

}  // namespace

Counter::Counter(std::vector<BlockSettings> blocks, std::size_t threads, Keep keep)
    : blocks_(std::move(blocks)),
      threads_(std::max<std::size_t>(1, threads)),
      keep_(keep),
      parts_(blocks_.size()),
      taken_(blocks_.size(), false) {
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (std::size_t t = 0; t < threads_; ++t) parts_[b].push_back(new_part(blocks_[b]));
}

Counter::Part Counter::new_part(const BlockSettings& block) const {
  if (keep_ == Keep::Rows && HashedWordCounter::fits(block.text, block.hashing))
    return {HashedWordCounter(block.text, block.hashing), {}, {}, {}, {}};
  return {counter_of(block.text, block.hashing), {}, {}, {}, {}};
}

void Counter::add(const TextBatch& batch, std::span<const std::int32_t> labels,
                  std::span<const double> weights, const Watch& watch) {
  const std::size_t n = batch.size();
  parallel_for(threads_, n, [&](std::size_t thread, std::size_t begin, std::size_t end) {
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      Part& part = parts_[b][thread];
      count_part(part, blocks_[b], batch, begin, end, watch);
      close_part(part, blocks_[b], begin, labels, weights);
    }
  });
  if (keep_ != Keep::Rows) return;
  for (std::size_t t = 0; t < threads_; ++t) {
    segments_.push_back({t, n * (t + 1) / threads_ - n * t / threads_});
  }
}

void Counter::count_part(Part& part, const BlockSettings& block, const TextBatch& batch,
                         std::size_t begin, std::size_t end, const Watch& watch) {
  const std::vector<std::string_view>& texts = batch.fields[block.field];
  std::size_t bytes = 0;
  for (std::size_t i = begin; i < end; ++i) bytes += texts[i].size();
  auto& features = part.rows.features;
  const std::size_t needed = features.size() + bytes / kBytesPerWord;
  if (needed > features.capacity()) {
    // At least double, so that many batches do not copy all earlier ones again and again.
    features.reserve(std::max(needed, 2 * features.capacity()));
  }
  const auto count_texts = [&](auto& counter) {
    for (std::size_t i = begin; i < end; ++i) {
      if (i % kDocumentsBetweenChecks == 0) watch.check();
      require(texts[i].size() < kMostTextBytes, "a text must be shorter than 1.8 GB; split it.");
      counter.count(texts[i], part.rows);
      part.rows.finish_row();
    }
  };
  std::visit(count_texts, part.counter);
}

// After a batch the totals swallow its rows, so that memory is bounded by the vocabulary. Kept rows
// wait for the end.
void Counter::close_part(Part& part, const BlockSettings& block, std::size_t begin,
                         std::span<const std::int32_t> labels, std::span<const double> weights) {
  if (keep_ == Keep::Rows) return;
  const FeatureIds& ids = ids_of(part.counter);
  const bool hashed = block.hashing.on();
  const bool keeps_names = block.hashing.keep_names;
  if (hashed && keeps_names) count_names(part.rows, ids.size(), part.name_frequencies);
  add_totals(part, block, begin, labels, weights);
  part.rows.clear();
  if (hashed && !keeps_names && ids.size() > kMostCachedIds) {
    std::visit([](auto& counter) { counter.forget(); }, part.counter);
  }
}

void Counter::add_totals(Part& part, const BlockSettings& block, std::size_t begin,
                         std::span<const std::int32_t> labels,
                         std::span<const double> weights) const {
  const auto add = [&](std::size_t number, std::span<const RowBuffer::Entry> row) {
    const double weight = weights.empty() ? 1.0 : weights[begin + number];
    part.totals.add(row, labels[begin + number], weight, block.presence);
  };
  const FeatureIds& ids = ids_of(part.counter);
  if (block.hashing.on()) {
    const UsedColumns columns(ids.columns(), block.hashing.n_columns());
    DistinctRow distinct(columns.used.size());
    part.rows.each([&](std::size_t number, std::span<const std::uint32_t> row_ids) {
      const std::span<RowBuffer::Entry> row = distinct.of(row_ids, columns.place);
      for (RowBuffer::Entry& entry : row) entry.feature = columns.used[entry.feature];
      add(number, row);
    });
  } else {
    DistinctRow distinct(ids.size());
    part.rows.each([&](std::size_t number, std::span<const std::uint32_t> row_ids) {
      add(number, distinct.of(row_ids, SameColumns{}));
    });
  }
  part.totals.finish();
}

std::vector<const AnyCounter*> Counter::counters_of(std::size_t block) const {
  std::vector<const AnyCounter*> counters;
  for (const Part& part : parts_[block]) counters.push_back(&part.counter);
  return counters;
}

VocabularyOrder Counter::vocabulary_order(std::size_t block) const {
  const Hashing& hashing = blocks_[block].hashing;
  if (hashing.on() && !hashing.keep_names) return {};
  return order_of(counters_of(block), blocks_[block].text);
}

// One thread's rows with their final columns: the columns in place of the ids, the counts beside
// them.
void Counter::settle(Part& part, const BlockSettings& block, const BigVector<std::int32_t>& columns,
                     std::size_t n_columns) {
  part.counts.resize(part.rows.features.size());
  std::uint32_t* const counts = part.counts.data();
  if (std::holds_alternative<HashedWordCounter>(part.counter)) {
    sort_rows(part.rows, SameColumns{}, block.hashing.n_columns(), counts);
  } else if (block.hashing.on()) {
    const UsedColumns hashed(ids_of(part.counter).columns(), block.hashing.n_columns());
    sort_rows(part.rows, hashed.place, hashed.used.size(), counts);
    const std::size_t n = part.rows.ends.empty() ? 0 : part.rows.ends.back();
    for (std::size_t i = 0; i < n; ++i) part.rows.features[i] = hashed.used[part.rows.features[i]];
  } else {
    sort_rows(part.rows, columns, n_columns, counts);
  }
  if (block.presence) std::fill(part.counts.begin(), part.counts.end(), 1u);
}

// The rows of all threads in document order.
Rows Counter::gather(std::size_t block) const {
  struct Copy {
    std::size_t thread;
    std::uint64_t from;
    std::int64_t to;
    std::size_t size;
  };
  Rows rows;
  std::vector<Copy> copies;
  std::vector<std::size_t> next(threads_, 0);
  for (const Segment& segment : segments_) {
    const auto& ends = parts_[block][segment.thread].rows.ends;
    std::size_t& row = next[segment.thread];
    const std::uint64_t from = row == 0 ? 0 : ends[row - 1];
    const std::int64_t to = rows.starts.back();
    for (std::size_t i = 0; i < segment.rows; ++i) {
      rows.starts.push_back(to + static_cast<std::int64_t>(ends[row++] - from));
    }
    copies.push_back({segment.thread, from, to, static_cast<std::size_t>(rows.starts.back() - to)});
  }
  rows.columns.resize(static_cast<std::size_t>(rows.starts.back()));
  rows.counts.resize(rows.columns.size());
  parallel_for(threads_, copies.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) {
      const auto& [thread, from, to, size] = copies[c];
      const Part& part = parts_[block][thread];
      std::copy_n(part.rows.features.data() + from, size, rows.columns.data() + to);
      std::copy_n(part.counts.data() + from, size, rows.counts.data() + to);
    }
  });
  return rows;
}

Counter::CountedRows Counter::take_rows(std::size_t block) {
  require(block < blocks_.size() && keep_ == Keep::Rows && !taken_[block],
          "each block's rows can be taken once.");
  taken_[block] = true;
  const Hashing& hashing = blocks_[block].hashing;
  VocabularyOrder order = vocabulary_order(block);
  order.columns.resize(threads_);
  parallel_parts(threads_, [&](std::size_t t) {
    Part& part = parts_[block][t];
    if (hashing.on() && hashing.keep_names) {
      count_names(part.rows, ids_of(part.counter).size(), part.name_frequencies);
    }
    settle(part, blocks_[block], order.columns[t], order.names.size());
  });
  CountedRows out;
  out.rows = gather(block);
  out.vocabulary.names = std::move(order.names);
  if (hashing.on()) {
    const std::size_t n_names = out.vocabulary.names.size();
    out.vocabulary.name_frequencies = gather_name_frequencies(block, order, n_names);
  }
  clear(block);
  return out;
}

Counter::CountedTotals Counter::take_totals(std::size_t block,
                                            std::span<const std::int32_t> label_places) {
  require(block < blocks_.size() && keep_ == Keep::Totals && !taken_[block],
          "each block's totals can be taken once.");
  taken_[block] = true;
  const Hashing& hashing = blocks_[block].hashing;
  std::vector<RunningTotals*> parts;
  for (Part& part : parts_[block]) parts.push_back(&part.totals);
  VocabularyOrder order = vocabulary_order(block);
  CountedTotals out;
  Vocabulary& vocabulary = out.vocabulary;
  vocabulary.names = std::move(order.names);
  for (Part& part : parts_[block]) part.counter = new_part(blocks_[block]).counter;  // make room
  if (hashing.on()) {
    const auto place = place_columns(parts, hashing.n_columns(), vocabulary.columns);
    const std::vector<BigVector<std::int32_t>> places(parts.size(), place);
    out.totals = gather_totals(parts, places, label_places, vocabulary.columns.size());
    const std::size_t n_names = vocabulary.names.size();
    vocabulary.name_frequencies = gather_name_frequencies(block, order, n_names);
  } else {
    out.totals = gather_totals(parts, order.columns, label_places, vocabulary.names.size());
  }
  clear(block);
  return out;
}

std::vector<std::int64_t> Counter::gather_name_frequencies(std::size_t block,
                                                           const VocabularyOrder& order,
                                                           std::size_t n_names) const {
  std::vector<std::int64_t> out(n_names, 0);
  for (std::size_t t = 0; t < order.columns.size(); ++t) {
    const std::vector<std::int64_t>& of_part = parts_[block][t].name_frequencies;
    for (std::size_t id = 0; id < of_part.size(); ++id) {
      const std::int32_t name = order.columns[t][id];
      if (name >= 0) out[static_cast<std::size_t>(name)] += of_part[id];
    }
  }
  return out;
}

void Counter::clear(std::size_t block) {
  parallel_parts(threads_, [&](std::size_t t) { parts_[block][t] = new_part(blocks_[block]); });
}

Fingerprint fingerprint_of(const TextBatch& batch, std::span<const std::uint64_t> label_hashes,
                           std::span<const double> weights, std::size_t threads) {
  std::vector<Fingerprint> parts(std::max<std::size_t>(1, threads));
  parallel_for(threads, batch.size(), [&](std::size_t thread, std::size_t begin, std::size_t end) {
    Fingerprint sum;
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t first = label_hashes[i];
      std::uint64_t second = ~label_hashes[i];
      const bool is_weighted = !weights.empty() && weights[i] != 1.0;
      if (is_weighted) first ^= std::bit_cast<std::uint64_t>(weights[i]) * hash_key_3;
      for (const auto& field : batch.fields) {
        const std::uint64_t hash = hash_bytes(field[i], first);
        first = hash;
        second = fold(second ^ hash_key_2, hash ^ hash_key_3);
      }
      sum.first += first;
      sum.second += second;
    }
    parts[thread] = sum;
  });
  Fingerprint total;
  for (const Fingerprint& part : parts) {
    total.first += part.first;
    total.second += part.second;
  }
  return total;
}

}  // namespace linnet
