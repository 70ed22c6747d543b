"""Documents: what was read, in batches of Arrow columns, again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from linnet.errors import InputError
from linnet.reading.skipped import SkippedRows

if TYPE_CHECKING:
    import pyarrow as pa

    from linnet.reading.named import NamedFeatures


MOST_WEIGHT = 2.0**53  # up to here whole numbers are exact
LEAST_WEIGHT = 1e-100  # of a document that counts at all; the squares of smaller ones are 0


def no_rows() -> np.ndarray:
    """Return row numbers for a batch that has none."""
    return np.empty(0, np.int64)


@dataclass(frozen=True)
class Batch:
    """Some documents in a row; bad rows that were skipped are listed in `skipped` and missing in `rows`."""

    rows: np.ndarray  # int64, the row number (from 1) of each document
    next_row: int  # the row number after the last row read so far, bad rows included
    texts: tuple[
        pa.Array, ...
    ]  # one per field, string or large_string; a null text is an empty document
    labels: (
        pa.Array | None
    )  # string or large_string, no nulls, none empty; None where not asked for
    ids: pa.Array | None  # string or large_string
    weights: np.ndarray | None  # float64, finite, 0 or above
    share: float | None  # how much of the source was read so far, 0 to 1; None where unknown
    skipped: np.ndarray = field(
        default_factory=no_rows
    )  # int64, the row numbers of the bad rows left out
    label_starts: np.ndarray | None = (
        None  # int64, where the labels of each document start; None: one label each
    )
    categorical: tuple[pa.Array, ...] = ()  # string or large_string, none empty; null where missing
    numeric: tuple[np.ndarray, ...] = ()  # float64, finite; NaN where missing
    named: NamedFeatures | None = None  # None where not asked for
    aside: tuple[pa.Array, ...] = ()  # as categorical, but never learned from
    faults: SkippedRows | None = (
        None  # what was wrong with the bad rows left out; None where there were none
    )

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.rows)

    def has_no_text(self) -> np.ndarray:
        """Return which documents have a null in every text field; none of them where no text was read."""
        absent = np.full(len(self), bool(self.texts))
        for text in self.texts:
            absent &= _nulls(text)
        return absent

    def is_missing(self) -> np.ndarray:
        """Return which documents have no value in any column: no text, no level, no number, no named feature."""
        absent = self.has_no_text()
        for column in self.categorical:
            absent &= _nulls(column)
        for numbers in self.numeric:
            absent &= np.isnan(numbers)
        return absent if self.named is None else absent & (np.diff(self.named.starts) == 0)

    def kept(self, keep: np.ndarray) -> Batch:
        """Return the documents for which `keep` is true."""
        import pyarrow as pa

        mask, starts = pa.array(keep), self.label_starts
        lengths = np.ones(len(self), np.int64) if starts is None else np.diff(starts)
        return replace(
            self,
            rows=self.rows[keep],
            texts=tuple(text.filter(mask) for text in self.texts),
            labels=None
            if self.labels is None
            else self.labels.filter(pa.array(np.repeat(keep, lengths))),
            ids=None if self.ids is None else self.ids.filter(mask),
            weights=None if self.weights is None else self.weights[keep],
            label_starts=None
            if starts is None
            else np.concatenate([[0], np.cumsum(lengths[keep])]),
            categorical=tuple(column.filter(mask) for column in self.categorical),
            numeric=tuple(column[keep] for column in self.numeric),
            named=None if self.named is None else self.named.kept(keep),
            aside=tuple(column.filter(mask) for column in self.aside),
        )


def _nulls(column: pa.Array) -> np.ndarray:
    """Return which values are null; where none is, without loading what Arrow computes with."""
    if not column.null_count:
        return np.zeros(len(column), np.bool_)
    return np.array(column.is_null().to_pylist(), np.bool_)


@dataclass(frozen=True)
class Documents:
    """Texts, and labels where they were asked for, under the names of their columns.

    >>> from linnet.reading import read
    >>> documents = read([("good film", "pos"), ("dull plot", "neg")])
    >>> documents.fields, documents.label
    (('text',), 'label')
    >>> [batch.labels.to_pylist() for batch in documents.batches()]
    [['pos', 'neg']]
    """

    name: str  # what errors call it: the path, "standard input", "frame", "list"
    fields: tuple[
        str, ...
    ]  # names of the text columns, maybe none; "text" where there are no columns
    label: str | None  # name of the label column; None where labels were not asked for
    note: str  # the choice of columns in words, "" when there was nothing to choose
    open_batches: Callable[[], Iterator[Batch]] = field(repr=False, compare=False)
    categorical: tuple[str, ...] = ()  # names of the categorical columns
    numeric: tuple[str, ...] = ()  # names of the numeric columns
    features: str | None = None  # name of the column of named features
    multilabel: bool = False  # whether a document may have any number of labels
    aside: tuple[
        str, ...
    ] = ()  # names of columns for groups, times and slices, which nothing is learned from
    skip_bad_rows: bool = False  # whether bad rows are left out instead of refused
    many_labels: bool = False  # whether it is known that labels may be almost as many as documents

    def batches(self) -> Iterator[Batch]:
        """Yield all documents from the first one; a stream can be read only once."""
        count = 0
        weight = 0.0
        for batch in self.open_batches():
            count += len(batch if batch.labels is None or self.multilabel else batch.labels)
            weight = self._summed_weight(batch, weight)
            yield batch
        if self.label is not None and count == 0:
            raise InputError(
                f"{self.name}: there must be at least one document with a label; got none. "
                "Check that this is the right input."
            )

    def skipped_rows(self) -> SkippedRows:
        """Read all documents, and return how many bad rows are left out for which reason, and of which labels."""
        found = SkippedRows()
        for batch in self.open_batches():
            if batch.faults is not None:
                found.update(batch.faults)
        return found

    def _summed_weight(self, batch: Batch, before: float) -> float:
        """Return the sum of the weights so far; refuse one that no total could hold."""
        if batch.weights is None:
            return before
        tiny = np.flatnonzero((batch.weights > 0) & (batch.weights < LEAST_WEIGHT))
        if len(tiny):
            raise InputError(
                f"{self.name}, row {batch.rows[tiny[0]]}: a weight must be 0, or {LEAST_WEIGHT:g} or above; got "
                f"{batch.weights[tiny[0]]:g}. Scale the weights."
            )
        # Cut first, so that the sum itself cannot overflow.
        sums = before + np.cumsum(np.minimum(batch.weights, MOST_WEIGHT))
        above = np.flatnonzero(sums >= MOST_WEIGHT)
        if len(above):
            first = above[0]
            raise InputError(
                f"{self.name}, row {batch.rows[first]}: the weights of all documents must sum to less than "
                f"{MOST_WEIGHT:.0f}, up to which sums are exact; got the weight {batch.weights[first]:g} here. "
                "Scale the weights."
            )
        return float(sums[-1]) if len(sums) else before


def set_aside(documents: Documents, learned: tuple[str, ...], aside: tuple[str, ...]) -> Documents:
    """Return the documents with some categorical columns to learn from, and some, maybe of the same, set aside."""
    places = [documents.categorical.index(name) for name in aside]

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            columns = batch.categorical
            yield replace(
                batch,
                categorical=columns[: len(learned)],
                aside=tuple(columns[place] for place in places),
            )

    return replace(documents, categorical=learned, aside=aside, open_batches=batches)
