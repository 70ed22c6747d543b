#include "evaluation/near_duplicates.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <limits>
#include <utility>

#include "evaluation/minhash.hpp"
#include "text/normalise.hpp"
#include "text/utf8.hpp"

namespace linnet {

namespace {

// Bounds per document, so that a cluster of texts that are all similar costs no more than its size.
constexpr std::size_t MOST_CANDIDATES = 64;  // looked at in one band, below and above its part
constexpr std::uint8_t MOST_COMPARED = 16;   // compared exactly, in all bands

constexpr std::size_t DOCUMENTS_BETWEEN_CHECKS = 256;  // so that Ctrl-C works

// The lower case of an ASCII letter or digit; 0 for the others.
constexpr std::array<char, 128> ascii_letters = [] {
  std::array<char, 128> out{};
  for (char c = '0'; c <= '9'; ++c) out[static_cast<std::size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    out[static_cast<std::size_t>(c)] = c;
    out[static_cast<std::size_t>(c - 'a' + 'A')] = c;
  }
  return out;
}();

bool is_letter_or_digit(char32_t cp) {
  return cp != U'_' && (char_class(cp) & (Word | Spaceless)) != 0;
}

// Appends normalised texts to a string, with a space between any two runs of letters and digits.
class Normaliser {
 public:
  explicit Normaliser(std::u32string& out) : out_(out) {}

  void append(std::string_view text) {
    separate();
    out_.reserve(out_.size() + text.size() + 1);
    for (std::size_t at = 0; at < text.size();) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte < ascii_letters.size()) {
        put_ascii(ascii_letters[byte]);
        ++at;
        continue;
      }
      const Decoded found = decode(text.data() + at, text.data() + text.size());
      each_lower(text, at, found.cp, [&](char32_t cp) { put_character(cp); });
      at += found.length;
    }
  }

 private:
  void separate() { gap_ = !out_.empty(); }

  void put(char32_t cp) {
    if (gap_) out_.push_back(U' ');
    gap_ = false;
    out_.push_back(cp);
  }

  void put_ascii(char letter) {
    if (letter != 0)
      put(static_cast<unsigned char>(letter));
    else
      separate();
  }

  void put_character(char32_t cp) {
    const bool mark = !gap_ && !out_.empty() && (char_class(cp) & Extend) != 0;
    if (mark || is_letter_or_digit(cp))
      put(cp);
    else
      separate();
  }

  std::u32string& out_;
  bool gap_ = false;
};

std::u32string normalised_text(const TextBatch& batch, std::size_t document) {
  std::u32string out;
  Normaliser normaliser(out);
  for (const auto& field : batch.fields) normaliser.append(field[document]);
  return out;
}

