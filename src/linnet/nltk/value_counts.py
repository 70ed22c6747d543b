"""How often each value of each feature was seen with each label, as NLTK counts.

Absent features have the value None.

With c how often a value was seen with a label, n the documents of the label, B the values of the
feature and a the smoothing:

    P(value | label) = (c + a) / (n + B a)         P(label) = (n + a) / (N + L a)

A value that was never seen has c = 0, so every feature has one column more than values. Columns of
features with as many values lie together: they share their `rest`, log(a / (n + B a)).
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
    """Counts of the pairs (feature, value) of a table with each label, sorted by pair.

    Only those above 0.
    """

    table: _core.FeaturesetTable
    documents: Ints  # per label
    pairs: Ints  # ascending
    labels: npt.NDArray[np.int32]  # of each pair
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
        n_documents = self.documents[self.labels]
        n_values = self.sizes[self.names[self.pairs]]
        return np.asarray((self.counts + smoothing) / (n_documents + n_values * smoothing))

    def prior(self, smoothing: float) -> Floats:
        """Return P(label)."""
        n_labels = len(self.documents)
        smoothed_total = self.documents.sum() + n_labels * smoothing
        return np.asarray((self.documents + smoothing) / smoothed_total)

    @cached_property
    def layout(self) -> "Layout":
        """Where pairs and features have their columns."""
        return Layout.of(self.names, self.sizes)

    def weights(self, smoothing: float) -> Weights:
        """Return the weights of naive Bayes over the columns of the layout."""
        columns = self.layout.of_pairs[self.pairs]
        order = np.argsort(columns, kind="stable")
        starts = np.searchsorted(columns[order], np.arange(self.layout.n_columns + 1))
        stored = np.log(self.counts[order] + smoothing) - np.log(smoothing)

        log_totals = np.log(self.documents + self.layout.sizes[:, None] * smoothing)
        rest = (np.log(smoothing) - log_totals).reshape(-1)
        prior = np.log(self.prior(smoothing))
        return Weights(prior, prior, rest, starts, self.labels[order], stored)


@dataclass(frozen=True, eq=False)
class Layout:
    """The column of each pair, and of each feature for values that were never seen.

    Blocks by the number of values.
    """

    of_pairs: npt.NDArray[np.int32]
    of_names: npt.NDArray[np.int32]
    sizes: Ints  # of the features of each block
    block_ends: Ints

    @classmethod
    def of(cls, names: npt.NDArray[np.int32], sizes: Ints) -> "Layout":
        """Return the layout of pairs of these features."""
        owners = np.concatenate([names, np.arange(len(sizes))])
        owner_sizes = sizes[owners]
        # By size, then features in the order of their first sight, as most featuresets have them.
        order = np.lexsort((owners, owner_sizes))
        columns = np.empty(len(owners), np.int32)
        columns[order] = np.arange(len(owners))

        of_pairs, of_names = np.split(columns, [len(names)])
        distinct, n_columns = np.unique(owner_sizes, return_counts=True)
        return cls(of_pairs, of_names, distinct, np.cumsum(n_columns))

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
        documents_pairs = table.add_labelled(labelled)
    except (TypeError, ValueError) as error:
        raise InputError(
            "training needs pairs of a featureset, a dict whose names and values can be keys, "
            "and a label; got: "
            f"{error}."
        ) from None
    codes = documents_pairs.labels
    if not len(codes):
        raise InputError("there must be at least one featureset to learn from; got none.")

    documents = np.bincount(codes)
    n_labels = len(documents)
    code_of_pair = np.repeat(codes, np.diff(documents_pairs.starts))
    keys = documents_pairs.pairs.astype(np.int64) * n_labels + code_of_pair
    distinct, counts = _count_keys(keys, len(table.values) * n_labels)
    pairs, labels = np.divmod(distinct, n_labels)
    seen = ValueCounts(table, documents, pairs, labels.astype(np.int32), counts)
    return _with_absent(seen)


def _count_keys(keys: Ints, n_cells: int) -> tuple[Ints, Ints]:
    """Return the distinct keys, ascending, and how often each is there."""
    if n_cells > 4 * len(keys) + 1000:
        return np.unique(keys, return_counts=True)
    counts = np.bincount(keys, minlength=n_cells)
    distinct = np.flatnonzero(counts)
    return distinct, counts[distinct]


def _with_absent(seen: ValueCounts) -> ValueCounts:
    """Return the counts with None as the value of each feature that a document does not have."""
    table = seen.table
    n_labels = len(seen.documents)
    present = _documents_with_names(seen)
    names, labels = np.nonzero(present < seen.documents)
    if not len(names):
        return seen

    none_pairs = np.zeros(len(table.names), np.int64)
    for name in np.unique(names).tolist():
        none_pairs[name] = table.number(table.names[name], None)
    absent = seen.documents[labels] - present[names, labels]

    seen_keys = seen.pairs * n_labels + seen.labels
    absent_keys = none_pairs[names] * n_labels + labels
    keys = np.concatenate([seen_keys, absent_keys])
    keys, places = np.unique(keys, return_inverse=True)  # None may have been a value before
    counts = np.bincount(places, np.concatenate([seen.counts, absent])).astype(np.int64)
    pairs, codes = np.divmod(keys, n_labels)
    return ValueCounts(table, seen.documents, pairs, codes.astype(np.int32), counts)


def _documents_with_names(seen: ValueCounts) -> Ints:
    """Return how many documents of each label have each feature: names × labels."""
    shape = (len(seen.table.names), len(seen.documents))
    names = seen.names[seen.pairs].astype(np.int64)
    cells = names * len(seen.documents) + seen.labels
    counts = np.bincount(cells, seen.counts, minlength=shape[0] * shape[1])
    return counts.astype(np.int64).reshape(shape)
