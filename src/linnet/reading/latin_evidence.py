"""Whether bytes that are not UTF-8 are text in cp1252, judged by where its bytes stand.

A byte above 127 is in place

* as a letter: it belongs to the western language that suits its line best, it is no capital behind
  a small letter, and no more than two such letters stand together
* as a mark (quotes, dashes, currency signs…): no letter is on both sides of it, except for an
  apostrophe, a dash and an ellipsis; "¿" opens, "º" follows, "³" follows m or a digit

95 of 100 such bytes must be in place. Then the other encodings of Latin letters are compared on the
lines that they make another text of: how probable are these letters in the languages that are
written in them? Text in cp1250 or cp1254 is refused by that, if it has more than a few letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from linnet.reading.alphabets import LATIN_ENCODINGS, WESTERN, letter_shares

WESTERN_ENCODING = "cp1252"
LEAST_IN_PLACE = 0.95
MOST_LINES = 2_000  # of those that have a byte above 127
LONGEST_LINE = 4_000  # bytes of a line that are judged

_HIGH = 0x80
_RARE = 1e-4  # what is not in the alphabet of a language
# Another encoding must be likelier than by chance, in log-probability: on the whole and by line.
_ADVANTAGE = 1.0
_ADVANTAGE_OF_LINE = 0.5
_OTHER_LANGUAGE = 3.0  # what it costs a line to be in another language than most
_MARK = 0.3  # a mark that is in place
_LINE_END = re.compile(rb"[\r\n]+")
_LONG_RUN = 3
_SMALL_LETTERS = 0xE0  # from here on

# What stands before a byte, and behind it.
_NOTHING, _DIGIT, _M, _SMALL, _CAPITAL, _OTHER = range(6)
_LETTERS = (_M, _SMALL, _CAPITAL, _OTHER)

_ANYWHERE = "\u00a0\u00ad…–—’‘´·"
_NOT_BETWEEN_LETTERS = "‚„“”«»‹›€¢£¥§©®™•†‡‰°"
_WITHOUT_LETTERS = "×÷±¹¼½¾"
_OPENING = "¿¡"
_ORDINAL = "ªº"
_POWER = "²³"
_MICRO = "µ"
_SOFT_MARKS = "\u00a0…–—‘’“”„‚«»‹›¿¡"


@dataclass(frozen=True)
class HighBytes:
    """The different bytes above 127 of a text with what is beside them, and how many a line has."""

    bytes: np.ndarray  # of each kind
    before: np.ndarray
    behind: np.ndarray
    in_run: np.ndarray  # whether it stands in a run that no western word has
    counts: np.ndarray  # lines x kinds

    @property
    def total(self) -> int:
        """How many bytes there are."""
        return int(self.counts.sum())


def high_bytes(data: bytes) -> HighBytes:
    """Return the bytes above 127 by their kinds, for lines that have some, from all parts."""
    lines = [line[:LONGEST_LINE] for line in _LINE_END.split(data) if not line.isascii()]
    lines = lines[:: 1 + len(lines) // MOST_LINES]
    joined = np.frombuffer(b"\n".join([b"", *lines, b""]), np.uint8)
    places = np.flatnonzero(joined >= _HIGH)
    kinds, kind_of_place = np.unique(_kinds(joined, places), return_inverse=True)

    line_of_place = np.cumsum(joined == ord("\n"))[places] - 1
    counts = np.zeros((len(lines), len(kinds)))
    np.add.at(counts, (line_of_place, kind_of_place), 1)
    return HighBytes(kinds >> 7, kinds >> 4 & 7, kinds >> 1 & 7, kinds & 1 == 1, counts)


def _kinds(joined: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return byte, neighbours and kind of run at each place, as one number."""
    classes = _classes()[joined]
    lengths, touched = _runs(joined, places)
    in_run = lengths >= _LONG_RUN
    # A word such as the Icelandic "þú" ends with a small letter.
    ends_small = np.maximum(joined[places], joined[places + 1]) >= _SMALL_LETTERS
    in_run |= (lengths == _LONG_RUN - 1) & ~touched & ~ends_small

    kinds = joined[places].astype(np.int64)
    for part in (classes[places - 1], classes[places + 1]):
        kinds = kinds << 3 | part
    both: np.ndarray = kinds << 1 | in_run
    return both


@cache
def _classes() -> np.ndarray:
    """Return what each byte is for its neighbours."""
    classes = np.full(256, _NOTHING, np.uint8)
    classes[ord("0") : ord("9") + 1] = _DIGIT
    classes[ord("a") : ord("z") + 1] = _SMALL
    classes[ord("A") : ord("Z") + 1] = _CAPITAL
    classes[[ord("m"), ord("M")]] = _M
    classes[_HIGH:] = _OTHER
    classes[list(_SOFT_MARKS.encode("cp1252"))] = _NOTHING
    return classes


