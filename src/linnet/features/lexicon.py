"""Lexicons as features: how many words of a text are in a lexicon, their scores and their share.

count    words and phrases of the text that are in the lexicon; of those that overlap, the first
         and longest
sum      of their scores; with negation, one that is negated counts with the opposite sign
share    count / words of the text
negated  with negation: how many are negated, that is within three words after a negation
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.reading.lexicon import Lexicon

Floats = npt.NDArray[np.float64]
REACH = 3  # words that a negation turns
NEGATIONS = frozenset({"not", "no", "never", "nor", "neither", "without", "cannot"})
# An entry with one of these is no word: a+ is not a.
SIGNS = frozenset('!"#$%&()*+,./:;<=>?@[\\]^`{|}~')
WORDS = _core.TextSettings(kind="words", pattern="unicode")


def entries(lexicon: Lexicon, settings: _core.TextSettings = WORDS) -> dict[tuple[str, ...], float]:
    """Return the words of each entry as they stand in texts, and its score; only those with words.

    Of entries that differ only in case the last by bytes counts, which is the one in lower case.

    >>> entries(Lexicon.of("nice", {"Good": 2, "not bad": 1, ":)": 3}))
    {('good',): 2.0, ('not', 'bad'): 1.0}
    """
    score_of = {}
    for entry, score in zip(lexicon.words, lexicon.scores, strict=True):
        words = _core.tokens(entry, settings) if SIGNS.isdisjoint(entry) else []
        if words:
            score_of[tuple(words)] = score
    if not score_of:
        raise SettingError(
            f"lexicon {lexicon.name}: there must be words; got signs only. Name some words."
        )
    return score_of


def left_out(lexicon: Lexicon) -> int:
    """Return how many entries are no words, such as :) or a+, and so are never met."""
    return sum(not SIGNS.isdisjoint(word) for word in lexicon.words)


@dataclass(frozen=True)
class LexiconReader:
    """A lexicon, and whether negations turn its words."""

    lexicon: Lexicon
    negation: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its features, in order."""
        return ("count", "negated", "share", "sum") if self.negation else ("count", "share", "sum")

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[list[str], float]]]:
        """First word → the entries that start with it, the longest first."""
        score_of = entries(self.lexicon)
        by_first: dict[str, list[tuple[list[str], float]]] = {}
        for words in sorted(score_of, key=len, reverse=True):
            same_first = by_first.setdefault(words[0], [])
            same_first.append((list(words), score_of[words]))
        return by_first

    def tally(self, words: list[str], negated: frozenset[int]) -> tuple[int, int, float]:
        """Return how many entries the words have, how many are negated, and the sum of scores."""
        n_entries = 0
        n_negated = 0
        total = 0.0
        end = 0  # of the entry before
        for place in self._places(words):
            if place < end:
                continue
            length, score = self._longest(words, place)
            end = place + length
            n_entries += length > 0
            n_negated += length > 0 and place in negated
            total += -score if place in negated else score
        return n_entries, n_negated, total

    def _places(self, words: list[str]) -> Iterable[int]:
        first = self._by_first
        return [place for place, word in enumerate(words) if word in first]

    def _longest(self, words: list[str], place: int) -> tuple[int, float]:
        for entry, score in self._by_first[words[place]]:
            if words[place : place + len(entry)] == entry:
                return len(entry), score
        return 0, 0.0


def negated_places(words: list[str]) -> frozenset[int]:
    """Return which words are within reach of a negation before them.

    >>> sorted(negated_places(["i", "don", "t", "like", "it", "at", "all"]))
    [3, 4, 5]
    """
    negations = [place for place in range(len(words)) if _is_negation(words, place)]
    return frozenset(place + step for place in negations for step in range(1, REACH + 1))


def _is_negation(words: list[str], place: int) -> bool:
    word = words[place]
    if word == "t":  # of n't
        return words[max(place - 1, 0)].endswith("n")
    return word in NEGATIONS


def read_lexicons(readers: Sequence[LexiconReader], fields: Sequence[Any]) -> dict[str, Floats]:
    """Return for each lexicon, by its name, the features of documents given field by field."""
    if not readers:
        return {}
    n_documents = len(fields[0]) if fields else 0
    tallies = np.zeros((len(readers), n_documents, 3))
    lengths = np.zeros(n_documents)
    negation = any(reader.negation for reader in readers)
    for field in fields:
        texts = field if isinstance(field, list) else field.to_pylist()
        for row, text in enumerate(texts):
            words = _core.tokens(text or "", WORDS)
            lengths[row] += len(words)
            negated = negated_places(words) if negation else frozenset()
            for number, reader in enumerate(readers):
                tallies[number, row] += reader.tally(words, negated)

    features = dict[str, Floats]()
    for reader, tally in zip(readers, tallies, strict=True):
        features[reader.lexicon.name] = _features(reader, tally, lengths)
    return features


def _features(reader: LexiconReader, tally: Floats, lengths: Floats) -> Floats:
    count, negated, total = tally.T
    share = count / np.maximum(lengths, 1)
    by_name = {"count": count, "negated": negated, "share": share, "sum": total}
    return np.column_stack([by_name[name] for name in reader.columns])
