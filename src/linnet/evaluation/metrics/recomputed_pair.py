"""Two answers compared by a measure of all documents together: it is measured anew for each swap."""

import math
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.paired import coins, fewer
from linnet.evaluation.metrics.register import Metric
from linnet.evaluation.metrics.resampler import Resampler


@dataclass(frozen=True, eq=False)
class Pair:
    """Both answers, and the units that are swapped."""

    metric: Metric
    a: LabelledPredictions
    b: LabelledPredictions
    resampler: Resampler

    def values(self) -> tuple[float | None, float | None]:
        """Return the measure of A and that of B; None where it is undefined."""
        return self.metric.of(self.a), self.metric.of(self.b)


class RecomputedPair(Pair):
    """Both answers, measured anew for each resample."""

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        throws = chain.from_iterable(coins(self.resampler.n_units, resamples=fewer(len(self.a))))
        flags = (flips[self.resampler.units] > 0 for flips in throws)
        pairs = ((_mixed(self.a, self.b, swap), _mixed(self.b, self.a, swap)) for swap in flags)
        return np.array([self._value(b) - self._value(a) for a, b in pairs])

    def drawn(self) -> None:
        """Return nothing: what is measured so, the calibration error, is too high in resamples."""

    def interval(self, difference: float) -> None:
        """Return nothing, for the same reason."""

    def _value(self, predictions: LabelledPredictions) -> float:
        value = self.metric.of(predictions)
        return math.nan if value is None else value


def _mixed(
    predictions: LabelledPredictions, others: LabelledPredictions, swap: Flags
) -> LabelledPredictions:
    """Return the answers, those of others where they are swapped."""
    mine, theirs = predictions.probabilities, others.probabilities
    return replace(
        predictions,
        predicted=np.where(swap, others.predicted, predictions.predicted),
        scores=np.where(swap[:, None], others.scores, predictions.scores),
        probabilities=None
        if mine is None or theirs is None
        else np.where(swap[:, None], theirs, mine),
    )