def _runs(joined: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the length of the run of high letters at each place, and if ASCII ones touch it."""
    classes = _classes()[joined]
    is_high = classes == _OTHER
    edges = np.flatnonzero(np.diff(is_high.astype(np.int8)))
    starts = edges[::2] + 1
    ends = edges[1::2] + 1
    if not len(starts):
        return np.zeros(len(places), np.int64), np.zeros(len(places), np.bool_)
    ascii_letter = (classes == _SMALL) | (classes == _CAPITAL) | (classes == _M)
    touched = ascii_letter[starts - 1] | ascii_letter[ends]
    run = np.searchsorted(starts, places, side="right") - 1
    inside = is_high[places]
    lengths = np.where(inside, (ends - starts)[run], 0)
    return lengths, touched[run] & inside


@dataclass(frozen=True)
class Fit:
    """How well an encoding suits a text."""

    characters: tuple[str, ...]  # what the kinds of bytes are; "" for one that is undefined
    in_place: float  # the share of the bytes above 127 that are in place
    log_probability: np.ndarray  # of each line, in the language that suits it best


def fit_of(found: HighBytes, encoding: str) -> Fit:
    """Return how well an encoding of Latin letters suits the bytes."""
    characters = tuple(_character(int(byte), encoding) for byte in found.bytes)
    tables = letter_shares(encoding).values()
    probabilities = np.array([_probabilities(found, characters, table) for table in tables])
    if LATIN_ENCODINGS[encoding] is WESTERN:
        probabilities[:, found.in_run] = _RARE

    by_language = found.counts @ np.log(probabilities).T
    usual_language = by_language.sum(axis=0).argmax()
    by_language -= _OTHER_LANGUAGE
    by_language[:, usual_language] += _OTHER_LANGUAGE
    languages = by_language.argmax(axis=1)

    in_place = found.counts * (probabilities > _RARE)[languages]
    share = float(in_place.sum() / max(1, found.total))
    return Fit(characters, share, by_language.max(axis=1, initial=-np.inf))


def may_be_cp1252(data: bytes) -> bool:
    """Return whether all bytes but a few are in place in cp1252.

    >>> may_be_cp1252("schöne Grüße".encode("cp1252")), may_be_cp1252("утро".encode("cp1251"))
    (True, False)
    """
    found = high_bytes(data)
    misplaced = (1 - fit_of(found, WESTERN_ENCODING).in_place) * found.total
    return misplaced <= max(1, (1 - LEAST_IN_PLACE) * found.total)


def is_cp1252(found: HighBytes) -> bool:
    """Return whether the bytes are cp1252: in place, and less probable in no other encoding."""
    western = fit_of(found, WESTERN_ENCODING)
    if "" in western.characters or western.in_place < LEAST_IN_PLACE:
        return False
    others = [encoding for encoding in LATIN_ENCODINGS if encoding != WESTERN_ENCODING]
    return not any(_is_better(fit_of(found, other), western, found) for other in others)


def _is_better(other: Fit, western: Fit, found: HighBytes) -> bool:
    """Return whether another encoding suits the lines better that it makes another text of."""
    pairs = zip(other.characters, western.characters, strict=True)
    differs = np.array([one != another for one, another in pairs], np.bool_)
    lines = found.counts[:, differs].any(axis=1)
    advantage = (other.log_probability - western.log_probability)[lines].sum()
    return bool(advantage > _ADVANTAGE + _ADVANTAGE_OF_LINE * lines.sum())


def latin_encodings(found: HighBytes) -> list[str]:
    """Return the encodings of Latin letters in which the bytes are in place, likeliest first."""
    fits = {encoding: fit_of(found, encoding) for encoding in LATIN_ENCODINGS}
    suiting = [name for name, fit in fits.items() if fit.in_place >= LEAST_IN_PLACE]
    return sorted(suiting, key=lambda name: -fits[name].log_probability.sum())


def _character(byte: int, encoding: str) -> str:
    try:
        return bytes([byte]).decode(encoding)
    except UnicodeDecodeError:
        return ""


def _probabilities(
    found: HighBytes, characters: Sequence[str], shares: dict[str, float]
) -> list[float]:
    """Return how probable each kind of byte is in a language."""
    probabilities = []
    kinds = zip(characters, found.before, found.behind, strict=True)
    for character, before, behind in kinds:
        probability = _RARE
        if character in shares:
            probability = _letter(character, before, shares)
        elif character and character in _marks_here(before, behind):
            probability = _MARK
        probabilities.append(probability)
    return probabilities


def _letter(character: str, before: int, shares: dict[str, float]) -> float:
    after_small = before in (_SMALL, _M) and character.isupper()
    return _RARE if after_small else max(shares[character], 2 * _RARE)


def _marks_here(before: int, behind: int) -> str:
    """Return the marks that stand between such neighbours."""
    after_letter = before in _LETTERS
    ahead_of_letter = behind in _LETTERS
    marks = _ANYWHERE
    if not (after_letter and ahead_of_letter):
        marks += _NOT_BETWEEN_LETTERS
    if not (after_letter or ahead_of_letter):
        marks += _WITHOUT_LETTERS
    if ahead_of_letter and not after_letter:
        marks += _OPENING
    if before == _DIGIT or (after_letter and not ahead_of_letter):
        marks += _ORDINAL
    if before in (_M, _DIGIT) and not ahead_of_letter:
        marks += _POWER
    if not after_letter:
        marks += _MICRO
    return marks
