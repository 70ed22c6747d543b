"""Documents that are on both sides of a split: the same text, nearly the same, the same group."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.evaluation.splits.split_data import SplitData, normalised
from linnet.evaluation.splits.splits import Parts
from linnet.reading.engine_texts import engine_texts

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
NONE = -1


def exact_duplicates(keys: npt.NDArray[Any], parts: Parts) -> Ints:
    """Return for each judged document one with the same key that its model learns from, or NONE.

    A key of 0 has no duplicates.

    >>> parts = Parts(np.array([0, 0, 0, 1, 0, 1], np.int32))
    >>> exact_duplicates(np.array([7, 7, 5, 7, 0, 0]), parts).tolist()
    [3, 3, -1, 0, -1, -1]
    """
    order = np.lexsort((parts.part, keys))
    sorted_keys = keys[order]
    changes = np.diff(sorted_keys) != 0
    run = np.cumsum(np.append(0, changes))  # documents of one key are a run
    ends = np.append(np.flatnonzero(changes), len(keys) - 1)
    starts = np.append(0, ends[:-1] + 1)

    # Of the same key, one of the lowest part; for documents of that part one of the highest.
    first = order[starts[run]]
    last = order[ends[run]]
    part = parts.part[order]
    other = np.where(parts.part[first] < part, first, NONE)
    if not parts.forward:
        only_later = (other == NONE) & (parts.part[last] > part)
        other = np.where(only_later, last, other)

    duplicates = np.empty(len(keys), np.int64)
    duplicates[order] = np.where(sorted_keys == 0, NONE, other)
    return duplicates


def near_duplicates(
    data: SplitData, parts: Parts, exact: Ints, threads: int
) -> tuple[Ints, Floats]:
    """Return for each judged document one that is nearly the same, or NONE; and how alike.

    Only for documents without an exact duplicate. Texts are compared once for each part they are
    in, so that a text repeated a million times costs nothing.
    """
    order = np.lexsort((parts.part, data.keys))
    new_key = np.diff(data.keys[order]) != 0
    new_part = np.diff(parts.part[order]) != 0
    changes = new_key | new_part
    entry = np.empty(len(order), np.int64)
    entry[order] = np.cumsum(np.append(0, changes))
    chosen = order[np.append(0, np.flatnonzero(changes) + 1)]

    has_text = data.keys[chosen] != 0
    wanted = (exact[chosen] == NONE) & has_text & parts.is_held_out()[chosen]
    fields = [field.take(chosen).combine_chunks() for field in data.texts]
    texts = [engine_texts(normalised(field)) for field in fields]
    near = _core.find_near_duplicates(
        texts,
        parts=parts.part[chosen],
        wanted=wanted.astype(np.uint8),
        forward=parts.forward,
        threads=threads,
    )
    duplicates = np.where(near.documents == NONE, NONE, chosen[near.documents])
    return duplicates[entry], near.similarity[entry]
