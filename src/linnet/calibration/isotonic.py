"""Isotonic regression of greatest likelihood: a line for each label that never falls."""

import numpy as np

from linnet.calibration.label_maps import fit_each_label
from linnet.calibration.truth import Flags, Floats, Truth
from linnet.model.calibration import Isotonic


def fit_isotonic(scores: Floats, truth: Truth, link: str, own: Flags) -> Isotonic:
    """Return a rising line for each label, by its margins."""
    lines = fit_each_label(rising_line, scores, truth, link, own)
    knots = [knots for knots, _ in lines]
    starts = np.cumsum([0, *map(len, knots)]).astype(np.int64)

    # Nothing is impossible only because it was not seen among so many.
    least = 1 / (len(truth) + 2)
    heights = np.concatenate([heights for _, heights in lines])
    return Isotonic(starts, np.concatenate(knots), np.clip(heights, least, 1 - least))


def rising_line(margins: Floats, has_label: Flags) -> tuple[Floats, Floats]:
    """Return knots and heights of the line that never falls and is nearest, by least squares.

    >>> margins = np.array([1.0, 2, 3, 4])
    >>> knots, heights = rising_line(margins, np.array([False, True, False, True]))
    >>> knots.tolist(), heights.tolist()
    ([1.0, 2.0, 3.0, 4.0], [0.0, 0.5, 0.5, 1.0])
    """
    from scipy.optimize import isotonic_regression

    if not len(margins):
        return np.zeros(1), np.full(1, 0.5)
    x, place, n = np.unique(margins, return_inverse=True, return_counts=True)
    shares = np.bincount(place, has_label) / n
    weights = n.astype(np.float64)
    y = isotonic_regression(shares, weights=weights).x

    changes = np.diff(y) != 0
    is_knot = np.ones(len(x), np.bool_)  # but not inside of a level part
    is_knot[1:-1] = changes[:-1] | changes[1:]
    return x[is_knot], np.asarray(y[is_knot])
