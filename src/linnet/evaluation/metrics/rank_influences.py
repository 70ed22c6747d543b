"""The influence of each document on one label's ROC area, or average precision."""

import math

import numpy as np

from linnet.evaluation.metrics.intervals import Interval, logit_interval, wilson
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.metrics.ranking import Ranks


def delong_influences(ranks: Ranks, area: float) -> Floats:
    """Return the influence of each document on the ROC area.

    Each kind of documents counts as one less, so that the sum of squares is DeLong's variance of
    the area.
    """
    _, influences = area_influences(ranks, area)
    has = np.empty(ranks.documents, np.bool_)
    has[ranks.order] = ranks.has
    correction = np.where(has, _one_less(ranks.n_positives), _one_less(ranks.n_negatives))
    return influences * correction


def _one_less(n: int) -> float:
    return math.sqrt(n / max(1, n - 1))


def area_influences(ranks: Ranks, area: float) -> tuple[Floats, Floats]:
    """Return the placement of each document, and its influence on the ROC area.

    A document with the label has the share of the others that rank below it, one without it the
    share of the label's that rank above it, a tie being half. The influence is the placement less
    the area, divided by how many documents there are of its kind.
    """
    n_positives = ranks.n_positives
    n_negatives = ranks.n_negatives
    below = n_negatives - ranks.negatives + ranks.new_negatives / 2
    above = ranks.positives - ranks.new_positives / 2
    own_placements = below / n_negatives
    other_placements = above / n_positives

    own_influences = (own_placements - area) / n_positives
    other_influences = (other_placements - area) / n_negatives
    placements = _per_document(ranks, own_placements, other_placements)
    return placements, _per_document(ranks, own_influences, other_influences)


def precision_influences(ranks: Ranks, value: float) -> tuple[Floats, Floats]:
    """Return the precision at each document's score, and its influence on the average precision.

    This is how far the average precision would fall without the document. Not how fast it changes
    with a document's weight, as for the area: the first documents count for so much that this would
    be too little. Without one of n of the label, the others have 1 / (n - 1) each; the fall is for
    1 / n.
    """
    n_positives_above = ranks.positives.astype(np.float64)
    n_above = ranks.ends.astype(np.float64)
    n = ranks.n_positives
    new = np.diff(n_positives_above, prepend=0)
    precision = n_positives_above / n_above
    # The precisions at higher scores stay as they are.
    higher = np.cumsum(new * precision) - new * precision
    one_less = np.maximum(1, n_above - 1)

    without_other = (higher + _sums_from_the_end(new * n_positives_above / one_less)) / n
    own_influences = np.zeros(len(new))  # the one document of a label cannot be missing
    if n > 1:
        one_positive_less = (n_positives_above - 1) / one_less
        lower = _sums_from_the_end(new * (n_positives_above - 1) / one_less) - one_positive_less
        own_influences = (value - (higher + lower) / (n - 1)) * (n - 1) / n

    precisions = _per_document(ranks, precision, precision)
    return precisions, _per_document(ranks, own_influences, value - without_other)


def area_interval(area: float, influences: Floats, fewest: int) -> Interval:
    """Return the confidence interval of a ROC area from the influences of documents.

    An area of 0 or 1 says nothing of how it varies. Then the rarer kind of documents, `fewest`, are
    taken as trials that all went the same way, as Wilson's interval of a share does.
    """
    if 0 < area < 1:
        variance = float(np.sum(influences**2))
        return logit_interval(area, math.sqrt(variance))
    interval = wilson(round(area * fewest), fewest)
    assert interval is not None
    return interval


def _sums_from_the_end(values: Floats) -> Floats:
    """Return each value plus all after it."""
    sums = np.cumsum(values[::-1])
    return np.asarray(sums[::-1])


def _per_document(ranks: Ranks, of_own: Floats, of_others: Floats) -> Floats:
    """Return for each document the number at its score.

    There is one for documents with the label, and one for those without it.
    """
    sizes = np.diff(ranks.ends, prepend=0)
    result = np.empty(ranks.documents)
    result[ranks.order] = np.where(ranks.has, np.repeat(of_own, sizes), np.repeat(of_others, sizes))
    return result
