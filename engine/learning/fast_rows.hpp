#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "common/big_vector.hpp"
#include "common/parallel_for.hpp"
#include "common/random.hpp"
#include "learning/examples.hpp"

namespace linnet {

template <class Real>
struct Entry {
  std::int32_t place;
  Real x;
};

// Examples as a solver wants them: column and value side by side; columns numbered by how many documents have them, so
// that the weights that are needed most lie together; the documents asked for, in that order.
template <class Real>
struct FastRows {
  std::vector<std::uint32_t> documents;  // the number of each row among the examples
  BigVector<std::int64_t> starts;
  BigVector<Entry<Real>> entries;
  std::vector<std::int32_t> places;  // of each column
  BigVector<Real> squares;           // of each row: the sum of x²

  FastRows(const Examples& examples, std::vector<std::uint32_t> chosen, std::size_t threads);
  std::size_t size() const { return squares.size(); }
  std::size_t n_columns() const { return places.size(); }
  std::span<const Entry<Real>> row(std::size_t i) const {
    return {entries.data() + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i])};
  }
};

// How often each column occurs.
inline std::vector<std::int32_t> column_counts(const Examples& examples, std::size_t threads) {
  std::vector<std::vector<std::int32_t>> parts(threads, std::vector<std::int32_t>(examples.n_columns, 0));
  const auto begin = static_cast<std::size_t>(examples.starts.front());
  const auto n = static_cast<std::size_t>(examples.starts.back()) - begin;
  parallel_for(threads, n, [&](std::size_t part, std::size_t from, std::size_t to) {
    for (std::size_t e = begin + from; e < begin + to; ++e)
      ++parts[part][static_cast<std::size_t>(examples.columns[e])];
  });
  for (std::size_t part = 1; part < threads; ++part)
    for (std::size_t c = 0; c < examples.n_columns; ++c) parts[0][c] += parts[part][c];
  return std::move(parts[0]);
}

// The place of each column when the most frequent come first; equal ones stay in their order.
inline std::vector<std::int32_t> places_by_count(std::span<const std::int32_t> counts, std::size_t n_documents) {
  const auto bucket = [&](std::int32_t count) {
    return n_documents - std::min(n_documents, static_cast<std::size_t>(count));
  };
  std::vector<std::int32_t> next(n_documents + 2, 0), places(counts.size());
  for (const auto count : counts) ++next[bucket(count) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  for (std::size_t c = 0; c < counts.size(); ++c) places[c] = next[bucket(counts[c])]++;
  return places;
}

// The documents with a weight above 0, in a random order: reading them one after the other is as good as picking them
// at random.
inline std::vector<std::uint32_t> shuffled_documents(const Examples& examples, std::uint64_t seed) {
  std::vector<std::uint32_t> documents;
  documents.reserve(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i)
    if (examples.weight(i) > 0) documents.push_back(static_cast<std::uint32_t>(i));
  Random random(seed);
  shuffle(std::span(documents), random);
  return documents;
}

// All documents as they come.
inline std::vector<std::uint32_t> all_documents(const Examples& examples) {
  std::vector<std::uint32_t> documents(examples.size());
  std::iota(documents.begin(), documents.end(), 0u);
  return documents;
}

template <class Real>
FastRows<Real>::FastRows(const Examples& examples, std::vector<std::uint32_t> chosen, std::size_t threads)
    : documents(std::move(chosen)),
      starts(1, 0),
      places(places_by_count(column_counts(examples, threads), examples.size())) {
  starts.reserve(documents.size() + 1);
  for (const auto document : documents)
    starts.push_back(starts.back() + examples.starts[document + 1] - examples.starts[document]);
  entries.resize(static_cast<std::size_t>(starts.back()));
  squares.resize(documents.size());
  parallel_for(threads, size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      auto* out = entries.data() + starts[i];
      double sum = 0;
      examples.each(documents[i], [&](std::size_t column, double x) {
        *out++ = {places[column], static_cast<Real>(x)};
        sum += x * x;
      });
      squares[i] = static_cast<Real>(sum);
    }
  });
}

}  // namespace linnet
