"""The words that would change the answer: the text without them is scored again, as any other text."""

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

MOST_WORDS = 5
MOST_TRIED = 50  # words at a time: those that speak most for the answer

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Counterfactual:
    """Words, and the answer that a document would get without them."""

    words: tuple[str, ...]
    answer: Any  # a label, None where unsure; where a document may have several, the list of them
    probability: float | None = None  # of that label, where there is one

    def as_json(self) -> dict[str, Any]:
        """Return the turn for `--json`."""
        return {"words": list(self.words), "label": self.answer, "probability": self.probability}


def counterfactual(
    classifier: Classifier, document: Any, explanation: Explanation
) -> Counterfactual | None:
    """Return a few words without which a document gets another answer; None where it does not for any few.

    Words are taken away one by one, wherever they stand, each time the one that brings another answer closest; then
    those come back that were not needed. So no word of the set can be left out, but another set may be smaller.

    >>> from linnet import train
    >>> classifier = train([("cheap pills", "spam"), ("cheap pills", "spam"), ("my lunch", "ham")], {})
    >>> counterfactual(classifier, "cheap lunch now", classifier.explain("cheap lunch now")).words
    ('cheap',)
    """
    trial = _Trial(classifier, document, explanation)
    gone: list[str] = []
    for _ in range(MOST_WORDS):
        left = [word for word in trial.words if word not in gone][:MOST_TRIED]
        if not left:
            return None
        scores = trial.without([{*gone, word} for word in left])
        turned = np.array([answer != trial.answer for answer in scores.labels()])
        far = np.where(turned, -np.inf, 0) if turned.any() else _distance(scores, explanation)
        place = int(np.argmin(far))
        gone.append(left[place])
        if turned[place]:
            return trial.turn(trial.needed(gone))
    return None


class _Trial:
    """A document whose words can be taken away."""

    def __init__(self, classifier: Classifier, document: Any, explanation: Explanation) -> None:
        self.classifier, self.document = classifier, document
        self.pieces = explanation.pieces(by_words=True)
        self.words, self.answer = _words(explanation), explanation.answer

    def without(self, gone: Sequence[Collection[str]]) -> Scores:
        """Return the scores of the document without each of these sets of words."""
        texts = [
            tuple(
                "".join(text for text, _ in field if text.lower() not in one)
                for field in self.pieces
            )
            for one in gone
        ]
        if not self.classifier.model.features.of_columns:
            return self.classifier.score(texts)
        metadata = self.document if isinstance(self.document, Mapping) else {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is unknown beside the text was told already
            fields = self.classifier.fields
            return self.classifier.score(
                [{**metadata, **dict(zip(fields, one, strict=True))} for one in texts]
            )

    def needed(self, gone: list[str]) -> list[str]:
        """Return the words without those that may as well stay."""
        for word in gone[:-1]:
            fewer = [one for one in gone if one != word]
            if self.without([fewer]).labels()[0] != self.answer:
                gone = fewer
        return gone

    def turn(self, gone: list[str]) -> Counterfactual:
        scores = self.without([gone])
        answer = scores.labels()[0]
        words = tuple(self.words[word] for word in gone)
        if not scores.has_probabilities or not isinstance(answer, str):
            return Counterfactual(words, answer)
        return Counterfactual(
            words, answer, float(scores.probabilities()[0, self.classifier.labels.index(answer)])
        )


def _words(explanation: Explanation) -> dict[str, str]:
    """Return the words in lower case that features cover → as they stand first; those that speak most come first."""
    values: dict[str, float] = {}
    first: dict[str, str] = {}
    for covered, pieces in zip(explanation.texts, explanation.pieces(by_words=True), strict=True):
        lit, at = np.zeros(len(covered.text) + 1, bool), 0
        for start, end, _ in covered.spans:
            lit[start:end] = True
        for text, value in pieces:
            if lit[at : at + len(text)].any() and any(
                c.isalnum() or category(c) == "So" for c in text
            ):
                values[text.lower()] = values.get(text.lower(), 0.0) + value
                first.setdefault(text.lower(), text)
            at += len(text)
    strongest = sorted(
        values, key=lambda word: (-abs(values[word]) if explanation.unsure else -values[word], word)
    )
    return {word: first[word] for word in strongest}


def _distance(scores: Scores, explanation: Explanation) -> Floats:
    """Return how far each document is from another answer than the one explained."""
    if explanation.chosen is not None:
        signs = np.array([1 if label in explanation.chosen else -1 for label in explanation.labels])
        far = (scores.values * signs).min(axis=1)
    elif explanation.unsure:
        far = -scores.ranking().max(axis=1)
    else:
        number, ranking = explanation.labels.index(explanation.label), scores.ranking()
        with np.errstate(invalid="ignore"):  # a veto from a veto
            far = ranking[:, number] - np.delete(ranking, number, axis=1).max(axis=1)
    return np.asarray(np.nan_to_num(far, nan=0.0))
