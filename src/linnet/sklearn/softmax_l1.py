"""Softmax over all labels with an l1 penalty: steps down the slope, each weight then pulled to 0 (FISTA)."""

from typing import Any

import numpy as np

from linnet import _core
from linnet.sklearn.matrices import Codes, Floats
from linnet.sklearn.solving import Found, Settings


def softmax_l1(
    X: Any, codes: Codes, weights: Floats | None, settings: Settings, start: _core.OutputWeights
) -> Found:
    """Return the weights with the smallest average loss + l1 · Σ|w| + l2/2 · Σw², from given ones."""
    share = np.full(len(codes), 1 / len(codes)) if weights is None else weights / weights.sum()
    strength = 1 / (settings.C * (len(codes) if weights is None else weights.sum()))
    l1, l2 = settings.l1_ratio * strength, (1 - settings.l1_ratio) * strength
    with_offset = float(settings.offset != "none")
    here, rows = np.vstack([start.weights, start.offset]), np.arange(len(codes))

    def slope(at: Floats) -> Floats:
        """Return the slope of average loss + l2 penalty."""
        scores = X @ at[:-1] + at[-1]
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        chances[rows, codes] -= 1
        chances *= share[:, None]
        return np.vstack([X.T @ chances + l2 * at[:-1], with_offset * chances.sum(axis=0)])

    def shrunk(at: Floats, by: float) -> Floats:
        return np.vstack([np.sign(at[:-1]) * np.maximum(np.abs(at[:-1]) - by, 0), at[-1:]])

    ahead, pace, bend = (
        here,
        1.0,
        _bend(X, share, with_offset) / 2 + l2,
    )  # no chance bends more than 1/2
    for done in range(settings.max_iter):
        there = shrunk(ahead - slope(ahead) / bend, l1 / bend)
        move = there - ahead
        if np.abs(move).max() * bend <= max(settings.tol, 1e-13):
            return Found(there[:-1], there[-1] - there[-1].mean(), done + 1, True)
        if (move * (there - here)).sum() < 0:  # past the lowest point: start afresh
            pace = 1.0
        faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead, here, pace = there + (pace - 1) / faster * (there - here), there, faster
    return Found(here[:-1], here[-1] - here[-1].mean(), settings.max_iter, False)


def _bend(X: Any, share: Floats, with_offset: float) -> float:
    """Return the largest eigenvalue of the mean of x xᵀ, the offset's 1 among the x, by the power method."""
    along, size = np.ones(X.shape[1] + 1), 0.0
    for _ in range(50):
        along /= max(np.linalg.norm(along), 1e-300)
        scores = share * (X @ along[:-1] + with_offset * along[-1])
        along = np.append(X.T @ scores, with_offset * scores.sum())
        size = float(np.linalg.norm(along))
    return 1.05 * size + 1e-300
