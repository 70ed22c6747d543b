// Plain forms, likeness and near twins.
#include <cmath>
#include <string>
#include <vector>

#include "check.hpp"
#include "evaluation/twins.hpp"

using namespace linnet;
using linnet::test::Chance;
using linnet::test::check;

namespace {

std::u32string plain(std::vector<std::string_view> fields) { return plain_text(fields); }

void plain_forms() {
  check(plain({"  Win: a PRIZE -- now!! "}) == U"win a prize now", "punctuation is one space, and none at the ends");
  check(plain({"snake_case"}) == U"snake case", "an underscore is no letter");
  check(plain({"ΟΔΟΣ 5"}) == U"οδος 5", "lower case is that of the language");
  check(plain({"cafe\u0301!"}) == U"cafe\u0301", "a mark belongs to its letter");
  check(plain({"a", "", "b"}) == U"a b", "fields are parted by a space");
  check(plain({"\xff 😀 -"}).empty(), "nothing is left of what has no letter or digit");
}

void likenesses() {
  // abcde bcdef cdefg and abcde bcdef: 2 of 3.
  check(std::abs(likeness(U"abcdefg", U"abcdef") - 2.0 / 3.0) < 1e-12, "likeness is the share in both");
  check(likeness(U"abc", U"abc") == 1.0 && likeness(U"abc", U"abd") == 0.0, "short texts are one gram");
  check(likeness(U"", U"") == 0.0, "empty texts have nothing in common");
}

std::string words(Chance& chance, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += "w" + std::to_string(chance.below(100000)) + " ";
  return out;
}

struct Planted {
  std::vector<std::string> texts;
  std::vector<std::int32_t> parts;
  std::vector<std::uint8_t> asked;

  void add(std::string text, std::int32_t part) {
    texts.push_back(std::move(text));
    parts.push_back(part);
    asked.push_back(part > 0);
  }
  NearTwins twins(bool forward, std::size_t threads) const {
    TextBatch batch;
    batch.fields.emplace_back(texts.begin(), texts.end());
    return near_twins(batch, {parts, asked, forward}, threads, Watch());
  }
};

void planted_twins_are_found() {
  Chance chance(1);
  Planted planted;
  constexpr std::size_t n = 2000;
  for (std::size_t i = 0; i < n; ++i) planted.add(words(chance, 40), 0);
  for (std::size_t i = 0; i < n; ++i) planted.add(planted.texts[i] + words(chance, 1 + i % 9), 1);
  const NearTwins found = planted.twins(true, 2);
  std::size_t alike = 0, hits = 0, wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string_view a = planted.texts[i], b = planted.texts[n + i];
    const double truth = likeness(plain({a}), plain({b}));
    const bool hit = found.twins[n + i] == static_cast<std::int64_t>(i);
    alike += truth >= LEAST_LIKENESS;
    hits += hit;
    wrong += hit && (truth < LEAST_LIKENESS || found.likeness[n + i] != truth);
    wrong += !hit && found.twins[n + i] >= 0;
    wrong += found.twins[i] >= 0;
  }
  check(wrong == 0, "no twin that is none, and no twin of a document that was not asked for");
  check(alike > n / 2 && static_cast<double>(hits) >= 0.99 * static_cast<double>(alike), "99 % are found");
  check(planted.twins(true, 1).twins == found.twins, "threads change nothing");
}

void sides_decide() {
  Planted planted;
  for (const std::int32_t part : {1, 1, 2})
    planted.add("one long text about the weather " + std::to_string(part), part);
  check(planted.twins(false, 1).twins == std::vector<std::int64_t>{2, 2, 0}, "a twin is in another part");
  check(planted.twins(true, 1).twins == std::vector<std::int64_t>{-1, -1, 0}, "or only in a lower one");
  planted.texts = {"", "...", "!"};
  check(planted.twins(false, 1).twins == std::vector<std::int64_t>{-1, -1, -1}, "empty texts have no twin");
}

void a_crowd_of_likes_takes_no_longer_than_its_size() {
  Planted planted;
  for (int i = 0; i < 20000; ++i)
    planted.add("the same long letter to all of our dear customers " + std::to_string(i), i % 5);
  const NearTwins found = planted.twins(false, 2);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < found.twins.size(); ++i) hits += planted.asked[i] && found.twins[i] >= 0;
  check(hits == 16000, "each of a crowd has a twin");
}

}  // namespace

int main() {
  plain_forms();
  likenesses();
  planted_twins_are_found();
  sides_decide();
  a_crowd_of_likes_takes_no_longer_than_its_size();
  return linnet::test::report();
}
