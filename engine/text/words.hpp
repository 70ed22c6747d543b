#pragma once

#include <string_view>

#include "text/scan_text.hpp"

namespace linnet {

namespace words_detail {

// The last of the clusters from `first` on that follow each other in one script.
inline std::size_t last_of_script_run(const std::vector<Cluster>& clusters, std::size_t first) {
  std::size_t last = first;
  const auto continues = [&](std::size_t next) {
    return next < clusters.size() && clusters[next].kind == clusters[first].kind &&
           clusters[next].begin == clusters[next - 1].end;
  };
  if (clusters[first].of_script())
    while (continues(last + 1)) ++last;
  return last;
}

// Emits the clusters from `first` on that begin before `limit`; returns the first one left.
// Runs of one script become overlapping bigrams of characters; an emoji or a flag stands for
// itself.
template <class Emit>
std::size_t emit_clusters(const Scan& scan, std::size_t first, std::uint32_t limit, Emit& emit) {
  const auto& clusters = scan.clusters;
  while (first < clusters.size() && clusters[first].begin < limit) {
    const std::size_t last = last_of_script_run(clusters, first);
    if (first == last) emit(scan.view(clusters[first].begin, clusters[first].end));
    for (std::size_t i = first; i < last; ++i)
      emit(scan.view(clusters[i].begin, clusters[i + 1].end));
    first = last + 1;
  }
  return first;
}

// Whether a token of several bytes is a single character.
inline bool one_character(std::string_view token) {
  const auto lead = static_cast<unsigned char>(token[0]);
  if (lead < 0x80) return false;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return token.size() == length;
}

}  // namespace words_detail

// Calls emit(word) for every run of bytes that the policy takes for a word.
template <class Policy, class Emit>
void each_run_of(std::string_view text, const TextSettings& settings, Scan& scan, Emit& emit) {
  scan_text<Policy>(text, settings, scan);
  scan.each_run([&](std::uint32_t begin, std::uint32_t end) { emit(scan.view(begin, end)); });
}

// Words of two characters or more, as scikit-learn's (?u)\b\w\w+\b.
template <class Emit>
void each_sklearn_word(std::string_view text, const TextSettings& settings, Scan& scan,
                       Emit& emit) {
  scan_text<PythonWords>(text, settings, scan);
  scan.each_run_of_several([&](std::uint32_t begin, std::uint32_t end) {
    const std::string_view token = scan.view(begin, end);
    if (!words_detail::one_character(token)) emit(token);
  });
}

template <class Emit>
void each_unicode_word(std::string_view text, const TextSettings& settings, Scan& scan,
                       Emit& emit) {
  scan_text<UnicodeWords>(text, settings, scan);
  if (scan.clusters.empty()) {
    scan.each_run([&](std::uint32_t begin, std::uint32_t end) { emit(scan.view(begin, end)); });
    return;
  }
  std::size_t cluster = 0;
  scan.each_run([&](std::uint32_t begin, std::uint32_t end) {
    cluster = words_detail::emit_clusters(scan, cluster, begin, emit);
    emit(scan.view(begin, end));
  });
  words_detail::emit_clusters(scan, cluster, scan.size(), emit);
}

// Calls emit(word) for every word of the text, normalised, in order.
template <class Emit>
void each_word(std::string_view text, const TextSettings& settings, Scan& scan, Emit emit) {
  switch (settings.pattern) {
    case WordPattern::Unicode: return each_unicode_word(text, settings, scan, emit);
    case WordPattern::Sklearn: return each_sklearn_word(text, settings, scan, emit);
    case WordPattern::Python: return each_run_of<PythonWords>(text, settings, scan, emit);
    case WordPattern::Whitespace: return each_run_of<WhitespaceWords>(text, settings, scan, emit);
    case WordPattern::Given: return each_run_of<GivenTokens>(text, settings, scan, emit);
  }
}

}  // namespace linnet
