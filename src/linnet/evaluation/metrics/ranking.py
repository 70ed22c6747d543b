"""How well documents of a label rank above the others: ROC areas and average precision.

ROC area: of all pairs of a document that has the label and one that has not, the share where the first ranks higher; a
tie counts half. Average precision: the precision at each document that has the label, averaged; ties come together.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.intervals import logit_interval, wilson
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, Ints, LabelledPredictions

NUMBERS = 3_000_000  # worked on at once: some tens of megabytes
LABELS = 32  # but no fewer, because each part draws its resamples anew


@dataclass(frozen=True, eq=False)
class Ranks:
    """Documents from the highest score of a label to the lowest, those with the same score together."""

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
    def both(self) -> bool:
        """Whether there are documents with the label and without it."""
        return bool(self.documents) and 0 < self.positives[-1] < self.documents


def ranked(scores: Floats, has: Flags) -> Ranks:
    """Return the documents ranked by their scores for one label, given which of them have it."""
    order = np.argsort(-scores, kind="stable").astype(np.int64)
    falling = scores[order]
    ends = (
        np.flatnonzero(np.append(falling[1:] != falling[:-1], [True] * bool(len(order)))).astype(
            np.int64
        )
        + 1
    )
    return Ranks(order, has[order], ends, np.cumsum(has[order], dtype=np.int64)[ends - 1])


def rankings(predictions: LabelledPredictions) -> Iterator[Ranks]:
    """Yield the ranks of each label; nothing where scores are not known."""
    for first, table in strengths(predictions):
        for label, column in enumerate(table.T, first):
            yield ranked(column, predictions.truth == label)


def known(predictions: LabelledPredictions) -> bool:
    """Return whether there are documents to rank, and scores to rank them by."""
    return len(predictions) > 0 and not np.isnan(predictions.scores.min(initial=np.inf))


def strengths(predictions: LabelledPredictions) -> Iterator[tuple[int, Floats]]:
    """Yield what documents are ranked by, documents × some labels, after the first of these; nothing where not known.

    Where there are probabilities, these are the odds of the label: the same order as that of probabilities, but also
    among documents so sure that their probabilities are all rounded to 1.
    """
    firsts = range(
        0,
        len(predictions.labels) if known(predictions) else 0,
        max(LABELS, NUMBERS // max(1, len(predictions))),
    )
    if predictions.probabilities is None:
        yield from ((first, predictions.scores[:, first : first + firsts.step]) for first in firsts)
    else:
        yield from zip(firsts, _odds_of_some(predictions.probabilities, firsts), strict=True)


def _odds_of_some(probabilities: Floats, firsts: range) -> Iterator[Floats]:
    """Yield the odds of as many labels as a step has, from each first one on."""
    parts = [probabilities[:, first : first + firsts.step] for first in firsts]
    before, after = np.zeros(len(probabilities)), [np.zeros(len(probabilities))]
    for part in parts[:0:-1]:
        after.append(_added(after[-1], part.T[::-1]))
    for part in parts:
        yield odds(part, before, after.pop())
        before = _added(before, part.T)


def _added(sums: Floats, columns: Floats) -> Floats:
    """Return sums plus columns, one after the other: in the same order whatever the size of a part."""
    result = sums.copy()
    for column in columns:
        result += column
    return result


def odds(
    probabilities: Floats, before: Floats | float = 0.0, after: Floats | float = 0.0
) -> Floats:
    """Return p / (sum of the others) for each label, given the sums of labels before and after these.

    >>> odds(np.array([[0.75, 0.25], [1.0, 1e-40]])).tolist()
    [[3.0, 0.3333333333333333], [1e+40, 1e-40]]
    >>> odds(np.array([[1.0, 5e-324]])).tolist()
    [[inf, 5e-324]]
    """
    own = np.ascontiguousarray(probabilities.T)
    others = np.empty_like(own)
    left, right = np.full(own.shape[1], before), np.full(own.shape[1], after)
    for mine, column in zip(others, own, strict=True):
        mine[:] = left
        left += column
    for mine, column in zip(others[::-1], own[::-1], strict=True):
        np.add(mine, right, out=mine)
        right += column
    alone = others <= 0
    with np.errstate(over="ignore"):  # odds beyond all numbers are as good as infinite
        np.divide(own, others, out=others, where=~alone)
    others[alone] = np.inf
    return others.T


def roc_area(ranks: Ranks) -> float | None:
    """Return the area under the ROC curve; None where all documents have the label, or none has it."""
    if not ranks.both:
        return None
    up, along = np.diff(ranks.positives, prepend=0), np.diff(ranks.negatives, prepend=0)
    pairs = float(np.sum(along * (ranks.positives - up / 2)))
    return pairs / (int(ranks.positives[-1]) * int(ranks.negatives[-1]))


def average_precision(ranks: Ranks) -> float | None:
    """Return the average precision; None where no document has the label."""
    if not ranks.documents or not ranks.positives[-1]:
        return None
    up = np.diff(ranks.positives, prepend=0)
    return float(np.sum(up * (ranks.positives / ranks.ends)) / ranks.positives[-1])


def influences(ranks: Ranks, area: float) -> Floats:
    """Return the influence of each document on the ROC area, each kind of them as many as there are less one.

    The sum of squares is DeLong's variance of the area.
    """
    n_up, n_along = int(ranks.positives[-1]), int(ranks.negatives[-1])
    _, found = area_influences(ranks, area)
    has = np.empty(ranks.documents, np.bool_)
    has[ranks.order] = ranks.has
    return found * np.where(
        has, math.sqrt(n_up / max(1, n_up - 1)), math.sqrt(n_along / max(1, n_along - 1))
    )


def area_influences(ranks: Ranks, area: float) -> tuple[Floats, Floats]:
    """Return the placement of each document, and its influence on the ROC area: its placement less the area.

    A document with the label has the share of the others that rank below it, one without it the share of the label's
    that rank above it, a tie being half; the influence is divided by how many there are of its kind.
    """
    up, along = np.diff(ranks.positives, prepend=0), np.diff(ranks.negatives, prepend=0)
    n_up, n_along = int(ranks.positives[-1]), int(ranks.negatives[-1])
    of_own = (n_along - ranks.negatives + along / 2) / n_along
    of_others = (ranks.positives - up / 2) / n_up
    placements = _per_document(ranks, of_own, of_others)
    found = _per_document(ranks, (of_own - area) / n_up, (of_others - area) / n_along)
    return placements, found


def precision_influences(ranks: Ranks, value: float) -> tuple[Floats, Floats]:
    """Return the precision at each document's score, and how far the average precision would fall without the document.

    Not how fast it changes with a document's weight, as for the area: the first documents count for so much that this
    would be too little. Without one of n of the label, the others have 1 / (n - 1) each; the fall is for 1 / n.
    """
    found, above = ranks.positives.astype(np.float64), ranks.ends.astype(np.float64)
    n = int(ranks.positives[-1])
    up = np.diff(found, prepend=0)
    precision = found / above
    higher = (
        np.cumsum(up * precision) - up * precision
    )  # the precisions at higher scores stay as they are
    fewer = np.maximum(1, above - 1)
    without_other = (higher + _from_the_end(up * found / fewer)) / n
    of_own = np.zeros(len(found))  # the one document of a label cannot be missing
    if n > 1:
        of_others_own = _from_the_end(up * (found - 1) / fewer) - (found - 1) / fewer
        of_own = (value - (higher + of_others_own) / (n - 1)) * (n - 1) / n
    return _per_document(ranks, precision, precision), _per_document(
        ranks, of_own, value - without_other
    )


def _from_the_end(values: Floats) -> Floats:
    """Return each value plus all after it."""
    return np.asarray(np.cumsum(values[::-1])[::-1])


def _per_document(ranks: Ranks, of_own: Floats, of_others: Floats) -> Floats:
    """Return for each document the number of its score, given those of documents with the label and without it."""
    sizes, result = np.diff(ranks.ends, prepend=0), np.empty(ranks.documents)
    result[ranks.order] = np.where(ranks.has, np.repeat(of_own, sizes), np.repeat(of_others, sizes))
    return result


def area_interval(area: float, influence: Floats, fewest: int) -> tuple[float, float]:
    """Return the interval of a ROC area, or of the mean of several, from the influences of documents.

    An area of 0 or 1 says nothing of how it varies. Then the rarer kind of documents, `fewest`, are taken as trials
    that all went the same way, as Wilson's interval of a share does.
    """
    if 0 < area < 1:
        return logit_interval(area, math.sqrt(float(np.sum(influence**2))))
    found = wilson(round(area * fewest), fewest)
    assert found is not None
    return found


def mean_defined(values: list[float | None]) -> float | None:
    """Return the mean of what is defined; None where nothing is.

    >>> mean_defined([0.5, None, 1.0])
    0.75
    """
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
