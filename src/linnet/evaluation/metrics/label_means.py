"""Confidence intervals of means over labels: macro F1, macro recall and their like.

They are about this question: other test sets with the same labels and as many documents of each,
drawn from where these came from; what has the metric on average? So documents are drawn anew within
their labels, and no label vanishes.

A label of one document would come out the same each time, as if nothing could change there. So each
label has one more document among its own: any document of any label, with the two labels exchanged
in its prediction. This makes draws vary less than documents do, by a share that is known;
`_widening` makes up for it.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.intervals import Interval, mean_interval
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import (
    ALL_THE_SAME,
    ENOUGH,
    Measure,
    are_the_same,
    measure_within,
)
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler

MOST_DESIGN_EFFECT = 1.1  # where documents of groups are drawn one by one


@dataclass(frozen=True, eq=False)
class LabelMeans:
    """Draws the documents of predictions anew, for all means over labels together."""

    predictions: Any  # LabelledPredictions or MultilabelPredictions
    # Counts of resamples of all documents, or groups; None where there are too few.
    drawn: Counts | None
    resampler: Resampler

    def measure(self, metric: Metric, value: float | None) -> Measure:
        """Return a mean over labels with its interval, or with the reason why there is none."""
        if value is None or self.drawn is None or metric.counted is None:
            return Measure(value)
        if metric.weighted:
            # A rare label counts for little here, so it may be missing in resamples.
            return self._resampled(metric.counted(self.drawn), value)
        if can_draw_within_labels(self.predictions):
            return self._within_labels(metric.counted(self._draws_within_labels), value)
        reason = too_rare(self.predictions, self.resampler)
        if reason and are_almost_single(self.predictions):
            return self._within_labels(metric.counted(self._draws_within_labels), value)
        if reason:
            return Measure(value, None, reason)
        return self._resampled(metric.counted(self.drawn), value)

    def _within_labels(self, drawn_values: Floats, value: float) -> Measure:
        documents = documents_of(self.predictions.truth)
        worth = documents_worth(self.predictions)
        wider = math.sqrt(np.sum(1 / worth) / np.sum(1 / documents))
        error = standard_error(drawn_values, documents) * wider
        interval = mean_interval(value, error, trials(worth), freedom(worth))
        return measure_within(value, interval)

    def _resampled(self, drawn_values: Floats, value: float) -> Measure:
        """Return a mean over labels with the interval of resamples, or why they give none."""
        can_vary = self.predictions.groups is not None or 0 < value < 1
        if can_vary and are_the_same(drawn_values):
            return Measure(value, None, ALL_THE_SAME)
        interval = resampled_interval(drawn_values, value, self.resampler.n_units)
        return Measure(value, interval)

    @cached_property
    def _draws_within_labels(self) -> Counts:
        """Counts of documents drawn within labels, one by one."""
        return self.resampler.counts_within_labels(self.predictions)


def resampled_interval(values: Floats, value: float, units: int) -> Interval:
    """Return the interval around a mean over labels, as wide as its values in resamples spread.

    Not their percentiles: in resamples labels have the same documents several times, or none, and
    this moves the values to one side, the further the more labels there are.
    """
    error = resampled_error(values, units)
    return mean_interval(value, error, units, units - 1)


def resampled_error(values: Floats, units: int) -> float:
    """Return the standard error of a metric, given its values in resamples of units.

    These vary less, by 1 / units.
    """
    deviation = float(np.nanstd(values))
    return deviation * math.sqrt(units / (units - 1))


def can_draw_within_labels(predictions: Any) -> bool:
    """Return whether documents have one label each, and no groups that stay together."""
    return isinstance(predictions, LabelledPredictions) and predictions.groups is None


def are_almost_single(predictions: Any) -> bool:
    """Return whether documents have one label each, and hardly any are in a group with others.

    By Kish's design effect: at most a tenth more variance, were documents of a group all the same.
    """
    if not isinstance(predictions, LabelledPredictions) or predictions.groups is None:
        return False
    _, sizes = np.unique(predictions.groups, return_counts=True)
    return bool(np.sum(sizes**2) <= MOST_DESIGN_EFFECT * np.sum(sizes))


def documents_worth(predictions: Any) -> Floats:
    """Return how many single documents those of each label are worth.

    With the sizes m of its groups, as if documents of a group were all the same:
    (Σ m)² / Σ m²
    """
    documents = documents_of(predictions.truth)
    if predictions.groups is None:
        return documents.astype(np.float64)
    pairs = np.stack([predictions.truth, predictions.groups])
    (labels, _), sizes = np.unique(pairs, axis=1, return_counts=True)
    squares = np.bincount(labels, sizes**2)
    return documents**2 / squares[squares > 0]


def documents_of(truth: Ints) -> Ints:
    """Return how many documents each label has, of those that have any."""
    documents = np.bincount(truth)
    return documents[documents > 0]


def standard_error(values: Floats, documents: Ints) -> float:
    """Return the standard error of a mean over labels that have so many documents.

    `values` are those in draws within labels.
    """
    return float(np.std(values)) * _widening(documents)


def trials(documents: Ints | Floats) -> float:
    """Return how many trials a mean over labels is worth, where all went the same way.

    labels² / Σ 1 / documents

    >>> trials(np.array([20, 20])), round(trials(np.array([1, 20])), 1)
    (40.0, 3.8)
    """
    n_labels = len(documents)
    return float(n_labels**2 / np.sum(1 / documents))


def freedom(documents: Ints | Floats) -> float:
    """Return the degrees of freedom of the standard error.

    These are Satterthwaite's, one for each document of a label.

    >>> freedom(np.array([20, 20])), round(freedom(np.array([4, 100])), 1)
    (40.0, 4.3)
    """
    variances = 1 / documents
    return float(np.sum(variances) ** 2 / np.sum(variances**2 / documents))


def too_rare(predictions: Any, resampler: Resampler) -> str | None:
    """Return why resamples of groups, or of sets of labels, say nothing of means over labels.

    A label that is in a few units only is missing in many resamples, and in the others looks surer
    than it is. None where there is no such label.
    """
    units = units_per_label(predictions, resampler)
    n_labels = np.count_nonzero(units)
    n_rare = np.count_nonzero((units > 0) & (units < ENOUGH))
    if not n_rare:
        return None
    kind = "documents" if predictions.groups is None else "groups"
    return (
        f"{n_rare} of {n_labels} labels occur in fewer than {ENOUGH} {kind}, "
        "too few to tell how far means over labels vary"
    )


def units_per_label(predictions: Any, resampler: Resampler) -> Ints:
    """Return in how many groups, or documents where there are none, each label occurs."""
    if isinstance(predictions, LabelledPredictions):
        units = resampler.units
        labels = predictions.truth
    else:
        documents, labels = np.nonzero(predictions.truth)
        units = resampler.units[documents]
    pairs = np.unique(np.stack([units, labels]), axis=1)
    return np.bincount(pairs[1], minlength=len(predictions.labels))


def _widening(documents: Ints) -> float:
    """Return by how much the spread of draws is below that of documents.

    With p the share of the documents of a label that are right, and one more among n, draws have
    the variance p (1 - p) (1 - n / (n + 1)²) / n on average, in place of p (1 - p) / n.

    >>> round(_widening(np.array([1, 1])) ** 2, 3)
    1.333
    """
    variances = 1 / documents
    drawn_variances = variances * (1 - documents / (documents + 1) ** 2)
    return math.sqrt(np.sum(variances) / np.sum(drawn_variances))
