"""Calibrations by greatest likelihood, found on documents that the model has not learned."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import NotConverged, SettingError, quoted
from linnet.model.calibration import METHODS, Calibration, Isotonic, Platt, Temperature, margins
from linnet.model.scores import Scores

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Truth = npt.NDArray[Any]  # the place of the label of each document; where it may have several, documents × labels
ENOUGH = 1000  # documents of each label, and without it, that isotonic needs
COLDEST, HOTTEST = 1e-3, 1e6  # temperatures
ROUNDS, PRECISION, LEAST = 100, 1e-10, 1e-12
GOLDEN = (np.sqrt(5) - 1) / 2


def fit_calibration(scores: Floats, truth: Truth, method: str = "auto", link: str = "softmax") -> Calibration:
    """Return the calibration that makes the truth most likely, of scores (documents × labels) with this link.

    `auto` is isotonic with 1,000 documents of each label, else temperature for softmax scores and Platt for others.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])  # as sure as 9 to 1, but one of four is wrong
    >>> float(fit_calibration(scores, np.array([0, 0, 1, 1])).temperature[0].round(3))  # log 9 / log 3
    2.0
    """
    if method == "auto":
        method = chosen_method(truth, scores.shape[1], link)
    if method not in METHODS:
        raise SettingError(
            f"a calibration must be auto, {', '.join(METHODS)}; got {quoted(method)}. Use auto if unsure."
        )
    sure = is_sure(scores)
    if not sure.any():
        raise SettingError("a calibration needs documents with scores; got none. Give it documents.")
    scores, truth = scores[sure], truth[sure]
    if method == "temperature":
        return _temperature(scores, truth, link)
    _check_both_sides(truth, scores.shape[1], method)
    return FITS[method](scores, truth, link)


def is_sure(scores: Floats) -> Flags:
    """Return which documents have scores; others get the prior anyway."""
    return np.asarray(np.all(~np.isnan(scores), axis=1) & np.any(np.isfinite(scores), axis=1))


def chosen_method(truth: Truth, n_labels: int, link: str) -> str:
    """Return what so many documents allow: never what needs documents of a label that has none here."""
    least = int(sides(truth, n_labels).min())
    if least >= ENOUGH:
        return "isotonic"
    return "temperature" if link == "softmax" or least == 0 else "platt"


def flags_of(truth: Truth, n_labels: int) -> Flags:
    """Return documents × labels: which labels each document truly has."""
    return truth.astype(np.bool_) if truth.ndim == 2 else np.asarray(truth[:, None] == np.arange(n_labels))


def sides(truth: Truth, n_labels: int) -> npt.NDArray[np.int64]:
    """Return how many documents have each label, and how many do not."""
    there = flags_of(truth, n_labels).sum(axis=0)
    return np.asarray([there, len(truth) - there])


def _check_both_sides(truth: Truth, n_labels: int, method: str) -> None:
    if not sides(truth, n_labels).all():
        raise SettingError(
            f"{method} calibration needs documents with each label and without it; got none of one kind. Use more "
            "documents, or temperature."
        )


def _temperature(scores: Floats, truth: Truth, link: str) -> Temperature:
    """Return the temperature of greatest likelihood, by golden section over its logarithm.

    Where every document has its own label first, colder would always be likelier: then it is as if the least sure one
    had been seen once more, with its second label; of several labels, with or without the one it is least sure of.
    Documents whose label is vetoed, or all but theirs, say nothing.
    """
    several = truth.ndim == 2
    if not several:
        scores, truth = _open(scores, truth)
        if not len(truth):
            return Temperature(np.ones(1))
    rows = np.arange(len(truth))
    once_more = _least_sure_label(scores, truth) if several else _least_sure(scores, truth)

    def loss(log_temperature: float) -> float:
        heat = Temperature(np.array([np.exp(log_temperature)]))
        found = Scores((), scores, np.zeros(scores.shape[1]), link, several, heat).log_probabilities()
        if several:
            without = np.log(-np.expm1(np.minimum(found, -1e-300)))
            told, other = np.where(truth, found, without), np.where(truth, without, found)
        else:
            told, other = found[rows, truth], found
        more = 0.0 if once_more is None else float(other[once_more])
        return -float(told[np.isfinite(told)].sum()) - more  # what is vetoed is so at any temperature

    low, high = np.log(COLDEST), np.log(HOTTEST)
    best = _golden_section(loss if several or link == "sigmoid" else _shared_loss(scores, truth, once_more), low, high)
    if best - low < 1e-3:  # at the other end all labels are as probable, which is an answer
        _warn("the temperature", "the documents are all right")
    return Temperature(np.array([np.exp(best)]))


def _shared_loss(scores: Floats, truth: Truth, once_more: tuple[int, int] | None) -> Callable[[float], float]:
    """Return the loss where labels share by their scores alone, by log-temperature."""
    rows, wanted = np.arange(len(truth)), truth
    if once_more is not None:
        rows, wanted = np.append(rows, once_more[0]), np.append(wanted, once_more[1])
    most = scores.max(axis=1)
    below, missing = scores - most[:, None], (most[rows] - scores[rows, wanted]).sum()

    def loss(log_temperature: float) -> float:
        cold = np.exp(-log_temperature)
        return float(missing * cold + np.log(np.exp(below * cold).sum(axis=1))[rows].sum())

    return loss


def _open(scores: Floats, truth: Truth) -> tuple[Floats, Truth]:
    """Return the documents that could have their own label and another one."""
    finite = np.isfinite(scores)
    chosen = finite[np.arange(len(truth)), truth] & (finite.sum(axis=1) > 1)
    return scores[chosen], truth[chosen]


def _least_sure(scores: Floats, truth: Truth) -> tuple[int, int] | None:
    """Return the document that is least sure of its own label, and its second one; None where some are wrong."""
    rows, others = np.arange(len(truth)), scores.copy()
    others[rows, truth] = -np.inf
    second = others.argmax(axis=1)
    ahead = scores[rows, truth] - others[rows, second]
    document = int(ahead.argmin())
    return (document, int(second[document])) if ahead[document] > 0 else None


def _least_sure_label(scores: Floats, truth: Truth) -> tuple[int, int] | None:
    """Return the document and the label of it that are least sure, of any number; None where some are wrong."""
    ahead = np.where(truth, scores, -scores)
    ahead[~np.isfinite(scores)] = np.inf
    least = np.unravel_index(int(ahead.argmin()), ahead.shape)
    return (int(least[0]), int(least[1])) if 0 < ahead[least] < np.inf else None


def _golden_section(loss: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that falls and then rises is lowest."""
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = loss(left), loss(right)
    while high - low > 1e-8:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = loss(right)
    return (low + high) / 2


