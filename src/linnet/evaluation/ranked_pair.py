"""Two answers compared by how well they rank documents: ROC area and average precision, averaged over labels.

Scores of two classifiers may be of different kinds, so each score is first replaced by its rank, which changes
neither area. Then the ranks of both are sorted together, once: a swap only moves documents from one side to the other.
"""

from dataclasses import dataclass

import numpy as np

from linnet.evaluation.answers import Flags, Floats, Ints
from linnet.evaluation.counts import ratio
from linnet.evaluation.measured_pair import Pair
from linnet.evaluation.paired import fewer_coins
from linnet.evaluation.ranking import Ranks, average_precision, roc_area, strengths

AREAS = {"macro-roc-area": roc_area, "macro-average-precision": average_precision}


@dataclass(frozen=True, eq=False)
class RankedPair(Pair):
    """Both answers, whose ranks are swapped."""

    def swapped(self) -> Floats:
        """Return B - A for each resample of swaps."""
        a, b, truth = strengths(self.a), strengths(self.b), self.a.truth
        assert a is not None
        assert b is not None
        found = [self._differences(a[:, label], b[:, label], truth == label) for label in np.unique(truth).tolist()]
        return _mean_defined(np.stack(found, axis=1))

    def drawn(self) -> Floats:
        """Return B - A for each resample of units."""
        which = list(AREAS).index(self.metric.name)
        tables = (strengths(self.a), strengths(self.b))
        a, b = (self.resampler.areas(table, self.a.truth)[which] for table in tables if table is not None)
        return _mean_defined(b - a)

    def _differences(self, a: Floats, b: Floats, has: Flags) -> Floats:
        """Return B - A for each resample of swaps, of one label; NaN where it is undefined."""
        _, place = np.unique(-np.concatenate([_ranks(a), _ranks(b)]), return_inverse=True)  # the highest first
        own, other = np.split(2 * place + np.tile(has, 2), 2)
        both = np.bincount(np.concatenate([own, other]), minlength=2 * int(place.max()) + 2)
        units, found = self.resampler.units, []
        for flips in fewer_coins(self.resampler.n_units, len(a)):
            of_a = np.bincount(np.where(flips[units] > 0, other, own), minlength=len(both))
            found.append(self._area(both - of_a) - self._area(of_a))
        return np.array(found)

    def _area(self, counts: Ints) -> float:
        """Return the area, given how many documents without and with the label have each rank."""
        with_label, all_ = counts[1::2], counts[0::2] + counts[1::2]
        there, n = np.flatnonzero(all_), len(self.a)
        # In which order documents of one rank come does not matter here.
        ranks = Ranks(np.arange(n), np.zeros(n, np.bool_), np.cumsum(all_[there]), np.cumsum(with_label[there]))
        area = AREAS[self.metric.name](ranks)
        return np.nan if area is None else area


def _ranks(scores: Floats) -> Floats:
    """Return places from the lowest up; what is equal shares the middle of its places.

    >>> _ranks(np.array([0.3, 0.1, 0.3])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[place])


def _mean_defined(values: Floats) -> Floats:
    """Return the means of rows over what is defined."""
    return ratio(np.nansum(values, axis=1), np.sum(~np.isnan(values), axis=1))
