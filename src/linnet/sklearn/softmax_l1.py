"""Softmax over all labels with an l1 penalty: gradient steps and soft thresholds (FISTA)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet import _core
from linnet.sklearn.matrices import Codes, Floats
from linnet.sklearn.solving import Settings, Solution

LEAST_TOLERANCE = 1e-13  # of the gradient: rounding allows no less
POWER_ITERATIONS = 50
EIGENVALUE_MARGIN = 1.05  # the power method comes from below


def softmax_l1(
    X: Any, codes: Codes, weights: Floats | None, settings: Settings, start: _core.OutputWeights
) -> Solution:
    """Return the weights with the smallest average loss + l1 · Σ|w| + l2/2 · Σw², from a start."""
    if weights is None:
        weights = np.ones(len(codes))
    total = float(weights.sum())
    strength = 1 / (settings.C * total)
    l1 = settings.l1_ratio * strength
    l2 = (1 - settings.l1_ratio) * strength
    with_offset = float(settings.offset != "none")
    smooth = SmoothObjective(X, codes, weights / total, l2, with_offset)
    iterate = np.vstack([start.weights, start.offset])
    return _fista(smooth, l1, iterate, settings)


@dataclass(frozen=True, eq=False)
class SmoothObjective:
    """Average loss + l2/2 · Σw², of weights features × labels, the offsets as their last row."""

    X: Any
    codes: Codes
    shares: Floats  # of each document in the average
    l2: float
    with_offset: float  # 1, or 0 where offsets stay as they are

    def gradient(self, at: Floats) -> Floats:
        """Return the gradient at these weights."""
        weights = at[:-1]
        errors = _softmax(self.X @ weights + at[-1])
        errors[np.arange(len(self.codes)), self.codes] -= 1
        errors *= self.shares[:, None]
        of_weights = self.X.T @ errors + self.l2 * weights
        of_offset = self.with_offset * errors.sum(axis=0)
        return np.vstack([of_weights, of_offset])

    def lipschitz(self) -> float:
        """Return a Lipschitz constant of the gradient: a softmax has a curvature of at most 1/2."""
        return self._largest_eigenvalue() / 2 + self.l2

    def _largest_eigenvalue(self) -> float:
        """Return that of the mean of x xᵀ, the offset's 1 among the x, by the power method."""
        vector = np.ones(self.X.shape[1] + 1)
        eigenvalue = 0.0
        for _ in range(POWER_ITERATIONS):
            vector /= max(np.linalg.norm(vector), 1e-300)
            scores = self.X @ vector[:-1] + self.with_offset * vector[-1]
            scores = self.shares * scores
            vector = np.append(self.X.T @ scores, self.with_offset * scores.sum())
            eigenvalue = float(np.linalg.norm(vector))
        return EIGENVALUE_MARGIN * eigenvalue + 1e-300


def _softmax(scores: Floats) -> Floats:
    highest = scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores - highest)
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


def _fista(smooth: SmoothObjective, l1: float, iterate: Floats, settings: Settings) -> Solution:
    """Return the weights after gradient steps, each from a point ahead and soft-thresholded.

    Where momentum leads uphill, it starts afresh.
    """
    lipschitz = smooth.lipschitz()
    tolerance = max(settings.tol, LEAST_TOLERANCE)
    extrapolated = iterate
    momentum = 1.0
    for n_rounds in range(1, settings.max_iter + 1):
        after_gradient = extrapolated - smooth.gradient(extrapolated) / lipschitz
        following = soft_threshold(after_gradient, l1 / lipschitz)
        step = following - extrapolated
        if np.abs(step).max() * lipschitz <= tolerance:
            return _solution(following, n_rounds, converged=True)

        change = following - iterate
        if (step * change).sum() < 0:
            momentum = 1.0
        next_momentum = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        extrapolated = following + (momentum - 1) / next_momentum * change
        iterate = following
        momentum = next_momentum
    return _solution(iterate, settings.max_iter, converged=False)


def soft_threshold(at: Floats, threshold: float) -> Floats:
    """Return weights moved towards 0 by a threshold, and to 0 at most; the offsets stay.

    >>> soft_threshold(np.array([[3.0, -0.5], [-2.0, 1.0], [5.0, 5.0]]), 1.0).tolist()
    [[2.0, -0.0], [-1.0, 0.0], [5.0, 5.0]]
    """
    weights = at[:-1]
    sizes = np.maximum(np.abs(weights) - threshold, 0)
    return np.vstack([np.sign(weights) * sizes, at[-1:]])


def _solution(at: Floats, n_rounds: int, *, converged: bool) -> Solution:
    """Return weights and offsets, these around 0: all a little higher would mean the same."""
    offset = at[-1]
    return Solution(at[:-1], offset - offset.mean(), n_rounds, converged)
