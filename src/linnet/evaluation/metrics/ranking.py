"""How well documents of a label rank above the others: ROC areas and average precision.

ROC area: of all pairs of a document that has the label and one that has not, the share where the
first ranks higher; a tie counts half. Average precision: the precision at each document that has
the label, averaged; ties come together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.ranking_scores import ranking_scores


@dataclass(frozen=True, eq=False)
class Ranks:
    """Documents by their score for a label, the highest first, those of the same score together."""

    order: Ints  # documents, highest first
    has: Flags  # which of these have the label
    ends: Ints  # per distinct score, how many documents score as high or higher
    positives: Ints  # how many of those have the label

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len(self.order)

    @property
    def negatives(self) -> Ints:
        """Per distinct score, how many documents without the label score as high or higher."""
        return self.ends - self.positives

    @property
    def new_positives(self) -> Ints:
        """Per distinct score, how many documents with the label have it."""
        return np.diff(self.positives, prepend=0)

    @property
    def new_negatives(self) -> Ints:
        """Per distinct score, how many documents without the label have it."""
        return np.diff(self.negatives, prepend=0)

    @property
    def n_positives(self) -> int:
        """The number of documents with the label."""
        return int(self.positives[-1])

    @property
    def n_negatives(self) -> int:
        """The number of documents without the label."""
        return int(self.negatives[-1])

    @property
    def has_both_kinds(self) -> bool:
        """Whether there are documents with the label and without it."""
        return bool(self.documents) and 0 < self.n_positives < self.documents


def ranked(scores: Floats, has: Flags) -> Ranks:
    """Return the documents ranked by their scores for one label, given which of them have it."""
    order = np.argsort(-scores, kind="stable").astype(np.int64)
    falling = scores[order]
    is_last = np.ones(len(order), np.bool_)  # of its score
    is_last[:-1] = falling[1:] != falling[:-1]
    ends = np.flatnonzero(is_last).astype(np.int64) + 1
    positives = np.cumsum(has[order], dtype=np.int64)
    return Ranks(order, has[order], ends, positives[ends - 1])


def rankings(predictions: LabelledPredictions) -> Iterator[Ranks]:
    """Yield the ranks of each label; nothing where scores are not known."""
    for first, table in ranking_scores(predictions):
        for label, column in enumerate(table.T, first):
            yield ranked(column, predictions.truth == label)


def roc_area(ranks: Ranks) -> float | None:
    """Return the area under the ROC curve; None where all documents have the label, or none."""
    if not ranks.has_both_kinds:
        return None
    above = ranks.positives - ranks.new_positives / 2
    pairs = float(np.sum(ranks.new_negatives * above))
    return pairs / (ranks.n_positives * ranks.n_negatives)


def average_precision(ranks: Ranks) -> float | None:
    """Return the average precision; None where no document has the label."""
    if not ranks.documents or not ranks.n_positives:
        return None
    precisions = ranks.positives / ranks.ends
    return float(np.sum(ranks.new_positives * precisions) / ranks.positives[-1])


def mean_defined(values: list[float | None]) -> float | None:
    """Return the mean of what is defined; None where nothing is.

    >>> mean_defined([0.5, None, 1.0])
    0.75
    """
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None
