"""Intervals of means over labels: macro F1, macro recall and their like.

They are about this question: other test sets with the same labels and as many documents of each, drawn from where these
came from; what has the measure on average? So documents are drawn anew within their labels, and no label vanishes.

A label of one document would come out the same each time, as if nothing could change there. So each label has one more
document among its own: any document of any label, with the two labels exchanged in its answer. This makes draws vary
less than documents do, by a share that is known; `_widening` makes up for it.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.intervals import mean_interval
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import (
    ALL_THE_SAME,
    ENOUGH,
    Interval,
    Measure,
    are_the_same,
    spread,
)
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler


@dataclass(frozen=True, eq=False)
class LabelMeans:
    """Draws the documents of Answers or LabelSets anew, for all means over labels together."""

    predictions: Any
    drawn: (
        Counts | None
    )  # the counts of resamples of all documents, or groups; None where there are too few
    resampler: Resampler

    def measure(self, metric: Metric, value: float | None) -> Measure:
        """Return a mean over labels with its interval, or with the reason why there is none."""
        if value is None or self.drawn is None or metric.counted is None:
            return Measure(value)
        if metric.weighted:
            # A rare label counts for little here, so it may be missing in resamples.
            return self._resampled(metric.counted(self.drawn), value)
        if self._counts is not None:
            documents = documents_of(self.predictions.truth)
            error = standard_error(metric.counted(self._counts), documents)
            return spread(value, mean_interval(value, error, trials(documents), freedom(documents)))
        reason = too_rare(self.predictions, self.resampler)
        if reason:
            return Measure(value, None, reason)
        return self._resampled(metric.counted(self.drawn), value)

    def _resampled(self, values: Floats, value: float) -> Measure:
        """Return a mean over labels with the interval that resamples give, or with the reason why they give none."""
        if are_the_same(values) and (self.predictions.groups is not None or 0 < value < 1):
            return Measure(value, None, ALL_THE_SAME)
        return Measure(value, resampled_interval(values, value, self.resampler.n_units))

    @cached_property
    def _counts(self) -> Counts | None:
        """The counts of documents drawn within labels; None where these cannot be drawn by themselves."""
        return (
            self.resampler.counts_within_labels(self.predictions)
            if within_labels(self.predictions)
            else None
        )


def resampled_interval(values: Floats, value: float, units: int) -> Interval:
    """Return the interval around a mean over labels that is as wide as values in resamples of units are spread.

    Not their percentiles: in resamples labels have the same documents several times, or none, and this moves the
    values to one side, the further the more labels there are.
    """
    return mean_interval(value, resampled_error(values, units), units, units - 1)


def resampled_error(values: Floats, units: int) -> float:
    """Return the standard error of a measure, given its values in resamples of units: these vary less, by 1 / units."""
    return float(np.nanstd(values)) * math.sqrt(units / (units - 1))


def within_labels(predictions: Any) -> bool:
    """Return whether documents can be drawn label by label: one label each, and no groups that stay together."""
    return isinstance(predictions, LabelledPredictions) and predictions.groups is None


def documents_of(truth: Ints) -> Ints:
    """Return how many documents each label has, of those that have any."""
    documents = np.bincount(truth)
    return documents[documents > 0]


def standard_error(values: Floats, documents: Ints) -> float:
    """Return the standard error of a mean over labels, given its values in draws within labels of so many documents."""
    return float(np.std(values)) * _widening(documents)


def trials(documents: Ints) -> float:
    """Return how many trials a mean over labels is worth that all went the same way: labels² / Σ 1 / documents.

    >>> trials(np.array([20, 20])), round(trials(np.array([1, 20])), 1)
    (40.0, 3.8)
    """
    return float(len(documents) ** 2 / np.sum(1 / documents))


def freedom(documents: Ints) -> float:
    """Return the degrees of freedom of the standard error (Satterthwaite's, one for each document of a label).

    >>> freedom(np.array([20, 20])), round(freedom(np.array([4, 100])), 1)
    (40.0, 4.3)
    """
    variances = 1 / documents
    return float(np.sum(variances) ** 2 / np.sum(variances**2 / documents))


def too_rare(predictions: Any, resampler: Resampler) -> str | None:
    """Return why resamples of groups, or of sets of labels, say nothing of means over labels; None where they do.

    A label that is in a few units only is missing in many resamples, and in the others looks surer than it is.
    """
    units = units_per_label(predictions, resampler)
    rare = int(np.sum((units > 0) & (units < ENOUGH)))
    if not rare:
        return None
    kind = "documents" if predictions.groups is None else "groups"
    some = f"{rare} of {int(np.sum(units > 0))} labels"
    return f"{some} occur in fewer than {ENOUGH} {kind}, too few to tell how far means over labels vary"


def units_per_label(predictions: Any, resampler: Resampler) -> Ints:
    """Return in how many groups, or documents where there are none, each label occurs."""
    if isinstance(predictions, LabelledPredictions):
        pairs = np.stack([resampler.units, predictions.truth])
    else:
        documents, labels = np.nonzero(predictions.truth)
        pairs = np.stack([resampler.units[documents], labels])
    return np.bincount(np.unique(pairs, axis=1)[1], minlength=len(predictions.labels))


def _widening(documents: Ints) -> float:
    """Return by how much the spread of draws is below that of documents.

    With p the share of the documents of a label that are right, and one more among n, draws have the variance
    p (1 - p) (1 - n / (n + 1)²) / n on average, in place of p (1 - p) / n.

    >>> round(_widening(np.array([1, 1])) ** 2, 3)
    1.333
    """
    variances = 1 / documents
    seen = variances * (1 - documents / (documents + 1) ** 2)
    return math.sqrt(np.sum(variances) / np.sum(seen))
