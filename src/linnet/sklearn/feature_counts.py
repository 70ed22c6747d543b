"""How much each label has of each feature, batch by batch.

The work follows the values of a batch, not the width of its matrix.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse

from linnet import _core
from linnet.features.rows import Rows
from linnet.sklearn.matrices import Codes, Floats, engine_rows

Columns = npt.NDArray[np.int32] | slice  # some of a matrix, or all of them
ALL = slice(None)
FEW = 4  # columns are few where a matrix has this many times as many as values


@dataclass(frozen=True, eq=False)
class LabelWeights:
    """What each document counts for its label: its weight, 1 where there are none."""

    codes: Codes
    n_labels: int
    weights: Floats | None

    def documents(self) -> Floats:
        """Return the sum of the weights of each label's documents."""
        sums = np.bincount(self.codes, self.weights, minlength=self.n_labels)
        return sums.astype(np.float64)

    def add_to(self, table: Floats, X: Any) -> Floats:
        """Add the values of X to a table of columns × labels; return their sum for each label."""
        rows = engine_rows(X).engine()
        return _core.add_sums_of_rows(rows, self.codes, weights=self.weights, table=table)

    def table(self) -> Floats:
        """Return what each document counts for each label, documents × labels: scikit-learn's Y."""
        n_documents = len(self.codes)
        shares = np.zeros((n_documents, self.n_labels))
        weights = 1.0 if self.weights is None else self.weights
        shares[np.arange(n_documents), self.codes] = weights
        return shares


@dataclass(frozen=True, eq=False)
class LabelShares:
    """What each document counts for each label, documents × labels, where that may be several."""

    shares: Floats

    def documents(self) -> Floats:
        """Return the sum of the shares of each label."""
        return np.asarray(self.shares.sum(axis=0), np.float64)

    def add_to(self, table: Floats, X: Any) -> Floats:
        """Add the values of X to a table of columns × labels; return their sum for each label."""
        sums = np.asarray(X.T @ self.shares)
        table += sums
        return np.asarray(sums.sum(axis=0))


DocumentLabels = LabelWeights | LabelShares


def narrowed(X: Any) -> tuple[Rows, Columns]:
    """Return the rows of X over columns outside of which it is 0, and those columns.

    They are all columns, unless X has many more than it has values.
    """
    rows = engine_rows(X)
    if not scipy.sparse.issparse(X) or len(rows.columns) * FEW > X.shape[1]:
        return rows, ALL
    distinct = _core.distinct_columns(rows.columns, X.shape[1])
    return replace(rows, columns=distinct.places), distinct.columns


class FeatureCounts:
    """A table of features × labels, and the sum of each label, to which batches are added."""

    def __init__(self, n_labels: int, n_features: int) -> None:
        self._table = np.zeros((n_features, n_labels))
        self._totals = np.zeros(n_labels)
        self._shared = False

    def add(self, X: Any, document_labels: DocumentLabels) -> None:
        """Add the values of documents, where they have some."""
        self._totals += document_labels.add_to(self._table, X)

    def share(self) -> Floats:
        """Return the table for others to read, labels × features.

        They may also change it, so sums are formed anew then.
        """
        self._shared = True
        return self._table.T

    def replace(self, table: Any) -> None:
        """Take another table, labels × features."""
        by_label = np.asarray(table, np.float64)
        self._table = np.ascontiguousarray(by_label.T)
        self._shared = True

    def of(self, columns: Columns) -> Floats:
        """Return the counts of some features: features × labels."""
        if isinstance(columns, slice):
            return self._table
        return self._table.take(columns, axis=0)

    def totals(self) -> Floats:
        """Return the sum of all features, for each label."""
        if self._shared:
            return np.asarray(self._table.sum(axis=0))
        return self._totals
