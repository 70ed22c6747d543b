"""Calibrations by greatest likelihood, found on documents that the model has not learned."""

import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from linnet.calibration.sigmoids import likeliest_sigmoid, stretch_and_shift
from linnet.errors import NotConverged, SettingError, quoted
from linnet.model.calibration import SHARED, Calibration, Isotonic, Platt, Temperature, margins
from linnet.model.scores import Scores

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Truth = npt.NDArray[
    Any
]  # the place of the label of each document; where it may have several, documents × labels
Found = TypeVar("Found")
ENOUGH = 1000  # documents of each label, and without it, that isotonic needs
OWN = 10  # documents with a label, and without it, that a map of its own needs; labels with fewer share one map
COLDEST, HOTTEST = 1e-3, 1e6  # temperatures
GOLDEN = (np.sqrt(5) - 1) / 2


def fit_calibration(
    scores: Floats, truth: Truth, method: str = "auto", link: str = "softmax"
) -> Calibration:
    """Return the calibration that makes the truth most likely, of scores (documents × labels) with this link.

    `auto` is isotonic with 1,000 documents of each label, else temperature for softmax scores and,
    with 10 documents of each label, Platt for others.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])  # as sure as 9 to 1, but one of four is wrong
    >>> float(fit_calibration(scores, np.array([0, 0, 1, 1])).temperature[0].round(3))  # log 9 / log 3
    2.0
    """
    n_labels = scores.shape[1]
    if method == "auto":
        method = chosen_method(truth, n_labels, link)
    check_method(method)
    sure = is_sure(scores)
    if not sure.any():
        raise SettingError(
            "a calibration needs documents with scores; got none. Give it documents."
        )
    if method in ("platt", "isotonic"):
        _check_both_sides(truth[sure], n_labels, method)
    return fitted(scores, truth, method, link, has_own_map(truth[sure], n_labels))


def fitted(scores: Floats, truth: Truth, method: str, link: str, own: Flags) -> Calibration:
    """Return the calibration of a method; `own` says which labels have a map of their own, where it has one for each.

    Documents whose own label is vetoed take no part, since no map could make them right. Out of
    fold these are also the documents of a label that the model of their fold has not learned,
    though the model of all documents has.
    """
    check_method(method)
    chosen = says_something(scores, truth)
    return FITS[method](scores[chosen], truth[chosen], link, own)


def check_method(method: str) -> None:
    """Refuse a calibration that does not exist."""
    if method not in FITS:
        raise SettingError(
            f"a calibration must be auto, {', '.join(FITS)}; got {quoted(method)}. Use auto if unsure."
        )


def is_sure(scores: Floats) -> Flags:
    """Return which documents have scores; others get the prior anyway."""
    return np.asarray(np.all(~np.isnan(scores), axis=1) & np.any(np.isfinite(scores), axis=1))


def says_something(scores: Floats, truth: Truth) -> Flags:
    """Return which documents tell how good a calibration is: they have scores, and their own label is not vetoed."""
    sure = is_sure(scores)
    if truth.ndim == 2:
        return sure
    own_score = scores[np.arange(len(truth)), truth]
    return np.asarray(sure & np.isfinite(own_score))


def chosen_method(truth: Truth, n_labels: int, link: str) -> str:
    """Return what so many documents allow."""
    least = int(sides(truth, n_labels).min())
    if least >= ENOUGH:
        return "isotonic"
    return "temperature" if link == "softmax" or least < OWN else "platt"


def has_own_map(truth: Truth, n_labels: int) -> Flags:
    """Return which labels have enough documents, with and without them, for a map of their own."""
    return np.asarray(sides(truth, n_labels).min(axis=0) >= OWN)


def flags_of(truth: Truth, n_labels: int) -> Flags:
    """Return documents × labels: which labels each document truly has."""
    return (
        truth.astype(np.bool_)
        if truth.ndim == 2
        else np.asarray(truth[:, None] == np.arange(n_labels))
    )


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


def _temperature(scores: Floats, truth: Truth, link: str, own: Flags) -> Temperature:  # noqa: ARG001 (one for all)
    """Return the temperature of greatest likelihood, by golden section over its logarithm.

    Where every document has its own label first, colder would always be likelier: then it is as if
    the least sure one had been seen once more, with its second label; of several labels, with or
    without the one it is least sure of. Documents whose label is vetoed, or all but theirs, say
    nothing.
    """
    multilabel = truth.ndim == 2
    if not multilabel:
        scores, truth = _open(scores, truth)
        if not len(truth):
            return Temperature(np.ones(1))
    rows = np.arange(len(truth))
    once_more = _least_sure_label(scores, truth) if multilabel else _least_sure(scores, truth)

    def loss(log_temperature: float) -> float:
        heat = Temperature(np.array([np.exp(log_temperature)]))
        found = Scores(
            (), scores, np.zeros(scores.shape[1]), link, multilabel, heat
        ).log_probabilities()
        if multilabel:
            without = np.log(-np.expm1(np.minimum(found, -1e-300)))
            told, other = np.where(truth, found, without), np.where(truth, without, found)
        else:
            told, other = found[rows, truth], found
        more = 0.0 if once_more is None else float(other[once_more])
        return (
            -float(told[np.isfinite(told)].sum()) - more
        )  # what is vetoed is so at any temperature

    low, high = np.log(COLDEST), np.log(HOTTEST)
    by_scores_alone = not multilabel and link != "sigmoid"
    found = _shared_loss(scores, truth, once_more) if by_scores_alone else loss
    if found(low) == found(high):  # all labels score the same
        return Temperature(np.ones(1))
    best = _golden_section(found, low, high)
    if best - low < 1e-3:  # at the other end all labels are as probable, which is an answer
        _warn("the temperature", "the documents are all right")
    return Temperature(np.array([np.exp(best)]))


