"""Two answers compared by how well they rank documents: ROC area and average precision, averaged over labels.

Scores of two classifiers may be of different kinds, so each score is first replaced by its rank, which changes
neither area. Then the ranks of both are sorted together, once: a swap only moves documents from one side to the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.influences import influences_of
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints
from linnet.evaluation.metrics.measures import Interval
from linnet.evaluation.metrics.paired import fewer, packed_coins
from linnet.evaluation.metrics.ranking import strengths
from linnet.evaluation.metrics.recomputed_pair import Pair
from linnet.evaluation.metrics.resampler import mean_over_labels

AREAS = ("macro-roc-area", "macro-average-precision")


@dataclass(frozen=True, eq=False)
class RankedPair(Pair):
    """Both answers, whose ranks are swapped."""

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        coins = np.concatenate(
            [*packed_coins(self.resampler.n_units, resamples=fewer(len(self.a)))]
        )
        found = [self.resampler.swapped_areas(a, b, truth, coins) for a, b, truth in self._parts()]
        return mean_over_labels(*(areas[self._which] for areas in found))

    def drawn(self) -> Floats:
        """Return B - A for each resample of units."""
        found = [
            [self.resampler.areas(table, truth)[self._which] for table in (a, b)]
            for a, b, truth in self._parts()
        ]
        return mean_over_labels(*(b - a for a, b in found))

    def interval(self, difference: float) -> Interval | None:
        """Return the interval of B - A when documents are drawn anew within their labels."""
        influences = influences_of(self.b, self.metric.name) - influences_of(
            self.a, self.metric.name
        )
        return influences.difference_interval(difference)

    @property
    def _which(self) -> int:
        return AREAS.index(self.metric.name)

    def _parts(self) -> Iterator[tuple[Floats, Floats, Ints]]:
        """Yield what A and B rank documents by, some labels at a time, with the true labels counted from these."""
        for (first, a), (_, b) in zip(strengths(self.a), strengths(self.b), strict=True):
            yield a, b, self.a.truth - first
