"""Totals added pair by pair, (feature, label), where they may be fractions, fall below 0, or have squares."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError

if TYPE_CHECKING:
    from linnet.learning.class_totals import BlockTotals

Floats = npt.NDArray[np.float64]
Places = Sequence[npt.NDArray[np.int32]]
DUST = 1e-9  # what sums of fractions may be off by, as a share of them; whole numbers are exact


def refuse_negative(*totals: npt.NDArray[Any]) -> None:
    """Refuse totals below 0: no documents have such."""
    if any(bool(np.any(total < 0)) for total in totals):
        raise never_learned("documents that would make a total negative")


def never_learned(got: str) -> InputError:
    """Return the error for documents that cannot be forgotten."""
    return InputError(
        f"only documents that were learned can be forgotten; got {got}. "
        "Forget the very same rows that were learned; nothing was changed."
    )


def combine(
    parts: Sequence["BlockTotals"], places: Places, label_places: Places, sign: int, n_features: int
) -> tuple[_core.Totals, Floats]:
    """Return the totals of a + sign * b, and the squares.

    The places say where the features, and the labels, of each part have gone.
    """
    frequencies = np.zeros(n_features, np.int64)
    for part, place, times in zip(parts, places, (1, sign), strict=True):
        frequencies[place] += times * part.frequencies
    features = np.concatenate(
        [place[part.feature_of_pair] for part, place in zip(parts, places, strict=True)]
    )
    labels = np.concatenate(
        [place[part.labels] for part, place in zip(parts, label_places, strict=True)]
    )
    n_labels = 1 + int(labels.max(initial=0))
    pairs, at = np.unique(features * np.int64(n_labels) + labels, return_inverse=True)
    has_squares = all(len(part.squares) == len(part.sums) for part in parts)
    kinds = ("presences", "sums", *(["squares"] if has_squares else []))
    totals = [
        _added([getattr(part, kind) for part in parts], sign, at, len(pairs)) for kind in kinds
    ]
    refuse_negative(frequencies)
    left = (
        [total for total, _ in totals]
        if sign > 0
        else _settled(totals, frequencies[pairs // n_labels])
    )
    there = (left[0] != 0) | (left[1] != 0)
    presences, sums, squares = (*(total[there] for total in left), np.empty(0))[:3]
    starts = np.concatenate(
        [[0], np.cumsum(np.bincount(pairs[there] // n_labels, minlength=n_features))]
    )
    totals_left = _core.Totals(
        frequencies=frequencies,
        starts=starts,
        labels=(pairs[there] % n_labels).astype(np.int32),
        sums=sums,
        presences=presences,
    )
    return totals_left, squares


Total = tuple[Floats, Floats]  # one per pair, and how large what it was made of is


def _added(values: Sequence[Floats], sign: int, at: npt.NDArray[Any], n_pairs: int) -> Total:
    each = np.concatenate([values[0], sign * values[1]])
    total, size = (
        np.bincount(at, some, minlength=n_pairs).astype(np.float64) for some in (each, np.abs(each))
    )
    return total, size


def _settled(totals: Sequence[Total], frequencies: npt.NDArray[np.int64]) -> list[Floats]:
    """Return what is left without the dust of fractions, or refuse what no documents have."""
    (_, weight), (sums, size), *squares = totals
    for (
        _,
        power,
    ) in (
        squares
    ):  # sums of both signs may have cancelled: their dust is as large as the squares tell
        size = np.maximum(size, np.sqrt(power * weight))
    left = [_without_dust(*total) for total in (totals[0], (sums, size), *squares)]
    gone = (left[0] == 0) | (frequencies == 0)
    for total in left:
        refuse_negative(np.where(gone & (total != 0), -1, 0))
    # (sum of x)² is at most n times the sum of x².
    bound = (
        [left[0] * left[2] - left[1] ** 2 + DUST * weight * squares[0][1], left[2]]
        if squares
        else [left[1]]
    )
    refuse_negative(left[0], *bound)
    return left


def _without_dust(total: Floats, size: Floats) -> Floats:
    return np.where((np.abs(total) <= DUST * size) & (total != np.floor(total)), 0.0, total)
