"""Metrics that need only three counts per label: documents right, predicted so, and truly so.

Every function takes counts of any shape that ends in labels and works along that last axis: one
evaluation, or a thousand resamples at once. Undefined is NaN. Macro metrics are means over the
labels that were predicted or true, with 0 for what is undefined; weighted ones count each label by
its documents.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.confusion import Confusion, confusion_of
from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions


@dataclass(frozen=True, eq=False)
class Counts:
    """Documents per label; `documents` counts those too that got no label."""

    right: Floats  # …, labels
    predicted: Floats
    true: Floats

    @classmethod
    def of(cls, confusion: Confusion) -> "Counts":
        """Return the counts of a confusion table."""
        right = confusion.right.astype(np.float64)
        predicted = confusion.predicted.astype(np.float64)
        true = confusion.true.astype(np.float64)
        return cls(right, predicted, true)

    @property
    def documents(self) -> Floats:
        """The number of documents."""
        return _over_labels(self.true)

    @property
    def unsure(self) -> Floats:
        """The number of documents that got no label."""
        return np.asarray(self.documents - self.total_predicted)

    @property
    def total_right(self) -> Floats:
        """The number of documents that got the right label."""
        return _over_labels(self.right)

    @property
    def total_predicted(self) -> Floats:
        """The number of documents that got a label."""
        return _over_labels(self.predicted)


def counts_of(predictions: LabelledPredictions) -> Counts:
    """Return the counts of predictions."""
    confusion = confusion_of(predictions.predicted, predictions.truth, predictions.labels)
    return Counts.of(confusion)


def precisions(counts: Counts) -> Floats:
    """Return per label, of the documents predicted so, the share that is so."""
    return ratio(counts.right, counts.predicted)


def recalls(counts: Counts) -> Floats:
    """Return per label, of the documents that are so, the share predicted so."""
    return ratio(counts.right, counts.true)


def f1s(counts: Counts) -> Floats:
    """Return per label 2 right / (predicted + true): the harmonic mean of precision and recall."""
    return ratio(2.0 * counts.right, counts.predicted + counts.true)


def macro(values: Floats, counts: Counts) -> Floats:
    """Return the mean over the labels predicted or true; undefined values count as 0."""
    occurs = counts.predicted + counts.true > 0
    defined = np.where(occurs, np.nan_to_num(values), 0.0)
    return ratio(_over_labels(defined), _over_labels(occurs))


def weighted(values: Floats, counts: Counts) -> Floats:
    """Return the mean over documents of their true label's value; undefined ones count as 0."""
    sums = np.nan_to_num(values) * counts.true
    return ratio(_over_labels(sums), counts.documents)


def macro_precision(counts: Counts) -> Floats:
    """Return the mean precision of the labels."""
    return macro(precisions(counts), counts)


def macro_recall(counts: Counts) -> Floats:
    """Return the mean recall of the labels."""
    return macro(recalls(counts), counts)


def macro_f1(counts: Counts) -> Floats:
    """Return the mean F1 of the labels."""
    return macro(f1s(counts), counts)


def weighted_precision(counts: Counts) -> Floats:
    """Return the mean precision of the labels, each counted by its documents."""
    return weighted(precisions(counts), counts)


def weighted_f1(counts: Counts) -> Floats:
    """Return the mean F1 of the labels, each counted by its documents."""
    return weighted(f1s(counts), counts)


def balanced_accuracy(counts: Counts) -> Floats:
    """Return the mean recall of the labels that some document has."""
    known_recalls = np.nan_to_num(recalls(counts))
    return ratio(_over_labels(known_recalls), _over_labels(counts.true > 0))


def micro_precision(counts: Counts) -> Floats:
    """Return, of the documents that got a label, the share with the right one."""
    return ratio(counts.total_right, counts.total_predicted)


def micro_f1(counts: Counts) -> Floats:
    """Return 2 right / (documents with a predicted label + documents)."""
    return ratio(2.0 * counts.total_right, counts.total_predicted + counts.documents)


def mcc(counts: Counts) -> Floats:
    """Return Matthews' correlation of predicted and true labels.

    Documents without a predicted label are a label of their own.
    """
    n = counts.documents
    covariance = counts.total_right * n - _agreement_by_chance(counts)
    predicted = n**2 - _over_labels(counts.predicted**2) - counts.unsure**2
    true = n**2 - _over_labels(counts.true**2)
    return ratio(covariance, np.sqrt(predicted) * np.sqrt(true))


def kappa(counts: Counts) -> Floats:
    """Return Cohen's kappa: how far the agreement is on the way from chance to perfect."""
    n = counts.documents
    by_chance = _agreement_by_chance(counts)
    return ratio(counts.total_right * n - by_chance, n**2 - by_chance)


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """Return part / whole; NaN where there is no whole.

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, nan]
    """
    parts = np.asarray(part, np.float64)
    wholes = np.asarray(whole, np.float64)
    parts, wholes = np.broadcast_arrays(parts, wholes)
    undefined = np.full(wholes.shape, np.nan)
    return np.asarray(np.divide(parts, wholes, out=undefined, where=wholes != 0))


def _agreement_by_chance(counts: Counts) -> Floats:
    """Return n² times the share of documents that would be right by chance."""
    return _over_labels(counts.predicted * counts.true)


def _over_labels(values: npt.NDArray[np.float64] | npt.NDArray[np.bool_]) -> Floats:
    return np.asarray(values.sum(axis=-1))
