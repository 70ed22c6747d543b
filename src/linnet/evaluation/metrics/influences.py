"""The influence of each document on a mean over labels of ROC areas, or of average precisions.

A document has an influence by what it has as one of its own label (its placement, or the precision at it), and by where
it stands among the documents of other labels. The squares of all influences add up to the variance of the mean. But the
one document of a label cannot differ from its kind, and seems to have no influence. So within each label, n documents
vary by (sum of squares + typical variance) / n, as if there were one more of them, a typical one; the typical variance
is that of all documents around their mean, each counted by the square of its share in the mean over labels, 1 / n².
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.intervals import difference_interval, mean_interval
from linnet.evaluation.metrics.label_means import documents_of, trials
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import Interval
from linnet.evaluation.metrics.ranking import (
    Ranks,
    area_influences,
    average_precision,
    precision_influences,
    rankings,
    roc_area,
)

# What is measured of each label, and the influences on it.
Measured = tuple[Callable[[Ranks], float | None], Callable[[Ranks, float], tuple[Floats, Floats]]]
MEASURES: dict[str, Measured] = {
    "macro-roc-area": (roc_area, area_influences),
    "macro-average-precision": (average_precision, precision_influences),
}


@dataclass(frozen=True, eq=False)
class Influences:
    """What each document does to a mean over labels."""

    truth: Ints
    values: Floats  # what it has as one of its own label
    own: Floats  # its influence through its own label
    others: Floats  # and through all others

    def __sub__(self, other: "Influences") -> "Influences":
        """Return the influences on the difference of two measures of the same documents."""
        return Influences(
            self.truth, self.values - other.values, self.own - other.own, self.others - other.others
        )

    def interval(self, value: float) -> Interval:
        """Return the interval of the mean."""
        error, freedom = self._error()
        return mean_interval(value, error, self._trials(), freedom)

    def difference_interval(self, difference: float) -> Interval:
        """Return the interval of a difference of two means."""
        error, freedom = self._error()
        return difference_interval(difference, error, self._trials(), freedom)

    def _trials(self) -> float:
        # A document is both one of its own label and one of those that should rank below others.
        return trials(documents_of(self.truth)) / 2

    def _error(self) -> tuple[float, float]:
        """Return the standard error, and its degrees of freedom (Satterthwaite's)."""
        documents = np.bincount(self.truth)
        there = documents > 0
        own = self.own - _label_means(self.own, self.truth)[self.truth]
        others = self.others - self.others.mean()
        squares = np.bincount(self.truth, own**2)[there]
        # A document's own influence is its value, divided by its label's documents and by the number of labels.
        typical = self._typical_variance(documents) / (documents[there] * np.sum(there)) ** 2
        variances = squares + typical
        variance = float(np.sum(variances) + np.sum(others**2) + 2 * np.sum(own * others))
        spread = float(np.sum(variances**2 / documents[there]))
        freedom = float(np.sum(variances)) ** 2 / spread if spread else math.inf
        return math.sqrt(max(0.0, variance)), freedom

    def _typical_variance(self, documents: Ints) -> float:
        weights = 1 / documents[self.truth].astype(np.float64) ** 2
        weights /= weights.sum()
        mean = np.sum(weights * self.values)
        alone = float(np.sum(weights**2))  # 1 where there is only one document
        return (
            float(np.sum(weights * (self.values - mean) ** 2)) / (1 - alone) if alone < 1 else 0.0
        )


class InfluenceAdder:
    """Adds up the influences on one measure, label by label."""

    def __init__(self, name: str, truth: Ints) -> None:
        _, self._influences = MEASURES[name]
        self._truth = truth
        self._values, self._own, self._others = (np.zeros(len(truth)) for _ in range(3))
        self._labels = 0

    def add(self, ranks: Ranks, has: Flags, value: float | None) -> None:
        """Add a label, given its ranks, the documents that have it, and its measure."""
        if value is None:
            return
        values, influences = self._influences(ranks, value)
        self._values[has] = values[has]
        self._own[has] += influences[has]
        self._others[~has] += influences[~has]
        self._labels += 1

    def influences(self) -> Influences:
        """Return the influences on the mean over the labels that were added."""
        labels = max(1, self._labels)
        return Influences(self._truth, self._values, self._own / labels, self._others / labels)


def influences_of(predictions: LabelledPredictions, name: str) -> Influences:
    """Return the influences on a measure of answers."""
    adder = InfluenceAdder(name, predictions.truth)
    measure, _ = MEASURES[name]
    for label, ranks in enumerate(rankings(predictions)):
        adder.add(ranks, predictions.truth == label, measure(ranks))
    return adder.influences()


def _label_means(values: Floats, truth: Ints) -> Floats:
    """Return the mean of each label's documents; 0 where a label has none."""
    return np.bincount(truth, values) / np.maximum(1, np.bincount(truth))