def _shared_loss(
    scores: Floats, truth: Truth, once_more: tuple[int, int] | None
) -> Callable[[float], float]:
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
    ahead[ahead == 0] = np.inf  # as probable at any temperature
    document = int(ahead.argmin())
    return (document, int(second[document])) if 0 < ahead[document] < np.inf else None


def _least_sure_label(scores: Floats, truth: Truth) -> tuple[int, int] | None:
    """Return the document and the label of it that are least sure, of any number; None where some are wrong."""
    ahead = np.where(truth, scores, -scores)
    ahead[~np.isfinite(scores) | (scores == 0)] = np.inf  # as probable at any temperature
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


def _platt(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    """Return a sigmoid for each label; of more than two labels that exclude each other, these fitted to each other.

    A label whose margins tell nothing by themselves shares the sigmoid of labels with few
    documents.
    """
    platt = _sigmoids(scores, truth, link, own)
    flat = platt.slopes == 0
    if np.any(flat & own):
        platt = _sigmoids(scores, truth, link, own & ~flat)
    alone = truth.ndim == 2 or scores.shape[1] == 2
    return platt if alone else _fitted_together(platt, scores, truth, link)


def _sigmoids(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    pairs = _for_each_label(likeliest_sigmoid, scores, truth, link, own)
    return Platt(np.array([slope for slope, _ in pairs]), np.array([offset for _, offset in pairs]))


def _fitted_together(platt: Platt, scores: Floats, truth: Truth, link: str) -> Platt:
    """Return sigmoids that share what there is more likely: sigmoid(stretch · (slope · margin + offset) + shift).

    Each sigmoid was found as if the others were not there. Stretch and shift are the same for all
    labels, so no other label becomes the most probable one. Where all documents are right, a
    stretch without end would be the likeliest: then sigmoids stay as they are.
    """
    scores, truth = _open(scores, truth)
    if not len(truth):
        return platt
    z = platt.linear(scores, link, multilabel=False)
    z[np.isneginf(scores)] = -np.inf
    if np.all(z.argmax(axis=1) == truth):
        return platt
    stretch, shift = stretch_and_shift(z, truth)
    return Platt(platt.slopes * stretch, platt.offsets * stretch + shift)


def _shared_platt(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    """Return one sigmoid for all labels, which keeps their order in every document."""
    return _platt(scores, truth, link, np.zeros_like(own))


def _for_each_label(
    fit: Callable[[Floats, Flags], Found], scores: Floats, truth: Truth, link: str, own: Flags
) -> list[Found]:
    """Return what is found for each label: on its own margins, or on those of all labels with few documents together.

    Where even these have fewer documents together than one label needs, what they share is found on
    all labels.
    """
    found = margins(scores, link, multilabel=truth.ndim == 2)
    there = flags_of(truth, scores.shape[1])
    shared: list[Found] = []
    if not own.all():
        few = ~own if there[:, ~own].sum() >= OWN else np.ones_like(own)
        shared = [fit(*_not_vetoed(found[:, few], there[:, few]))]
    labels = range(scores.shape[1])
    return [
        fit(*_not_vetoed(found[:, label], there[:, label])) if own[label] else shared[0]
        for label in labels
    ]


def _not_vetoed(found: Floats, there: Flags) -> tuple[Floats, Flags]:
    """Return the margins that are numbers, and which of them are of documents that have the label."""
    known = np.isfinite(found)
    return found[known], there[known]


def _isotonic(scores: Floats, truth: Truth, link: str, own: Flags) -> Isotonic:
    lines = _for_each_label(rising_line, scores, truth, link, own)
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

    if not len(found):
        return np.zeros(1), np.full(1, 0.5)
    x, place, n = np.unique(found, return_inverse=True, return_counts=True)
    y = isotonic_regression(np.bincount(place, there) / n, weights=n.astype(np.float64)).x
    inner = np.zeros(len(x), np.bool_)  # inside of a level part, where no knot is needed
    inner[1:-1] = (y[1:-1] == y[:-2]) & (y[1:-1] == y[2:])
    return x[~inner], np.asarray(y[~inner])


def _warn(what: str, why: str) -> None:
    warnings.warn(
        f"{what} did not come to rest: {why}. Use more documents.", NotConverged, stacklevel=5
    )


FITS: dict[str, Callable[[Floats, Truth, str, Flags], Calibration]] = {
    "temperature": _temperature,
    "platt": _platt,
    "isotonic": _isotonic,
    SHARED: _shared_platt,
}
