// Bytes to tokens: the SIMD block and its scalar reference, the scanner, words, characters and
// hashes.
#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "check.hpp"
#include "common/hash.hpp"
#include "text/tokenizer.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

// ---- blocks of 16 bytes ----

void check_blocks(const char* from, std::size_t available, bool lower, AsciiClass wanted,
                  const std::string& what) {
  const AsciiBlock fast(from, available, lower, wanted);
  const ScalarAsciiBlock plain(from, available, lower, wanted);
  check(fast.ascii_prefix == plain.ascii_prefix, what + ": as much ASCII");
  const std::uint32_t prefix = (1u << plain.ascii_prefix) - 1u;
  check((fast.inside & prefix) == (plain.inside & prefix), what + ": the same bytes inside");
  char fast_bytes[16];
  char plain_bytes[16];
  fast.store(fast_bytes);
  plain.store(plain_bytes);
  check(std::memcmp(fast_bytes, plain_bytes, plain.ascii_prefix) == 0,
        what + ": the same lower case");
}

template <class Visit>
void each_way(Visit visit) {
  for (const bool lower : {false, true})
    for (const AsciiClass wanted :
         {AsciiClass::Word, AsciiClass::NonSpace, AsciiClass::Visible, AsciiClass::GivenToken})
      visit(lower, wanted);
}

void test_every_byte_at_every_position() {
  for (int byte = 0; byte < 256; ++byte)
    for (std::size_t place = 0; place < 16; ++place) {
      std::string text = "aB_9 ,Zz\t0@[`{/:";
      text[place] = static_cast<char>(byte);
      each_way([&](bool lower, AsciiClass wanted) {
        check_blocks(text.data(), 16, lower, wanted, "byte " + std::to_string(byte));
      });
    }
}

// The heap memory is exactly as long as the text, so that the sanitizer sees a read beyond it.
void test_every_length_and_alignment() {
  Chance chance(1);
  for (std::size_t alignment = 0; alignment < 32; ++alignment)
    for (std::size_t available = 0; available < 40; ++available)
      for (int round = 0; round < 4; ++round) {
        std::vector<char> memory(1 + alignment + available);
        for (char& byte : memory) byte = static_cast<char>(chance.below(round == 0 ? 256 : 128));
        each_way([&](bool lower, AsciiClass wanted) {
          check_blocks(memory.data() + 1 + alignment, available, lower, wanted,
                       "length " + std::to_string(available));
        });
      }
}

// ---- the scanner, against whole-text functions and a loop over code points ----

using Runs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

template <class Inside>
Runs plain_runs(const std::string& text, Inside inside) {
  Runs runs;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded found = decode(text.data() + at, text.data() + text.size());
    const auto begin = static_cast<std::uint32_t>(at);
    const auto end = begin + found.length;
    if (inside(found.cp)) {
      if (!runs.empty() && runs.back().second == begin)
        runs.back().second = end;
      else
        runs.push_back({begin, end});
    }
    at = end;
  }
  return runs;
}

// Broken bytes become U+FFFD, as in lower and strip_accents.
std::string plain_normal(const std::string& text, const TextSettings& settings) {
  std::string out = text;
  if (settings.lower) out = lower(out);
  if (settings.strip_accents) out = strip_accents(out);
  if (settings.ascii_only) std::erase_if(out, [](char byte) { return byte & 0x80; });
  if (settings.lower || settings.strip_accents) return out;
  out.clear();
  for (std::size_t at = 0; at < text.size();) {
    const Decoded found = decode(text.data() + at, text.data() + text.size());
    out += text_of(found.cp);
    at += found.length;
  }
  return out;
}

template <class Policy, class Inside>
void check_scan(const std::string& text, const TextSettings& settings, Scan& scan, Inside inside) {
  const std::vector<char> exact(text.begin(), text.end());
  scan_text<Policy>({exact.data(), exact.size()}, settings, scan);
  const std::string normal = plain_normal(text, settings);
  check(std::string(scan.view(0, scan.size())) == normal,
        "the text is normalised as a whole one is: " + shown(text));
  Runs runs;
  scan.each_run([&](std::uint32_t begin, std::uint32_t end) { runs.push_back({begin, end}); });
  check(runs == plain_runs(normal, inside), "the tokens are those of a plain loop: " + shown(text));
}

void check_scans(const std::string& text, Scan& scan) {
  for (int way = 0; way < 6; ++way) {
    TextSettings settings;
    settings.lower = way & 1;
    settings.strip_accents = way >= 2;
    settings.ascii_only = way >= 4;
    check_scan<PythonWords>(text, settings, scan,
                            [](char32_t cp) { return (char_class(cp) & PythonWord) != 0; });
    check_scan<NonSpace>(text, settings, scan,
                         [](char32_t cp) { return !(char_class(cp) & Space); });
    check_scan<WhitespaceWords>(text, settings, scan,
                                [](char32_t cp) { return cp > ' ' && !(char_class(cp) & Space); });
    check_scan<GivenTokens>(text, settings, scan,
                            [](char32_t cp) { return cp != TOKEN_SEPARATOR; });
  }
}

