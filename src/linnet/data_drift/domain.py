"""Whether a model can tell training documents from new ones, and the words that do.

As many documents of each side, at most 2,000, and a logistic regression on words. Each document is
judged by a model of the other folds; copies are in one fold. The area under the ROC curve is the
chance that a new document seems newer than a training document: 0.5 where they cannot be told
apart. Each fold's model has learned the documents of the others, so areas vary more by chance than
those of one model do: WIDER times, as random splits show (docs/drift.md).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.training_documents import labelled_documents
from linnet.evaluation.metrics.evaluation import evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.splits.copies import together_in
from linnet.evaluation.splits.duplicate_groups import copies_of_any_length
from linnet.evaluation.splits.split_data import split_data_of
from linnet.explanation.strongest import strongest
from linnet.reading import Documents, read
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import out_of_fold
from linnet.validation.splitting import in_memory
from linnet.validation.subtraction import count

MOST_DOCUMENTS = 2_000  # of each side
FEWEST = 20  # of each side
N_FOLDS = 5
N_WORDS = 10  # of each side
LEAST_AREA = 0.6  # from here on, two sides are told apart well enough to matter
WIDER = 1.5  # how much more the area varies than that of a model that learned none of the documents
MOST_DEVIATIONS = 2.58  # of the area by chance: one side in 200 is above
SIDES = ("new", "training")
SETTINGS = {"words": "1", "weighting": "sublinear-tfidf", "learner": "logistic", "strength": "1/n"}


@dataclass(frozen=True)
class TellingWord:
    """A word, and the share of documents that have it on each side."""

    word: str
    training: float
    new: float

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"word": self.word, "training": self.training, "new": self.new}


@dataclass(frozen=True)
class DomainTest:
    """How well a model tells the two sides apart, and the words that speak for each."""

    area: Measure  # under the ROC curve
    least: float  # the area from which on they are told apart surely, and well enough to matter
    documents: int  # of each side
    training_words: tuple[TellingWord, ...]  # the strongest first
    new_words: tuple[TellingWord, ...]

    @property
    def is_found(self) -> bool:
        """Whether they are told apart surely, and well enough to matter."""
        return self.area.value is not None and self.area.value >= self.least

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "shifted": self.is_found,
            "roc_area": self.area.as_json(),
            "least": self.least,
            "documents": self.documents,
            "training_words": [word.as_json() for word in self.training_words],
            "new_words": [word.as_json() for word in self.new_words],
        }


def domain_test(
    training: Sequence[str], new: Sequence[str], threads: int, seed: int = 0
) -> DomainTest | None:
    """Return how well texts of both sides are told apart; None where there are too few.

    >>> old = ["the plot of film %d is dull" % n for n in range(40)]
    >>> test = domain_test(old, ["call me at noon %d" % n for n in range(40)], 1)
    >>> test.area.value, test.training_words[0].word
    (1.0, 'dull')
    """
    n = min(len(training), len(new), MOST_DOCUMENTS)
    if n < FEWEST:
        return None
    texts = [*evenly(new, n), *evenly(training, n)]
    labels = [side for side in SIDES for _ in range(n)]
    documents = read({"text": texts, "label": labels}, text="text", label="label")
    recipe = Recipe.of(**SETTINGS, seed=seed)
    predictions = _predictions(documents, recipe, threads)
    if predictions is None:
        return None
    least = least_area(*_units(predictions))
    area = evaluate_predictions(predictions).per_label["new"]["roc-area"]
    classifier = make(documents, recipe, threads=threads)
    new_words, training_words = (_words(classifier, side, texts, n) for side in SIDES)
    return DomainTest(widened(area), least, n, training_words, new_words)


def least_area(n_training: int, n_new: int) -> float:
    """Return the area from which on two sides of so many documents are told apart.

    The variance of the area of one model that tells nothing is (n + m + 1) / 12 n m.

    >>> round(least_area(20, 20), 3), round(least_area(100, 100), 3), least_area(1000, 1000)
    (0.858, 0.658, 0.6)
    """
    variance = (n_training + n_new + 1) / (12 * n_training * n_new)
    return max(LEAST_AREA, 0.5 + MOST_DEVIATIONS * WIDER * math.sqrt(variance))


def widened(area: Measure) -> Measure:
    """Return an area with an interval WIDER times as wide.

    >>> widened(Measure(0.7, (0.6, 0.8))), widened(Measure(0.95, (0.9, 0.98)))
    (Measure(0.700 (0.550 to 0.850)), Measure(0.950 (0.875 to 0.995)))
    """
    if area.value is None or area.interval is None:
        return area
    low, high = area.interval
    low = max(0.0, area.value - WIDER * (area.value - low))
    high = min(1.0, area.value + WIDER * (high - area.value))
    return replace(area, interval=(low, high))


def evenly(texts: Sequence[str], n: int) -> list[str]:
    """Return n of the texts, evenly spaced.

    >>> evenly(["a", "b", "c", "d"], 2)
    ['a', 'c']
    """
    return [texts[place * len(texts) // n] for place in range(n)]


def _predictions(documents: Documents, recipe: Recipe, threads: int) -> LabelledPredictions | None:
    """Return what models of other folds predict, copies as groups.

    None where there are no words at all, or where copies leave too few documents.
    """
    folds = Folds(N_FOLDS, seed=recipe.seed)
    documents = labelled_documents(documents, recipe, "telling documents apart")
    documents, recipe, criteria = in_memory(documents, recipe, folds, threads)
    copies = copies_of_any_length(split_data_of(documents, threads), threads)
    if len(np.unique(copies)) < len(copies):
        criteria = replace(criteria, copies=copies)
    counted = count(documents, recipe, threads)
    if not counted.features.n_columns:
        return None
    (predictions,) = out_of_fold(counted, folds.parts(criteria)[0], [recipe], threads)
    assert isinstance(predictions, LabelledPredictions)
    predictions = replace(predictions, groups=together_in(criteria))
    return predictions if min(_units(predictions)) >= FEWEST else None


def _units(predictions: LabelledPredictions) -> tuple[int, int]:
    """Return how many documents each side has; copies are one."""
    groups = predictions.groups
    if groups is None:
        groups = np.arange(len(predictions))
    first, second = (len(np.unique(groups[predictions.truth == side])) for side in range(2))
    return first, second


def _words(classifier: Classifier, side: str, texts: list[str], n: int) -> tuple[TellingWord, ...]:
    """Return the words that speak for a side, with the share of documents that have each."""
    features = strongest(classifier, N_WORDS)[side]
    rows = classifier.model.counts([texts])
    words = []
    for feature in features:
        column = classifier.model.engine.find(0, feature.feature)
        entries = np.flatnonzero(rows.columns == column)
        documents = np.searchsorted(rows.starts, entries, side="right") - 1
        n_new = int(np.count_nonzero(documents < n))
        n_training = len(documents) - n_new
        words.append(TellingWord(feature.feature, training=n_training / n, new=n_new / n))
    return tuple(words)
