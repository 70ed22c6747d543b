"""What is true of the documents a calibration is found on, and which of them tell something."""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
# The place of the label of each document; documents × labels where it may have several.
Truth = npt.NDArray[Any]
OWN_MAP = 10  # documents with a label, and without it, that a map of its own needs


def has_scores(scores: Floats) -> Flags:
    """Return which documents have scores; others get the prior anyway."""
    no_nan = np.all(~np.isnan(scores), axis=1)
    any_finite = np.any(np.isfinite(scores), axis=1)
    return np.asarray(no_nan & any_finite)


def is_informative(scores: Floats, truth: Truth) -> Flags:
    """Return which documents tell how good a calibration is.

    They have scores, and their own label is not vetoed.
    """
    scored = has_scores(scores)
    if truth.ndim == 2:
        return scored
    own_score = scores[np.arange(len(truth)), truth]
    return np.asarray(scored & np.isfinite(own_score))


def contested(scores: Floats, truth: Truth) -> tuple[Floats, Truth]:
    """Return the documents that could have their own label and another one."""
    finite = np.isfinite(scores)
    own_is_finite = finite[np.arange(len(truth)), truth]
    chosen = own_is_finite & (finite.sum(axis=1) > 1)
    return scores[chosen], truth[chosen]


def label_flags(truth: Truth, n_labels: int) -> Flags:
    """Return documents × labels: which labels each document truly has."""
    if truth.ndim == 2:
        return truth.astype(np.bool_)
    return np.asarray(truth[:, None] == np.arange(n_labels))


def counts_with_and_without(truth: Truth, n_labels: int) -> npt.NDArray[np.int64]:
    """Return how many documents have each label, and how many do not.

    >>> counts_with_and_without(np.array([0, 1, 1]), 2).tolist()
    [[1, 2], [2, 1]]
    """
    n_with = label_flags(truth, n_labels).sum(axis=0)
    return np.asarray([n_with, len(truth) - n_with])


def has_own_map(truth: Truth, n_labels: int) -> Flags:
    """Return which labels have enough documents, with and without them, for a map of their own.

    Labels with fewer share one map.
    """
    least = counts_with_and_without(truth, n_labels).min(axis=0)
    return np.asarray(least >= OWN_MAP)
