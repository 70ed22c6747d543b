#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "learning/training_rows.hpp"

namespace linnet {

template <class Real>
struct Entry {
  std::int32_t place;  // of the column
  Real x;
};

// Rows as a solver wants them: column and value side by side; columns renumbered, the most frequent
// first, so that the weights that are needed most lie together; the documents asked for, in that
// order.
template <class Real>
struct FastRows {
  std::vector<std::uint32_t> documents;  // the number of each row among the training rows
  BigVector<std::int64_t> starts;
  BigVector<Entry<Real>> entries;
  std::vector<std::int32_t> places;  // of each column
  BigVector<Real> squares;           // of each row: |x|²

  FastRows(const TrainingRows& rows, std::vector<std::uint32_t> chosen, std::size_t threads);
  std::size_t size() const { return squares.size(); }
  std::size_t n_columns() const { return places.size(); }
  [[gnu::always_inline]] std::span<const Entry<Real>> row(std::size_t i) const {
    return {entries.data() + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i])};
  }

 private:
  void fill_row(const TrainingRows& rows, std::size_t i);
};

// How often each column occurs.
inline std::vector<std::int32_t> column_counts(const TrainingRows& rows, std::size_t threads) {
  using Counts = std::vector<std::int32_t>;
  std::vector<Counts> parts(threads, Counts(rows.n_columns, 0));
  const auto first = static_cast<std::size_t>(rows.starts.front());
  const auto n = static_cast<std::size_t>(rows.starts.back()) - first;
  parallel_for(threads, n, [&](std::size_t part, std::size_t begin, std::size_t end) {
    for (std::size_t e = first + begin; e < first + end; ++e) {
      ++parts[part][static_cast<std::size_t>(rows.columns[e])];
    }
  });
  for (std::size_t part = 1; part < threads; ++part) {
    for (std::size_t c = 0; c < rows.n_columns; ++c) parts[0][c] += parts[part][c];
  }
  return std::move(parts[0]);
}

// The place of each column when the most frequent come first; equal ones stay in their order. By a
// counting sort.
inline std::vector<std::int32_t> places_by_count(std::span<const std::int32_t> counts,
                                                 std::size_t n_documents) {
  const auto bucket = [&](std::int32_t count) {
    return n_documents - std::min(n_documents, static_cast<std::size_t>(count));
  };
  std::vector<std::int32_t> next(n_documents + 2, 0);
  for (const std::int32_t count : counts) ++next[bucket(count) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::int32_t> places(counts.size());
  for (std::size_t c = 0; c < counts.size(); ++c) places[c] = next[bucket(counts[c])]++;
  return places;
}

// The documents with a weight above 0, in a random order: reading them one after the other is as
// good as picking them at random.
inline std::vector<std::uint32_t> shuffled_documents(const TrainingRows& rows, std::uint64_t seed) {
  std::vector<std::uint32_t> documents;
  documents.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.weight(i) > 0) documents.push_back(static_cast<std::uint32_t>(i));
  }
  Random random(seed);
  shuffle(std::span(documents), random);
  return documents;
}

// All documents as they come.
inline std::vector<std::uint32_t> all_documents(const TrainingRows& rows) {
  std::vector<std::uint32_t> documents(rows.size());
  std::iota(documents.begin(), documents.end(), 0u);
  return documents;
}

template <class Real>
FastRows<Real>::FastRows(const TrainingRows& rows, std::vector<std::uint32_t> chosen,
                         std::size_t threads)
    : documents(std::move(chosen)),
      starts(1, 0),
      places(places_by_count(column_counts(rows, threads), rows.size())) {
  starts.reserve(documents.size() + 1);
  for (const std::uint32_t document : documents) {
    const std::int64_t length = rows.starts[document + 1] - rows.starts[document];
    starts.push_back(starts.back() + length);
  }
  entries.resize(static_cast<std::size_t>(starts.back()));
  squares.resize(documents.size());
  parallel_for(threads, size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) fill_row(rows, i);
  });
}

template <class Real>
void FastRows<Real>::fill_row(const TrainingRows& rows, std::size_t i) {
  Entry<Real>* out = entries.data() + starts[i];
  double square = 0;
  rows.each(documents[i], [&](std::size_t column, double x) {
    *out++ = {places[column], static_cast<Real>(x)};
    square += x * x;
  });
  squares[i] = static_cast<Real>(square);
}

}  // namespace linnet
