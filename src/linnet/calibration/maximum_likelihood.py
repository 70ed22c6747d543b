"""Calibrations by greatest likelihood, found on documents that the model has not learned."""

from collections.abc import Callable

from linnet.calibration.isotonic import fit_isotonic
from linnet.calibration.platt import fit_platt, fit_shared_platt
from linnet.calibration.temperature import fit_temperature
from linnet.calibration.truth import (
    OWN_MAP,
    Flags,
    Floats,
    Truth,
    counts_with_and_without,
    has_own_map,
    has_scores,
    is_informative,
)
from linnet.errors import SettingError, quoted
from linnet.model.calibration import SHARED, Calibration

ENOUGH = 1000  # documents of each label, and without it, that isotonic needs
FITS: dict[str, Callable[[Floats, Truth, str, Flags], Calibration]] = {
    "temperature": fit_temperature,
    "platt": fit_platt,
    "isotonic": fit_isotonic,
    SHARED: fit_shared_platt,
}


def fit_calibration(
    scores: Floats, truth: Truth, method: str = "auto", link: str = "softmax"
) -> Calibration:
    """Return the calibration of scores (documents × labels) that makes the truth most likely.

    `auto` is isotonic with 1,000 documents of each label, else temperature for softmax scores and,
    with 10 documents of each label, Platt for others.

    >>> import numpy as np
    >>> sure = [0.9, 0.1]  # 9 to 1, but one of four is wrong
    >>> scores = np.log([sure, sure, sure, [0.1, 0.9]])
    >>> calibration = fit_calibration(scores, np.array([0, 0, 1, 1]))
    >>> float(calibration.temperature[0].round(3))  # log 9 / log 3
    2.0
    """
    n_labels = scores.shape[1]
    if method == "auto":
        method = method_for(truth, n_labels, link)
    check_method(method)
    scored = has_scores(scores)
    if not scored.any():
        raise SettingError(
            "a calibration needs documents with scores; got none. Give it documents."
        )
    if method in ("platt", "isotonic"):
        _check_both_sides(truth[scored], n_labels, method)
    return fit_method(scores, truth, method, link, has_own_map(truth[scored], n_labels))


def fit_method(scores: Floats, truth: Truth, method: str, link: str, own: Flags) -> Calibration:
    """Return the calibration of a method; `own` says which labels have a map of their own.

    Documents whose own label is vetoed take no part, since no map could make them right. Out of
    fold these are also the documents of a label that the model of their fold has not learned,
    though the model of all documents has.
    """
    check_method(method)
    informative = is_informative(scores, truth)
    return FITS[method](scores[informative], truth[informative], link, own)


def check_method(method: str) -> None:
    """Refuse a calibration that does not exist."""
    if method not in FITS:
        raise SettingError(
            f"a calibration must be auto, {', '.join(FITS)}; got {quoted(method)}. "
            "Use auto if unsure."
        )


def method_for(truth: Truth, n_labels: int, link: str) -> str:
    """Return the method that so many documents allow."""
    least = int(counts_with_and_without(truth, n_labels).min())
    if least >= ENOUGH:
        return "isotonic"
    if link == "softmax" or least < OWN_MAP:
        return "temperature"
    return "platt"


def _check_both_sides(truth: Truth, n_labels: int, method: str) -> None:
    if not counts_with_and_without(truth, n_labels).all():
        raise SettingError(
            f"{method} calibration needs documents with each label and without it; "
            "got none of one kind. Use more documents, or temperature."
        )
