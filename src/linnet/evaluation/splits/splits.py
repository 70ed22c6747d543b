"""Which document goes into which part: training, development and test, or folds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.random import keys
from linnet.evaluation.splits.copies import groups_with_copies, units_of
from linnet.evaluation.splits.partitioning import (
    by_group,
    by_label,
    by_label_sets,
    by_time,
    check_enough,
    even_folds,
)

Ints = npt.NDArray[np.int64]
Codes = npt.NDArray[np.integer[Any]]
Flags = npt.NDArray[np.bool_]
TRAINING, DEVELOPMENT, TEST = 0, 1, 2


@dataclass(frozen=True, eq=False)
class SplitCriteria:
    """What a split goes by: the labels of each document and, where asked for, group and time."""

    codes: Codes  # the label of each document; where they may have several, those of each in turn
    starts: Ints | None = None  # where the labels of each document start; None: one label each
    groups: Codes | None = None  # documents that belong together have the same number
    times: Codes | None = None  # later documents have higher numbers
    copies: Codes | None = None  # copies of one another have the same number; by time of no use

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.codes) if self.starts is None else len(self.starts) - 1

    def label_counts(self) -> Ints:
        """Return the number of labels of each document."""
        if self.starts is None:
            return np.ones(len(self), np.int64)
        return np.diff(self.starts)

    def labels(self) -> tuple[Codes, Codes]:
        """Return all labels of all documents, and the document of each."""
        return self.codes, np.repeat(np.arange(len(self)), self.label_counts())

    def rarest(self) -> Codes:
        """Return one label for each document, its rarest.

        All that have none get a number of their own.

        >>> SplitCriteria(np.array([0, 1, 0]), np.array([0, 2, 2, 3])).rarest().tolist()
        [1, 2, 0]
        """
        if self.starts is None:
            return self.codes
        codes, owner = self.labels()
        sizes = np.bincount(codes)
        rarest_last = np.argsort(-sizes[codes], kind="stable")
        rarest = np.full(len(self), len(sizes))
        rarest[owner[rarest_last]] = codes[rarest_last]  # what comes last stays
        return rarest

    def select(self, chosen: Flags) -> "SplitCriteria":
        """Return the criteria of some of the documents."""
        sizes = self.label_counts()
        codes = self.codes[np.repeat(chosen, sizes)]
        starts = None
        if self.starts is not None:
            starts = np.concatenate([[0], np.cumsum(sizes[chosen])])
        groups = None if self.groups is None else self.groups[chosen]
        times = None if self.times is None else self.times[chosen]
        copies = None if self.copies is None else self.copies[chosen]
        return SplitCriteria(codes, starts, groups, times, copies)


@dataclass(frozen=True, eq=False)
class Parts:
    """The part of each document.

    Each part is evaluated by a model of the others; with `forward`, of those before it.
    """

    part: npt.NDArray[np.int32]
    forward: bool = False

    def held_out_parts(self) -> range:
        """Return the parts to evaluate; with `forward`, not the first: nothing is before it."""
        return range(int(self.forward), int(self.part.max()) + 1)

    def is_held_out(self) -> Flags:
        """Return which documents are in a part that is evaluated."""
        return np.asarray(self.part >= int(self.forward))

    def held_out_part(self) -> npt.NDArray[np.int32]:
        """Return the part of each held-out document, from 0."""
        return self.part[self.is_held_out()] - np.int32(self.forward)

    def held_out(self, part: int) -> Flags:
        """Return which documents are in a part."""
        return np.asarray(self.part == part)

    def training(self, part: int) -> Flags:
        """Return which documents the model for a part learns from."""
        return np.asarray(self.part < part if self.forward else self.part != part)


def split(
    criteria: SplitCriteria, *, test: float, development: float = 0.0, seed: int = 0
) -> npt.NDArray[np.int32]:
    """Return TRAINING, DEVELOPMENT or TEST for each document.

    By time, by group, or at random, evenly by label. By time the latest documents are the test part
    and those before them the development part; documents of one time stay together. A group is
    never in two parts.

    >>> times = np.array([1, 2, 3, 4, 5, 6])
    >>> split(SplitCriteria(np.array([0, 0, 0, 0, 1, 1]), times=times), test=0.3).tolist()
    [0, 0, 0, 0, 2, 2]
    """
    _check_shares(test, development)
    kinds = [TRAINING, TEST]
    shares = [1 - test, test]
    if development:
        kinds = [TRAINING, DEVELOPMENT, TEST]
        shares = [1 - test - development, development, test]

    part = np.array(kinds, np.int32)[_divided(criteria, shares, seed)]
    if len(np.unique(part)) < len(kinds):
        raise SettingError(
            f"each part must have a document; got {len(criteria)} in all. "
            "Add documents, or ask for larger shares."
        )
    return part


def _check_shares(test: float, development: float) -> None:
    shares = {"test": test}
    if development != 0:
        shares["development"] = development
    for name, share in shares.items():
        if not 0 < share < 1:
            raise SettingError(
                f"the {name} share must be above 0 and below 1; got {share}. Use 0.2 if unsure."
            )
    if test + development >= 1:
        raise SettingError(
            "test and development must leave documents to learn from; "
            f"got {test} and {development}."
        )


def folds(criteria: SplitCriteria, n: int | None, seed: int = 0) -> Parts:
    """Return n folds, evenly by label; groups stay whole.

    By time, n parts after a first one, each after the others. None leaves out one document, or one
    group, at a time.
    """
    if n is None:
        return Parts(_one_by_one(criteria).astype(np.int32))
    if criteria.times is not None:
        equal_shares = [1 / (n + 1)] * (n + 1)
        return Parts(by_time(criteria.times, equal_shares).astype(np.int32), forward=True)
    _check_folds(n, len(criteria))
    if criteria.groups is None and criteria.starts is None:
        units = units_of(criteria, n)
        if units.labels is None or units.sizes is None:
            return Parts(stratified_folds(units.strata, n, seed))
        order = np.lexsort((keys(seed, len(units.strata)), units.strata))
        return Parts(even_folds(order, units.labels, units.sizes, n)[units.unit])
    return Parts(_divided(criteria, [1 / n] * n, seed).astype(np.int32))


def stratified_folds(codes: Codes, folds: int, seed: int) -> npt.NDArray[np.int32]:
    """Return the fold of each document, so that every fold has its part of every label.

    The documents of a label are shuffled and dealt out in turn, and the next label goes on where
    the last one stopped: the sizes of folds, and each label's share in them, differ by at most one
    document.

    >>> stratified_folds(np.array([0, 0, 0, 0, 1, 1]), folds=2, seed=1).tolist()
    [1, 0, 1, 0, 0, 1]
    """
    n = len(codes)
    _check_folds(folds, n)
    order = np.lexsort((keys(seed, n), codes))
    fold = np.empty(n, np.int32)
    fold[order] = np.arange(n) % folds
    return fold


def _divided(criteria: SplitCriteria, shares: Sequence[float], seed: int) -> Ints:
    """Return the part of each document, by whatever the criteria have."""
    if criteria.times is not None and criteria.groups is not None:
        raise SettingError(
            "documents must be split by group or by time; got both. Leave one of them out."
        )
    if criteria.times is not None:
        return by_time(criteria.times, shares)
    labels = criteria.labels()
    if criteria.groups is not None:
        groups = groups_with_copies(criteria, len(shares))
        return by_group(labels, groups, shares, seed)
    units = units_of(criteria, len(shares))
    if criteria.starts is None:
        return by_label(units.strata, shares, seed)[units.unit]
    if units.has_copies:
        return by_group(labels, units.unit, shares, seed)
    return by_label_sets(labels, len(criteria), shares, seed)


def _one_by_one(criteria: SplitCriteria) -> Ints:
    if criteria.groups is None:
        return np.arange(len(criteria))
    names, group = np.unique(criteria.groups, return_inverse=True)
    check_enough("groups", len(names), 2)
    return group


def _check_folds(folds: int, most: int) -> None:
    if not 2 <= folds <= most:
        raise SettingError(
            f"folds must be from 2 to {most}, the number of documents; got {folds}. "
            "Ask for fewer folds, or add documents."
        )
