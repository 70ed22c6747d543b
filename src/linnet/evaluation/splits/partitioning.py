"""How documents are dealt out to parts of given sizes: by label, by group, by time, by sets of labels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError
from linnet.evaluation.random import keys

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float64]


def by_label(codes: Codes, shares: Sequence[float], seed: int) -> Ints:
    """Return the part of each document, so that every part has its share of all documents and of every label.

    The documents of a label are shuffled and lined up after those of the label before. Each part in turn, the last
    one first, takes its share of those left, evenly along the line: it gets of a label what its share says, give or
    take one document.

    >>> by_label(np.array([0, 0, 0, 0, 1, 1, 1, 1]), (0.5, 0.25, 0.25), seed=1).tolist()
    [2, 1, 0, 0, 0, 1, 0, 2]
    """
    line = np.lexsort((keys(seed, len(codes)), codes))
    part = np.zeros(len(codes), np.int64)
    for number in range(len(shares) - 1, 0, -1):
        steps = np.floor(
            np.arange(len(line) + 1) * (shares[number] / sum(shares[: number + 1])) + 0.5
        )
        taken = np.diff(steps) > 0
        part[line[taken]] = number
        line = line[~taken]
    return part


def by_time(times: Codes, shares: Sequence[float]) -> Ints:
    """Return the part of each document: the first part has the earliest ones; the same time is never in two parts.

    >>> by_time(np.array([3, 1, 2, 3, 1]), (0.5, 0.5)).tolist()
    [1, 0, 1, 1, 0]
    """
    moments, moment, counts = np.unique(times, return_inverse=True, return_counts=True)
    check_enough("times", len(moments), len(shares))
    ends, cuts = np.cumsum(counts), [0]
    for number, wanted in enumerate(np.cumsum(shares)[:-1] * len(times), 1):
        possible = np.arange(cuts[-1], len(moments) - (len(shares) - number))
        cuts.append(int(possible[np.argmin(np.abs(ends[possible] - wanted))]) + 1)
    return np.searchsorted(cuts, moment, side="right") - 1


def by_group(
    labels: tuple[Codes, Codes], groups: Codes, shares: Sequence[float], seed: int
) -> Ints:
    """Return the part of each document: a group is in one part only, and labels are shared out as well as may be.

    The groups go, the largest first, each to the part that is then nearest to its shares. `labels` are the labels
    of all documents one after the other, and the document of each.
    """
    codes, owner = labels
    names, group = np.unique(groups, return_inverse=True)
    sizes = np.bincount(group)
    order = np.lexsort((keys(seed, len(names)), -sizes))
    pairs, counts = np.unique(np.stack([group[owner], codes]), axis=1, return_counts=True)
    return _dealt(pairs[0], pairs[1], counts, (sizes, order, shares))[group]


def by_label_sets(labels: tuple[Codes, Codes], n: int, shares: Sequence[float], seed: int) -> Ints:
    """Return the part of each of n documents that have any number of labels each, so that all labels are shared out.

    The documents go, those with the rarest label first, each to the part that lacks its labels most.
    """
    codes, owner = labels
    rarest = np.full(n, n + 1)
    np.minimum.at(rarest, owner, np.bincount(codes)[codes] if len(codes) else codes)
    order = np.lexsort((keys(seed, n), rarest))
    by_document = np.argsort(owner, kind="stable")
    ones = np.ones(len(codes), np.int64)
    return _dealt(
        owner[by_document], codes[by_document], ones, (np.ones(n, np.int64), order, shares)
    )


def _dealt(item: Codes, label: Codes, count: Ints, how: tuple[Ints, Ints, Sequence[float]]) -> Ints:
    """Return the part of each item, dealt one after the other where the parts then differ least from their shares.

    How far they are off is the sum of (documents - share)² / share, over the parts and over the labels and all
    documents together. The last items go to the parts that have none yet.
    """
    sizes, order, shares = how
    check_enough("groups" if sizes.max(initial=1) > 1 else "documents", len(sizes), len(shares))
    n_labels = int(label.max(initial=-1)) + 1
    totals = np.append(np.bincount(label, count, minlength=n_labels), sizes.sum())
    wanted = np.outer(shares, totals)
    got, part, taken = (
        np.zeros(wanted.shape),
        np.zeros(len(sizes), np.int64),
        np.zeros(len(shares), np.int64),
    )
    starts = np.searchsorted(item, np.arange(len(sizes) + 1))
    for left, one in zip(range(len(sizes), 0, -1), order.tolist(), strict=True):
        own = slice(starts[one], starts[one + 1])
        columns, more = np.append(label[own], n_labels), np.append(count[own], sizes[one])
        off = 2 * (got[:, columns] - wanted[:, columns]) + more
        cost = (more * off / wanted[:, columns]).sum(axis=1)
        if np.count_nonzero(taken == 0) >= left:
            cost[taken > 0] = np.inf
        best = int(cost.argmin())
        part[one] = best
        taken[best] += 1
        got[best, columns] += more
    return part


def check_enough(what: str, there: int, parts: int) -> None:
    """Refuse more parts than there are things to share out."""
    if there < parts:
        raise InputError(
            f"there must be at least as many {what} as parts, {parts}; got {there}. Ask for fewer parts, or split "
            "another way."
        )
