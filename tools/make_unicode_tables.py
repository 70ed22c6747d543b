"""Write engine/text/unicode_tables.cpp from the files of the Unicode Character Database.

Run once per Unicode version. The output is committed, so that every build of linnet agrees on what
a word is:

    apt-get install unicode-data
    python tools/make_unicode_tables.py /usr/share/unicode engine/text/unicode_tables.cpp

For another version also change UNICODE_VERSION in engine/text/unicode.hpp (the output refuses to
compile with a different one). The enumerators of CharClass, CaseCode and UnaccentedCode and
BLOCK_BITS there have their counterparts below.

Every property is a two-stage table: `index[cp >> BLOCK_BITS]` is the number of a block, and
`blocks[block << BLOCK_BITS | low bits]` is the value. Equal blocks are stored once. A value is

* classes: the CharClass bits;
* scripts: which of the scripts written without spaces (0: none);
* case: 0 to 3 for "cased" and "case-ignorable" where the lower case is the code point itself, then
  two special ones, then FIRST_CASE_STEP + i for "lower case is cp + case_steps[i]";
* unaccented: what is left of a code point without accents: 0 itself, 1 a Hangul syllable
  (computed), otherwise the place in unaccented_forms of a length followed by that many code points
  (length 0: an accent, which goes).
"""

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntFlag
from pathlib import Path

BLOCK_BITS = 8
CODE_POINTS = range(0x110000)
LINE_WIDTH = 110

DOTTED_CAPITAL_I = 0x130
CAPITAL_SIGMA = 0x3A3

# The same constants are in unicode.hpp.
CASE_DOTTED_I = 4
CASE_SIGMA = 5
FIRST_CASE_STEP = 6
UNACCENTED_HANGUL = 1
FIRST_UNACCENTED_FORM = 2

SPACELESS_SCRIPTS = {
    "Han": 1,
    "Hiragana": 2,
    "Katakana": 2,
    "Thai": 3,
    "Lao": 4,
    "Khmer": 5,
    "Myanmar": 6,
}
# The long vowel marks belong to both kana scripts and so, for Unicode, to none.
KANA_LONG_VOWEL_MARKS = (0x30FC, 0xFF70)
HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)


class CharClass(IntFlag):
    """The bits of linnet::CharClass."""

    PYTHON_WORD = 1
    WORD = 2
    SPACELESS = 4
    EXTEND = 8
    PICTOGRAPH = 16
    REGIONAL_INDICATOR = 32
    SPACE = 64
    LOWER_DIFFERS = 128


@dataclass(frozen=True)
class Character:
    """What linnet needs of one line of UnicodeData.txt."""

    category: str
    combining: int
    bidi: str
    decomposition: tuple[int, ...]
    numeric: bool
    lower: int | None


@dataclass(frozen=True)
class Database:
    """The Unicode Character Database, as far as linnet uses it."""

    version: str
    characters: dict[int, Character]
    scripts: dict[int, str]
    grapheme_breaks: dict[int, str]
    pictographs: frozenset[int]
    cased: frozenset[int]
    case_ignorable: frozenset[int]
    special_lower: dict[int, tuple[int, ...]]


# ---- reading -------------------------------------------------------------------------------------


def read_database(folder: Path) -> Database:
    """Read everything from a folder laid out like Debian's /usr/share/unicode."""
    scripts = folder / "Scripts.txt"
    breaks = folder / "auxiliary/GraphemeBreakProperty.txt"
    emoji = folder / "emoji/emoji-data.txt"
    derived = folder / "DerivedCoreProperties.txt"
    return Database(
        version=version_of(scripts),
        characters=read_characters(folder / "UnicodeData.txt"),
        scripts=dict(read_property(scripts)),
        grapheme_breaks=dict(read_property(breaks)),
        pictographs=read_set(emoji, "Extended_Pictographic"),
        cased=read_set(derived, "Cased"),
        case_ignorable=read_set(derived, "Case_Ignorable"),
        special_lower=read_special_lower(folder / "SpecialCasing.txt"),
    )


def version_of(path: Path) -> str:
    """Return the version in the first line, `# Scripts-15.0.0.txt`."""
    first_line = path.read_text("utf-8").partition("\n")[0]
    version = re.search(r"-(\d+\.\d+\.\d+)\.txt", first_line)
    if version is None:
        raise SystemExit(
            f"{path}: the first line must name the Unicode version; got {first_line!r}."
        )
    return version[1]


def read_fields(path: Path) -> Iterator[list[str]]:
    """Yield the fields of every line that has any, without comments."""
    for line in path.read_text("utf-8").splitlines():
        content = line.partition("#")[0].strip()
        if content:
            yield [field.strip() for field in content.split(";")]


