"""What a threshold does to one label: how many documents with and without it score that high.

From these two counts come the ROC and precision-recall curves, the rates and the 2 × 2 table that a
slider moves.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

LEAST_POINTS = 20
MOST_POINTS = 200
POINTS_IN_ALL = 10_000  # over all labels: about 200 kB

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def thresholds(
    scores: Floats, truth: Flags, points: int = MOST_POINTS, middle: float = 0.5
) -> dict[str, Any] | None:
    """Return the counts at about `points` thresholds, high to low; None where there is no curve.

    The lowest score that reaches the middle, where labels are chosen, is among them; `start` is its
    place.

    >>> thresholds(np.array([0.9, 0.8, 0.3, 0.2]), np.array([True, False, True, False]))
    {'at': [0.9, 0.8, 0.3, 0.2], 'right': [1, 1, 2, 2], 'wrong': [0, 1, 1, 2], 'with': 2, \
'without': 2, 'start': 1}
    """
    finite = scores > -np.inf
    if not finite.any() or not truth.any() or truth.all():
        return None

    order = np.argsort(-scores[finite], kind="stable")
    sorted_scores = scores[finite][order]
    has_label = truth[finite][order]
    is_last = np.append(np.diff(sorted_scores) != 0, True)
    last = np.flatnonzero(is_last)  # documents that score the same pass together
    at = sorted_scores[last]
    right = np.cumsum(has_label)[last]
    wrong = np.cumsum(~has_label)[last]

    n_with = int(truth.sum())
    n_without = int((~truth).sum())
    chosen = np.flatnonzero(at >= middle)[-1:]
    spread = _spread(right / n_with + wrong / n_without, points)
    kept = np.union1d(spread, chosen)
    start = int(np.searchsorted(kept, chosen[0])) if len(chosen) else 0
    return {
        "at": [float(f"{value:.6g}") for value in at[kept].tolist()],
        "right": right[kept].tolist(),
        "wrong": wrong[kept].tolist(),
        "with": n_with,
        "without": n_without,
        "start": start,
    }


def _spread(distances: Floats, points: int) -> npt.NDArray[np.int64]:
    """Return places about evenly spread along a curve, the first and the last among them."""
    if len(distances) <= points:
        return np.arange(len(distances))
    even = np.linspace(distances[0], distances[-1], points)
    places = np.searchsorted(distances, even)
    return np.unique(np.append(places, len(distances) - 1))


def points_each(labels: int) -> int:
    """Return how many thresholds each label can have.

    >>> points_each(2), points_each(500)
    (200, 20)
    """
    share = POINTS_IN_ALL // max(1, labels)
    return max(LEAST_POINTS, min(MOST_POINTS, share))
