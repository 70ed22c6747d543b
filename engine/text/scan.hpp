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
#include "text/normalise.hpp"
#include "text/settings.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

namespace linnet {

// A grapheme cluster that is not part of an ordinary word: an emoji, a flag, a character of a script without spaces.
struct Cluster {
  enum Kind : std::uint8_t { Script1 = 1, Script6 = 6, Emoji = 7, HalfFlag = 8, Flag = 9 };
  std::uint32_t begin, end;
  std::uint8_t kind;
  bool of_script() const { return kind <= Script6; }
};

// One document after normalising: its bytes, one bit per byte that says "inside a token", and the clusters beside.
// Reused from document to document, so that nothing is allocated per document.
class Scan {
 public:
  static constexpr std::size_t padding = 64;  // bytes that may be read (and written) past the text

  void start(std::size_t expected) {
    size_ = 0;
    clusters.clear();
    std::fill_n(mask_.get(), marked_, 0);
    marked_ = 0;
    ensure(expected);
  }

  void ensure(std::size_t more) {
    if (size_ + more + padding > capacity_) grow(size_ + more + padding);
  }

  void put_block(const AsciiBlock& block, unsigned length) {
    block.store(bytes_.get() + size_);
    mark(block.inside & ((1u << length) - 1u), length);
  }

  // Four whole blocks at once; false, and nothing is put, where any byte of them is not ASCII.
  [[gnu::always_inline]] bool put_four_blocks(const char* from, bool lower, AsciiClass wanted) {
    const AsciiBlock a(from, 16, lower, wanted), b(from + 16, 16, lower, wanted);
    const AsciiBlock c(from + 32, 16, lower, wanted), d(from + 48, 16, lower, wanted);
    if (a.ascii_prefix + b.ascii_prefix + c.ascii_prefix + d.ascii_prefix != 64) return false;
    char* const to = bytes_.get() + size_;
    a.store(to);
    b.store(to + 16);
    c.store(to + 32);
    d.store(to + 48);
    mark(std::uint64_t{a.inside} | std::uint64_t{b.inside} << 16 | std::uint64_t{c.inside} << 32 |
             std::uint64_t{d.inside} << 48,
         64);
    return true;
  }

  void put_char(char32_t cp, bool inside) {
    ensure(4);
    unsigned length = static_cast<unsigned>(encode(cp, bytes_.get() + size_));
    mark(inside ? (1u << length) - 1u : 0u, length);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }
  const char* bytes() const { return bytes_.get(); }
  std::string_view view(std::uint32_t begin, std::uint32_t end) const { return {bytes_.get() + begin, end - begin}; }
  bool inside(std::size_t at) const { return mask_[at >> 6] >> (at & 63) & 1; }
  bool ends_with(std::string_view tail) const {
    return size_ >= tail.size() && std::memcmp(bytes_.get() + size_ - tail.size(), tail.data(), tail.size()) == 0;
  }

  // Calls visit(begin, end) for every run of bytes inside a token, in order.
  template <class Visit>
  void each_run(Visit visit) const {
    each_run_of([this](std::size_t w) { return mask_[w]; }, visit);
  }

  // The same without runs of a single byte: a byte of a longer run has another one before or after it.
  template <class Visit>
  void each_run_of_several(Visit visit) const {
    std::uint64_t last = 0;
    const auto several = [&](std::size_t w) {
      const std::uint64_t bits = mask_[w], before = bits << 1 | last >> 63, after = bits >> 1 | mask_[w + 1] << 63;
      last = bits;
      return bits & (before | after);
    };
    each_run_of(several, visit);
  }

  std::vector<Cluster> clusters;

 private:
  // bits(w): the 64 bits from byte 64 w on, asked for in order.
  template <class Bits, class Visit>
  [[gnu::always_inline]] void each_run_of(Bits bits, Visit visit) const {
    std::uint32_t begin = 0;
    std::uint64_t open = 0;  // 1: a run goes on
    const std::uint32_t words = (size() + 63) / 64;
    for (std::uint32_t w = 0; w < words; ++w) {
      const std::uint64_t inside = bits(w), before = inside << 1 | open;
      std::uint64_t begins = inside & ~before, ends = before & ~inside;
      const auto take = [w](std::uint64_t& edges) {
        const auto at = static_cast<std::uint32_t>(std::countr_zero(edges));
        edges &= edges - 1;
        return w * 64 + at;
      };
      if (open == 0) begin = take(begins);
      for (; ends != 0; begin = take(begins)) visit(begin, take(ends));
      open = inside >> 63;
    }
    if (open != 0) visit(begin, size());
  }

  static std::size_t mask_words(std::size_t bytes) { return bytes / 64 + 3; }

  void mark(std::uint64_t bits, unsigned length) {
    const std::size_t word = size_ >> 6, shift = size_ & 63;
    mask_[word] |= bits << shift;
    if (shift + length > 64) mask_[word + 1] |= bits >> (64 - shift);
    size_ += length;
    marked_ = word + 2;
  }

