#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/parallel_for.hpp"
#include "features/rows.hpp"

namespace linnet {

// What a count c is worth: the term-frequency part of a weighting.
enum class TermWeight : std::uint8_t {
  Count,      // c
  Sublinear,  // 1 + ln c
  Log10,      // log10(c + 1)
  Bm25,       // c (k1 + 1) / (c + k1 (1 - b + b length / mean length))
};

// The norm by which each block of a document is divided.
enum class Norm : std::uint8_t { None, L1, L2 };

// How counts become values, block by block: value = term weight * idf of the feature, then each
// block of a document to unit length.
struct Weighting {
  // The usual values of Okapi BM25 (Robertson and Zaragoza 2009): how fast counts saturate, and how
  // far the length of a document counts.
  static constexpr double k1 = 1.2;
  static constexpr double b = 0.75;

  TermWeight term = TermWeight::Count;
  Norm norm = Norm::None;
  std::span<const std::int64_t> block_ends;
  std::span<const double> idf;           // per column; empty: 1
  std::span<const double> mean_lengths;  // per block, of its documents' counts; only for BM25
  bool signs = false;  // whether columns 2c and 2c + 1 are one, the latter below 0, for the norm

  // Values of one document's counts; out has room for them.
  void weigh(const RowOf<std::uint32_t>& row, double* out) const {
    each_block(row, block_ends, [&](std::size_t block, const RowOf<std::uint32_t>& part) {
      weigh_terms(block, part, out);
      multiply_by_idf(part.columns, out);
      normalise(part.columns, {out, part.size()});
      out += part.size();
    });
  }

  std::vector<double> weigh(const RowsView& rows, std::size_t threads) const {
    std::vector<double> values(rows.values.size());
    parallel_for(threads, rows.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        weigh(row_of(rows, row), values.data() + rows.starts[row]);
    });
    return values;
  }

 private:
  void weigh_terms(std::size_t block, const RowOf<std::uint32_t>& part, double* out) const {
    const auto each = [&](auto weight) {
      for (std::size_t i = 0; i < part.size(); ++i) out[i] = weight(part.values[i]);
    };
    switch (term) {
      case TermWeight::Count: return each([](std::uint32_t c) { return static_cast<double>(c); });
      case TermWeight::Sublinear:
        return each([](std::uint32_t c) { return c == 1 ? 1.0 : 1.0 + std::log(c); });
      case TermWeight::Log10: return each([](std::uint32_t c) { return std::log10(c + 1.0); });
      case TermWeight::Bm25: {
        const double saturation = bm25_saturation(block, part.values);
        return each([&](std::uint32_t c) { return c * (k1 + 1) / (c + saturation); });
      }
    }
  }

  // k1 (1 - b + b length / mean length)
  double bm25_saturation(std::size_t block, std::span<const std::uint32_t> counts) const {
    double length = 0;
    for (const std::uint32_t c : counts) length += c;
    const double mean = block < mean_lengths.size() ? mean_lengths[block] : 0;
    const double by_length = mean > 0 ? b * length / mean : 0;
    return k1 * (1 - b + by_length);
  }

  void multiply_by_idf(std::span<const std::int32_t> columns, double* out) const {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto column = static_cast<std::size_t>(columns[i]);
      if (column < idf.size()) out[i] *= idf[column];
    }
  }

  void normalise(std::span<const std::int32_t> columns, std::span<double> values) const {
    if (norm == Norm::None) return;
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      double value = values[i];
      const bool has_next = i + 1 < values.size();
      if (signs && has_next && columns[i] % 2 == 0 && columns[i + 1] == columns[i] + 1)
        value -= values[++i];
      sum += norm == Norm::L1 ? std::abs(value) : value * value;
    }
    const double length = norm == Norm::L1 ? sum : std::sqrt(sum);
    if (length > 0)
      for (double& value : values) value /= length;
  }
};

}  // namespace linnet
