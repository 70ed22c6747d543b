"""Documents that are on both sides of a split: the same text, nearly the same text, the same group."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.evaluation.splits.split_data import SplitData, composed
from linnet.evaluation.splits.splits import Parts
from linnet.features.rows import engine_texts

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
NONE = -1


def exact_duplicates(keys: npt.NDArray[Any], parts: Parts) -> Ints:
    """Return for each judged document one with the same key that its model learns from, or NONE; a key of 0 has none.

    >>> exact_duplicates(np.array([7, 7, 5, 7, 0, 0]), Parts(np.array([0, 0, 0, 1, 0, 1], np.int32))).tolist()
    [3, 3, -1, 0, -1, -1]
    """
    order = np.lexsort((parts.part, keys))
    changes = np.diff(keys[order]) != 0
    run = np.cumsum(np.append(0, changes))
    ends = np.append(np.flatnonzero(changes), len(keys) - 1)
    starts = np.append(0, ends[:-1] + 1)
    # Of the same key, one of the lowest part; for documents of that part one of the highest.
    first, last = order[starts[run]], order[ends[run]]
    part, other = parts.part[order], np.where(parts.part[first] < parts.part[order], first, NONE)
    if not parts.forward:
        other = np.where((other == NONE) & (parts.part[last] > part), last, other)
    duplicates = np.empty(len(keys), np.int64)
    duplicates[order] = np.where(keys[order] == 0, NONE, other)
    return duplicates


def near_duplicates(
    gathered: SplitData, parts: Parts, exact: Ints, threads: int
) -> tuple[Ints, Floats]:
    """Return for each judged document without an exact duplicate one that is nearly the same, or NONE; and how alike.

    Texts are compared once for each part they are in, so that a text repeated a million times costs nothing.
    """
    order = np.lexsort((parts.part, gathered.keys))
    changes = (np.diff(gathered.keys[order]) != 0) | (np.diff(parts.part[order]) != 0)
    entry = np.empty(len(order), np.int64)
    entry[order] = np.cumsum(np.append(0, changes))
    chosen = order[np.append(0, np.flatnonzero(changes) + 1)]
    wanted = (exact[chosen] == NONE) & (gathered.keys[chosen] != 0) & parts.is_judged()[chosen]
    texts = [
        engine_texts(composed(field.take(chosen).combine_chunks())) for field in gathered.texts
    ]
    found = _core.find_near_duplicates(
        texts,
        parts=parts.part[chosen],
        wanted=wanted.astype(np.uint8),
        forward=parts.forward,
        threads=threads,
    )
    duplicates = np.where(found.documents == NONE, NONE, chosen[found.documents])
    return duplicates[entry], found.similarity[entry]