void test_scanning_any_text() {
  Chance chance(2);
  Scan scan;  // one for all: what an earlier text left must not show
  for (int round = 0; round < 4000; ++round) {
    check_scans(random_text(chance, 30), scan);
    check_scans(random_bytes(chance, 150), scan);
    check_scans(damaged(random_text(chance, 30), chance), scan);
  }
}

void test_scanning_every_length() {
  Scan scan;
  for (std::size_t length = 0; length < 200; ++length)
    for (const char* const filling :
         {"a", "A ", "ab,", "\xC3\x89", "a\xC3\x89", " \xE4\xB8\xAD", "\xFF"}) {
      std::string text;
      while (text.size() < length) text += filling;
      check_scans(text.substr(0, length), scan);
    }
}

void test_a_short_text_after_a_long_one() {
  Scan scan;
  check_scans(std::string(100000, 'a'), scan);
  check_scans("b c", scan);
  check_scans("", scan);
  std::string grows;
  for (int i = 0; i < 2000; ++i) grows += "ﷺ";
  check_scans(grows, scan);
  check_scans("b c", scan);
}

// ---- tokens ----

std::vector<std::string> features_of(std::string_view text, const TextSettings& settings) {
  Scratch scratch;
  std::vector<std::string> found;
  each_feature(text, settings, StopWords(settings.stop_words), scratch,
               [&](std::string_view name) { found.emplace_back(name); });
  return found;
}

std::vector<std::string> characters_of(const std::string& text) {
  std::vector<std::string> characters;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode(text.data() + at, text.data() + text.size()).length;
    characters.push_back(text.substr(at, length));
    at += length;
  }
  return characters;
}

bool is_space(const std::string& character) {
  return (char_class(decode(character.data(), character.data() + character.size()).cp) & Space) !=
         0;
}

// Two or more spaces become one; a single one stays.
std::vector<std::string> without_wide_gaps(const std::vector<std::string>& characters) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < characters.size();) {
    std::size_t end = i;
    while (end < characters.size() && is_space(characters[end])) ++end;
    if (end - i >= 2)
      out.push_back(" ");
    else
      out.push_back(characters[i]);
    i = end - i >= 2 ? end : i + 1;
  }
  return out;
}

void append_grams(const std::vector<std::string>& characters, int n,
                  std::vector<std::string>& out) {
  for (std::size_t at = 0; at + static_cast<std::size_t>(n) <= characters.size(); ++at) {
    std::string gram;
    for (int i = 0; i < n; ++i) gram += characters[at + static_cast<std::size_t>(i)];
    out.push_back(gram);
  }
}

std::vector<std::string> plain_grams(const std::string& text, const TextSettings& settings) {
  const auto characters = without_wide_gaps(characters_of(plain_normal(text, settings)));
  std::vector<std::string> grams;
  for (int n = settings.shortest; n <= settings.longest; ++n) append_grams(characters, n, grams);
  return grams;
}

void append_grams_of_word(const std::string& word, const TextSettings& settings,
                          std::vector<std::string>& out) {
  const auto characters = characters_of(" " + word + " ");
  for (int n = settings.shortest; n <= settings.longest; ++n) {
    append_grams(characters, std::min(n, static_cast<int>(characters.size())), out);
    if (characters.size() <= static_cast<std::size_t>(n)) return;
  }
}

std::vector<std::string> plain_grams_in_words(const std::string& text,
                                              const TextSettings& settings) {
  std::vector<std::string> grams;
  std::string word;
  for (const auto& character : characters_of(plain_normal(text, settings))) {
    if (!is_space(character))
      word += character;
    else if (!word.empty())
      append_grams_of_word(std::exchange(word, ""), settings, grams);
  }
  if (!word.empty()) append_grams_of_word(word, settings, grams);
  return grams;
}

void test_characters_against_plain_loops() {
  Chance chance(3);
  for (int round = 0; round < 3000; ++round) {
    const std::string text =
        chance.one_in(3) ? damaged(random_text(chance, 12), chance) : random_text(chance, 12);
    const int shortest = 1 + static_cast<int>(chance.below(5));
    TextSettings settings{Kind::Chars,
                          WordPattern::Unicode,
                          shortest,
                          shortest + static_cast<int>(chance.below(3)),
                          chance.one_in(2),
                          chance.one_in(2),
                          {}};
    check(features_of(text, settings) == plain_grams(text, settings),
          "character n-grams: " + shown(text));
    settings.kind = Kind::CharsInWords;
    check(features_of(text, settings) == plain_grams_in_words(text, settings),
          "character n-grams in words: " + shown(text));
  }
}

