#include "evaluation/near_duplicates.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <limits>
#include <utility>

#include "common/hash.hpp"
#include "evaluation/minhash.hpp"
#include "text/normalise.hpp"
#include "text/utf8.hpp"

namespace linnet {

namespace {

// Bounds per document, so that a cluster of texts that are all similar costs no more than its size.
constexpr std::size_t MOST_CANDIDATES = 64;  // looked at in one band, below and above its part
constexpr std::uint8_t MOST_COMPARED = 16;   // compared, in all bands

// Texts with more different shingles than EXACT are compared by a sample of them, of at most
// SAMPLE: those whose hash ends in so many zeros. Of 5,000 or more the similarity of 0.8 is off by
// 0.006.
constexpr std::size_t EXACT = 20000;
constexpr std::size_t SAMPLE = 8192;

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

double jaccard_of_sets(const Shingles& a, const Shingles& b) {
  std::size_t n_both = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    n_both += a[i] == b[j];
    const bool next_of_a = a[i] <= b[j];
    const bool next_of_b = b[j] <= a[i];
    i += next_of_a;
    j += next_of_b;
  }
  const std::size_t n_either = a.size() + b.size() - n_both;
  return n_either == 0 ? 0.0 : static_cast<double>(n_both) / static_cast<double>(n_either);
}

// The shingles whose mixed hash ends in `level` zeros: a share of 1 / 2^level, the same of all
// texts.
Shingles sample_of(const Shingles& shingles, int level) {
  const std::uint64_t mask = (std::uint64_t{1} << level) - 1;
  Shingles out;
  for (const std::uint64_t shingle : shingles)
    if ((fold(shingle ^ hash_key_3, hash_key_2) & mask) == 0) out.push_back(shingle);
  return out;
}

// What of a document is compared: all its different shingles, or a sample of them.
struct Compared {
  int level = 0;
  Shingles shingles;  // sorted
};

Compared compared_form(Shingles shingles) {
  Compared out;
  std::size_t n = shingles.size();
  if (n > EXACT)
    for (; n > SAMPLE; n /= 2) ++out.level;
  out.shingles = out.level > 0 ? sample_of(shingles, out.level) : std::move(shingles);
  return out;
}

double similarity_of(const Compared& a, const Compared& b) {
  if (a.level == b.level) return jaccard_of_sets(a.shingles, b.shingles);
  const int level = std::max(a.level, b.level);
  return jaccard_of_sets(sample_of(a.shingles, level), sample_of(b.shingles, level));
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
        samples_(batch.size()),
        n_compared_(batch.size()),
        found_{std::vector<std::int64_t>(batch.size(), -1), std::vector<double>(batch.size())} {}

  NearDuplicates run() {
    each_document([&](std::size_t document) {
      const std::u32string text = normalised_text(batch_, document);
      const Shingles shingles = shingles_of(text);
      has_text_[document] = !shingles.empty();
      sketches_[document] = sketch_of(shingles);
      if (shingles.size() > EXACT) keep_sample(document, text);
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

  // Long texts take long to compare: their samples are kept.
  void keep_sample(std::size_t document, std::u32string_view text) {
    Compared form = compared_form(shingle_set(text));
    if (form.level > 0) samples_[document] = std::move(form);
  }

  void search_band(std::size_t band) {
    index_band(band);
    each_document([&](std::size_t document) {
      const bool open = parted_.wanted[document] && found_.documents[document] < 0;
      Compared own;  // found when it is first compared
      if (open && has_text_[document])
        search_for(document, band_hash(sketches_[document], band), own);
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
  void search_for(std::size_t document, std::uint64_t hash, Compared& own) {
    const std::int32_t part = parted_.parts[document];
    if (search_from({hash, 0, 0}, part, document, own) || parted_.forward) return;
    search_from({hash, part + 1, 0}, std::numeric_limits<std::int32_t>::max(), document, own);
  }

  // Whether there is a near-duplicate among the first entries from `first` on that are below part
  // `end`.
  bool search_from(const Entry& first, std::int32_t end, std::size_t document, Compared& own) {
    auto at = std::lower_bound(index_.begin(), index_.end(), first);
    for (std::size_t n = 0; n < MOST_CANDIDATES && at != index_.end(); ++n, ++at) {
      const bool in_bucket = at->hash == first.hash && at->part < end;
      if (!in_bucket || n_compared_[document] == MOST_COMPARED) return false;
      if (!may_be_similar(sketches_[document], sketches_[at->document])) continue;
      if (compare(document, at->document, own)) return true;
    }
    return false;
  }

  // Compares two documents, exactly or by samples, and keeps what is found.
  bool compare(std::size_t document, std::size_t other, Compared& own) {
    ++n_compared_[document];
    if (own.shingles.empty()) own = form_of(document);
    const double similarity = similarity_of(own, form_of(other));
    if (similarity < MIN_SIMILARITY) return false;
    found_.documents[document] = static_cast<std::int64_t>(other);
    found_.similarity[document] = similarity;
    return true;
  }

  Compared form_of(std::size_t document) const {
    if (samples_[document].level > 0) return samples_[document];
    return compared_form(shingle_set(normalised_text(batch_, document)));
  }

  const TextBatch& batch_;
  const PartedDocuments& parted_;
  std::size_t threads_;
  const Watch& watch_;
  std::vector<Sketch> sketches_;
  std::vector<std::uint8_t> has_text_;
  std::vector<Compared> samples_;         // of long texts; of others level 0
  std::vector<std::uint8_t> n_compared_;  // comparisons so far
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
  return jaccard_of_sets(shingle_set(a), shingle_set(b));
}

NearDuplicates find_near_duplicates(const TextBatch& batch, const PartedDocuments& parted,
                                    std::size_t threads, const Watch& watch) {
  return Search(batch, parted, threads, watch).run();
}

}  // namespace linnet
