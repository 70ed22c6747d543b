#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace linnet {

// What the features of a block are.
enum class Kind : std::uint8_t {
  Words,         // n-grams of words
  Chars,         // n-grams of characters over the whole text
  CharsInWords,  // n-grams of characters that do not cross words
};

// What a word is.
enum class WordPattern : std::uint8_t {
  Unicode,     // letters, digits and marks; emoji; overlapping pairs where a script has no spaces
  Sklearn,     // (?u)\b\w\w+\b
  Python,      // (?u)\w+
  Whitespace,  // what stands between white space; "spaces" in a recipe
  Given,       // tokens cut by someone else, joined by TOKEN_SEPARATOR
};

// How one field's text becomes the features of one block.
struct TextSettings {
  Kind kind = Kind::Words;
  WordPattern pattern = WordPattern::Unicode;
  int shortest = 1;  // n-grams of this many ...
  int longest = 1;   // ... to this many words or characters
  bool lower = true;
  bool strip_accents = false;
  std::vector<std::string> stop_words = {};  // compared with the normalised word; words only
  bool ascii_only = false;  // with strip_accents: what is left beyond ASCII is dropped, too
};

}  // namespace linnet
