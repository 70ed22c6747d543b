"""Totals added pair by pair, (feature, label), where they may be fractions, fall below 0, or have
squares.
"""

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
    features, labels = _placed(parts, places, label_places)
    n_labels = 1 + int(labels.max(initial=0))
    pairs, at = np.unique(features * np.int64(n_labels) + labels, return_inverse=True)

    values = _values(parts)
    totals = [_added(of_parts, sign, at, len(pairs)) for of_parts in values]
    refuse_negative(frequencies)
    left = [total for total, _ in totals]
    if sign < 0:
        left = _settled(totals, frequencies[pairs // n_labels])

    is_left = (left[0] != 0) | (left[1] != 0)
    presences, sums, *squares = (total[is_left] for total in left)
    pairs = pairs[is_left]
    sizes = np.bincount(pairs // n_labels, minlength=n_features)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    of_pairs = (pairs % n_labels).astype(np.int32)
    totals_left = _core.Totals(
        frequencies=frequencies,
        starts=starts,
        labels=of_pairs,
        sums=sums,
        presences=presences,
    )
    return totals_left, squares[0] if squares else np.empty(0)


def _values(parts: Sequence["BlockTotals"]) -> list[list[Floats]]:
    """Return presences, sums and, where all have them, squares of the parts."""
    presences = [part.presences for part in parts]
    sums = [part.sums for part in parts]
    squares = [part.squares for part in parts]
    if all(len(part.squares) == len(part.sums) for part in parts):
        return [presences, sums, squares]
    return [presences, sums]


def _placed(
    parts: Sequence["BlockTotals"], places: Places, label_places: Places
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return where the feature, and where the label, of each pair of both parts has gone."""
    features = []
    labels = []
    for part, place, label_place in zip(parts, places, label_places, strict=True):
        features.append(place[part.feature_of_pair])
        labels.append(label_place[part.labels])
    return np.concatenate(features), np.concatenate(labels)


Total = tuple[Floats, Floats]  # one per pair, and how large what it was made of is


def _added(values: Sequence[Floats], sign: int, at: npt.NDArray[Any], n_pairs: int) -> Total:
    each = np.concatenate([values[0], sign * values[1]])
    total = np.bincount(at, each, minlength=n_pairs)
    size = np.bincount(at, np.abs(each), minlength=n_pairs)
    return total.astype(np.float64), size.astype(np.float64)


def _settled(totals: Sequence[Total], frequencies: npt.NDArray[np.int64]) -> list[Floats]:
    """Return what is left without the dust of fractions, or refuse what no documents have."""
    (_, weight), (sums, size), *squares = totals
    for _, power in squares:
        # Sums of both signs may have cancelled: their dust is as large as the squares tell.
        size = np.maximum(size, np.sqrt(power * weight))
    left = [_without_dust(*total) for total in (totals[0], (sums, size), *squares)]
    is_gone = (left[0] == 0) | (frequencies == 0)
    for total in left:
        refuse_negative(np.where(is_gone & (total != 0), -1, 0))

    refuse_negative(left[0])
    if squares:
        # (sum of x)² is at most n times the sum of x².
        slack = DUST * weight * squares[0][1]
        refuse_negative(left[0] * left[2] - left[1] ** 2 + slack, left[2])
    else:
        refuse_negative(left[1])
    return left


def _without_dust(total: Floats, size: Floats) -> Floats:
    is_dust = (np.abs(total) <= DUST * size) & (total != np.floor(total))
    return np.where(is_dust, 0.0, total)
