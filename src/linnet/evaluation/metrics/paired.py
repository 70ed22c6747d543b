"""Whether one of two classifiers is better on the same documents, and by how much.

McNemar's test of shares of documents is exact. For any other metric the two predictions of each
document, or of each group of documents that belong together, are swapped with probability 1/2: were
neither classifier better, this would change nothing but luck. The p-value is the share of such
swaps that make a difference as large as the real one. The confidence interval of a difference comes
from documents, or groups, that are drawn again with replacement.
"""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.intervals import Interval, wilson
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.random import keys

SEED = 1
SWAPS = 10_000
FEWEST_SWAPS, MOST_SWAPS = 200, 1000  # where the metric is computed anew for each swap
DOCUMENTS = 10_000_000  # in all of these together: some seconds
BLOCK = 4_000_000  # documents × resamples worked on at once: some tens of megabytes
# Differences this close, for the size of the values, are the same: sums are rounded.
NEARLY = 1e-10

Bits = npt.NDArray[np.uint8]


def mcnemar(only_a: int, only_b: int) -> float:
    """Return how often chance alone splits as unevenly what only A or only B gets right.

    p = 2 P(X <= the smaller), at most 1, where X is binomial with only_a + only_b trials of 1/2.

    >>> round(mcnemar(1, 5), 5), mcnemar(0, 0)
    (0.21875, 1.0)
    """
    from scipy.special import bdtr

    one_sided = float(bdtr(min(only_a, only_b), only_a + only_b, 0.5))
    return min(1.0, 2.0 * one_sided)


def newcombe(both: int, only_a: int, only_b: int, neither: int) -> Interval:
    """Return the 95% interval of B's share minus A's, both of the same documents.

    Newcombe 1998, method 10: each end is as far from the difference as √(x² - 2φxy + y²), where x
    and y are how far Wilson's intervals of the two shares go, and φ is their correlation.

    >>> [round(end, 4) for end in newcombe(20, 2, 12, 16)]
    [0.0562, 0.3292]
    """
    n = both + only_a + only_b + neither
    right_a = both + only_a
    right_b = both + only_b
    low_a, high_a = wilson(right_a, n) or (0.0, 1.0)
    low_b, high_b = wilson(right_b, n) or (0.0, 1.0)
    phi = _correlation(both, only_a, only_b, neither)

    def distance(x: float, y: float) -> float:
        return math.sqrt(max(0.0, x * x - 2 * phi * x * y + y * y))

    share_a = right_a / n
    share_b = right_b / n
    difference = (right_b - right_a) / n
    below = distance(share_b - low_b, high_a - share_a)
    above = distance(high_b - share_b, share_a - low_a)
    return max(-1.0, difference - below), min(1.0, difference + above)


def _correlation(both: int, only_a: int, only_b: int, neither: int) -> float:
    """Return φ = (both · neither - only_a · only_b) / √(product of the margins).

    Where it is positive, n/2 is taken from the numerator, down to 0.
    """
    margins = (both + only_a) * (both + only_b) * (only_b + neither) * (only_a + neither)
    if not margins:
        return 0.0
    n = both + only_a + only_b + neither
    covariance: float = both * neither - only_a * only_b
    if covariance > 0:
        covariance = max(0.0, covariance - n / 2)
    return covariance / math.sqrt(margins)


def randomisation_p_value(a: float, b: float, swapped: Floats) -> float:
    """Return the share of swaps with a difference at least as large as b - a.

    The real difference is counted among them.

    >>> randomisation_p_value(0.0, 0.5, np.array([0.1, -0.5, 0.4]))
    0.5
    """
    tolerance = NEARLY * (abs(a) + abs(b))
    is_smaller = np.abs(swapped) < abs(b - a) - tolerance
    return float((1 + np.sum(~is_smaller)) / (1 + len(swapped)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values after Holm's correction for their number.

    The smallest is multiplied by how many there are, the next by one less, and so on.

    >>> holm([0.04, 0.01, 0.03])
    [0.06, 0.03, 0.06]
    """
    adjusted = list(p_values)
    largest = 0.0
    n = len(p_values)
    for rank, place in enumerate(np.argsort(p_values, kind="stable").tolist()):
        corrected = min(1.0, (n - rank) * p_values[place])
        largest = max(largest, corrected)
        adjusted[place] = largest
    return adjusted


def coin_flips(n: int, width: int = 1, resamples: int = SWAPS) -> Iterator[Bits]:
    """Yield resamples × n coin flips, 0 or 1.

    They come in blocks small enough for `width` numbers per resample.
    """
    for bits in packed_coin_flips(n, width, resamples):
        yield np.unpackbits(bits, axis=1)[:, :n]


def packed_coin_flips(n: int, width: int = 1, resamples: int = SWAPS) -> Iterator[Bits]:
    """Yield the same coin flips, 8 to a byte, and some more at the end of each resample."""
    words = -(-n // 64)
    rows_at_once = max(1, BLOCK // max(n, width))
    for first in range(0, resamples, rows_at_once):
        rows = min(rows_at_once, resamples - first)
        numbers = keys((SEED << 32) + first, rows * words)
        little_endian = numbers.astype("<u8")
        yield little_endian.view(np.uint8).reshape(rows, words * 8)


def affordable_swaps(documents: int) -> int:
    """Return how many swaps take some seconds with so many documents."""
    return max(FEWEST_SWAPS, min(MOST_SWAPS, DOCUMENTS // documents))
