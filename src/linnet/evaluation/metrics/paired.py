"""Whether one of two answers to the same documents is better, and by how much.

McNemar's test of shares of documents is exact. For any other measure the two answers of each document, or of each
group of documents that belong together, are swapped with probability 1/2: were neither classifier better, this would
change nothing but luck. The p-value is the share of such swaps that make a difference as large as the real one. The
interval of a difference comes from documents, or groups, that are drawn again with replacement.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.random import keys

SEED = 1
SWAPS = 10_000
FEWEST, MOST = 200, 1000  # where each swap costs a whole measurement
DOCUMENTS = 10_000_000  # in all of these together: some seconds
BLOCK = 4_000_000  # documents × resamples worked on at once: some tens of megabytes
NEARLY = (
    1e-10  # differences this close, for the size of the measures, are the same: sums are rounded
)


def mcnemar(only_a: int, only_b: int) -> float:
    """Return how often chance alone splits the documents that only A or only B gets right as unevenly, or more so.

    p = 2 P(X <= the smaller), at most 1, where X is binomial with only_a + only_b trials of 1/2.

    >>> round(mcnemar(1, 5), 5), mcnemar(0, 0)
    (0.21875, 1.0)
    """
    from scipy.special import bdtr

    return min(1.0, 2.0 * float(bdtr(min(only_a, only_b), only_a + only_b, 0.5)))


def newcombe(both: int, only_a: int, only_b: int, neither: int) -> tuple[float, float]:
    """Return the 95% interval of B's share minus A's, both of the same documents (Newcombe 1998, method 10).

    Each end is as far from the difference as √(x² - 2φxy + y²), where x and y are how far Wilson's intervals of the
    two shares go, and φ is their correlation, (both · neither - only_a · only_b) / √(product of the margins); where
    it is positive, n/2 is taken from the numerator, down to 0.

    >>> [round(end, 4) for end in newcombe(20, 2, 12, 16)]
    [0.0562, 0.3292]
    """
    n, a, b = both + only_a + only_b + neither, both + only_a, both + only_b
    (low_a, high_a), (low_b, high_b) = (wilson(right, n) or (0.0, 1.0) for right in (a, b))
    along, margins = both * neither - only_a * only_b, a * b * (n - a) * (n - b)
    phi = (max(0.0, along - n / 2) if along > 0 else along) / math.sqrt(margins) if margins else 0.0

    def end(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))

    difference = (b - a) / n
    below, above = end(b / n - low_b, high_a - a / n), end(high_b - b / n, a / n - low_a)
    return max(-1.0, difference - below), min(1.0, difference + above)


def chance(a: float, b: float, swapped: Floats) -> float:
    """Return the share of swaps with a difference at least as large as b - a, the real one counted among them.

    >>> chance(0.0, 0.5, np.array([0.1, -0.5, 0.4]))
    0.5
    """
    smaller = np.abs(swapped) < abs(b - a) - NEARLY * (abs(a) + abs(b))
    return float((1 + np.sum(~smaller)) / (1 + len(swapped)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values that stay right though several were looked at: the smallest times their number, and so on.

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]
    """
    adjusted, largest = list(p_values), 0.0
    for rank, place in enumerate(np.argsort(p_values, kind="stable").tolist()):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def coins(n: int, width: int = 1, resamples: int = SWAPS) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield resamples × n throws of a coin, 0 or 1, in blocks small enough for `width` numbers per resample."""
    return (np.unpackbits(bits, axis=1)[:, :n] for bits in packed_coins(n, width, resamples))


def packed_coins(n: int, width: int = 1, resamples: int = SWAPS) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the same throws, 8 to a byte, and some more at the end of each resample."""
    words, size = -(-n // 64), max(1, BLOCK // max(n, width))
    for first in range(0, resamples, size):
        rows = min(size, resamples - first)
        yield (
            keys((SEED << 32) + first, rows * words)
            .astype("<u8")
            .view(np.uint8)
            .reshape(rows, words * 8)
        )


def fewer(documents: int) -> int:
    """Return how many resamples take some seconds with so many documents."""
    return max(FEWEST, min(MOST, DOCUMENTS // documents))
