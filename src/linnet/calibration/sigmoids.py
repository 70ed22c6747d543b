"""Sigmoids of greatest likelihood: of the margins of one label, and of labels that share 1."""

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import NotConverged
from linnet.model.calibration import log_sigmoid, log_sum

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Labels = npt.NDArray[Any]  # the place of the label of each document
MOST_STRETCH = 100.0  # of several sigmoids together
MOST_SHIFT = 30.0
SLACK = 1e-6  # of the mean log loss, where stretching and shifting ends
ROUNDS = 100
PRECISION = 1e-10  # of the mean gradient
LEAST = 1e-12  # added to the curvature, so that it can be inverted
LEAST_DAMPING = 1e-6  # of Newton steps, as a share of what the curvature is at most


def fit_sigmoid(margins: Floats, has_label: Flags) -> tuple[float, float]:
    """Return slope and offset of the likeliest sigmoid that does not fall, by Newton's method.

    The targets are (n + 1) / (n + 2) for the n documents with the label and 1 / (m + 2) for the m
    without it, as if one more document of each kind had been seen: so few documents never make a
    slope without end. Where the likeliest sigmoid of all would fall, margins tell nothing: the
    slope is 0, and the offset is that of the mean target.
    """
    n_with = int(has_label.sum())
    n_without = len(has_label) - n_with
    target = np.where(has_label, (n_with + 1) / (n_with + 2), 1 / (n_without + 2))
    x, middle, scale = _standardised(margins)

    slope, offset = _newton(x, target, np.log((n_with + 1) / (n_without + 1)))
    if slope < 0:
        share = float(target.mean())
        return 0.0, float(np.log(share / (1 - share)))
    return slope / scale, offset - slope * middle / scale


def _standardised(margins: Floats) -> tuple[Floats, float, float]:
    """Return margins around 0 of deviation 1, their middle and scale; 0 where all are the same."""
    if np.all(margins == margins[:1]):
        return np.zeros(len(margins)), 0.0, 1.0
    largest = float(np.abs(margins).max())  # whose square may be no number
    middle = float((margins / largest).mean()) * largest
    scale = float(((margins - middle) / largest).std()) * largest or 1.0
    return (margins - middle) / scale, middle, scale


def _newton(x: Floats, target: Floats, offset: float) -> tuple[float, float]:
    """Return slope and offset of the likeliest sigmoid, from slope 0 and this offset.

    A quarter of the squares of x bounds the curvature of the loss everywhere: with all of it as
    damping, a step always lowers the loss. Without any, steps from where the sigmoid is level would
    be far too long.
    """
    bound = _squares(x) / 4
    damping = 0.0
    w = np.array([0.0, offset])
    loss, p = _loss(x, target, w)
    for _ in range(ROUNDS):
        gradient = _gradient(x, p - target)
        if np.abs(gradient).max() <= PRECISION * len(x):
            break
        curvature = _curvature(x, p * (1 - p))
        tried = w - np.linalg.solve(curvature + damping * bound, gradient)
        tried_loss, tried_p = _loss(x, target, tried)
        if tried_loss <= loss * (1 + 1e-12):  # near its lowest point the loss is all rounding
            w, loss, p = tried, tried_loss, tried_p
            damping = damping / 10 if damping > LEAST_DAMPING else 0.0
        else:
            damping = max(LEAST_DAMPING, min(1.0, 10 * damping))
    else:
        why = "a sigmoid did not come to rest: margins may be far apart. Use more documents."
        warnings.warn(why, NotConverged, stacklevel=6)
    return float(w[0]), float(w[1])


def _loss(x: Floats, target: Floats, w: Floats) -> tuple[float, Floats]:
    """Return the log loss of a sigmoid against the targets, and its probabilities."""
    slope, offset = w
    z = slope * x + offset
    least = np.exp(-np.abs(z))
    p = np.where(z > 0, 1.0, least) / (1 + least)
    losses = np.maximum(z, 0.0) + np.log1p(least) - target * z
    return float(losses.sum()), p


def _squares(x: Floats) -> Floats:
    total = x.sum()
    return np.array([[(x * x).sum(), total], [total, len(x)]])


def _gradient(x: Floats, difference: Floats) -> Floats:
    return np.array([(difference * x).sum(), difference.sum()])


def _curvature(x: Floats, variance: Floats) -> Floats:
    by_slope = (variance * x * x).sum() + LEAST
    by_offset = variance.sum() + LEAST
    by_both = (variance * x).sum()
    return np.array([[by_slope, by_both], [by_both, by_offset]])


def stretch_and_shift(z: Floats, truth: Labels) -> Floats:
    """Return both numbers at the greatest likelihood, by Fisher's scoring with halved steps."""
    most = np.array([MOST_STRETCH, MOST_SHIFT])
    least = np.array([1 / MOST_STRETCH, -MOST_SHIFT])
    best = np.array([1.0, 0.0])
    loss, gradient, information = _shared_loss(z, truth, best)
    share = 1.0
    for _ in range(ROUNDS):
        step = np.linalg.solve(information + LEAST * np.eye(2), gradient)
        share = min(1.0, 2 * share)  # where steps are too long, they are so again and again
        while share > 1e-6:
            tried = np.clip(best - share * step, least, most)
            tried_loss, gradient, information = _shared_loss(z, truth, tried)
            if tried_loss < loss:
                break
            share /= 2
        if loss - tried_loss <= SLACK:
            break
        best = tried
        loss = tried_loss
    return best


def _shared_loss(
    z: Floats, truth: Labels, stretch_and_shift: Floats
) -> tuple[float, Floats, Floats]:
    """Return the mean log loss where labels share by sigmoid(stretch · z + shift).

    With it come its gradient and its Fisher information: how much the gradient varies.
    """
    stretch, shift = stretch_and_shift
    rows = np.arange(len(truth))
    vetoed = np.isneginf(z)
    x = np.where(vetoed, 0.0, z)
    log_p = log_sigmoid(stretch * x + shift)
    by_shift = -np.expm1(log_p)  # derivatives of the log of each sigmoid
    by_stretch = by_shift * x
    log_p[vetoed] = -np.inf
    log_p -= log_sum(log_p)[:, None]

    p = np.exp(log_p)
    means = np.stack([(p * by_stretch).sum(axis=1), (p * by_shift).sum(axis=1)])
    own = np.stack([by_stretch[rows, truth], by_shift[rows, truth]])
    gradient = (means - own).mean(axis=1)
    information = _covariance(p, by_stretch, by_shift, means) / len(truth)
    return -float(log_p[rows, truth].mean()), gradient, information


def _covariance(p: Floats, by_stretch: Floats, by_shift: Floats, means: Floats) -> Floats:
    """Return the summed covariance over documents of both derivatives, labels drawn by p."""
    mean_by_stretch, mean_by_shift = means
    of_stretch = (p * by_stretch**2).sum() - (mean_by_stretch**2).sum()
    of_both = (p * by_stretch * by_shift).sum() - (mean_by_stretch * mean_by_shift).sum()
    of_shift = (p * by_shift**2).sum() - (mean_by_shift**2).sum()
    return np.array([[of_stretch, of_both], [of_both, of_shift]])
