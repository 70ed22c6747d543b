#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace linnet {

enum class Kind : std::uint8_t { Words, Chars, CharsInWords };
enum class WordPattern : std::uint8_t { Unicode, Sklearn, Python, Spaces, Given };  // Given: cut elsewhere, as it is

// How one field's text becomes the features of one block.
struct TextSettings {
  Kind kind = Kind::Words;
  WordPattern pattern = WordPattern::Unicode;
  int shortest = 1;  // n-grams of this many ...
  int longest = 1;   // ... to this many words or characters
  bool lower = true;
  bool strip_accents = false;
  std::vector<std::string> stop_words = {};  // compared with the normalised word; words only
  bool ascii_only = false;                   // with strip_accents: what is left beyond ASCII is dropped, too
};

}  // namespace linnet
