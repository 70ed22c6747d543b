"""Two answers compared by a measure that is made of sums over documents, as most are.

Each document gives some numbers; they are added up, and one value is made of the sums. With other documents, or with
answers swapped, only the sums change: thousands of resamples are one product of matrices.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.intervals import difference_interval
from linnet.evaluation.metrics.label_means import documents_of, freedom, standard_error, trials
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import Interval, number
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.paired import coins
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler

Sparse = Any  # scipy.sparse.csr_array


@dataclass(frozen=True, eq=False)
class SummedPair:
    """What the documents of both answers give to a measure: three counts per label, or a value beside 1."""

    metric: Metric
    a: Sparse  # documents × numbers
    b: Sparse
    resampler: Resampler
    predictions: tuple[Any, Any]  # of A and of B

    @classmethod
    def of(cls, metric: Metric, a: Any, b: Any, resampler: Resampler) -> "SummedPair":
        """Return the numbers of two answers, Answers or LabelSets."""
        return cls(metric, _numbers(metric, a), _numbers(metric, b), resampler, (a, b))

    def values(self) -> tuple[float | None, float | None]:
        """Return the measure of A and that of B; None where it is undefined."""
        return number(self._value(self.a.sum(axis=0))), number(self._value(self.b.sum(axis=0)))

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        moves = self._per_unit(self.a - self.b)
        moves = moves[
            np.flatnonzero(abs(moves).sum(axis=1))
        ]  # where both say the same, nothing moves
        a, b = self.a.sum(axis=0), self.b.sum(axis=0)
        parts = (flips @ moves for flips in coins(moves.shape[0], len(a)))
        return np.concatenate([self._value(b + moved) - self._value(a - moved) for moved in parts])

    def drawn(self) -> Floats:
        """Return B - A for each resample of units."""
        import scipy.sparse

        a, b = np.split(
            self.resampler.sums(scipy.sparse.hstack([self.a, self.b], format="csr")), 2, axis=1
        )
        return self._value(b) - self._value(a)

    def interval(self, difference: float) -> Interval | None:
        """Return the interval of B - A when documents, the same ones for both, are drawn anew within their labels."""
        if self.metric.counted is None:
            return None
        a, b = (
            self.metric.counted(self.resampler.counts_within_labels(one))
            for one in self.predictions
        )
        documents = documents_of(self.predictions[0].truth)
        # Few documents, or none, may be right for only one of the two: one more, as Agresti and Min (2005) add it.
        one_more = 1 / math.sqrt(trials(documents) * np.sum(documents))
        error = math.hypot(standard_error(b - a, documents), one_more)
        return difference_interval(difference, error, trials(documents), freedom(documents))

    def _value(self, sums: Floats) -> Floats:
        """Return … of … × sums; NaN where the measure is undefined."""
        if self.metric.counted is None:
            return ratio(sums[..., 0], sums[..., 1])
        return self.metric.counted(Counts(*np.split(sums, 3, axis=-1)))

    def _per_unit(self, numbers: Sparse) -> Sparse:
        import scipy.sparse

        units = self.resampler.units
        return (
            scipy.sparse.csr_array((np.ones(len(units)), (units, np.arange(len(units))))) @ numbers
        )


def _numbers(metric: Metric, predictions: Any) -> Sparse:
    import scipy.sparse

    if metric.averaged is None:
        return _counts(predictions)
    values = metric.averaged(predictions)
    values = np.full(len(predictions), np.nan) if values is None else values
    return scipy.sparse.csr_array(np.column_stack([values, np.ones(len(predictions))]))


def _counts(predictions: LabelledPredictions | MultilabelPredictions) -> Sparse:
    """Return documents × (labels predicted and true, labels predicted, labels true)."""
    import scipy.sparse

    if isinstance(predictions, MultilabelPredictions):
        predicted, truth = (
            scipy.sparse.csr_array(flags * 1.0)
            for flags in (predictions.predicted, predictions.truth)
        )
    else:
        predicted, truth = (
            _one_hot(codes, len(predictions.labels))
            for codes in (predictions.predicted, predictions.truth)
        )
    return scipy.sparse.hstack([predicted.multiply(truth), predicted, truth], format="csr")


def _one_hot(codes: Ints, labels: int) -> Sparse:
    import scipy.sparse

    documents = np.flatnonzero(codes != UNSURE)
    return scipy.sparse.csr_array(
        (np.ones(len(documents)), (documents, codes[documents])), (len(codes), labels)
    )
