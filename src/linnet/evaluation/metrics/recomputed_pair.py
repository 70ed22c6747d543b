"""Two classifiers compared by a metric of all documents together, computed anew for each swap."""

import math
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.paired import affordable_swaps, coin_flips
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler


@dataclass(frozen=True, eq=False)
class Pair:
    """The predictions of both, and the units that are swapped."""

    metric: Metric
    a: LabelledPredictions
    b: LabelledPredictions
    resampler: Resampler

    def values(self) -> tuple[float | None, float | None]:
        """Return the metric of A and that of B; None where it is undefined."""
        return self.metric.of(self.a), self.metric.of(self.b)


class RecomputedPair(Pair):
    """The predictions of both; the metric is computed anew for each resample."""

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        resamples = affordable_swaps(len(self.a))
        blocks = coin_flips(self.resampler.n_units, resamples=resamples)
        differences = []
        for flips in chain.from_iterable(blocks):
            swap = flips[self.resampler.units] > 0
            value_a = self._value(_mixed(self.a, self.b, swap))
            value_b = self._value(_mixed(self.b, self.a, swap))
            differences.append(value_b - value_a)
        return np.array(differences)

    def drawn(self) -> None:
        """Return nothing: the calibration error, for which this is, is too high in resamples."""

    def interval(self, difference: float) -> None:
        """Return nothing, for the same reason."""

    def _value(self, predictions: LabelledPredictions) -> float:
        value = self.metric.of(predictions)
        return math.nan if value is None else value


def _mixed(
    predictions: LabelledPredictions, others: LabelledPredictions, swap: Flags
) -> LabelledPredictions:
    """Return the predictions, those of others where they are swapped."""
    swap_rows = swap[:, None]
    probabilities = None
    if predictions.probabilities is not None and others.probabilities is not None:
        probabilities = np.where(swap_rows, others.probabilities, predictions.probabilities)
    return replace(
        predictions,
        predicted=np.where(swap, others.predicted, predictions.predicted),
        scores=np.where(swap_rows, others.scores, predictions.scores),
        probabilities=probabilities,
    )
