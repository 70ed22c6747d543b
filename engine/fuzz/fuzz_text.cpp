// Any bytes as text: the reference, the counters and a frozen vocabulary must agree, and nothing
// outside is read.
#include <map>
#include <memory>
#include <set>

#include "features/frozen_features.hpp"
#include "fuzzing.hpp"
#include "learning/counter.hpp"

using namespace linnet;
using namespace linnet::test;

namespace {

const std::vector<std::string> seeds = {
    "The quick brown fox",
    "ΟΔΟΣ ΣΑΣ İstanbul ẞ",
    "नमस्ते दुनिया می‌روم",
    "東京タワー 手机 iPhone",
    "ภาษาไทย ນ້ຳ ខ្មែរ မြန်မာ",
    "👨‍👩‍👧‍👦👍🏽🇩🇪🇫🇷 1️⃣#️⃣❤️",
    "a\u0301\u0327 ﷺ 각 ﬁ ½ ²",
};

// A seed text changed again and again; what a round draws depends on its own seed alone.
std::string mutated(Chance& chance) {
  std::string text = chance.pick(seeds);
  for (std::size_t n = chance.below(12); n > 0; --n) {
    const std::size_t at = chance.below(text.size() + 1);
    switch (chance.below(7)) {
      case 0: text = damaged(text, chance); break;
      case 1: text.insert(at, chance.pick(pieces)); break;
      case 2: text = text.substr(0, at) + chance.pick(seeds); break;
      case 3: text = text.substr(at); break;
      case 4: text.insert(at, random_bytes(chance, 12)); break;
      case 5: text.insert(at, chance.below(70), static_cast<char>(chance.below(256))); break;
      default: text += random_text(chance, 10); break;
    }
  }
  return text;
}

// Texts in memory of exactly their length: the sanitizer sees a byte too far.
struct Texts {
  std::vector<std::unique_ptr<char[]>> memory;
  std::vector<std::string_view> views;

  void add(const std::string& text) {
    memory.push_back(std::make_unique<char[]>(text.size()));
    std::copy(text.begin(), text.end(), memory.back().get());
    views.emplace_back(memory.back().get(), text.size());
  }
};

BlockSettings any_settings(Chance& chance) {
  BlockSettings block;
  block.text.kind = static_cast<Kind>(chance.below(3));
  block.text.pattern = static_cast<WordPattern>(chance.below(5));
  block.text.shortest = 1 + static_cast<int>(chance.below(4));
  block.text.longest = block.text.shortest + static_cast<int>(chance.below(3));
  if (block.text.pattern == WordPattern::Given)
    block.text.longest = block.text.shortest = 1;  // tokens with spaces
  block.text.lower = !chance.one_in(3);
  block.text.strip_accents = chance.one_in(3);
  block.text.ascii_only = block.text.strip_accents && chance.one_in(3);
  if (chance.one_in(3)) block.text.stop_words = {"the", "a", "東京", "😀", "is"};
  if (chance.one_in(3)) block.hashing = {1 + static_cast<int>(chance.below(12)), chance.one_in(2)};
  block.presence = chance.one_in(4);
  return block;
}

bool well_formed(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const Decoded found = decode(name.data() + at, name.data() + name.size());
    if (found.length == 1 && found.cp == REPLACEMENT) return false;
    at += found.length;
  }
  return !name.empty();
}

using Counts = std::map<std::string, std::uint32_t>;
using Row = std::map<std::int32_t, std::uint32_t>;

Counts stated(std::string_view text, const BlockSettings& block) {
  Scratch scratch;
  Counts counts;
  each_feature(text, block.text, StopWords(block.text.stop_words), scratch,
               [&](std::string_view name) {
                 check(well_formed(name),
                       "a name is UTF-8 and not empty: " + shown(name) + " in " + shown(text));
                 ++counts[std::string(name)];
               });
  return counts;
}

Row expected_row(std::string_view text, const BlockSettings& block,
                 const std::map<std::string, std::int32_t>& columns) {
  Row row;
  for (const auto& [name, n] : stated(text, block)) {
    if (block.hashing.on())
      row[static_cast<std::int32_t>(block.hashing.column(name))] += n;
    else if (const auto found = columns.find(name); found != columns.end())
      row[found->second] += n;
    else
      check(false, "every feature has a column: " + shown(name) + " in " + shown(text));
  }
  if (block.presence)
    for (auto& entry : row) entry.second = 1;
  return row;
}

Row row_at(const Rows& rows, std::size_t i) {
  Row row;
  for (auto at = static_cast<std::size_t>(rows.starts[i]);
       at < static_cast<std::size_t>(rows.starts[i + 1]); ++at)
    row[rows.columns[at]] = rows.counts[at];
  return row;
}

std::map<std::string, std::int32_t> columns_of(const Names& names) {
  std::map<std::string, std::int32_t> columns;
  std::string before;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name(NamesView{names.bytes, names.offsets}[i]);
    check(i == 0 || before < name, "names ascend by bytes");
    columns[name] = static_cast<std::int32_t>(i);
    before = name;
  }
  return columns;
}

void check_frozen(const Texts& texts, const BlockSettings& block,
                  const Counter::CountedRows& counted, std::size_t threads) {
  const Names& names = counted.vocabulary.names;
  const NamesView view{names.bytes, names.offsets};
  const auto slots = build_lookup(view);
  const FrozenFeatures features{{FrozenBlock{0,
                                             block.text,
                                             block.hashing,
                                             block.presence,
                                             {view, slots},
                                             0,
                                             StopWords(block.text.stop_words)}}};
  const Rows rows = features.rows({texts.views}, threads, Watch{});
  check(rows.starts == counted.rows.starts && rows.columns == counted.rows.columns &&
            rows.counts == counted.rows.counts,
        "frozen rows equal counted rows");
}

void one_round(Chance& chance) {
  Texts texts;
  for (std::size_t n = chance.below(8); n > 0; --n) texts.add(mutated(chance));
  const BlockSettings block = any_settings(chance);
  const std::size_t threads = chance.one_in(4) ? 1 + chance.below(4) : 1;
  Counter counter({block}, threads, Counter::Keep::Rows);
  counter.add({{texts.views}}, {}, {}, Watch{});
  const auto counted = counter.take_rows(0);
  check(counted.rows.starts.size() == texts.views.size() + 1, "one row per text");
  const auto columns = columns_of(counted.vocabulary.names);
  for (std::size_t i = 0; i < texts.views.size(); ++i)
    check(row_at(counted.rows, i) == expected_row(texts.views[i], block, columns),
          "the row of " + shown(texts.views[i]));
  check_frozen(texts, block, counted, threads);
}

}  // namespace

int main(int count, char** arguments) { return fuzz::run(count, arguments, one_round); }
