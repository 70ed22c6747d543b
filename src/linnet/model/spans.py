"""Where the features of a document stand in its texts, and its texts in pieces, each with what they add."""

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
FARTHEST_TOKEN = (
    40  # characters between a token and the one before: what stands beyond is another one
)


class Span(NamedTuple):
    """Characters of a text, as it was given, that a feature covers; an n-gram of words has one for each word."""

    start: int
    end: int
    column: int


@dataclass(frozen=True)
class Covered:
    """The text of a field, and where the known features of the document stand in it."""

    text: str
    spans: tuple[Span, ...]
    by_words: bool = True  # False where all features are characters

    def pieces(self, added: Mapping[int, float], *, by_words: bool | None = None) -> list[Piece]:
        """Return the text in pieces, each with its part of what columns add.

        What a feature adds is shared equally among the characters that it covers, wherever it stands. A piece is a
        word, a character of a script without spaces, or what lies between; not by words, a character with its marks.

        >>> Covered("Good, good film", (Span(0, 4, 0), Span(6, 10, 0), Span(11, 15, 1))).pieces({0: 3.0, 1: -1.0})
        [('Good', 1.5), (', ', 0.0), ('good', 1.5), (' ', 0.0), ('film', -1.0)]
        """
        covered: dict[int, int] = {}
        for start, end, column in self.spans:
            covered[column] = covered.get(column, 0) + end - start
        values = np.zeros(len(self.text))
        for start, end, column in self.spans:
            values[start:end] += added[column] / covered[column]
        by_words = self.by_words if by_words is None else by_words
        ends = _core.segment_ends(self.text, by_words=by_words)
        cut = [0, *_characters(self.text, ends).tolist()]
        return [
            (self.text[begin:end], float(values[begin:end].sum())) for begin, end in pairwise(cut)
        ]


def spans(
    model: LinearModel, texts: Sequence[str], tokenizer: Tokenizer | None = None
) -> tuple[tuple[Covered, ...], dict[int, str]]:
    """Return each field's text with its spans, and what the texts have in the hashed columns, by column."""
    found: list[list[Span]] = [[] for _ in texts]
    names: dict[int, dict[str, None]] = {}
    for number, block in enumerate(model.features.of_text):
        field = block.settings.field
        called, places = _places(texts[field], block.settings.engine_text(), tokenizer)
        columns = model.engine.find_all(number, called.engine()).tolist()
        known = [
            (place, column)
            for place, column in zip(places, columns, strict=True)
            if place and column >= 0
        ]
        found[field] += [Span(*place, column) for place, column in known]
        if block.settings.hash_bits:
            for name, column in zip(called, columns, strict=True):
                names.setdefault(column, {})[model.features.full_name(number, name)] = None
    kinds = [
        {one.settings.kind for one in model.features.of_text if one.settings.field == at}
        for at in range(len(texts))
    ]
    covered = tuple(
        Covered(text, tuple(its), "words" in kind)
        for text, its, kind in zip(texts, found, kinds, strict=True)
    )
    return covered, {column: " | ".join(met) for column, met in names.items()}


def _places(
    text: str, settings: _core.TextSettings, tokenizer: Tokenizer | None
) -> tuple[Names, list[tuple[int, int] | None]]:
    """Return the features of a text by name, and the characters that each covers, None where nobody knows."""
    read = text if tokenizer is None else str(tokenizer.cut([text])[0])
    spans = _core.feature_spans(read, settings)
    names = Names.of_engine(spans.names)
    begins = _characters(read, spans.begins).tolist()
    ends = _characters(read, spans.ends).tolist()
    if tokenizer is None:
        return names, list(zip(begins, ends, strict=True))
    there = _tokens(text, read)
    return names, [there.get(begin) for begin in begins]


def _tokens(text: str, joined: str) -> dict[int, tuple[int, int]]:
    """Return where the tokens of a tokenizer stand in a text, by where they begin among the tokens joined.

    Only those that stand there as they are, but for case: nobody knows what a lemma was made of.

    >>> _tokens("Cats were here", "cats\\x1fbe\\x1fhere")
    {0: (0, 4), 8: (10, 14)}
    """
    lower = "".join(
        small if len(small := character.lower()) == 1 else character for character in text
    )
    places, at, begin = {}, 0, 0
    for token in joined.split(SEPARATOR):
        found = lower.find(token.lower(), at, at + FARTHEST_TOKEN + len(token)) if token else -1
        if found >= 0:
            at = found + len(token)
            places[begin] = (found, at)
        begin += len(token) + 1
    return places


def _characters(text: str, places: Ints) -> Ints:
    """Return places in the bytes of a text as places in its characters."""
    if text.isascii():
        return places
    begins = (np.frombuffer(text.encode(), np.uint8) & 0xC0) != 0x80
    return np.concatenate([[0], np.cumsum(begins)])[places]