def read_property(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (code point, value) from lines `0E01..0E30 ; Thai`."""
    for span, value, *_ in read_fields(path):
        first, _, last = span.partition("..")
        for cp in range(int(first, 16), int(last or first, 16) + 1):
            yield cp, value


def read_set(path: Path, wanted: str) -> frozenset[int]:
    """Return the code points that have the property `wanted`."""
    return frozenset(cp for cp, value in read_property(path) if value == wanted)


def read_characters(path: Path) -> dict[int, Character]:
    """Read UnicodeData.txt, where lines `<X, First>` and `<X, Last>` stand for all between."""
    characters = {}
    first = 0
    for fields in read_fields(path):
        last = int(fields[0], 16)
        name = fields[1]
        if not name.endswith(", Last>"):
            first = last
        if name.endswith(", First>"):
            continue
        character = character_from(fields)
        for cp in range(first, last + 1):
            characters[cp] = character
    return characters


def character_from(fields: list[str]) -> Character:
    """Make a character; the `<kind>` before a compatibility decomposition means nothing to NFKD."""
    parts = [part for part in fields[5].split() if not part.startswith("<")]
    lower = int(fields[13], 16) if fields[13] else None
    return Character(
        category=fields[2],
        combining=int(fields[3]),
        bidi=fields[4],
        decomposition=tuple(int(part, 16) for part in parts),
        numeric=any(fields[6:9]),
        lower=lower,
    )


def read_special_lower(path: Path) -> dict[int, tuple[int, ...]]:
    """Return the lower cases of several code points that hold in every language and context."""
    special = {}
    for source, lower, _title, _upper, *condition in read_fields(path):
        mapped = tuple(int(part, 16) for part in lower.split())
        if len(mapped) > 1 and not any(condition):
            special[int(source, 16)] = mapped
    return special


# ---- properties ----------------------------------------------------------------------------------


def spaceless_script(data: Database, cp: int) -> int:
    """Return the number of the script without spaces that the letter cp belongs to, or 0."""
    character = data.characters.get(cp)
    if character is None or not (character.category[0] == "L" or character.category == "Nl"):
        return 0
    script = "Katakana" if cp in KANA_LONG_VOWEL_MARKS else data.scripts.get(cp, "")
    return SPACELESS_SCRIPTS.get(script, 0)


def char_class(data: Database, cp: int) -> CharClass:
    """Return the class bits of any code point, assigned or not."""
    result = CharClass(0)
    character = data.characters.get(cp)
    if character is not None:
        result |= class_of_character(character, cp, spaceless_script(data, cp))
    grapheme_break = data.grapheme_breaks.get(cp)
    if grapheme_break in ("Extend", "SpacingMark", "ZWJ"):
        result |= CharClass.EXTEND
    if grapheme_break == "Regional_Indicator":
        result |= CharClass.REGIONAL_INDICATOR
    if cp in data.pictographs:
        result |= CharClass.PICTOGRAPH
    return result


def class_of_character(character: Character, cp: int, script: int) -> CharClass:
    """Return the class bits that follow from UnicodeData.txt and the script."""
    result = CharClass(0)
    letter = character.category[0] == "L"
    number = character.category[0] == "N"
    underscore = cp == ord("_")
    if letter or character.numeric or underscore:
        result |= CharClass.PYTHON_WORD
    if script:
        result |= CharClass.SPACELESS
    elif letter or number or underscore:
        result |= CharClass.WORD
    if character.category[0] == "M":
        result |= CharClass.EXTEND
    if character.category == "Zs" or character.bidi in ("WS", "B", "S"):
        result |= CharClass.SPACE
    if character.lower is not None:
        result |= CharClass.LOWER_DIFFERS
    return result


def case_codes(data: Database) -> tuple[list[int], list[int]]:
    """Return each code point's case code, and the steps to the lower case that codes refer to."""
    if data.special_lower != {DOTTED_CAPITAL_I: (0x69, 0x307)}:
        raise SystemExit(
            f"SpecialCasing.txt: only U+0130 may lower to several; got {data.special_lower}."
        )
    codes = [(cp in data.cased) + 2 * (cp in data.case_ignorable) for cp in CODE_POINTS]
    steps: dict[int, int] = {}
    for cp, character in data.characters.items():
        if character.lower is None:
            continue
        if codes[cp] != 1:
            raise SystemExit(f"U+{cp:04X}: what has a lower case must be cased and not ignorable.")
        codes[cp] = FIRST_CASE_STEP + steps.setdefault(character.lower - cp, len(steps))
    codes[DOTTED_CAPITAL_I] = CASE_DOTTED_I
    codes[CAPITAL_SIGMA] = CASE_SIGMA
    return codes, list(steps)


def unaccented_form(data: Database, cp: int) -> tuple[int, ...]:
    """Return the code points of the full compatibility decomposition that are no accents."""
    character = data.characters.get(cp)
    if character is None:
        return (cp,)
    if character.decomposition:
        return tuple(cp for part in character.decomposition for cp in unaccented_form(data, part))
    return () if character.combining else (cp,)


def unaccented_codes(data: Database) -> tuple[list[int], list[int]]:
    """Return each code point's unaccented code and the list of forms that the codes refer to."""
    codes = [0] * len(CODE_POINTS)
    forms = [0] * FIRST_UNACCENTED_FORM
    places: dict[tuple[int, ...], int] = {}
    for cp in data.characters:
        form = unaccented_form(data, cp)
        if form == (cp,):
            continue
        if form not in places:
            places[form] = len(forms)
            forms += [len(form), *form]
        codes[cp] = places[form]
    for cp in HANGUL_SYLLABLES:
        codes[cp] = UNACCENTED_HANGUL
    return codes, forms


# ---- writing -------------------------------------------------------------------------------------


def table_source(data: Database) -> str:
    """Return the whole of unicode_tables.cpp."""
    classes = [int(char_class(data, cp)) for cp in CODE_POINTS]
    scripts = [spaceless_script(data, cp) for cp in CODE_POINTS]
    case, steps = case_codes(data)
    unaccented, forms = unaccented_codes(data)
    parts = [
        HEAD.format(version=data.version, block_bits=BLOCK_BITS),
        *two_stage_source("class", "std::uint8_t", classes),
        *two_stage_source("script", "std::uint8_t", scripts),
        *two_stage_source("case", "std::uint8_t", case),
        array_source("case_steps", "std::int32_t", steps),
        *two_stage_source("unaccented", "std::uint16_t", unaccented),
        array_source("unaccented_forms", "char32_t", forms),
        TAIL,
    ]
    return "\n".join(parts)


HEAD = """\
// Made by tools/make_unicode_tables.py from the Unicode Character Database {version}: do not edit.
#include "text/unicode.hpp"

#include <string_view>

namespace linnet::tables {{

static_assert(std::string_view(UNICODE_VERSION) == "{version}" && BLOCK_BITS == {block_bits});
"""
TAIL = "}  // namespace linnet::tables\n"


def two_stage_source(name: str, kind: str, values: list[int]) -> Iterator[str]:
    """Yield the source of the two arrays that hold `values`."""
    index, blocks = two_stage(values)
    yield array_source(f"{name}_index", "std::uint8_t", index)
    yield array_source(f"{name}_blocks", kind, blocks)


def two_stage(values: list[int]) -> tuple[list[int], list[int]]:
    """Split values into blocks, keep each different block once, and say which block stands where.

    >>> index, blocks = two_stage([0] * 256 + [7] * 256 + [0] * 256)
    >>> index, len(blocks)
    ([0, 1, 0], 512)
    """
    size = 1 << BLOCK_BITS
    places: dict[tuple[int, ...], int] = {}
    index = []
    for start in range(0, len(values), size):
        block = tuple(values[start : start + size])
        index.append(places.setdefault(block, len(places)))
    return index, [value for block in places for value in block]


LARGEST = {
    "std::uint8_t": 0xFF,
    "std::uint16_t": 0xFFFF,
    "std::int32_t": 0x7FFFFFFF,
    "char32_t": 0xFFFFFFFF,
}


def array_source(name: str, kind: str, values: list[int]) -> str:
    """Return the source of one array."""
    largest = max(values)
    if largest > LARGEST[kind]:
        raise SystemExit(
            f"{name}: {kind} is too small for {largest}; take a larger type, in unicode.hpp too."
        )
    lines = [f"const {kind} {name}[] = {{", *filled_lines(map(str, values)), "};", ""]
    return "\n".join(lines)


def filled_lines(words: Iterable[str]) -> Iterator[str]:
    """Yield lines of comma-separated words, as long as they may be."""
    line = ""
    for word in words:
        if len(line) + len(word) + 1 > LINE_WIDTH:
            yield line
            line = ""
        line += word + ","
    yield line


def main() -> None:
    """Read the folder, write the source."""
    parser = argparse.ArgumentParser(description="Make engine/text/unicode_tables.cpp.")
    parser.add_argument(
        "folder", type=Path, help="where UnicodeData.txt lies, such as /usr/share/unicode"
    )
    parser.add_argument("output", type=Path, help="the C++ file to write")
    arguments = parser.parse_args()
    arguments.output.write_text(table_source(read_database(arguments.folder)), "utf-8")


if __name__ == "__main__":
    main()
