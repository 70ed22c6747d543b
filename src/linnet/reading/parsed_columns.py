"""The columns of one piece of input, as they were parsed: not yet checked, not yet a batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import strings
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import no_rows
from linnet.reading.faults import Fault
from linnet.reading.kept_columns import KeptColumn, in_roles
from linnet.reading.label_lists import label_lists
from linnet.reading.named import NamedFeatures
from linnet.reading.skipped import SkippedRows


@dataclass(frozen=True)
class ParsedColumns:
    """The columns of one piece of input, labels and numbers not yet checked; rows count from 1."""

    rows: np.ndarray
    next_row: int
    texts: tuple[pa.Array, ...]
    labels: pa.Array | None = None  # strings, or lists of strings
    ids: pa.Array | None = None
    weights: pa.Array | None = None
    skipped: np.ndarray = field(default_factory=no_rows)
    faults: SkippedRows | None = None  # what is wrong with the rows in `skipped`
    fault: Fault | None = None  # the row where reading stopped, when bad rows are not skipped
    categorical: tuple[pa.Array, ...] = ()
    numeric: tuple[pa.Array, ...] = ()  # numbers, or strings that should be
    named: NamedFeatures | None = None
    # Labels as the cells say them, where some that are null are not empty there.
    written_labels: pa.Array | None = None
    # For the output: one value for each row, those in `skipped` included.
    kept_columns: tuple[KeptColumn, ...] = ()

    def shifted(self, by: int) -> ParsedColumns:
        """Return the same columns with the rows counted from the start of the source."""
        fault = self.fault
        if fault is not None:
            fault = replace(fault, number=fault.number + by)
        return replace(
            self,
            rows=self.rows + by,
            next_row=self.next_row + by,
            skipped=self.skipped + by,
            faults=None if self.faults is None else self.faults.shifted(by),
            fault=fault,
        )

    def kept(self, keep: np.ndarray) -> ParsedColumns:
        """Return the rows for which `keep` is true."""
        mask = pa.array(keep)
        named = None if self.named is None else self.named.kept(keep)
        kept = replace(
            self,
            rows=self.rows[keep],
            labels=_filtered_or_none(self.labels, mask),
            written_labels=_filtered_or_none(self.written_labels, mask),
            ids=_filtered_or_none(self.ids, mask),
            weights=_filtered_or_none(self.weights, mask),
            named=named,
        )
        return replace(
            kept,
            texts=_filtered(self.texts, mask),
            categorical=_filtered(self.categorical, mask),
            numeric=_filtered(self.numeric, mask),
        )


def _filtered(columns: tuple[pa.Array, ...], mask: pa.Array) -> tuple[pa.Array, ...]:
    return tuple(column.filter(mask) for column in columns)


def _filtered_or_none(column: pa.Array | None, mask: pa.Array) -> pa.Array | None:
    return None if column is None else column.filter(mask)


def assign_roles(
    columns: Mapping[str, pa.Array], roles: ColumnRoles, rows: np.ndarray, next_row: int
) -> ParsedColumns:
    """Return columns in their roles; named features come by themselves.

    >>> columns = {"body": pa.array(["good"]), "stars": pa.array([5])}
    >>> parsed = assign_roles(columns, ColumnRoles(("body",), "stars"), np.array([1]), 2)
    >>> parsed.texts[0].to_pylist(), parsed.labels.to_pylist()
    (['good'], ['5'])
    """
    texts = tuple(strings(columns[name]) for name in roles.fields)
    categorical = tuple(strings(columns[name]) for name in roles.categorical)
    numeric = tuple(columns[name] for name in roles.numeric)
    labels = None
    if roles.label is not None:
        as_labels = label_lists if roles.multilabel else strings
        labels = as_labels(columns[roles.label])
    ids = None if roles.id is None else strings(columns[roles.id])
    weights = None if roles.weight is None else columns[roles.weight]
    return ParsedColumns(
        rows,
        next_row,
        texts,
        labels,
        ids,
        weights,
        categorical=categorical,
        numeric=numeric,
        kept_columns=in_roles(columns, roles),
    )
