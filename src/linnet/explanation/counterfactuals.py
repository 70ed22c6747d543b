"""The words that would change the answer: the text without them is scored again."""

import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.model.explanation import Explanation
from linnet.model.scores import Scores
from linnet.model.spans import Covered

MOST_WORDS = 5
MOST_TRIED = 50  # words at a time: those that speak most for the answer

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Counterfactual:
    """Words, and the answer that a document would get without them."""

    words: tuple[str, ...]
    answer: Any  # a label, None where unsure; where a document may have several, the list of them
    probability: float | None = None  # of that label, where there is one

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def as_json(self) -> dict[str, Any]:
        """Return the counterfactual as plain data."""
        return {"words": list(self.words), "label": self.answer, "probability": self.probability}


def counterfactual(
    classifier: Classifier, document: Any, explanation: Explanation
) -> Counterfactual | None:
    """Return a few words without which a document gets another answer; None where there are none.

    Words are taken away one by one, wherever they stand, each time the one that brings another
    answer closest; then those come back that were not needed. So no word of the set can be left
    out, but another set may be smaller.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("cheap pills", "spam"), ("my lunch", "ham")]
    >>> classifier = train(pairs, {})
    >>> counterfactual(classifier, "cheap lunch now", classifier.explain("cheap lunch now")).words
    ('cheap',)
    """
    trial = _Trial(classifier, document, explanation)
    removed: list[str] = []
    for _ in range(MOST_WORDS):
        words = [word for word in trial.words if word not in removed][:MOST_TRIED]
        if not words:
            return None
        scores = trial.scores_without([{*removed, word} for word in words])
        changes = trial.changes_answer(scores)
        if changes.any():
            first = words[int(np.argmax(changes))]
            return trial.result(trial.needed([*removed, first]))
        closest = int(np.argmin(_distance(scores, explanation)))
        removed.append(words[closest])
    return None


class _Trial:
    """A document whose words can be removed."""

    def __init__(self, classifier: Classifier, document: Any, explanation: Explanation) -> None:
        self._classifier = classifier
        self._metadata = document if isinstance(document, Mapping) else {}
        self._pieces = explanation.pieces(by_words=True)
        self._answer = explanation.answer
        self.words = _words(explanation)

    def scores_without(self, word_sets: Sequence[Collection[str]]) -> Scores:
        """Return the scores of the document without each of these sets of words."""
        texts = [self._texts_without(words) for words in word_sets]
        if not self._classifier.model.features.of_columns:
            return self._classifier.score(texts)
        fields = self._classifier.fields
        documents = [{**self._metadata, **dict(zip(fields, text, strict=True))} for text in texts]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the explanation has warned of unknown values
            return self._classifier.score(documents)

    def _texts_without(self, words: Collection[str]) -> tuple[str, ...]:
        texts = []
        for pieces in self._pieces:
            texts.append("".join(text for text, _ in pieces if text.lower() not in words))
        return tuple(texts)

    def changes_answer(self, scores: Scores) -> Bools:
        """Return which documents get another answer."""
        return np.array([answer != self._answer for answer in scores.labels()])

    def needed(self, removed: list[str]) -> list[str]:
        """Return the words without those that may as well stay."""
        for word in removed[:-1]:
            fewer = [other for other in removed if other != word]
            if self.changes_answer(self.scores_without([fewer]))[0]:
                removed = fewer
        return removed

    def result(self, removed: list[str]) -> Counterfactual:
        """Return the words as they stand in the text, and the answer without them."""
        scores = self.scores_without([removed])
        answer = scores.labels()[0]
        words = tuple(self.words[word] for word in removed)
        if not scores.has_probabilities or not isinstance(answer, str):
            return Counterfactual(words, answer)
        place = self._classifier.labels.index(answer)
        return Counterfactual(words, answer, float(scores.probabilities()[0, place]))


def _words(explanation: Explanation) -> dict[str, str]:
    """Return the covered words, in lower case → as first written; the strongest come first."""
    values: dict[str, float] = {}
    as_written: dict[str, str] = {}
    for covered, pieces in zip(explanation.texts, explanation.pieces(by_words=True), strict=True):
        is_covered = _covered_characters(covered)
        start = 0
        for text, value in pieces:
            end = start + len(text)
            if is_covered[start:end].any() and _is_word(text):
                word = text.lower()
                values[word] = values.get(word, 0.0) + value
                as_written.setdefault(word, text)
            start = end

    def rank(word: str) -> tuple[float, str]:
        value = values[word]
        return (-abs(value) if explanation.unsure else -value, word)

    return {word: as_written[word] for word in sorted(values, key=rank)}


def _covered_characters(text: Covered) -> Bools:
    """Return which characters a feature covers."""
    covered = np.zeros(len(text.text) + 1, np.bool_)
    for start, end, _ in text.spans:
        covered[start:end] = True
    return covered


def _is_word(text: str) -> bool:
    """Return whether there is a letter, a digit or an emoji in it."""
    return any(character.isalnum() or category(character) == "So" for character in text)


def _distance(scores: Scores, explanation: Explanation) -> Floats:
    """Return how far each document is from another answer than the one explained."""
    if explanation.chosen is not None:
        signs = np.array([1 if label in explanation.chosen else -1 for label in explanation.labels])
        distance = (scores.values * signs).min(axis=1)
    elif explanation.unsure:
        distance = -scores.ranking().max(axis=1)
    else:
        label = explanation.labels.index(explanation.label)
        ranking = scores.ranking()
        best_other = np.delete(ranking, label, axis=1).max(axis=1)
        with np.errstate(invalid="ignore"):  # a veto minus a veto
            distance = ranking[:, label] - best_other
    return np.asarray(np.nan_to_num(distance, nan=0.0))
