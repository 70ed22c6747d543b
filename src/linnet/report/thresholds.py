"""What a threshold does to one label: how many documents score at or above it, of the label and of the others.

From these two counts come the ROC and precision-recall curves, the rates and the 2 × 2 table that a slider moves.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

MOST_POINTS = 200
POINTS_IN_ALL = 10_000  # over all labels: about 200 kB

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def thresholds(
    scores: Floats, truth: Flags, points: int = MOST_POINTS, middle: float = 0.5
) -> dict[str, Any] | None:
    """Return the counts at about `points` thresholds, high to low; None where a curve needs more than there is.

    The lowest score that reaches the middle, where labels are chosen, is among them; `start` is its place.

    >>> thresholds(np.array([0.9, 0.8, 0.3, 0.2]), np.array([True, False, True, False]))
    {'at': [0.9, 0.8, 0.3, 0.2], 'right': [1, 1, 2, 2], 'wrong': [0, 1, 1, 2], 'with': 2, 'without': 2, \
'start': 1}
    """
    finite = scores > -np.inf
    if not finite.any() or not truth.any() or truth.all():
        return None
    order = np.argsort(-scores[finite], kind="stable")
    at, there = scores[finite][order], truth[finite][order]
    last = np.flatnonzero(
        np.append(np.diff(at) != 0, True)
    )  # documents that score the same pass together
    right, wrong = np.cumsum(there)[last], np.cumsum(~there)[last]
    n_with, n_without = int(truth.sum()), int((~truth).sum())
    kept = _spread(right / n_with + wrong / n_without, points)
    chosen = np.flatnonzero(at[last] >= middle)[-1:]
    kept = np.union1d(kept, chosen)
    return {
        "at": [float(f"{value:.6g}") for value in at[last][kept].tolist()],
        "right": right[kept].tolist(),
        "wrong": wrong[kept].tolist(),
        "with": n_with,
        "without": n_without,
        "start": int(np.searchsorted(kept, chosen[0])) if len(chosen) else 0,
    }


def _spread(way: Floats, points: int) -> npt.NDArray[np.int64]:
    """Return places that lie about evenly along the way that a curve goes, the first and the last among them."""
    if len(way) <= points:
        return np.arange(len(way))
    return np.unique(
        np.append(np.searchsorted(way, np.linspace(way[0], way[-1], points)), len(way) - 1)
    )


def points_each(labels: int) -> int:
    """Return how many thresholds each label can have.

    >>> points_each(2), points_each(500)
    (200, 20)
    """
    return max(20, min(MOST_POINTS, POINTS_IN_ALL // max(1, labels)))
