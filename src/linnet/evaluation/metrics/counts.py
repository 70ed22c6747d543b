"""Measures that need only three counts per label: documents that were right, predicted so, and truly so.

Every function takes counts of any shape that ends in labels and works along that last axis: one evaluation, or a
thousand resamples at once. Undefined is NaN. Macro measures are means over the labels that were predicted or true,
with 0 for what is undefined; weighted ones count each label by its documents.
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
        return cls(
            *(
                part.astype(np.float64)
                for part in (confusion.right, confusion.predicted, confusion.true)
            )
        )

    @property
    def documents(self) -> Floats:
        """The number of documents."""
        return np.asarray(self.true.sum(axis=-1))

    @property
    def unsure(self) -> Floats:
        """The number of documents that got no label."""
        return np.asarray(self.documents - self.predicted.sum(axis=-1))


def counts_of(predictions: LabelledPredictions) -> Counts:
    """Return the counts of answers."""
    return Counts.of(confusion_of(predictions.predicted, predictions.truth, predictions.labels))


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
    """Return the mean over the labels that were predicted or true; undefined values count as 0."""
    there = counts.predicted + counts.true > 0
    return ratio(np.where(there, np.nan_to_num(values), 0.0).sum(axis=-1), there.sum(axis=-1))


def weighted(values: Floats, counts: Counts) -> Floats:
    """Return the mean over documents, each with the value of its true label; undefined values count as 0."""
    return ratio((np.nan_to_num(values) * counts.true).sum(axis=-1), counts.documents)


def balanced_accuracy(counts: Counts) -> Floats:
    """Return the mean recall of the labels that some document has."""
    return ratio(np.nan_to_num(recalls(counts)).sum(axis=-1), (counts.true > 0).sum(axis=-1))


def micro_precision(counts: Counts) -> Floats:
    """Return, of the documents that got a label, the share with the right one."""
    return ratio(counts.right.sum(axis=-1), counts.predicted.sum(axis=-1))


def micro_f1(counts: Counts) -> Floats:
    """Return 2 right / (documents with a predicted label + documents)."""
    return ratio(2.0 * counts.right.sum(axis=-1), counts.predicted.sum(axis=-1) + counts.documents)


def mcc(counts: Counts) -> Floats:
    """Return Matthews' correlation of predicted and true labels; documents without one are a label of their own."""
    n, chance = counts.documents, (counts.predicted * counts.true).sum(axis=-1)
    predicted = n**2 - (counts.predicted**2).sum(axis=-1) - counts.unsure**2
    true = n**2 - (counts.true**2).sum(axis=-1)
    return ratio(counts.right.sum(axis=-1) * n - chance, np.sqrt(predicted) * np.sqrt(true))


def kappa(counts: Counts) -> Floats:
    """Return Cohen's kappa: how far the agreement is on the way from chance to perfect."""
    n, chance = counts.documents, (counts.predicted * counts.true).sum(axis=-1)
    return ratio(counts.right.sum(axis=-1) * n - chance, n**2 - chance)


def ratio(part: npt.ArrayLike, whole: npt.ArrayLike) -> Floats:
    """Return part / whole; NaN where there is no whole.

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, nan]
    """
    a, b = np.broadcast_arrays(np.asarray(part, np.float64), np.asarray(whole, np.float64))
    return np.asarray(np.divide(a, b, out=np.full(b.shape, np.nan), where=b != 0))
