// One document after normalising: its bytes, and which of them stand inside a token.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "common/require.hpp"
#include "text/ascii_block.hpp"
#include "text/utf8.hpp"

namespace linnet {

// A grapheme cluster that is not part of an ordinary word: an emoji, a flag, a character of a
// script without spaces.
struct Cluster {
  // Script1 to Script6 are the numbers that spaceless_script gives.
  enum Kind : std::uint8_t { Script1 = 1, Script6 = 6, Emoji = 7, HalfFlag = 8, Flag = 9 };
  std::uint32_t begin;
  std::uint32_t end;
  std::uint8_t kind;
  bool of_script() const { return kind <= Script6; }
};

// The normalised bytes, one bit per byte that says "inside a token", and the clusters beside them.
// Reused from document to document, so that nothing is allocated per document.
class Scan {
 public:
  // Bytes that may be read (and written) past the text: four blocks are stored at once.
  static constexpr std::size_t padding = 4 * ASCII_BLOCK;

  void start(std::size_t expected_size) {
    size_ = 0;
    clusters.clear();
    std::fill_n(mask_.get(), marked_words_, 0);
    marked_words_ = 0;
    ensure(expected_size);
  }

  void ensure(std::size_t more) {
    const std::size_t needed = size_ + more + padding;
    if (needed > capacity_) grow(needed);
  }

  void put_block(const AsciiBlock& block, unsigned length) {
    block.store(bytes_.get() + size_);
    mark(block.inside & ((1u << length) - 1u), length);
  }

  // Four whole blocks at once; false, and nothing is put, where any byte of them is not ASCII.
  [[gnu::always_inline]] bool put_four_blocks(const char* from, bool lower, AsciiClass wanted) {
    const AsciiBlock a(from, 16, lower, wanted);
    const AsciiBlock b(from + 16, 16, lower, wanted);
    const AsciiBlock c(from + 32, 16, lower, wanted);
    const AsciiBlock d(from + 48, 16, lower, wanted);
    if (a.ascii_prefix + b.ascii_prefix + c.ascii_prefix + d.ascii_prefix != 64) return false;
    char* const to = bytes_.get() + size_;
    a.store(to);
    b.store(to + 16);
    c.store(to + 32);
    d.store(to + 48);
    const std::uint64_t first_half = std::uint64_t{a.inside} | std::uint64_t{b.inside} << 16;
    const std::uint64_t second_half = std::uint64_t{c.inside} | std::uint64_t{d.inside} << 16;
    mark(first_half | second_half << 32, 64);
    return true;
  }

  void put_char(char32_t cp, bool inside) {
    ensure(LONGEST_UTF8);
    const auto length = static_cast<unsigned>(encode(cp, bytes_.get() + size_));
    mark(inside ? (1u << length) - 1u : 0u, length);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }
  const char* bytes() const { return bytes_.get(); }
  std::string_view view(std::uint32_t begin, std::uint32_t end) const {
    return {bytes_.get() + begin, end - begin};
  }
  bool inside(std::size_t at) const { return mask_[at / 64] >> (at % 64) & 1; }
  bool ends_with(std::string_view tail) const {
    if (size_ < tail.size()) return false;
    return std::memcmp(bytes_.get() + size_ - tail.size(), tail.data(), tail.size()) == 0;
  }

  // Calls visit(begin, end) for every run of bytes inside a token, in order.
  template <class Visit>
  void each_run(Visit visit) const {
    each_run_of([this](std::size_t word) { return mask_[word]; }, visit);
  }

  // The same without runs of a single byte: a byte of a longer run has another one before or after
  // it.
  template <class Visit>
  void each_run_of_several(Visit visit) const {
    std::uint64_t last = 0;
    const auto several = [&](std::size_t word) {
      const std::uint64_t bits = mask_[word];
      const std::uint64_t has_previous = bits << 1 | last >> 63;
      const std::uint64_t has_next = bits >> 1 | mask_[word + 1] << 63;
      last = bits;
      return bits & (has_previous | has_next);
    };
    each_run_of(several, visit);
  }

  std::vector<Cluster> clusters;

 private:
  // bits(w): the 64 bits from byte 64 w on, asked for in order. A run begins at a 1 after a 0 and
  // ends at a 0 after a 1, so that the edges of 64 bytes come from two operations.
  template <class Bits, class Visit>
  [[gnu::always_inline]] void each_run_of(Bits bits, Visit visit) const {
    std::uint32_t begin = 0;
    std::uint64_t open = 0;  // 1: a run goes on
    const std::uint32_t n_words = (size() + 63) / 64;
    for (std::uint32_t word = 0; word < n_words; ++word) {
      const std::uint64_t inside = bits(word);
      const std::uint64_t before = inside << 1 | open;
      std::uint64_t begins = inside & ~before;
      std::uint64_t ends = before & ~inside;
      const auto take_first = [word](std::uint64_t& edges) {
        const auto at = static_cast<std::uint32_t>(std::countr_zero(edges));
        edges &= edges - 1;
        return word * 64 + at;
      };
      if (open == 0) begin = take_first(begins);
      for (; ends != 0; begin = take_first(begins)) visit(begin, take_first(ends));
      open = inside >> 63;
    }
    if (open != 0) visit(begin, size());
  }

  // One word for a run that crosses into the next, one for each_run_of_several's look ahead, one
  // for the division that rounds down.
  static std::size_t mask_words(std::size_t bytes) { return bytes / 64 + 3; }

  void mark(std::uint64_t bits, unsigned length) {
    const std::size_t word = size_ / 64;
    const std::size_t shift = size_ % 64;
    mask_[word] |= bits << shift;
    if (shift + length > 64) mask_[word + 1] |= bits >> (64 - shift);
    size_ += length;
    marked_words_ = word + 2;
  }

  void grow(std::size_t wanted) {
    // Positions are 32-bit numbers; a sixteenth of them is left as room for padding.
    constexpr std::size_t end_of_positions = 0xF0000000u;
    constexpr std::size_t least_capacity = 4096;
    require(wanted < end_of_positions,
            "a text must be shorter than 4 GB in lower case and without accents; split it.");
    const std::size_t capacity = std::max({least_capacity, wanted, capacity_ * 2});
    auto bytes = std::make_unique<char[]>(capacity);
    auto mask = std::make_unique<std::uint64_t[]>(mask_words(capacity));
    if (size_ > 0) {
      std::memcpy(bytes.get(), bytes_.get(), size_);
      std::memcpy(mask.get(), mask_.get(), marked_words_ * sizeof(std::uint64_t));
    }
    bytes_ = std::move(bytes);
    mask_ = std::move(mask);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::unique_ptr<std::uint64_t[]> mask_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t marked_words_ = 0;  // words of the mask that may have bits
};

}  // namespace linnet
