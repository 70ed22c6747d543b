"""Sigmoids of greatest likelihood: of the margins of one label, and of several labels that share what there is."""

import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import NotConverged
from linnet.model.calibration import log_sigmoid, log_sum

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Labels = npt.NDArray[Any]  # the place of the label of each document
STRETCH, SHIFT = 100.0, 30.0  # the most that sigmoids are fitted to each other by
SLACK = 1e-6  # of the mean log loss, where that ends
ROUNDS, PRECISION, LEAST = 100, 1e-10, 1e-12
LEAST_DAMPING = 1e-6  # of Newton steps, as a share of what the curvature is at most


def likeliest_sigmoid(found: Floats, there: Flags) -> tuple[float, float]:
    """Return slope and offset of the likeliest sigmoid that does not fall, by Newton's method.

    The targets are (n + 1) / (n + 2) for the n documents with the label and 1 / (m + 2) for the m
    without it, as if one more document of each kind had been seen: so few documents never make a
    slope without end. Where the likeliest sigmoid of all would fall, margins tell nothing: the
    slope is 0, and the offset is that of the mean target.
    """
    n = int(there.sum())
    target = np.where(there, (n + 1) / (n + 2), 1 / (len(there) - n + 2))
    x, middle, scale = _standard(found)
    slope, offset = _likeliest(x, target, np.log((n + 1) / (len(there) - n + 1)))
    if slope < 0:
        share = float(target.mean())
        return 0.0, float(np.log(share / (1 - share)))
    return slope / scale, offset - slope * middle / scale


def _likeliest(x: Floats, target: Floats, offset: float) -> tuple[float, float]:
    """Return slope and offset of the likeliest sigmoid, from slope 0 and this offset, by damped Newton steps.

    A quarter of the squares of x bounds the curvature of the loss everywhere: with all of it as
    damping, a step always lowers the loss. Without any, steps from where the sigmoid is level would
    be far too long.
    """
    bound = np.array([[(x * x).sum(), x.sum()], [x.sum(), len(x)]]) / 4
    damping = 0.0
    w = np.array([0.0, offset])
    loss, p = _loss(x, target, w)
    for _ in range(ROUNDS):
        miss, bend = p - target, p * (1 - p)
        slope = np.array([(miss * x).sum(), miss.sum()])
        if np.abs(slope).max() <= PRECISION * len(x):
            break
        across = (bend * x).sum()
        curve = np.array([[(bend * x * x).sum() + LEAST, across], [across, bend.sum() + LEAST]])
        tried = w - np.linalg.solve(curve + damping * bound, slope)
        after, likely = _loss(x, target, tried)
        if after <= loss * (1 + 1e-12):  # near its lowest point the loss is all rounding
            w, loss, p = tried, after, likely
            damping = damping / 10 if damping > LEAST_DAMPING else 0.0
        else:
            damping = max(LEAST_DAMPING, min(1.0, 10 * damping))
    else:
        why = "a sigmoid did not come to rest: margins may be far apart. Use more documents."
        warnings.warn(why, NotConverged, stacklevel=6)
    return float(w[0]), float(w[1])


def _loss(x: Floats, target: Floats, w: Floats) -> tuple[float, Floats]:
    """Return the log loss of a sigmoid against the targets, and what it says."""
    z = w[0] * x + w[1]
    least = np.exp(-np.abs(z))
    p = np.where(z > 0, 1.0, least) / (1 + least)
    return float((np.maximum(z, 0.0) + np.log1p(least) - target * z).sum()), p


def _standard(found: Floats) -> tuple[Floats, float, float]:
    """Return margins around 0 of deviation 1, with the middle and scale they had; 0 where all are the same."""
    if np.all(found == found[:1]):
        return np.zeros(len(found)), 0.0, 1.0
    largest = float(np.abs(found).max())  # whose square may be no number
    middle = float((found / largest).mean()) * largest
    scale = float(((found - middle) / largest).std()) * largest or 1.0
    return (found - middle) / scale, middle, scale


def stretch_and_shift(z: Floats, truth: Labels) -> Floats:
    """Return both numbers at the greatest likelihood, by Fisher's scoring: steps by what the slope varies, halved."""
    best = np.array([1.0, 0.0])
    loss, slope, curve = _together(z, truth, best)
    share = 1.0
    for _ in range(ROUNDS):
        step = np.linalg.solve(curve + LEAST * np.eye(2), slope)
        share = min(1.0, 2 * share)  # where steps are too long, they are so again and again
        while share > 1e-6:
            tried = np.clip(best - share * step, [1 / STRETCH, -SHIFT], [STRETCH, SHIFT])
            after, slope, curve = _together(z, truth, tried)
            if after < loss:
                break
            share /= 2
        if loss - after <= SLACK:
            break
        best = tried
        loss = after
    return best


def _together(z: Floats, truth: Labels, stretch_and_shift: Floats) -> tuple[float, Floats, Floats]:
    """Return the mean log loss where labels share by sigmoid(stretch · z + shift), its slope and how that varies."""
    stretch, shift = stretch_and_shift
    rows = np.arange(len(truth))
    vetoed = np.isneginf(z)
    x = np.where(vetoed, 0.0, z)
    shares = log_sigmoid(stretch * x + shift)
    rest = -np.expm1(
        shares
    )  # how much of a change of z · stretch + shift is a change of the log share
    shares[vetoed] = -np.inf
    shares -= log_sum(shares)[:, None]
    p = np.exp(shares)
    by_stretch = rest * x
    means = np.stack([(p * by_stretch).sum(axis=1), (p * rest).sum(axis=1)])
    own = np.stack([by_stretch[rows, truth], rest[rows, truth]])
    squares = [(p * by_stretch**2).sum(), (p * by_stretch * rest).sum(), (p * rest**2).sum()]
    of_means = [(means[0] ** 2).sum(), (means[0] * means[1]).sum(), (means[1] ** 2).sum()]
    varies = (np.array(squares) - np.array(of_means)) / len(truth)
    curve = varies[[[0, 1], [1, 2]]]
    return -float(shares[rows, truth].mean()), (means - own).mean(axis=1), curve
