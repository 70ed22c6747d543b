"""How often each value of each feature was seen with each label, as NLTK counts: absent features have the value None.

With c how often a value was seen with a label, n the documents of the label, B the values of the feature and a the
smoothing:

    P(value | label) = (c + a) / (n + B a)         P(label) = (n + a) / (N + L a)

A value that was never seen has c = 0, so every feature has one column more than values. Columns of features with as
many values lie together: they share their `rest`, log(a / (n + B a)).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """Counts of the pairs (feature, value) of a table with each label, sorted by pair; only those above 0."""

    table: _core.FeaturesetTable
    documents: Ints  # per label
    pairs: Ints  # ascending
    labels: npt.NDArray[np.int32]  # beside each
    counts: Ints

    @cached_property
    def names(self) -> npt.NDArray[np.int32]:
        """The number of each pair's feature."""
        return np.asarray(self.table.names_of_pairs)

    @cached_property
    def sizes(self) -> Ints:
        """How many values each feature has."""
        return np.bincount(self.names, minlength=len(self.table.names))

    def probabilities(self, smoothing: float) -> Floats:
        """Return P(value | label) of each pair and label that were seen together."""
        below = self.documents[self.labels] + self.sizes[self.names[self.pairs]] * smoothing
        return np.asarray((self.counts + smoothing) / below)

    def prior(self, smoothing: float) -> Floats:
        """Return P(label)."""
        n = self.documents
        return np.asarray((n + smoothing) / (n.sum() + len(n) * smoothing))

    @cached_property
    def layout(self) -> "Layout":
        """Where pairs and features have their columns."""
        return Layout.of(self.names, self.sizes)

    def weights(self, smoothing: float) -> Weights:
        """Return the weights of naive Bayes over the columns of the layout."""
        columns = self.layout.of_pairs[self.pairs]
        order = np.argsort(columns, kind="stable")
        starts = np.searchsorted(columns[order], np.arange(self.layout.n_columns + 1))
        below = np.log(self.documents + self.layout.sizes[:, None] * smoothing)
        stored = np.log(self.counts[order] + smoothing) - np.log(smoothing)
        prior = np.log(self.prior(smoothing))
        return Weights(
            prior,
            prior,
            (np.log(smoothing) - below).reshape(-1),
            starts,
            self.labels[order],
            stored,
        )


@dataclass(frozen=True, eq=False)
class Layout:
    """The column of each pair, and of each feature for values that were never seen; blocks by the number of values."""

    of_pairs: npt.NDArray[np.int32]
    of_names: npt.NDArray[np.int32]
    sizes: Ints  # of the features of each block
    block_ends: Ints

    @classmethod
    def of(cls, names: npt.NDArray[np.int32], sizes: Ints) -> "Layout":
        """Return the layout of pairs of these features."""
        owner = np.concatenate([names, np.arange(len(sizes))])
        order = np.lexsort(
            (owner, sizes[owner])
        )  # features in the order of their first sight, as most featuresets
        columns = np.empty(len(owner), np.int32)
        columns[order] = np.arange(len(owner))
        distinct, counts = np.unique(sizes[owner], return_counts=True)
        return cls(columns[: len(names)], columns[len(names) :], distinct, np.cumsum(counts))

    @property
    def n_columns(self) -> int:
        return len(self.of_pairs) + len(self.of_names)


def count_values(labelled: Iterable[Any]) -> ValueCounts:
    """Return the counts of (featureset, label) pairs.

    >>> counts = count_values([({"last": "a"}, "f"), ({"last": "k"}, "m"), ({}, "m")])
    >>> counts.table.values, counts.pairs.tolist(), counts.labels.tolist(), counts.counts.tolist()
    (['a', 'k', None], [0, 1, 2], [0, 1, 1], [1, 1, 1])
    """
    table = _core.FeaturesetTable()
    try:
        found_pairs = table.add_labelled(labelled)
    except (TypeError, ValueError) as error:
        raise InputError(
            "training needs pairs of a featureset, a dict whose names and values can be keys, and a label; got: "
            f"{error}."
        ) from None
    codes = found_pairs.labels
    if not len(codes):
        raise InputError("there must be at least one featureset to learn from; got none.")
    documents = np.bincount(codes)
    code_of_pair = np.repeat(codes, np.diff(found_pairs.starts))
    keys = found_pairs.pairs.astype(np.int64) * len(documents) + code_of_pair
    found, counts = _counted(keys, len(table.values) * len(documents))
    pairs, labels = np.divmod(found, len(documents))
    return _with_absent(ValueCounts(table, documents, pairs, labels.astype(np.int32), counts))


def _counted(keys: Ints, n_cells: int) -> tuple[Ints, Ints]:
    """Return the distinct keys, ascending, and how often each is there."""
    if n_cells > 4 * len(keys) + 1000:
        return np.unique(keys, return_counts=True)
    counts = np.bincount(keys, minlength=n_cells)
    found = np.flatnonzero(counts)
    return found, counts[found]


def _with_absent(seen: ValueCounts) -> ValueCounts:
    """Return the counts with None as the value of each feature that a document does not have."""
    n_labels, n_names = len(seen.documents), len(seen.table.names)
    cells = seen.names[seen.pairs].astype(np.int64) * n_labels + seen.labels
    there = (
        np.bincount(cells, seen.counts, minlength=n_names * n_labels)
        .astype(np.int64)
        .reshape(n_names, n_labels)
    )
    names, labels = np.nonzero(there < seen.documents)
    if not len(names):
        return seen
    numbers = np.zeros(n_names, np.int64)
    for name in np.unique(names).tolist():
        numbers[name] = seen.table.number(seen.table.names[name], None)
    absent = seen.documents[labels] - there[names, labels]
    keys = np.concatenate([seen.pairs * n_labels + seen.labels, numbers[names] * n_labels + labels])
    keys, place = np.unique(keys, return_inverse=True)  # None may have been a value before
    summed = np.bincount(place, np.concatenate([seen.counts, absent])).astype(np.int64)
    return ValueCounts(
        seen.table, seen.documents, keys // n_labels, (keys % n_labels).astype(np.int32), summed
    )