// Words stand in the normalised text in order; only the pairs of scripts without spaces share
// bytes.
void test_words_stand_in_the_text_in_order() {
  Chance chance(4);
  Scan scan;
  for (int round = 0; round < 6000; ++round) {
    const std::string text = chance.one_in(3) ? random_bytes(chance, 80) : random_text(chance, 20);
    const char* before_begin = nullptr;
    const char* before_end = nullptr;
    each_word(text, TextSettings{}, scan, [&](std::string_view word) {
      check(!word.empty(), "no word is empty");
      check(word.data() >= scan.bytes() && word.data() + word.size() <= scan.bytes() + scan.size(),
            "a word lies inside the text");
      check(before_begin == nullptr || word.data() > before_begin, "words come in order");
      const char32_t first = decode(word.data(), word.data() + word.size()).cp;
      check(before_end == nullptr || word.data() >= before_end || spaceless_script(first) != 0,
            "only pairs of characters overlap: " + shown(text));
      before_begin = word.data();
      before_end = word.data() + word.size();
    });
  }
}

using Features = std::vector<std::string>;

void test_words_between_white_space() {
  const TextSettings settings{Kind::Words, WordPattern::Whitespace, 1, 2, false, false, {"."}};
  check(features_of(" Don't\tgo\x01 .\xE3\x80\x80東京都 ", settings) ==
            Features{"Don't", "go", "東京都", "Don't go", "go 東京都"},
        "words are what stands between white space and control characters, as it is");
}

void test_tokens_cut_elsewhere() {
  const TextSettings settings{Kind::Words, WordPattern::Given, 1, 2, false, false, {"a b"}};
  check(
      features_of("\x1FÉté\x1F\x1F"
                  "a b\x1Fn't/PART\x1F😀",
                  settings) == Features{"Été", "n't/PART", "😀", "Été n't/PART", "n't/PART 😀"},
      "tokens are what stands between separators; those that are empty or stop words are left out");
}

void test_stop_words() {
  const StopWords stop({"the", "and", "", "b"});
  check(stop.contains("the") && stop.contains("b") && stop.contains(""), "stop words are found");
  check(!stop.contains("th") && !stop.contains("thee") && !stop.contains("a"),
        "and others are not");
  check(StopWords({}).empty() && !StopWords({}).contains("a"), "no stop words stop nothing");
}

// ---- hashes ----

struct Murmur {
  std::string_view bytes;
  std::uint32_t seed0;
  std::uint32_t seed42;
};

// Computed with scikit-learn's murmurhash3_32.
constexpr Murmur murmurs[] = {
    {"", 0x0, 0x087FCD5C},
    {"a", 0x3C2569B2, 0xB2E5A263},
    {"ab", 0x9BBFD75F, 0xD72D0E47},
    {"abc", 0xB3DD93FA, 0x4E4F1E68},
    {"abcd", 0x43ED676A, 0xE860E5CC},
    {"hello world", 0x5E928F0F, 0xEA0C9BF9},
    {"\xE6\x97\xA5\xE6\x9C\xAC", 0xC4D9F942, 0x28DF8865},
    {std::string_view("\0", 1), 0x514E28B7, 0xDD4449C2},
};

void test_murmur() {
  for (const auto& [bytes, seed0, seed42] : murmurs) {
    check(murmur3(bytes) == seed0, "murmur3 of " + shown(bytes));
    check(murmur3(bytes, 42) == seed42, "murmur3 with seed 42 of " + shown(bytes));
  }
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  check(murmur3(all) == 0xE40A0E56 && murmur3(all, 42) == 0xA89526F3, "murmur3 of all bytes");
}

// These stand in model files: they may never change.
void test_hashes_in_files() {
  check(hash_bytes("", 0) == 0xE1838ADD5D9BC7B1u, "the hash of nothing");
  check(hash_bytes("a", 0) == 0xE0518911492270BEu, "the hash of a");
  check(hash_bytes("0123456789abcdef", 0) == 0x1041A1FE251EF09Cu, "the hash of a whole block");
  check(hash_bytes("0123456789abcdefg", 7) == 0xFE752790DE96FAFCu,
        "the hash of a block and a byte");
}

void test_hashes_differ() {
  std::map<std::uint64_t, std::string> met;
  for (std::size_t length = 0; length < 70; ++length)
    for (const char byte : {'\0', 'a', '\xFF'}) {
      const std::string bytes(length, byte);
      const std::vector<char> exact(bytes.begin(), bytes.end());
      const auto [where, fresh] = met.emplace(hash_bytes({exact.data(), exact.size()}, 0), bytes);
      check(fresh || where->second == bytes,
            "texts of zeros and other bytes have hashes of their own: " + shown(bytes));
    }
}

}  // namespace

int main() {
  test_every_byte_at_every_position();
  test_every_length_and_alignment();
  test_scanning_any_text();
  test_scanning_every_length();
  test_a_short_text_after_a_long_one();
  test_characters_against_plain_loops();
  test_words_stand_in_the_text_in_order();
  test_words_between_white_space();
  test_tokens_cut_elsewhere();
  test_stop_words();
  test_murmur();
  test_hashes_in_files();
  test_hashes_differ();
  return report();
}
