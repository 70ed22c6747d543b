"""Two classifiers compared by a metric that is made of sums over documents, as most are.

Each document gives some numbers; they are added up, and one value is made of the sums. With other
documents, or with predictions swapped, only the sums change: thousands of resamples are one product
of matrices.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.intervals import Interval, difference_interval
from linnet.evaluation.metrics.label_means import documents_of, freedom, standard_error, trials
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Floats, Ints
from linnet.evaluation.metrics.measures import float_or_none
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.paired import coin_flips
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler

Sparse = Any  # scipy.sparse.csr_array


@dataclass(frozen=True, eq=False)
class SummedPair:
    """What documents give to a metric of both: three counts per label, or a value beside 1."""

    metric: Metric
    a: Sparse  # documents × numbers
    b: Sparse
    resampler: Resampler
    predictions: tuple[Any, Any]  # of A and of B

    @classmethod
    def of(
        cls, metric: Metric, a: AnyPredictions, b: AnyPredictions, resampler: Resampler
    ) -> "SummedPair":
        """Return the numbers of two classifiers' predictions."""
        return cls(metric, _numbers(metric, a), _numbers(metric, b), resampler, (a, b))

    def values(self) -> tuple[float | None, float | None]:
        """Return the metric of A and that of B; None where it is undefined."""
        value_a = self._value(self.a.sum(axis=0))
        value_b = self._value(self.b.sum(axis=0))
        return float_or_none(value_a), float_or_none(value_b)

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        moves = self._sums_per_unit(self.a - self.b)
        # Where both say the same, nothing moves.
        moves = moves[np.flatnonzero(abs(moves).sum(axis=1))]
        sums_a = self.a.sum(axis=0)
        sums_b = self.b.sum(axis=0)
        differences = []
        for flips in coin_flips(moves.shape[0], len(sums_a)):
            moved = flips @ moves
            differences.append(self._value(sums_b + moved) - self._value(sums_a - moved))
        return np.concatenate(differences)

    def drawn(self) -> Floats:
        """Return B - A for each resample of units."""
        import scipy.sparse

        both = scipy.sparse.hstack([self.a, self.b], format="csr")
        sums_a, sums_b = np.split(self.resampler.sums(both), 2, axis=1)
        return self._value(sums_b) - self._value(sums_a)

    def interval(self, difference: float) -> Interval | None:
        """Return the interval of B - A when documents are drawn anew within their labels.

        The same documents are drawn for both.
        """
        if self.metric.counted is None:
            return None
        a, b = self.predictions
        values_a = self.metric.counted(self.resampler.counts_within_labels(a))
        values_b = self.metric.counted(self.resampler.counts_within_labels(b))
        documents = documents_of(a.truth)
        n_trials = trials(documents)
        # Few documents, or none, may be right for only one of the two: one more, as Agresti and
        # Min (2005) add it.
        one_more = 1 / math.sqrt(n_trials * np.sum(documents))
        error = math.hypot(standard_error(values_b - values_a, documents), one_more)
        return difference_interval(difference, error, n_trials, freedom(documents))

    def _value(self, sums: Floats) -> Floats:
        """Return … of … × sums; NaN where the metric is undefined."""
        if self.metric.counted is None:
            return ratio(sums[..., 0], sums[..., 1])
        right, predicted, true = np.split(sums, 3, axis=-1)
        return self.metric.counted(Counts(right, predicted, true))

    def _sums_per_unit(self, numbers: Sparse) -> Sparse:
        import scipy.sparse

        units = self.resampler.units
        ones = np.ones(len(units))
        documents = np.arange(len(units))
        return scipy.sparse.csr_array((ones, (units, documents))) @ numbers


def _numbers(metric: Metric, predictions: AnyPredictions) -> Sparse:
    import scipy.sparse

    if metric.averaged is None:
        return _counts(predictions)
    n_documents = len(predictions)
    values = metric.averaged(predictions)
    if values is None:
        values = np.full(n_documents, np.nan)
    return scipy.sparse.csr_array(np.column_stack([values, np.ones(n_documents)]))


def _counts(predictions: AnyPredictions) -> Sparse:
    """Return documents × (labels predicted and true, labels predicted, labels true)."""
    import scipy.sparse

    if isinstance(predictions, MultilabelPredictions):
        predicted = scipy.sparse.csr_array(predictions.predicted * 1.0)
        truth = scipy.sparse.csr_array(predictions.truth * 1.0)
    else:
        n_labels = len(predictions.labels)
        predicted = _one_hot(predictions.predicted, n_labels)
        truth = _one_hot(predictions.truth, n_labels)
    right = predicted.multiply(truth)
    return scipy.sparse.hstack([right, predicted, truth], format="csr")


def _one_hot(codes: Ints, n_labels: int) -> Sparse:
    import scipy.sparse

    documents = np.flatnonzero(codes != UNSURE)
    ones = np.ones(len(documents))
    shape = (len(codes), n_labels)
    return scipy.sparse.csr_array((ones, (documents, codes[documents])), shape)
