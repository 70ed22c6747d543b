// Normalised texts, Jaccard similarity and near-duplicates.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "evaluation/near_duplicates.hpp"

using namespace linnet;
using linnet::test::Chance;
using linnet::test::check;

namespace {

std::u32string normalised(std::vector<std::string_view> fields) { return normalised_text(fields); }

void normalised_forms() {
  check(normalised({"  Win: a PRIZE -- now!! "}) == U"win a prize now",
        "punctuation is one space, and none at the ends");
  check(normalised({"snake_case"}) == U"snake case", "an underscore is no letter");
  check(normalised({"ΟΔΟΣ 5"}) == U"οδος 5", "lower case is that of the language");
  check(normalised({"cafe\u0301!"}) == U"cafe\u0301", "a mark belongs to its letter");
  check(normalised({"a", "", "b"}) == U"a b", "fields are parted by a space");
  check(normalised({"\xff 😀 -"}).empty(), "nothing is left of what has no letter or digit");
}

void similarities() {
  // abcde bcdef cdefg and abcde bcdef: 2 of 3.
  check(std::abs(jaccard_similarity(U"abcdefg", U"abcdef") - 2.0 / 3.0) < 1e-12,
        "similarity is the share in both");
  check(jaccard_similarity(U"abc", U"abc") == 1.0 && jaccard_similarity(U"abc", U"abd") == 0.0,
        "short texts are one shingle");
  check(jaccard_similarity(U"", U"") == 0.0, "empty texts have nothing in common");
}

std::string words(Chance& chance, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += "w" + std::to_string(chance.below(100000)) + " ";
  return out;
}

struct Planted {
  std::vector<std::string> texts;
  std::vector<std::int32_t> parts;
  std::vector<std::uint8_t> wanted;

  void add(std::string text, std::int32_t part) {
    texts.push_back(std::move(text));
    parts.push_back(part);
    wanted.push_back(part > 0);
  }
  NearDuplicates duplicates(bool forward, std::size_t threads) const {
    TextBatch batch;
    batch.fields.emplace_back(texts.begin(), texts.end());
    return find_near_duplicates(batch, {parts, wanted, forward}, threads, Watch());
  }
};

void planted_duplicates_are_found() {
  Chance chance(1);
  Planted planted;
  constexpr std::size_t n = 2000;
  for (std::size_t i = 0; i < n; ++i) planted.add(words(chance, 40), 0);
  for (std::size_t i = 0; i < n; ++i) planted.add(planted.texts[i] + words(chance, 1 + i % 9), 1);
  const NearDuplicates found = planted.duplicates(true, 2);
  std::size_t similar = 0;
  std::size_t hits = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string_view a = planted.texts[i];
    const std::string_view b = planted.texts[n + i];
    const double truth = jaccard_similarity(normalised({a}), normalised({b}));
    const bool hit = found.documents[n + i] == static_cast<std::int64_t>(i);
    similar += truth >= MIN_SIMILARITY;
    hits += hit;
    wrong += hit && (truth < MIN_SIMILARITY || found.similarity[n + i] != truth);
    wrong += !hit && found.documents[n + i] >= 0;
    wrong += found.documents[i] >= 0;
  }
  check(wrong == 0, "no near-duplicate that is none, and none of a document that was not wanted");
  check(similar > n / 2 && static_cast<double>(hits) >= 0.99 * static_cast<double>(similar),
        "99 % are found");
  check(planted.duplicates(true, 1).documents == found.documents, "threads change nothing");
}

// Words, and the same words with every nth one replaced.
std::pair<std::string, std::string> long_pair(Chance& chance, std::size_t n, std::size_t nth) {
  std::string a;
  std::string b;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string word = "w" + std::to_string(chance.below(1000000)) + " ";
    a += word;
    b += i % nth == 0 ? "v" + std::to_string(chance.below(1000000)) + " " : word;
  }
  return {a, b};
}

// The near-duplicate of the second of two texts, and how similar it is.
NearDuplicates of_pair(const std::pair<std::string, std::string>& pair) {
  Planted planted;
  planted.add(pair.first, 0);
  planted.add(pair.second, 1);
  return planted.duplicates(true, 1);
}

void long_texts_are_compared_by_a_sample() {
  Chance chance(3);
  for (const std::size_t n : {2000, 4000, 12000}) {
    const auto like = long_pair(chance, n, 20);  // about 16,000, 30,000 and 90,000 shingles
    const double truth = jaccard_similarity(normalised({like.first}), normalised({like.second}));
    const NearDuplicates found = of_pair(like);
    check(found.documents[1] == 0, "long texts that are alike are found");
    const double off = std::abs(found.similarity[1] - truth);
    check(n == 2000 ? off == 0.0 : off < 0.02, "short ones exactly, long ones nearly");
    check(of_pair(long_pair(chance, n, 7)).documents[1] == -1, "others are not found");
  }
  const auto repeated = long_pair(chance, 10, 100);
  std::string many;
  for (int i = 0; i < 1000; ++i) many += repeated.first;
  check(of_pair({many, many + repeated.first}).similarity[1] == 1.0,
        "a long text of few different shingles is compared exactly");
}

void many_long_texts_that_are_somewhat_alike() {
  Chance chance(4);
  Planted planted;
  const auto base = long_pair(chance, 8000, 100000).first;
  for (std::int32_t i = 0; i < 120; ++i) planted.add(base + words(chance, 1400), i);
  const NearDuplicates found = planted.duplicates(false, 1);
  check(found.documents == planted.duplicates(false, 3).documents, "threads change nothing");
}

void parts_decide() {
  Planted planted;
  for (const std::int32_t part : {1, 1, 2})
    planted.add("one long text about the weather " + std::to_string(part), part);
  check(planted.duplicates(false, 1).documents == std::vector<std::int64_t>{2, 2, 0},
        "a near-duplicate is in another part");
  check(planted.duplicates(true, 1).documents == std::vector<std::int64_t>{-1, -1, 0},
        "or only in a lower one");
  planted.texts = {"", "...", "!"};
  check(planted.duplicates(false, 1).documents == std::vector<std::int64_t>{-1, -1, -1},
        "empty texts have no near-duplicate");
}

void a_crowd_of_likes_takes_no_longer_than_its_size() {
  Planted planted;
  for (int i = 0; i < 20000; ++i)
    planted.add("the same long letter to all of our dear customers " + std::to_string(i), i % 5);
  const NearDuplicates found = planted.duplicates(false, 2);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < found.documents.size(); ++i)
    hits += planted.wanted[i] && found.documents[i] >= 0;
  check(hits == 16000, "each of a crowd has a near-duplicate");
}

}  // namespace

int main() {
  normalised_forms();
  similarities();
  planted_duplicates_are_found();
  long_texts_are_compared_by_a_sample();
  many_long_texts_that_are_somewhat_alike();
  parts_decide();
  a_crowd_of_likes_takes_no_longer_than_its_size();
  return linnet::test::report();
}
