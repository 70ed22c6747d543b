"""The influence of each document on a mean over labels of ROC areas, or of average precisions.

A document has an influence by what it has as one of its own label (its placement, or the precision
at it), and by where it stands among the documents of other labels. The squares of all influences
add up to the variance of the mean. But the one document of a label cannot differ from its kind, and
seems to have no influence. So within each label, n documents vary by
(sum of squares + typical variance) / n, as if there were one more of them, a typical one; the
typical variance is that of all documents around their mean, each counted by the square of its share
in the mean over labels, 1 / n².
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.intervals import Interval, difference_interval, mean_interval
from linnet.evaluation.metrics.label_means import documents_of, trials
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.rank_influences import area_influences, precision_influences
from linnet.evaluation.metrics.ranking import Ranks, average_precision, rankings, roc_area


@dataclass(frozen=True)
class RankMetric:
    """A metric of the ranks of one label, and the influences on it."""

    of: Callable[[Ranks], float | None]
    # Values of documents, and their influences, given the ranks and the metric's value.
    influences: Callable[[Ranks, float], tuple[Floats, Floats]]


RANK_METRICS = {
    "macro-roc-area": RankMetric(roc_area, area_influences),
    "macro-average-precision": RankMetric(average_precision, precision_influences),
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
        values = self.values - other.values
        own = self.own - other.own
        others = self.others - other.others
        return Influences(self.truth, values, own, others)

    def interval(self, value: float) -> Interval:
        """Return the confidence interval of the mean."""
        error, freedom = self._error()
        return mean_interval(value, error, self._trials(), freedom)

    def difference_interval(self, difference: float) -> Interval:
        """Return the confidence interval of a difference of two means."""
        error, freedom = self._error()
        return difference_interval(difference, error, self._trials(), freedom)

    def _trials(self) -> float:
        # A document is both one of its own label and one of those that should rank below others.
        return trials(documents_of(self.truth)) / 2

    def _error(self) -> tuple[float, float]:
        """Return the standard error, and its degrees of freedom (Satterthwaite's)."""
        own = self.own - _label_means(self.own, self.truth)[self.truth]
        others = self.others - self.others.mean()
        variances = self._label_variances(own)
        crossed = 2 * np.sum(own * others)
        variance = float(np.sum(variances) + np.sum(others**2) + crossed)
        freedom = self._freedom(variances)
        return math.sqrt(max(0.0, variance)), freedom

    def _label_variances(self, own: Floats) -> Floats:
        """Return the variance that the documents of each label add."""
        documents = np.bincount(self.truth)
        occurs = documents > 0
        squares = np.bincount(self.truth, own**2)[occurs]
        # A document's own influence is its value, divided by its label's documents and by the
        # number of labels.
        divisor = documents[occurs] * np.sum(occurs)
        typical = self._typical_variance(documents) / divisor**2
        return np.asarray(squares + typical)

    def _typical_variance(self, documents: Ints) -> float:
        weights = 1 / documents[self.truth].astype(np.float64) ** 2
        weights /= weights.sum()
        mean = np.sum(weights * self.values)
        sum_of_squares = float(np.sum(weights**2))  # 1 where there is only one document
        if sum_of_squares >= 1:
            return 0.0
        variance = float(np.sum(weights * (self.values - mean) ** 2))
        return variance / (1 - sum_of_squares)

    def _freedom(self, variances: Floats) -> float:
        spread = float(np.sum(variances**2 / documents_of(self.truth)))
        if not spread:
            return math.inf
        return float(np.sum(variances)) ** 2 / spread


class InfluenceAdder:
    """Adds up the influences on one metric, label by label."""

    def __init__(self, name: str, truth: Ints) -> None:
        self._metric = RANK_METRICS[name]
        self._truth = truth
        self._values = np.zeros(len(truth))
        self._own = np.zeros(len(truth))
        self._others = np.zeros(len(truth))
        self._labels = 0

    def add(self, ranks: Ranks, has: Flags, value: float | None) -> None:
        """Add a label, given its ranks, the documents that have it, and the metric's value."""
        if value is None:
            return
        values, influences = self._metric.influences(ranks, value)
        self._values[has] = values[has]
        self._own[has] += influences[has]
        self._others[~has] += influences[~has]
        self._labels += 1

    def influences(self) -> Influences:
        """Return the influences on the mean over the labels that were added."""
        labels = max(1, self._labels)
        return Influences(self._truth, self._values, self._own / labels, self._others / labels)


def influences_of(predictions: LabelledPredictions, name: str) -> Influences:
    """Return the influences of documents on a metric of predictions."""
    adder = InfluenceAdder(name, predictions.truth)
    metric = RANK_METRICS[name]
    for label, ranks in enumerate(rankings(predictions)):
        adder.add(ranks, predictions.truth == label, metric.of(ranks))
    return adder.influences()


def _label_means(values: Floats, truth: Ints) -> Floats:
    """Return the mean of each label's documents; 0 where a label has none."""
    documents = np.maximum(1, np.bincount(truth))
    return np.bincount(truth, values) / documents
