"""Whether a model can tell training documents from new ones, and the words that do.

As many documents of each side, at most 2,000, and a logistic regression on words. Each document is
judged by a model of the other folds. The area under the ROC curve is the chance that a new document
seems newer than a training document: 0.5 where they cannot be told apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.training_documents import labelled_documents
from linnet.evaluation.metrics.evaluation import evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
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
    documents: int  # of each side
    training_words: tuple[TellingWord, ...]  # the strongest first
    new_words: tuple[TellingWord, ...]

    @property
    def is_found(self) -> bool:
        """Whether they are told apart surely, and well enough to matter."""
        if self.area.value is None or self.area.interval is None:
            return False
        return self.area.interval[0] > 0.5 and self.area.value >= LEAST_AREA

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "shifted": self.is_found,
            "roc_area": {"value": self.area.value, "interval": _ends(self.area)},
            "documents": self.documents,
            "training_words": [word.as_json() for word in self.training_words],
            "new_words": [word.as_json() for word in self.new_words],
        }


def _ends(measure: Measure) -> list[float] | None:
    return None if measure.interval is None else list(measure.interval)


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
    area = evaluate_predictions(predictions).per_label["new"]["roc-area"]
    classifier = make(documents, recipe, threads=threads)
    new_words, training_words = (_words(classifier, side, texts, n) for side in SIDES)
    return DomainTest(area, n, training_words, new_words)


def evenly(texts: Sequence[str], n: int) -> list[str]:
    """Return n of the texts, evenly spaced.

    >>> evenly(["a", "b", "c", "d"], 2)
    ['a', 'c']
    """
    return [texts[place * len(texts) // n] for place in range(n)]


def _predictions(documents: Documents, recipe: Recipe, threads: int) -> LabelledPredictions | None:
    """Return what models of other folds predict; None where there are no words at all."""
    folds = Folds(N_FOLDS, seed=recipe.seed)
    documents = labelled_documents(documents, recipe, "telling documents apart")
    documents, recipe, criteria = in_memory(documents, recipe, folds, threads)
    counted = count(documents, recipe, threads)
    if not counted.features.n_columns:
        return None
    (predictions,) = out_of_fold(counted, folds.parts(criteria)[0], [recipe], threads)
    assert isinstance(predictions, LabelledPredictions)
    return predictions


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