def _platt(scores: Floats, truth: Truth, link: str) -> Platt:
    pairs = [_sigmoid(*label) for label in _by_label(scores, truth, link)]
    slopes, offsets = zip(*pairs, strict=True)
    return Platt(np.array(slopes), np.array(offsets))


def _by_label(scores: Floats, truth: Truth, link: str) -> list[tuple[Floats, Flags]]:
    """Return for each label the margins of the documents that are not vetoed, and which of these have it."""
    found, there = margins(scores, link, several=truth.ndim == 2), flags_of(truth, scores.shape[1])
    known = np.isfinite(found)
    return [(found[known[:, label], label], there[known[:, label], label]) for label in range(scores.shape[1])]


def _sigmoid(found: Floats, there: Flags) -> tuple[float, float]:
    """Return slope and offset of the likeliest sigmoid, by Newton's method.

    The targets are (n + 1) / (n + 2) for the n documents with the label and 1 / (m + 2) for the m without it, as if one
    more document of each kind had been seen: so few documents never make a slope without end.
    """
    n = int(there.sum())
    target = np.where(there, (n + 1) / (n + 2), 1 / (len(there) - n + 2))
    x, middle, scale = _standard(found)

    def at(w: Floats) -> tuple[float, Floats]:  # the loss, and what is likely
        z = w[0] * x + w[1]
        least = np.exp(-np.abs(z))
        p = np.where(z > 0, 1.0, least) / (1 + least)
        return float((np.maximum(z, 0.0) + np.log1p(least) - target * z).sum()), p

    w = np.array([0.0, np.log((n + 1) / (len(there) - n + 1))])
    loss, p = at(w)
    for _ in range(ROUNDS):
        miss, bend = p - target, p * (1 - p)
        slope = np.array([(miss * x).sum(), miss.sum()])
        if np.abs(slope).max() <= PRECISION * len(x):
            break
        across = (bend * x).sum()
        curve = np.array([[(bend * x * x).sum() + LEAST, across], [across, bend.sum() + LEAST]])
        step, most = np.linalg.solve(curve, slope), loss * (1 + 1e-12)  # near its lowest point the loss is all rounding
        loss, p = at(w - step)
        share = 1.0
        while loss > most and share > 1e-10:
            share /= 2
            loss, p = at(w - share * step)
        w = w - share * step
    else:
        _warn("a sigmoid", "margins may be far apart")
    return float(w[0] / scale), float(w[1] - w[0] * middle / scale)


def _standard(found: Floats) -> tuple[Floats, float, float]:
    """Return margins around 0 of deviation 1, with the middle and scale they had; 0 where all are the same."""
    if np.all(found == found[:1]):
        return np.zeros(len(found)), 0.0, 1.0
    middle, scale = float(found.mean()), float(found.std()) or 1.0
    return (found - middle) / scale, middle, scale


def _isotonic(scores: Floats, truth: Truth, link: str) -> Isotonic:
    lines = [rising_line(*label) for label in _by_label(scores, truth, link)]
    starts = np.cumsum([0, *(len(knots) for knots, _ in lines)])
    least = 1 / (len(truth) + 2)  # nothing is impossible only because it was not seen among so many
    heights = np.concatenate([np.clip(line, least, 1 - least) for _, line in lines])
    return Isotonic(starts.astype(np.int64), np.concatenate([knots for knots, _ in lines]), heights)


def rising_line(found: Floats, there: Flags) -> tuple[Floats, Floats]:
    """Return knots and heights of the line that never falls and is nearest to the truth, by least squares.

    >>> knots, heights = rising_line(np.array([1.0, 2, 3, 4]), np.array([False, True, False, True]))
    >>> knots.tolist(), heights.tolist()
    ([1.0, 2.0, 3.0, 4.0], [0.0, 0.5, 0.5, 1.0])
    """
    from scipy.optimize import isotonic_regression

    x, place, n = np.unique(found, return_inverse=True, return_counts=True)
    y = isotonic_regression(np.bincount(place, there) / n, weights=n.astype(np.float64)).x
    inner = np.zeros(len(x), np.bool_)  # inside of a level part, where no knot is needed
    inner[1:-1] = (y[1:-1] == y[:-2]) & (y[1:-1] == y[2:])
    return x[~inner], np.asarray(y[~inner])


def _warn(what: str, why: str) -> None:
    warnings.warn(f"{what} did not come to rest: {why}. Use more documents.", NotConverged, stacklevel=5)


FITS: dict[str, Callable[[Floats, Truth, str], Calibration]] = {"platt": _platt, "isotonic": _isotonic}
