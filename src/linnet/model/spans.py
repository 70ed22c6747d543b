"""Where features stand in the texts of a document, and its texts in pieces with what they add."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.features.names import Names
from linnet.features.tokenizer import SEPARATOR, Tokenizer
from linnet.model.linear_model import LinearModel

Ints = npt.NDArray[np.int64]
Piece = tuple[str, float]
# Characters between a token and the one before: what stands beyond is another one.
FARTHEST_TOKEN = 40


class Span(NamedTuple):
    """Characters of a text that a feature covers; an n-gram of words has a span for each word."""

    start: int
    end: int
    column: int


@dataclass(frozen=True)
class Covered:
    """The text of a field, and where the known features of the document stand in it."""

    text: str
    spans: tuple[Span, ...]
    by_words: bool = True  # False where all features are characters

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def pieces(self, added: Mapping[int, float], *, by_words: bool | None = None) -> list[Piece]:
        """Return the text in pieces, each with its part of what columns add.

        What a feature adds is shared equally among the characters that it covers, wherever it
        stands. A piece is a word, a character of a script without spaces, or what lies between; not
        by words, a character with its marks.

        >>> spans = (Span(0, 4, 0), Span(6, 10, 0), Span(11, 15, 1))
        >>> Covered("Good, good film", spans).pieces({0: 3.0, 1: -1.0})
        [('Good', 1.5), (', ', 0.0), ('good', 1.5), (' ', 0.0), ('film', -1.0)]
        """
        values = self._values(added)
        by_words = self.by_words if by_words is None else by_words
        ends = _core.segment_ends(self.text, by_words=by_words)
        bounds = [0, *_characters(self.text, ends).tolist()]
        pieces = list[Piece]()
        for start, end in pairwise(bounds):
            pieces.append((self.text[start:end], float(values[start:end].sum())))
        return pieces

    def _values(self, added: Mapping[int, float]) -> npt.NDArray[np.float64]:
        """Return what each character of the text adds."""
        n_characters = Counter[int]()
        for start, end, column in self.spans:
            n_characters[column] += end - start

        values = np.zeros(len(self.text))
        for start, end, column in self.spans:
            values[start:end] += added[column] / n_characters[column]
        return values


def spans(
    model: LinearModel, texts: Sequence[str], tokenizer: Tokenizer | None = None
) -> tuple[tuple[Covered, ...], dict[int, str]]:
    """Return each field's text with its spans, and the names in the hashed columns, by column."""
    spans_of_field: list[list[Span]] = [[] for _ in texts]
    hashed_names: dict[int, dict[str, None]] = {}  # of each column, in the order they are met
    for number, block in enumerate(model.features.of_text):
        field = block.settings.field
        names, places = _places(texts[field], block.settings.engine_text(), tokenizer)
        columns = model.engine.find_all(number, names.engine()).tolist()
        for place, column in zip(places, columns, strict=True):
            if place and column >= 0:
                spans_of_field[field].append(Span(*place, column))
        if block.settings.hash_bits:
            for name, column in zip(names, columns, strict=True):
                full_name = model.features.full_name(number, name)
                hashed_names.setdefault(column, {})[full_name] = None

    covered = list[Covered]()
    for field, text in enumerate(texts):
        by_words = _has_words(model, field)
        covered.append(Covered(text, tuple(spans_of_field[field]), by_words))
    joined = {column: " | ".join(names) for column, names in hashed_names.items()}
    return tuple(covered), joined


def _has_words(model: LinearModel, field: int) -> bool:
    """Return whether some feature of a field is made of words."""
    settings = [block.settings for block in model.features.of_text]
    return any(one.field == field and one.kind == "words" for one in settings)


def _places(
    text: str, settings: _core.TextSettings, tokenizer: Tokenizer | None
) -> tuple[Names, list[tuple[int, int] | None]]:
    """Return the features of a text by name, and the characters of each, None if unknown."""
    joined = text if tokenizer is None else str(tokenizer.cut([text])[0])
    found = _core.feature_spans(joined, settings)
    names = Names.of_engine(found.names)
    first = _characters(joined, found.begins).tolist()
    last = _characters(joined, found.ends).tolist()
    if tokenizer is None:
        return names, list(zip(first, last, strict=True))
    token_places = _tokens(text, joined)
    return names, [token_places.get(start) for start in first]


def _tokens(text: str, joined: str) -> dict[int, tuple[int, int]]:
    """Return where tokens stand in a text, by where they begin in the joined tokens.

    Only those that stand there as they are, but for case: nobody knows what a lemma was made of.

    >>> _tokens("Cats were here", "cats\\x1fbe\\x1fhere")
    {0: (0, 4), 8: (10, 14)}
    """
    lower = "".join(map(_lower_character, text))
    places = {}
    end = 0  # of the last token that was found in the text
    start_in_joined = 0
    for token in joined.split(SEPARATOR):
        start = -1
        if token:
            start = lower.find(token.lower(), end, end + FARTHEST_TOKEN + len(token))
        if start >= 0:
            end = start + len(token)
            places[start_in_joined] = (start, end)
        start_in_joined += len(token) + 1
    return places


def _lower_character(character: str) -> str:
    """Return a character in lower case, as it is where that would be several characters."""
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _characters(text: str, places: Ints) -> Ints:
    """Return places in the bytes of a text as places in its characters."""
    if text.isascii():
        return places
    utf8 = np.frombuffer(text.encode(), np.uint8)
    starts_character = (utf8 & 0xC0) != 0x80
    n_characters_before = np.concatenate([[0], np.cumsum(starts_character)])
    return n_characters_before[places]
