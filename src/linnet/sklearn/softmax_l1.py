"""Softmax over all labels with an l1 penalty: steps down the slope, each weight then pulled to 0 (FISTA)."""

from typing import Any

import numpy as np

from linnet.sklearn.matrices import Codes, Floats
from linnet.sklearn.solving import Found, Settings


def softmax_l1(X: Any, codes: Codes, weights: Floats | None, settings: Settings, start: tuple[Floats, Floats]) -> Found:
    """Return the weights with the smallest average loss + l1 · Σ|w| + l2/2 · Σw², from given ones."""
    share = np.full(len(codes), 1 / len(codes)) if weights is None else weights / weights.sum()
    strength = 1 / (settings.C * (len(codes) if weights is None else weights.sum()))
    l1, l2 = settings.l1_ratio * strength, (1 - settings.l1_ratio) * strength
    with_offset = float(settings.offset != "none")
    here, rows = np.vstack(start), np.arange(len(codes))

    def look(at: Floats) -> tuple[float, Floats]:
        """Return average loss + l2 penalty, and their slope."""
        scores = X @ at[:-1] + at[-1]
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        sums = chances.sum(axis=1)
        value = share @ (np.log(sums) - scores[rows, codes]) + l2 / 2 * (at[:-1] ** 2).sum()
        chances /= sums[:, None]
        chances[rows, codes] -= 1
        chances *= share[:, None]
        return value, np.vstack([X.T @ chances + l2 * at[:-1], with_offset * chances.sum(axis=0)])

    def shrunk(at: Floats, by: float) -> Floats:
        return np.vstack([np.sign(at[:-1]) * np.maximum(np.abs(at[:-1]) - by, 0), at[-1:]])

    ahead, pace, bend = here, 1.0, 1.0  # bend: how much the slope may change, found by trying
    for done in range(settings.max_iter):
        value, slope = look(ahead)
        bend /= 2
        while True:
            there = shrunk(ahead - slope / bend, l1 / bend)
            move = there - ahead
            if look(there)[0] <= value + (slope * move).sum() + bend / 2 * (move**2).sum() + 1e-15 * abs(value):
                break
            bend *= 2
        if np.abs(move).max() * bend <= max(settings.tol, 1e-12):
            return Found(there[:-1], there[-1] - there[-1].mean(), done + 1, True)
        if (move * (there - here)).sum() < 0:  # past the lowest point: start afresh
            pace = 1.0
        faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead, here, pace = there + (pace - 1) / faster * (there - here), there, faster
    return Found(here[:-1], here[-1] - here[-1].mean(), settings.max_iter, False)