Shingles shingle_set(std::u32string_view text) {
  Shingles shingles = shingles_of(text);
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

// A document in the index of one band.
struct Entry {
  std::uint64_t hash;
  std::int32_t part;
  std::uint32_t document;
  auto operator<=>(const Entry&) const = default;
};

class Search {
 public:
  Search(const TextBatch& batch, const PartedDocuments& parted, std::size_t threads,
         const Watch& watch)
      : batch_(batch),
        parted_(parted),
        threads_(threads),
        watch_(watch),
        sketches_(batch.size()),
        has_text_(batch.size()),
        n_compared_(batch.size()),
        found_{std::vector<std::int64_t>(batch.size(), -1), std::vector<double>(batch.size())} {}

  NearDuplicates run() {
    each_document([&](std::size_t document) {
      const Shingles shingles = shingles_of(normalised_text(batch_, document));
      has_text_[document] = !shingles.empty();
      sketches_[document] = sketch_of(shingles);
    });
    for (std::size_t band = 0; band < N_BANDS; ++band) search_band(band);
    return std::move(found_);
  }

 private:
  template <class Work>
  void each_document(Work work) {
    parallel_for(threads_, batch_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t document = begin; document < end; ++document) {
        if (document % DOCUMENTS_BETWEEN_CHECKS == 0) watch_.check();
        work(document);
      }
    });
  }

  void search_band(std::size_t band) {
    index_band(band);
    each_document([&](std::size_t document) {
      const bool open = parted_.wanted[document] && found_.documents[document] < 0;
      if (open && has_text_[document]) search_for(document, band_hash(sketches_[document], band));
    });
  }

  void index_band(std::size_t band) {
    index_.clear();
    for (std::size_t document = 0; document < batch_.size(); ++document) {
      if (!has_text_[document]) continue;
      const std::uint64_t hash = band_hash(sketches_[document], band);
      index_.push_back({hash, parted_.parts[document], static_cast<std::uint32_t>(document)});
    }
    std::sort(index_.begin(), index_.end());
  }

  // First among documents of lower parts, then among those of higher ones.
  void search_for(std::size_t document, std::uint64_t hash) {
    const std::int32_t part = parted_.parts[document];
    if (search_from({hash, 0, 0}, part, document) || parted_.forward) return;
    search_from({hash, part + 1, 0}, std::numeric_limits<std::int32_t>::max(), document);
  }

  // Whether there is a near-duplicate among the first entries from `first` on that are below part
  // `end`.
  bool search_from(const Entry& first, std::int32_t end, std::size_t document) {
    auto at = std::lower_bound(index_.begin(), index_.end(), first);
    for (std::size_t n = 0; n < MOST_CANDIDATES && at != index_.end(); ++n, ++at) {
      const bool in_bucket = at->hash == first.hash && at->part < end;
      if (!in_bucket || n_compared_[document] == MOST_COMPARED) return false;
      if (!may_be_similar(sketches_[document], sketches_[at->document])) continue;
      if (compare(document, at->document)) return true;
    }
    return false;
  }

  // Compares two documents exactly and keeps what is found.
  bool compare(std::size_t document, std::size_t other) {
    ++n_compared_[document];
    const std::u32string text = normalised_text(batch_, document);
    const std::u32string other_text = normalised_text(batch_, other);
    const double similarity = jaccard_similarity(text, other_text);
    if (similarity < MIN_SIMILARITY) return false;
    found_.documents[document] = static_cast<std::int64_t>(other);
    found_.similarity[document] = similarity;
    return true;
  }

  const TextBatch& batch_;
  const PartedDocuments& parted_;
  std::size_t threads_;
  const Watch& watch_;
  std::vector<Sketch> sketches_;
  std::vector<std::uint8_t> has_text_;
  std::vector<std::uint8_t> n_compared_;  // exact comparisons so far
  std::vector<Entry> index_;              // of one band, sorted
  NearDuplicates found_;
};

}  // namespace

std::u32string normalised_text(std::span<const std::string_view> fields) {
  std::u32string out;
  Normaliser normaliser(out);
  for (const std::string_view field : fields) normaliser.append(field);
  return out;
}

std::vector<std::uint64_t> text_keys(const TextBatch& batch, std::size_t threads) {
  std::vector<std::uint64_t> keys(batch.size());
  parallel_for(threads, batch.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t document = begin; document < end; ++document) {
      const std::u32string text = normalised_text(batch, document);
      if (!text.empty()) keys[document] = std::max<std::uint64_t>(1, hash_text(text));
    }
  });
  return keys;
}

double jaccard_similarity(std::u32string_view a, std::u32string_view b) {
  const Shingles of_a = shingle_set(a);
  const Shingles of_b = shingle_set(b);
  Shingles both;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(both));
  const std::size_t n_either = of_a.size() + of_b.size() - both.size();
  if (n_either == 0) return 0.0;
  return static_cast<double>(both.size()) / static_cast<double>(n_either);
}

NearDuplicates find_near_duplicates(const TextBatch& batch, const PartedDocuments& parted,
                                    std::size_t threads, const Watch& watch) {
  return Search(batch, parted, threads, watch).run();
}

}  // namespace linnet
