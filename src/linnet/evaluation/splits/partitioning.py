"""How documents are divided into parts of given sizes: by label, group, time, or label sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError
from linnet.evaluation.random import keys

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]


def by_label(codes: Codes, shares: Sequence[float], seed: int) -> Ints:
    """Return the part of each document: every part has its share of all, and of every label.

    The documents of a label are shuffled and lined up after those of the label before. Each part in
    turn, the last one first, takes its share of those left, evenly along the line: it gets of a
    label what its share says, give or take one document.

    >>> by_label(np.array([0, 0, 0, 0, 1, 1, 1, 1]), (0.5, 0.25, 0.25), seed=1).tolist()
    [2, 1, 0, 0, 0, 1, 0, 2]
    """
    line = np.lexsort((keys(seed, len(codes)), codes))
    part = np.zeros(len(codes), np.int64)
    for number in range(len(shares) - 1, 0, -1):
        share = shares[number] / sum(shares[: number + 1])
        steps = np.floor(np.arange(len(line) + 1) * share + 0.5)
        taken = np.diff(steps) > 0
        part[line[taken]] = number
        line = line[~taken]
    return part


def even_folds(order: Ints, labels: Codes, sizes: Ints, folds: int) -> npt.NDArray[np.int32]:
    """Return the fold of each unit of one or more documents; folds have about the same size.

    Units come in this order: label by label, of each the largest first. They are dealt out in laps
    of one unit for each fold, the largest to the smallest fold. A label begins a lap of its own: so
    folds differ by at most one unit of it.

    >>> labels, sizes = np.array([0, 0, 0, 0, 1, 1]), np.array([5, 4, 2, 1, 3, 1])
    >>> even_folds(np.arange(6), labels, sizes, folds=2).tolist()
    [0, 1, 1, 0, 0, 1]
    """
    fold = np.empty(len(order), np.int32)
    filled = [0] * folds
    ends = np.flatnonzero(np.diff(labels[order])) + 1
    for of_label in np.split(order, ends):
        for start in range(0, len(of_label), folds):
            smallest_first = sorted(range(folds), key=filled.__getitem__)
            lap = of_label[start : start + folds].tolist()
            for unit, place in zip(lap, smallest_first, strict=False):
                fold[unit] = place
                filled[place] += int(sizes[unit])
    return fold


def by_time(times: Codes, shares: Sequence[float]) -> Ints:
    """Return the part of each document, the first part has the earliest ones.

    The same time is never in two parts.

    >>> by_time(np.array([3, 1, 2, 3, 1]), (0.5, 0.5)).tolist()
    [1, 0, 1, 1, 0]
    """
    moments, moment, counts = np.unique(times, return_inverse=True, return_counts=True)
    check_enough("times", len(moments), len(shares))
    ends = np.cumsum(counts)
    wanted_ends = np.cumsum(shares)[:-1] * len(times)
    cuts = [0]
    for number, wanted in enumerate(wanted_ends, 1):
        parts_left = len(shares) - number  # each needs a time
        possible = np.arange(cuts[-1], len(moments) - parts_left)
        nearest = np.argmin(np.abs(ends[possible] - wanted))
        cuts.append(int(possible[nearest]) + 1)
    return np.searchsorted(cuts, moment, side="right") - 1


def by_group(
    labels: tuple[Codes, Codes], groups: Codes, shares: Sequence[float], seed: int
) -> Ints:
    """Return the part of each document; a group is in one part only, labels shared out well.

    The groups go, the largest first, each to the part that is then nearest to its shares. `labels`
    are the labels of all documents one after the other, and the document of each.
    """
    codes, owner = labels
    names, group = np.unique(groups, return_inverse=True)
    sizes = np.bincount(group)
    order = np.lexsort((keys(seed, len(names)), -sizes))
    of_groups = np.stack([group[owner], codes])
    pairs, counts = np.unique(of_groups, axis=1, return_counts=True)
    items = _Items(sizes, pairs[0], pairs[1], counts)
    return _assign_greedily(items, order, shares)[group]


def by_label_sets(labels: tuple[Codes, Codes], n: int, shares: Sequence[float], seed: int) -> Ints:
    """Return the part of each of n documents that have any number of labels, shared out well.

    The documents go, those with the rarest label first, each to the part that lacks its labels
    most.
    """
    codes, owner = labels
    rarest = np.full(n, n + 1)
    if len(codes):
        np.minimum.at(rarest, owner, np.bincount(codes)[codes])
    order = np.lexsort((keys(seed, n), rarest))

    by_document = np.argsort(owner, kind="stable")
    sizes = np.ones(n, np.int64)
    ones = np.ones(len(codes), np.int64)
    items = _Items(sizes, owner[by_document], codes[by_document], ones)
    return _assign_greedily(items, order, shares)


@dataclass(frozen=True, eq=False)
class _Items:
    """Groups or single documents: how many documents each has, of each of its labels and in all.

    The last three columns belong together: so many documents of an item have a label. They are
    sorted by item.
    """

    sizes: Ints
    item: Codes
    label: Codes
    count: Ints

    @property
    def n_labels(self) -> int:
        return int(self.label.max(initial=-1)) + 1

    def totals(self) -> Floats:
        """Return how many documents there are of each label, and of all in the last column."""
        of_labels = np.bincount(self.label, self.count, minlength=self.n_labels)
        return np.append(of_labels, self.sizes.sum())


def _assign_greedily(items: _Items, order: Ints, shares: Sequence[float]) -> Ints:
    """Return the part of each item, one after the other where the parts differ least from shares.

    How far they are off is the sum of (documents - share)² / share, over the parts and over the
    labels and all documents together. The last items go to the parts that have none yet.
    """
    n_items = len(items.sizes)
    kind = "groups" if items.sizes.max(initial=1) > 1 else "documents"
    check_enough(kind, n_items, len(shares))
    n_labels = items.n_labels
    wanted = np.outer(shares, items.totals())  # parts × (labels, all documents)
    filled = np.zeros(wanted.shape)
    part = np.zeros(n_items, np.int64)
    items_of_part = np.zeros(len(shares), np.int64)
    starts = np.searchsorted(items.item, np.arange(n_items + 1))

    for done, item in enumerate(order.tolist()):
        own = slice(starts[item], starts[item + 1])
        columns = np.append(items.label[own], n_labels)
        more = np.append(items.count[own], items.sizes[item])
        wanted_here = wanted[:, columns]
        off = 2 * (filled[:, columns] - wanted_here) + more
        cost = (more * off / wanted_here).sum(axis=1)
        if np.count_nonzero(items_of_part == 0) >= n_items - done:
            cost[items_of_part > 0] = np.inf

        best = int(cost.argmin())
        part[item] = best
        items_of_part[best] += 1
        filled[best, columns] += more
    return part


def check_enough(kind: str, n: int, parts: int) -> None:
    """Refuse more parts than there are things to share out."""
    if n < parts:
        raise InputError(
            f"there must be at least as many {kind} as parts, {parts}; got {n}. "
            "Ask for fewer parts, or split another way."
        )
