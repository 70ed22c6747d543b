#include "evaluation/twins.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <limits>
#include <utility>

#include "common/hash.hpp"
#include "text/normalise.hpp"
#include "text/utf8.hpp"

namespace linnet {

namespace {

// 20 bands of 6: a pair at 0.8 agrees in some band with probability 1 - (1 - 0.8^6)^20 = 0.998, one at 0.3 with 0.01.
constexpr std::size_t gram = 5, bands = 20, in_band = 6, lanes = bands * in_band;
// A pair at 0.8 agrees in fewer lanes than this with probability 0.0004.
constexpr std::size_t least_agreeing = 81;
// So that a crowd of texts that are alike costs no more than its size.
constexpr std::size_t most_looked_at = 64;
constexpr std::uint8_t most_compared = 16;

using Sketch = std::array<std::uint16_t, lanes>;
using Grams = std::vector<std::uint64_t>;

// The lower case of an ASCII letter or digit; 0 for the others.
constexpr std::array<char, 128> plain_ascii = [] {
  std::array<char, 128> plain{};
  for (char c = '0'; c <= '9'; ++c) plain[static_cast<std::size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) plain[static_cast<std::size_t>(c)] = plain[static_cast<std::size_t>(c - 32)] = c;
  return plain;
}();

bool is_letter_or_digit(char32_t cp) { return cp != U'_' && (char_class(cp) & (Word | Spaceless)) != 0; }

void append_plain(std::string_view text, std::u32string& out) {
  bool gap = !out.empty();
  const auto put = [&](char32_t cp) {
    if (gap) out.push_back(U' ');
    gap = false;
    out.push_back(cp);
  };
  const auto part = [&] { gap = !out.empty(); };
  const auto take = [&](char32_t cp) {
    const bool mark = !gap && !out.empty() && (char_class(cp) & Extend) != 0;
    mark || is_letter_or_digit(cp) ? put(cp) : part();
  };
  out.reserve(out.size() + text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    if (const auto byte = static_cast<unsigned char>(text[at]); byte < plain_ascii.size()) {
      plain_ascii[byte] ? put(static_cast<unsigned char>(plain_ascii[byte])) : part();
      ++at;
      continue;
    }
    const Decoded found = decode(text.data() + at, text.data() + text.size());
    each_lower(text, at, found.cp, take);
    at += found.length;
  }
}

std::u32string plain_text(const TextBatch& batch, std::size_t document) {
  std::u32string out;
  for (const auto& field : batch.fields) append_plain(field[document], out);
  return out;
}

std::uint64_t hash_of(std::u32string_view text) {
  return hash_bytes({reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char32_t)}, 0);
}

Grams grams_of(std::u32string_view text) {
  Grams out;
  if (!text.empty() && text.size() < gram) out.push_back(hash_of(text));
  for (std::size_t at = 0; at + gram <= text.size(); ++at) out.push_back(hash_of(text.substr(at, gram)));
  return out;
}

Grams gram_set(std::u32string_view text) {
  Grams grams = grams_of(text);
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

// Every gram throws a value into a random lane, round after round until each lane has one; the least of the first
// round that reached a lane stays. After as many rounds as lanes, all grams of a round go for the same lane.
// (Fast similarity sketching, Dahlgaard, Knudsen and Thorup 2017.)
Sketch sketch_of(const Grams& grams) {
  constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::array<std::uint64_t, lanes> least;
  least.fill(none);
  std::size_t open = grams.empty() ? 0 : lanes;
  for (std::uint64_t round = 0; open > 0; ++round) {
    const std::uint64_t seed = fold(round + 1, hash_key_3);
    for (const std::uint64_t one : grams) {
      const std::uint64_t mixed = fold(one ^ seed, hash_key_1);
      std::uint64_t& lane = least[round < lanes ? (mixed >> 32) * lanes >> 32 : round - lanes];
      open -= lane == none;
      lane = std::min(lane, round << 32 | (mixed & 0xFFFFFFFFu));
    }
  }
  Sketch sketch;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    sketch[lane] = static_cast<std::uint16_t>(fold(least[lane] ^ hash_key_1, hash_key_2));
  return sketch;
}

bool agree(const Sketch& a, const Sketch& b) {
  std::size_t same = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) same += a[lane] == b[lane];
  return same >= least_agreeing;
}

struct Entry {
  std::uint64_t band;
  std::int32_t part;
  std::uint32_t document;
  auto operator<=>(const Entry&) const = default;
};

class Search {
 public:
  Search(const TextBatch& batch, const Sides& sides, std::size_t threads, const Watch& watch)
      : batch_(batch),
        sides_(sides),
        threads_(threads),
        watch_(watch),
        sketches_(batch.size()),
        full_(batch.size()),
        compared_(batch.size()),
        found_{std::vector<std::int64_t>(batch.size(), -1), std::vector<double>(batch.size())} {}

