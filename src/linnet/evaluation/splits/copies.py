"""Copies of documents that a split keeps together, as far as labels and parts allow it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from linnet.evaluation.splits.splits import SplitCriteria

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]
NONE = -1


@dataclass(frozen=True, eq=False)
class Units:
    """What is divided into parts: documents, and groups of copies."""

    unit: Ints  # of each document, from 0
    strata: Codes  # of each unit: its label, and within a label the largest units first
    has_copies: bool = False
    labels: Codes | None = None  # of each unit, and its number of documents; where there are copies
    sizes: Ints | None = None


def units_of(criteria: SplitCriteria, n_parts: int) -> Units:
    """Return the units of documents; copies are one.

    A group of copies that has all documents of a label is divided: else a model would have none of
    them to learn from. All are where there would be fewer units than parts.

    >>> from linnet.evaluation.splits.splits import SplitCriteria
    >>> criteria = SplitCriteria(np.array([0, 0, 0, 1, 1]), copies=np.array([7, 7, 8, 9, 9]))
    >>> units_of(criteria, 2).unit.tolist()
    [0, 0, 1, 2, 3]
    """
    documents = Units(np.arange(len(criteria)), criteria.codes)
    if criteria.copies is None:
        return documents
    in_one = _in_one_group(criteria.labels(), criteria.copies)
    copies = set_apart(criteria.copies, np.isin(criteria.copies, in_one[in_one != NONE]))
    _, first, unit, sizes = np.unique(
        copies, return_index=True, return_inverse=True, return_counts=True
    )
    if len(first) < n_parts:
        return documents
    largest = int(sizes.max(initial=0))
    labels = criteria.rarest()[first]
    strata = labels * np.int64(largest + 1) + largest - sizes
    return Units(unit, strata, has_copies=True, labels=labels, sizes=sizes)


def keeping(criteria: SplitCriteria, copies: Codes | None) -> SplitCriteria:
    """Return the criteria by which these copies stay together, where there are any.

    Parts by time cannot keep them together.
    """
    if copies is None or criteria.times is not None:
        return criteria
    are_all_alone = len(np.unique(copies)) == len(copies)
    return criteria if are_all_alone else replace(criteria, copies=copies)


def kept_units(criteria: SplitCriteria, n_parts: int) -> Codes:
    """Return the unit of each document, which n parts by group or by label keep together."""
    if criteria.groups is not None:
        return groups_with_copies(criteria, n_parts)
    return units_of(criteria, n_parts).unit


def groups_with_copies(criteria: SplitCriteria, n_parts: int) -> Codes:
    """Return the groups of documents, those that share a copy as one.

    They stay as they are where that would leave fewer groups than parts, or put a label into one
    group that was in several.

    >>> from linnet.evaluation.splits.splits import SplitCriteria
    >>> groups, copies = np.array([0, 0, 1, 2, 2]), np.array([5, 6, 6, 7, 8])
    >>> criteria = SplitCriteria(np.array([0, 1, 1, 0, 1]), groups=groups, copies=copies)
    >>> groups_with_copies(criteria, 2).tolist(), groups_with_copies(criteria, 3).tolist()
    ([0, 0, 0, 1, 1], [0, 0, 1, 2, 2])
    """
    groups = criteria.groups
    assert groups is not None
    if criteria.copies is None:
        return groups
    joined = joined_groups(groups, criteria.copies)
    n_joined = int(joined.max(initial=-1)) + 1
    labels = criteria.labels()
    were_in_one = _in_one_group(labels, groups) != NONE
    are_in_one = _in_one_group(labels, joined) != NONE
    if n_joined < n_parts or np.any(are_in_one & ~were_in_one):
        return groups
    return joined


def in_several_units(groups: Codes, units: Codes) -> Flags:
    """Return which documents are in a group that has documents of several units.

    >>> in_several_units(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])).tolist()
    [False, False, True, True]
    """
    _, group = np.unique(groups, return_inverse=True)
    each = np.arange(len(groups))
    return np.asarray(_in_one_group((group, each), units)[group] == NONE)


def together_in(criteria: SplitCriteria) -> Ints | None:
    """Return which documents belong together, by a column or as copies; None: each is alone."""
    groups = criteria.groups
    copies = criteria.copies
    if groups is None:
        return None if copies is None else np.asarray(copies, np.int64)
    if copies is None:
        return np.asarray(groups, np.int64)
    return joined_groups(groups, copies)


def joined_groups(groups: Codes, others: Codes) -> Ints:
    """Return the groups of documents that are together by one of two groupings, or by a chain.

    >>> joined_groups(np.array([0, 0, 1, 2]), np.array([5, 6, 6, 7])).tolist()
    [0, 0, 0, 1]
    """
    _, first = np.unique(groups, return_inverse=True)
    _, second = np.unique(others, return_inverse=True)
    n_first = int(first.max(initial=-1)) + 1
    n_all = n_first + int(second.max(initial=-1)) + 1
    return connected(n_all, first, n_first + second)[first]


def connected(n: int, begin: Ints, end: Ints) -> Ints:
    """Return a number for each of n things, the same for those that links connect."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(begin), np.int8), (begin, end)), shape=(n, n))
    _, component = connected_components(links, directed=False)
    return np.asarray(component, np.int64)


def set_apart(groups: Codes, alone: Flags) -> Ints:
    """Return the groups; some documents are each a group by itself."""
    new = groups.max(initial=0) + 1 + np.arange(len(groups))
    return np.where(alone, new, groups)


def _in_one_group(labels: tuple[Codes, Codes], groups: Codes) -> Ints:
    """Return for each label the group that has all its documents; NONE where several have them."""
    codes, owner = labels
    n_labels = int(codes.max(initial=-1)) + 1
    lowest = np.full(n_labels, np.iinfo(np.int64).max)
    highest = np.full(n_labels, NONE)
    np.minimum.at(lowest, codes, groups[owner])
    np.maximum.at(highest, codes, groups[owner])
    return np.where(lowest == highest, lowest, NONE)
