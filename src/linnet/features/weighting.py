"""Weighted counts: term weight × rarity of the feature, then each block to unit length.

    counts           c
    presence         1
    sublinear        1 + ln c
    tfidf-log10      log10(c + 1) · log10(N / df)
    tfidf            c · (ln((1 + N) / (1 + df)) + 1), to l2 length 1: scikit-learn's
    sublinear-tfidf  (1 + ln c) · the same
    bm25             c (k1 + 1) / (c + k1 (1 − b + b · length / mean length))
                     · ln(1 + (N − df + ½) / (df + ½))
                     with k1 = 1.2 and b = 0.75

N documents were learned from, df of them have the feature. A feature that no document had is as
rare as can be.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from linnet import _core

if TYPE_CHECKING:
    from linnet.features.rows import Rows

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
TERMS = ("count", "sublinear", "log10", "saturating")
UNITS = ("none", "l1", "l2")


def log10_rarity(n: int, frequencies: Ints) -> Floats:
    """Return log10(N / df), the lectures' inverse document frequency."""
    return np.asarray(np.log10(n / np.maximum(frequencies, 1)))


def smooth_rarity(n: int, frequencies: Ints) -> Floats:
    """Return ln((1 + N) / (1 + df)) + 1, as if one more document had every feature."""
    return np.asarray(np.log((1 + n) / (1 + frequencies)) + 1)


def odds_rarity(n: int, frequencies: Ints) -> Floats:
    """Return ln(1 + (N − df + ½) / (df + ½)), that of BM25."""
    return np.asarray(np.log1p((n - frequencies + 0.5) / (frequencies + 0.5)))


@dataclass(frozen=True)
class Scheme:
    """One way to weigh: a term weight, a rarity, and the length that documents get by default."""

    term: str = "count"
    rarity: Callable[[int, Ints], Floats] | None = None
    unit: str = "none"


WEIGHTINGS = {
    "counts": Scheme(),
    "presence": Scheme(),  # counted as such already
    "sublinear": Scheme("sublinear"),
    "tfidf-log10": Scheme("log10", log10_rarity),
    "tfidf": Scheme("count", smooth_rarity, "l2"),
    "sublinear-tfidf": Scheme("sublinear", smooth_rarity, "l2"),
    "bm25": Scheme("saturating", odds_rarity),
}


@dataclass(frozen=True, eq=False)
class Weighting:
    """What was learned of the training documents, ready to weigh any others."""

    term: str
    unit: str
    block_ends: Ints
    rarity: Floats  # per column; empty where all are worth the same
    mean_lengths: Floats  # per block; empty where lengths play no part
    # Whether columns 2c and 2c + 1 are one, the latter below 0, when lengths are measured.
    signs: bool = False

    def engine(self) -> _core.Weighting:
        """Return the weighting as the engine takes it."""
        return _core.Weighting(
            term=self.term,
            norm=self.unit,
            block_ends=self.block_ends,
            idf=self.rarity,
            mean_lengths=self.mean_lengths,
            signs=self.signs,
        )

    def weigh(self, rows: "Rows", threads: int = 1) -> "Rows":
        """Return rows of values from rows of counts."""
        values = _core.weigh(rows.engine(), self.engine(), threads=threads)
        return replace(rows, values=values)


def learn_weighting(
    name: str, unit: str | None, rows: "Rows", block_ends: Ints
) -> Weighting | None:
    """Return the weighting of this name over the training rows; None where counts stay counts.

    >>> from linnet.features.rows import Rows
    >>> columns = np.array([0, 0, 1], np.int32)
    >>> rows = Rows(np.array([0, 1, 3]), columns, np.array([1, 9, 9], np.uint32))
    >>> weighting = learn_weighting("tfidf-log10", None, rows, np.array([2]))
    >>> weighting.weigh(rows).values.round(2).tolist()
    [0.0, 0.0, 0.3]
    """
    scheme = WEIGHTINGS[name]
    unit = scheme.unit if unit is None else unit
    if scheme.term == "count" and scheme.rarity is None and unit == "none":
        return None
    n_columns = int(block_ends[-1]) if len(block_ends) else 0
    rarity = np.empty(0)
    mean_lengths = np.empty(0)
    if scheme.rarity is not None:
        frequencies = np.bincount(rows.columns, minlength=n_columns).astype(np.int64)
        rarity = scheme.rarity(len(rows), frequencies)
    if scheme.term == "saturating":
        block_of = np.searchsorted(block_ends, rows.columns, "right")
        sums = np.bincount(block_of, rows.values, minlength=len(block_ends))
        mean_lengths = sums / max(len(rows), 1)
    return Weighting(scheme.term, unit, block_ends, rarity, mean_lengths)
