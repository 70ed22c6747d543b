#include "text/normalise.hpp"

#include "text/utf8.hpp"

namespace linnet {

namespace {

bool follows_cased(const char* begin, const char* at) noexcept {
  while (at > begin) {
    const Decoded before = decode_before(begin, at);
    if (!is_case_ignorable(before.cp)) return is_cased(before.cp);
    at -= before.length;
  }
  return false;
}

bool precedes_cased(const char* at, const char* end) noexcept {
  while (at < end) {
    const Decoded next = decode(at, end);
    if (!is_case_ignorable(next.cp)) return is_cased(next.cp);
    at += next.length;
  }
  return false;
}

void append(std::string& out, char32_t cp) {
  char bytes[LONGEST_UTF8];
  out.append(bytes, encode(cp, bytes));
}

// Calls visit(at, cp) for each code point of the text.
template <class Visit>
void each_code_point(std::string_view text, Visit visit) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin; at < end;) {
    const Decoded found = decode(at, end);
    visit(static_cast<std::size_t>(at - begin), found.cp);
    at += found.length;
  }
}

}  // namespace

bool is_final_sigma(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t sigma_length = 2;  // bytes of U+03A3
  if (at > text.size() || text.size() - at < sigma_length) return false;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  return follows_cased(begin, begin + at) && !precedes_cased(begin + at + sigma_length, end);
}

std::string lower(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto emit = [&](char32_t cp) { append(out, cp); };
  each_code_point(text, [&](std::size_t at, char32_t cp) { each_lower(text, at, cp, emit); });
  return out;
}

std::string strip_accents(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto emit = [&](char32_t cp) { append(out, cp); };
  each_code_point(text, [&](std::size_t, char32_t cp) { each_without_accents(cp, emit); });
  return out;
}

}  // namespace linnet
