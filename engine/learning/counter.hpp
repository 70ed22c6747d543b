#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/parallel_for.hpp"
#include "features/counters.hpp"
#include "features/row_sorters.hpp"
#include "features/rows.hpp"
#include "features/vocabulary_order.hpp"
#include "learning/class_totals.hpp"
#include "learning/running_totals.hpp"

namespace linnet {

struct BlockSettings {
  std::size_t field = 0;  // which text column
  TextSettings text = {};
  Hashing hashing = {};
  bool presence = false;  // each feature counts once per document
};

// One batch of documents: fields[f][i] is the text of document i in field f.
struct TextBatch {
  std::vector<std::vector<std::string_view>> fields;
  std::size_t size() const { return fields.empty() ? 0 : fields[0].size(); }
  // Whether it is counted in less time than a thread takes to start.
  bool brief() const {
    if (size() >= kFewDocuments) return false;
    std::size_t bytes = 0;
    for (const auto& field : fields) {
      for (const std::string_view text : field) bytes += text.size();
    }
    return bytes < kFewBytes;
  }
  static constexpr std::size_t kFewDocuments = 16;
  static constexpr std::size_t kFewBytes = 20'000;
};

// An order-free sum of document hashes: adds and subtracts like the totals do.
struct Fingerprint {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

// Counts the features of documents that stream by, block by block, in several threads. Keeps either
// the rows (documents × features) or only the totals by label; the result never depends on the
// threads.
class Counter {
 public:
  enum class Keep { Rows, Totals };

  Counter(std::vector<BlockSettings> blocks, std::size_t threads, Keep keep);
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  // labels: one code per document; weights: empty, or one per document. Both are only used for
  // totals.
  void add(const TextBatch& batch, std::span<const std::int32_t> labels,
           std::span<const double> weights, const Watch& watch);

  bool keeps_rows() const { return keep_ == Keep::Rows; }
  // Whether the rows can be taken in less time than a thread takes to start.
  bool brief() const {
    return segments_.size() == 1 && segments_[0].rows < TextBatch::kFewDocuments;
  }

  // How many fields a batch must have.
  std::size_t n_fields() const {
    std::size_t fields = 0;
    for (const auto& block : blocks_) fields = std::max(fields, block.field + 1);
    return fields;
  }

  struct Vocabulary {
    Names names;  // sorted: the columns, or where hashed and asked for, whatever was met
    std::vector<std::int64_t> columns;           // hashed totals: the columns in use
    std::vector<std::int64_t> name_frequencies;  // hashed with names: documents that have each name
  };
  struct CountedRows {
    Vocabulary vocabulary;
    Rows rows;
  };
  struct CountedTotals {
    Vocabulary vocabulary;
    BlockTotals totals;
  };
  // Each block once; the block's counts are gone afterwards.
  CountedRows take_rows(std::size_t block);
  // Labels of totals are renumbered: label l becomes label_places[l].
  CountedTotals take_totals(std::size_t block, std::span<const std::int32_t> label_places);

 private:
  struct Part {  // what one thread has of one block
    AnyCounter counter;
    RowBuffer rows;
    BigVector<std::uint32_t> counts;  // beside the columns of settled rows
    RunningTotals totals;
    std::vector<std::int64_t> name_frequencies;  // per id, where hashed features keep their names
  };
  struct Segment {
    std::size_t thread;
    std::size_t rows;
  };

  Part new_part(const BlockSettings& block) const;
  void count_part(Part& part, const BlockSettings& block, const TextBatch& batch, std::size_t begin,
                  std::size_t end, const Watch& watch);
  void close_part(Part& part, const BlockSettings& block, std::size_t begin,
                  std::span<const std::int32_t> labels, std::span<const double> weights);
  std::vector<const AnyCounter*> counters_of(std::size_t block) const;
  // Empty where hashed features have no names.
  VocabularyOrder vocabulary_order(std::size_t block) const;
  void add_totals(Part& part, const BlockSettings& block, std::size_t begin,
                  std::span<const std::int32_t> labels, std::span<const double> weights) const;
  static void settle(Part& part, const BlockSettings& block, const BigVector<std::int32_t>& columns,
                     std::size_t n_columns);
  Rows gather(std::size_t block) const;
  std::vector<std::int64_t> gather_name_frequencies(std::size_t block, const VocabularyOrder& order,
                                                    std::size_t n_names) const;
  void clear(std::size_t block);

  std::vector<BlockSettings> blocks_;
  std::size_t threads_;
  Keep keep_;
  std::vector<std::vector<Part>> parts_;  // [block][thread]
  std::vector<bool> taken_;               // per block: its counts are gone
  std::vector<Segment> segments_;         // which thread counted which rows, in document order
};

Fingerprint fingerprint_of(const TextBatch& batch, std::span<const std::uint64_t> label_hashes,
                           std::span<const double> weights, std::size_t threads);

}  // namespace linnet
