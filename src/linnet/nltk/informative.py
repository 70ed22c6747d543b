"""Which values of features tell most about labels, and NLTK's table of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.nltk.value_counts import ValueCounts

Pair = tuple[Any, Any]


@dataclass(frozen=True, eq=False)
class Informative:
    """Pairs (name, value) by the lowest P(value | label) divided by the highest.

    Only labels that had the pair count.
    """

    counts: ValueCounts
    probabilities: npt.NDArray[np.float64]  # of each pair and label that were seen together

    def strongest(self, n: int) -> list[Pair]:
        """Return the first n pairs; those that tie come by name and value."""
        return [pair for _, pair in self.ranked(n)]

    def ranked(self, n: int) -> list[tuple[int, Pair]]:
        """Return the first n pairs, each with its number."""
        ratios = self._ratios()
        n = len(range(len(ratios))[:n])  # as a slice would have it, also below 0
        if not n:
            return []

        largest = np.partition(ratios, n - 1)[n - 1]
        candidates = np.flatnonzero(ratios <= largest).tolist()  # more than n where some tie
        keyed = []
        for place in candidates:
            pair = self.pair(place)
            key = (float(ratios[place]), *order_of(pair))
            keyed.append((key, place, pair))
        keyed.sort(key=itemgetter(0))
        return [(place, pair) for _, place, pair in keyed[:n]]

    def _ratios(self) -> npt.NDArray[np.float64]:
        """Return the lowest probability of each pair divided by its highest."""
        starts = self.starts
        lowest = np.minimum.reduceat(self.probabilities, starts)
        highest = np.maximum.reduceat(self.probabilities, starts)
        return np.asarray(lowest / highest)

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each pair begins; every pair was seen with some label."""
        n_pairs = len(self.counts.table.values)
        return np.searchsorted(self.counts.pairs, np.arange(n_pairs))

    def pair(self, place: int) -> Pair:
        """Return the name and value of a pair."""
        table = self.counts.table
        name = self.counts.names[place]
        return table.names[name], table.values[place]

    def by_label(self, place: int) -> list[tuple[float, Any]]:
        """Return the probability of a pair and the label, for labels with it, highest first."""
        inside = np.flatnonzero(self.counts.pairs == place)
        all_labels = self.counts.table.labels
        labels = [all_labels[code] for code in self.counts.labels[inside].tolist()]
        probabilities = self.probabilities[inside].tolist()
        return most_probable_first(zip(probabilities, labels, strict=True))


def most_probable_first(labels: Iterable[tuple[float, Any]]) -> list[tuple[float, Any]]:
    """Return (probability, label) sorted; labels that tie in their own order."""
    return sorted(labels, key=lambda entry: (-entry[0], entry[1]))


def order_of(pair: Pair) -> tuple[Any, bool, str]:
    """Return what equally informative pairs are sorted by."""
    name, value = pair
    return name, value in (None, False, True), str(value).lower()


def table_lines(informative: Informative, n: int) -> Iterator[str]:
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
    two_labels = f"{str(label)[:6]:>6} : {str(other)[:6]:<6}"
    ratio = most / least
    return f"{name!s:>24} = {value!r:<14} {two_labels} = {ratio:8.1f} : 1.0"