  NearTwins run() {
    each_document([&](std::size_t document) {
      const Grams grams = grams_of(plain_text(batch_, document));
      full_[document] = !grams.empty();
      sketches_[document] = sketch_of(grams);
    });
    for (std::size_t band = 0; band < bands; ++band) look_in(band);
    return std::move(found_);
  }

 private:
  template <class Work>
  void each_document(Work work) {
    parallel_for(threads_, batch_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t document = begin; document < end; ++document) {
        if (document % 256 == 0) watch_.check();
        work(document);
      }
    });
  }

  std::uint64_t key(std::size_t band, std::size_t document) const {
    const auto* first = reinterpret_cast<const char*>(sketches_[document].data() + band * in_band);
    return hash_bytes({first, in_band * sizeof(std::uint16_t)}, band);
  }

  void look_in(std::size_t band) {
    entries_.clear();
    for (std::size_t document = 0; document < batch_.size(); ++document)
      if (full_[document])
        entries_.push_back({key(band, document), sides_.parts[document], static_cast<std::uint32_t>(document)});
    std::sort(entries_.begin(), entries_.end());
    each_document([&](std::size_t document) {
      if (sides_.asked[document] && full_[document] && found_.twins[document] < 0)
        look_for(document, key(band, document));
    });
  }

  // First among documents of lower parts, then among those of higher ones.
  void look_for(std::size_t document, std::uint64_t band) {
    const std::int32_t part = sides_.parts[document];
    if (look_from({band, 0, 0}, part, document) || sides_.forward) return;
    look_from({band, part + 1, 0}, std::numeric_limits<std::int32_t>::max(), document);
  }

  // Whether there is a twin among the first entries from `first` on that are below part `end`.
  bool look_from(const Entry& first, std::int32_t end, std::size_t document) {
    auto at = std::lower_bound(entries_.begin(), entries_.end(), first);
    for (std::size_t looked = 0; looked < most_looked_at && at != entries_.end(); ++looked, ++at) {
      if (at->band != first.band || at->part >= end || compared_[document] == most_compared) return false;
      if (agree(sketches_[document], sketches_[at->document]) && compare(document, at->document)) return true;
    }
    return false;
  }

  bool compare(std::size_t document, std::size_t other) {
    ++compared_[document];
    const double found = likeness(plain_text(batch_, document), plain_text(batch_, other));
    if (found < LEAST_LIKENESS) return false;
    found_.twins[document] = static_cast<std::int64_t>(other);
    found_.likeness[document] = found;
    return true;
  }

  const TextBatch& batch_;
  const Sides& sides_;
  std::size_t threads_;
  const Watch& watch_;
  std::vector<Sketch> sketches_;
  std::vector<std::uint8_t> full_, compared_;  // whether a text has any grams; how often it was compared
  std::vector<Entry> entries_;                 // of one band, sorted
  NearTwins found_;
};

}  // namespace

std::u32string plain_text(std::span<const std::string_view> fields) {
  std::u32string out;
  for (const std::string_view field : fields) append_plain(field, out);
  return out;
}

std::vector<std::uint64_t> text_keys(const TextBatch& batch, std::size_t threads) {
  std::vector<std::uint64_t> keys(batch.size());
  parallel_for(threads, batch.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t document = begin; document < end; ++document) {
      const std::u32string text = plain_text(batch, document);
      if (!text.empty()) keys[document] = std::max<std::uint64_t>(1, hash_of(text));
    }
  });
  return keys;
}

double likeness(std::u32string_view a, std::u32string_view b) {
  const Grams left = gram_set(a), right = gram_set(b);
  Grams both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
  const std::size_t either = left.size() + right.size() - both.size();
  return either == 0 ? 0.0 : static_cast<double>(both.size()) / static_cast<double>(either);
}

NearTwins near_twins(const TextBatch& batch, const Sides& sides, std::size_t threads, const Watch& watch) {
  return Search(batch, sides, threads, watch).run();
}

}  // namespace linnet
