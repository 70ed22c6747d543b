"""How much each label has of each feature, batch by batch: the work follows a batch, not the width of its matrix."""

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
        return np.bincount(self.codes, self.weights, minlength=self.n_labels).astype(np.float64)

    def sums(self, X: Any) -> tuple[Columns, Floats]:
        """Return columns outside of which X is 0, and what these sum to for each label: columns × labels."""
        rows, columns, n_columns = narrowed(X)
        entries = (rows.starts, rows.columns, rows.values)
        return columns, _core.sums_of_rows(*entries, self.codes, self.weights, n_columns, self.n_labels)

    def table(self) -> Floats:
        """Return what each document counts for each label, documents × labels: scikit-learn's Y."""
        shares = np.zeros((len(self.codes), self.n_labels))
        shares[np.arange(len(self.codes)), self.codes] = 1.0 if self.weights is None else self.weights
        return shares


@dataclass(frozen=True, eq=False)
class LabelShares:
    """What each document counts for each label, documents × labels, where that may be several."""

    shares: Floats

    def documents(self) -> Floats:
        """Return the sum of the shares of each label."""
        return np.asarray(self.shares.sum(axis=0), np.float64)

    def sums(self, X: Any) -> tuple[Columns, Floats]:
        """Return all columns, and what they sum to for each label: columns × labels."""
        return ALL, np.asarray(X.T @ self.shares)


Counted = LabelWeights | LabelShares


def narrowed(X: Any) -> tuple[Rows, Columns, int]:
    """Return the rows of X over columns outside of which it is 0, those columns, and their number.

    They are all columns, unless X has many more than it has values.
    """
    rows = engine_rows(X)
    width = int(X.shape[1])
    if not scipy.sparse.issparse(X) or len(rows.columns) * FEW > width:
        return rows, ALL, width
    columns, places = _core.distinct_columns(rows.columns, width)
    return replace(rows, columns=places), columns, len(columns)


class FeatureCounts:
    """A table of features × labels, and the sum of each label, to which batches are added."""

    def __init__(self, n_labels: int, n_features: int) -> None:
        self._table = np.zeros((n_features, n_labels))
        self._totals = np.zeros(n_labels)
        self._shared = False

    def add(self, X: Any, counted: Counted) -> None:
        """Add the values of documents, where they have some."""
        columns, sums = counted.sums(X)
        self._table[columns] += sums
        self._totals += sums.sum(axis=0)

    def share(self) -> Floats:
        """Return the table for others to read, labels × features, who may also change it: sums are formed anew then."""
        self._shared = True
        return self._table.T

    def replace(self, table: Any) -> None:
        """Take another table, labels × features."""
        self._table = np.asarray(table).T
        self._shared = True

    def of(self, columns: Columns) -> Floats:
        """Return the counts of some features: features × labels."""
        return np.asarray(self._table[columns])

    def totals(self) -> Floats:
        """Return the sum of all features, for each label."""
        return np.asarray(self._table.sum(axis=0)) if self._shared else self._totals
