"""Two classifiers compared by how well they rank documents: ROC area and average precision.

Scores of two classifiers may be of different kinds, so each score is first replaced by its rank,
which changes neither area. Then the ranks of both are sorted together, once: a swap only moves
documents from one side to the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.influences import influences_of
from linnet.evaluation.metrics.intervals import Interval
from linnet.evaluation.metrics.labelled_predictions import Floats, Ints
from linnet.evaluation.metrics.paired import affordable_swaps, packed_coin_flips
from linnet.evaluation.metrics.ranking_scores import ranking_scores
from linnet.evaluation.metrics.recomputed_pair import Pair
from linnet.evaluation.metrics.resampler import mean_over_labels

AREAS = ("macro-roc-area", "macro-average-precision")  # in the order that the engine gives them


@dataclass(frozen=True, eq=False)
class RankedPair(Pair):
    """The predictions of both, whose ranks are swapped."""

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        resamples = affordable_swaps(len(self.a))
        flips = np.concatenate([*packed_coin_flips(self.resampler.n_units, resamples=resamples)])
        parts = [
            self.resampler.swapped_areas(a, b, truth, flips)[self._area]
            for a, b, truth in self._label_parts()
        ]
        return mean_over_labels(*parts)

    def drawn(self) -> Floats:
        """Return B - A for each resample of units."""
        parts = []
        for a, b, truth in self._label_parts():
            areas_a = self.resampler.areas(a, truth)[self._area]
            areas_b = self.resampler.areas(b, truth)[self._area]
            parts.append(areas_b - areas_a)
        return mean_over_labels(*parts)

    def interval(self, difference: float) -> Interval | None:
        """Return the interval of B - A when documents are drawn anew within their labels."""
        name = self.metric.name
        influences = influences_of(self.b, name) - influences_of(self.a, name)
        return influences.difference_interval(difference)

    @property
    def _area(self) -> int:
        return AREAS.index(self.metric.name)

    def _label_parts(self) -> Iterator[tuple[Floats, Floats, Ints]]:
        """Yield what A and B rank documents by, some labels at a time.

        With the true labels, counted from the first of these.
        """
        tables_a = ranking_scores(self.a)
        tables_b = ranking_scores(self.b)
        for (first, a), (_, b) in zip(tables_a, tables_b, strict=True):
            yield a, b, self.a.truth - first
