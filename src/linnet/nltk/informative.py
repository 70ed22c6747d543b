"""Which values of features tell most about labels, and NLTK's table of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.nltk.value_counts import ValueCounts

Pair = tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class Informative:
    """Pairs (name, value) by the lowest P(value | label) divided by the highest, over the labels that had the pair."""

    counts: ValueCounts
    probabilities: npt.NDArray[np.float64]  # of each pair and label that were seen together

    def strongest(self, n: int) -> list[Pair]:
        """Return the first n pairs; those that tie come by name and value."""
        return [pair for _, pair in self.ranked(n)]

    def ranked(self, n: int) -> list[tuple[int, Pair]]:
        """Return the first n pairs, each with its number."""
        starts = self.starts
        ratios = np.minimum.reduceat(self.probabilities, starts) / np.maximum.reduceat(
            self.probabilities, starts
        )
        n = len(range(len(ratios))[:n])  # as a slice would have it, also below 0
        if not n:
            return []
        near = np.flatnonzero(ratios <= np.partition(ratios, n - 1)[n - 1])
        pairs = [self.pair(place) for place in near.tolist()]
        keys = [
            (ratio, *order_of(pair))
            for ratio, pair in zip(ratios[near].tolist(), pairs, strict=True)
        ]
        order = sorted(range(len(near)), key=keys.__getitem__)
        return [(int(near[place]), pairs[place]) for place in order[:n]]

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each pair begins; every pair was seen with some label."""
        return np.searchsorted(self.counts.pairs, np.arange(len(self.counts.table.values)))

    def pair(self, place: int) -> Pair:
        """Return the name and value of a pair."""
        table = self.counts.table
        return table.names[self.counts.names[place]], table.values[place]

    def by_label(self, place: int) -> list[tuple[float, Any]]:
        """Return the probability of a pair and the label, of labels that had it, most probable first."""
        inside = np.flatnonzero(self.counts.pairs == place)
        labels = [self.counts.table.labels[label] for label in self.counts.labels[inside].tolist()]
        found = zip(self.probabilities[inside].tolist(), labels, strict=True)
        return sorted(found, key=lambda one: (-one[0], one[1]))


def order_of(pair: Pair) -> tuple[Any, bool, str]:
    """Return what pairs that tell as much are sorted by."""
    name, value = pair
    return name, value in (None, False, True), str(value).lower()


def table_of(informative: Informative, n: int) -> Iterator[str]:
    """Yield the lines of NLTK's table; a pair of a single label has none."""
    for place, pair in informative.ranked(n):
        labels = informative.by_label(place)
        if len(labels) > 1:
            yield line_of(pair, labels)


def line_of(pair: Pair, labels: Sequence[tuple[float, Any]]) -> str:
    """Return the line of a pair, with its probability for each label, the most probable first."""
    name, value = pair
    most, label = labels[0]
    least, other = labels[-1]
    shown = f"{str(label)[:6]:>6} : {str(other)[:6]:<6}"
    return f"{name!s:>24} = {value!r:<14} {shown} = {most / least:8.1f} : 1.0"