  void grow(std::size_t wanted) {
    require(wanted < 0xF0000000u, "a text must be shorter than 4 GB in lower case and without accents; split it.");
    const std::size_t capacity = std::max<std::size_t>(4096, std::max(wanted, capacity_ * 2));
    auto bytes = std::make_unique<char[]>(capacity);
    auto mask = std::make_unique<std::uint64_t[]>(mask_words(capacity));
    if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    if (size_ > 0) std::memcpy(mask.get(), mask_.get(), marked_ * sizeof(std::uint64_t));
    bytes_ = std::move(bytes);
    mask_ = std::move(mask);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::unique_ptr<std::uint64_t[]> mask_;
  std::size_t capacity_ = 0, size_ = 0, marked_ = 0;
};

// --- What counts as inside a token: one policy per tokenizer. ---

struct PythonWords {  // Python's \w
  static constexpr AsciiClass ascii = AsciiClass::Word;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, char_class(cp) & PythonWord); }
};

struct NonSpace {  // what str.split() keeps
  static constexpr AsciiClass ascii = AsciiClass::NonSpace;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, !(char_class(cp) & Space)); }
};

// What stands between white space. Control characters part words too: n-grams are in order only where the space between
// their words is smaller than any character of a word.
struct SpacedWords {
  static constexpr AsciiClass ascii = AsciiClass::Visible;
  static void put(Scan& scan, char32_t cp) { NonSpace::put(scan, cp); }
};

struct GivenTokens {  // what stands between separators, whatever it is
  static constexpr AsciiClass ascii = AsciiClass::Given;
  static void put(Scan& scan, char32_t cp) { scan.put_char(cp, true); }
};

struct UnicodeWords {  // words with their marks; emoji and scripts without spaces as clusters
  static constexpr AsciiClass ascii = AsciiClass::Word;
  static void put(Scan& scan, char32_t cp);
};

inline void UnicodeWords::put(Scan& scan, char32_t cp) {
  const std::uint8_t cls = char_class(cp);
  const std::uint32_t at = scan.size();
  Cluster* before = !scan.clusters.empty() && scan.clusters.back().end == at ? &scan.clusters.back() : nullptr;
  const bool joined = before && before->kind == Cluster::Emoji && scan.ends_with("\xE2\x80\x8D");
  const bool letter = (cls & Word) && !(joined && (cls & Pictograph));  // U+2139 is both: one token, not two
  const bool word = (cls & Extend) ? !before && at > 0 && scan.inside(at - 1) : letter;
  const bool keycap = cp == 0x20E3 && !before && (scan.ends_with("#\xEF\xB8\x8F") || scan.ends_with("*\xEF\xB8\x8F"));
  scan.put_char(cp, word);
  const std::uint32_t end = scan.size();
  auto add = [&](std::uint8_t kind) { scan.clusters.push_back({at, end, kind}); };
  if (cls & Extend) {
    if (before) before->end = end;
    if (keycap) scan.clusters.push_back({at - 4, end, Cluster::Emoji});
  } else if ((cls & Pictograph) && (joined || cp >= 0x231A)) {  // below are ©, ®, ™ and arrows
    if (joined)
      before->end = end;
    else
      add(Cluster::Emoji);
  } else if (cls & RegionalIndicator) {
    if (before && before->kind == Cluster::HalfFlag)
      *before = {before->begin, end, Cluster::Flag};
    else
      add(Cluster::HalfFlag);
  } else if (cls & Spaceless) {
    add(spaceless_script(cp));
  }
}

// Normalises one character that is not ASCII (or whose neighbours matter) and puts what comes of it.
template <class Policy>
unsigned scan_char(std::string_view text, std::size_t at, const TextSettings& settings, Scan& scan) {
  const auto decoded = decode(text.data() + at, text.data() + text.size());
  auto put = [&](char32_t cp) {
    if (cp < 0x80)
      scan.put_char(cp, ascii_inside(static_cast<unsigned char>(cp), Policy::ascii));
    else if (!settings.ascii_only)
      Policy::put(scan, cp);
  };
  auto strip = [&](char32_t cp) {
    if (settings.strip_accents)
      each_without_accents(cp, put);
    else
      put(cp);
  };
  if (settings.lower)
    each_lower(text, at, decoded.cp, strip);
  else
    strip(decoded.cp);
  return decoded.length;
}

// Reads each byte of the text once: lower case, accents and token edges in one pass, 16 bytes at a time where ASCII.
template <class Policy>
void scan_text(std::string_view text, const TextSettings& settings, Scan& scan) {
  scan.start(text.size());
  for (std::size_t at = 0; at < text.size();) {
    scan.ensure(64);
    if (text.size() - at >= 64 && scan.put_four_blocks(text.data() + at, settings.lower, Policy::ascii)) {
      at += 64;
      continue;
    }
    const AsciiBlock block(text.data() + at, text.size() - at, settings.lower, Policy::ascii);
    if (block.ascii_prefix > 0) scan.put_block(block, block.ascii_prefix);
    at += block.ascii_prefix;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0x80))
      at += scan_char<Policy>(text, at, settings, scan);
  }
}

}  // namespace linnet
