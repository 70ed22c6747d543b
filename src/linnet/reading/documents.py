"""Documents: what was read, in batches of Arrow columns, again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from linnet import _core
from linnet.errors import InputError
from linnet.reading.arrow_columns import null_or_empty, nulls
from linnet.reading.engine_texts import engine_texts
from linnet.reading.skipped import SkippedRows

if TYPE_CHECKING:
    import pyarrow as pa

    from linnet.reading.blocks import TextFile
    from linnet.reading.kept_columns import KeptColumn
    from linnet.reading.named import NamedFeatures


MOST_WEIGHT = 2.0**53  # up to here whole numbers are exact
LEAST_WEIGHT = 1e-100  # of a document that counts at all; the squares of smaller ones are 0


def no_rows() -> np.ndarray:
    """Return row numbers for a batch that has none."""
    return np.empty(0, np.int64)


@dataclass(frozen=True)
class Batch:
    """Some documents in a row.

    Bad rows that were skipped are missing in `rows` and listed in `skipped`.
    """

    rows: np.ndarray  # int64, the row number of each document, as its source counts rows
    next_row: int  # the row number after the last row read so far, bad rows included

    # One per text field, string or large_string; a null text is an empty document.
    texts: tuple[pa.Array, ...]
    # string or large_string, no nulls, none empty; None where not asked for
    labels: pa.Array | None
    ids: pa.Array | None  # string or large_string
    weights: np.ndarray | None  # float64, finite, 0 or above
    share: float | None  # how much of the source was read so far, 0 to 1; None where unknown

    # int64, the row numbers of the bad rows left out
    skipped: np.ndarray = field(default_factory=no_rows)
    # int64, where the labels of each document start; None: one label each
    label_starts: np.ndarray | None = None
    categorical: tuple[pa.Array, ...] = ()  # string or large_string, none empty; null where missing
    numeric: tuple[np.ndarray, ...] = ()  # float64, finite; NaN where missing
    named: NamedFeatures | None = None  # None where not asked for
    metadata: tuple[pa.Array, ...] = ()  # as categorical, but never learned from
    # Columns for the output: one value for each row, those in `skipped` included.
    kept_columns: tuple[KeptColumn, ...] = ()
    # What was wrong with the bad rows left out; None where there were none.
    faults: SkippedRows | None = None
    file: str | None = None  # the part that these documents are in; None where there is one source

    def __repr__(self) -> str:
        from linnet.reading.documents_display import batch_line

        return batch_line(self)

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.rows)

    @cached_property
    def label_numbers(self) -> _core.NumberedTexts:
        """The different labels, and which of them each label is; for batches that have labels."""
        return _core.number_texts(engine_texts(self.labels))

    def has_no_text(self) -> np.ndarray:
        """Return which documents have a null in every text field; none where no text was read."""
        absent = np.full(len(self), bool(self.texts))
        for text in self.texts:
            absent &= nulls(text)
        return absent

    def has_only_empty_texts(self) -> np.ndarray:
        """Return which documents have no character in any text field; none without text fields."""
        empty = np.full(len(self), bool(self.texts))
        for text in self.texts:
            empty &= null_or_empty(text)
        return empty

    def is_missing(self) -> np.ndarray:
        """Return which documents have no text, no level, no number and no named feature.

        It is none of them where no text was read.
        """
        absent = self.has_no_text()
        for column in self.categorical:
            absent &= nulls(column)
        for numbers in self.numeric:
            absent &= np.isnan(numbers)
        if self.named is not None:
            absent &= np.diff(self.named.starts) == 0
        return absent

    def first_texts(self, n: int) -> list[str]:
        """Return at most n texts, field by field from the first document; "" for a null one.

        >>> from linnet.reading import read
        >>> [batch] = read(["good film", None, "dull"], labelled=False).batches()
        >>> batch.first_texts(2)
        ['good film', '']
        """
        first: list[str] = []
        for column in self.texts:
            left = max(0, n - len(first))
            first += [text or "" for text in column.slice(0, left).to_pylist()]
        return first

    def label_counts(self) -> dict[str, int]:
        """Return how many documents have each label, in the order of their first sight.

        >>> from linnet.reading import read
        >>> [batch] = read([("see you", "ham"), ("win", "spam"), ("hi", "ham")]).batches()
        >>> batch.label_counts()
        {'ham': 2, 'spam': 1}
        """
        if self.labels is None:
            return {}
        labels = self.label_numbers.distinct
        counts = np.bincount(self.label_numbers.numbers, minlength=len(labels))
        return dict(zip(labels, counts.tolist(), strict=True))

    def labels_per_document(self) -> np.ndarray:
        """Return how many labels each document has: 1 where it may have only one."""
        if self.label_starts is None:
            return np.ones(len(self), np.int64)
        return np.diff(self.label_starts)

    def label_lists(self) -> list[list[str]]:
        """Return the labels of each document as a list, of one label where it has only one.

        >>> from linnet.reading import read
        >>> [batch] = read([("a", ["x", "y"]), ("b", [])]).batches()
        >>> batch.label_lists()
        [['x', 'y'], []]
        """
        if self.labels is None:
            return [[] for _ in range(len(self))]
        labels = self.labels.to_pylist()
        if self.label_starts is None:
            return [[label] for label in labels]
        return [labels[start:end] for start, end in pairwise(self.label_starts.tolist())]

    def for_all_rows(self, column: pa.Array) -> pa.Array:
        """Return a column of documents with a null for each bad row, in the order of the rows."""
        import pyarrow as pa

        if not len(self.skipped):
            return column
        all_rows = np.sort(np.concatenate([self.rows, self.skipped]))
        places = np.searchsorted(self.rows, all_rows)
        return column.take(pa.array(places, mask=np.isin(all_rows, self.skipped)))

    def kept(self, keep: np.ndarray) -> Batch:
        """Return the documents for which `keep` is true."""
        import pyarrow as pa

        mask = pa.array(keep)
        ids = None if self.ids is None else self.ids.filter(mask)
        weights = None if self.weights is None else self.weights[keep]
        numeric = tuple(column[keep] for column in self.numeric)
        named = None if self.named is None else self.named.kept(keep)
        labels, label_starts = self._kept_labels(keep)
        kept = replace(self, rows=self.rows[keep], ids=ids, weights=weights)
        return replace(
            kept,
            texts=_filtered(self.texts, mask),
            labels=labels,
            label_starts=label_starts,
            categorical=_filtered(self.categorical, mask),
            numeric=numeric,
            named=named,
            metadata=_filtered(self.metadata, mask),
            kept_columns=self._kept_columns(keep),
        )

    def _kept_columns(self, keep: np.ndarray) -> tuple[KeptColumn, ...]:
        """Return the columns for the output without the rows of documents that go."""
        import pyarrow as pa

        all_rows = np.sort(np.concatenate([self.rows, self.skipped]))
        stays = pa.array(~np.isin(all_rows, self.rows[~keep]))
        return tuple(column.filtered(stays) for column in self.kept_columns)

    def _kept_labels(self, keep: np.ndarray) -> tuple[pa.Array | None, np.ndarray | None]:
        """Return the labels of documents that stay, and where those of each start."""
        import pyarrow as pa

        if self.labels is None:
            return None, self.label_starts
        n_labels = self.labels_per_document()
        labels = self.labels.filter(pa.array(np.repeat(keep, n_labels)))
        if self.label_starts is None:
            return labels, None
        return labels, np.concatenate([[0], np.cumsum(n_labels[keep])])


def _filtered(columns: tuple[pa.Array, ...], mask: pa.Array) -> tuple[pa.Array, ...]:
    return tuple(column.filter(mask) for column in columns)


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
    # Names of the text columns, maybe none; "text" where there are no columns.
    fields: tuple[str, ...]
    label: str | None  # name of the label column; None where labels were not asked for
    note: str  # the choice of columns in words, "" when there was nothing to choose
    open_batches: Callable[[], Iterator[Batch]] = field(repr=False, compare=False)
    by_content: tuple[str, ...] = ()  # columns that were chosen by what is in them
    # The text column that a model has learned and that is not there: another one is read.
    missing_text: str | None = None
    categorical: tuple[str, ...] = ()  # names of the categorical columns
    numeric: tuple[str, ...] = ()  # names of the numeric columns
    features: str | None = None  # name of the column of named features
    multilabel: bool = False  # whether a document may have any number of labels
    # Names of columns for groups, times and slices, which nothing is learned from.
    metadata: tuple[str, ...] = ()
    skip_bad_rows: bool = False  # whether bad rows are left out instead of refused
    many_labels: bool = False  # whether it is known that labels may be almost as many as documents
    html: bool = False  # whether HTML has been taken out of the texts
    date_format: str | None = None  # how times are written; None: as their column shows
    kept_columns: tuple[KeptColumn, ...] = ()  # columns for the output, without any row
    columns: tuple[
        str, ...
    ] = ()  # names of all columns, as far as the start of the source has them
    # What else was found at the start of the source, in words, each to be said on a line.
    notes: tuple[str, ...] = ()
    # How its rows are found in a text file, for those who copy them; None for other sources.
    text_file: TextFile | None = field(default=None, repr=False, compare=False)
    delimiter: str = ""  # between the cells of its first file; "" where there are none
    first_row: int = 1  # rows of files count from 1, those of frames, lists and dicts from 0
    # The index of a pandas frame or Series, whose labels stand for the rows.
    frame_index: Any = field(default=None, repr=False, compare=False)
    # Names of the files that these documents are read from one after the other; () for one source.
    parts: tuple[str, ...] = ()
    # Each of these with the number of rows before it, once all have been read; None for one source.
    part_documents: Callable[[], list[tuple[Documents, int]]] | None = field(
        default=None, repr=False, compare=False
    )
    # Where a row is, in words; None where `name` and the number of the row say it.
    place_of: Callable[[int], str] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        from linnet.reading.documents_display import documents_line

        return documents_line(self)

    def _repr_html_(self) -> str:
        from linnet.reading.documents_display import documents_html

        return documents_html(self)

    def place(self, row: int) -> str:
        """Return where a row is, as a sentence says it.

        >>> from linnet.reading import read
        >>> read([("good film", "pos")]).place(0)
        'list, row 0'
        """
        if self.place_of is not None:
            return self.place_of(row)
        return f"{self.name}, row {row}"

    def batches(self) -> Iterator[Batch]:
        """Yield all documents from the first one; a stream can be read only once."""
        n_labelled = 0
        weight = 0.0
        for batch in self.open_batches():
            n_labelled += self._n_labelled(batch)
            weight = self._summed_weight(batch, weight)
            yield batch
        if self.label is not None and n_labelled == 0:
            raise InputError(
                f"{self.name}: there must be at least one document with a label; got none. "
                "Check that this is the right input."
            )

    def skipped_rows(self) -> SkippedRows:
        """Read all documents; return which bad rows are left out, by reason and by label."""
        skipped = SkippedRows()
        for batch in self.open_batches():
            if batch.faults is not None:
                skipped.update(batch.faults)
        return skipped

    def _n_labelled(self, batch: Batch) -> int:
        """Return how many documents count as labelled; one with an empty set of labels does."""
        if batch.labels is None or self.multilabel:
            return len(batch)
        return len(batch.labels)

    def _summed_weight(self, batch: Batch, before: float) -> float:
        """Return the sum of the weights so far; refuse one that no total could hold."""
        weights = batch.weights
        if weights is None or len(weights) == 0:
            return before
        self._refuse_tiny_weights(batch, weights)

        # Cut first, so that the sum itself cannot overflow.
        sums = before + np.cumsum(np.minimum(weights, MOST_WEIGHT))
        above = np.flatnonzero(sums >= MOST_WEIGHT)
        if len(above):
            first = above[0]
            raise InputError(
                f"{self.place(int(batch.rows[first]))}: "
                "the weights of all documents must sum to less than "
                f"{MOST_WEIGHT:.0f}, up to which sums are exact; "
                f"got the weight {weights[first]:g} here. Scale the weights."
            )
        return float(sums[-1])

    def _refuse_tiny_weights(self, batch: Batch, weights: np.ndarray) -> None:
        tiny = np.flatnonzero((weights > 0) & (weights < LEAST_WEIGHT))
        if len(tiny):
            first = tiny[0]
            raise InputError(
                f"{self.place(int(batch.rows[first]))}: "
                f"a weight must be 0, or {LEAST_WEIGHT:g} or above; "
                f"got {weights[first]:g}. Scale the weights."
            )


def with_metadata(
    documents: Documents, categorical: tuple[str, ...], metadata: tuple[str, ...]
) -> Documents:
    """Return documents whose categorical columns are the first ones read, to be learned from.

    Metadata columns were read as categorical ones too, and may be the same.
    """
    places = [documents.categorical.index(name) for name in metadata]

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            columns = batch.categorical
            learned = columns[: len(categorical)]
            kept = tuple(columns[place] for place in places)
            yield replace(batch, categorical=learned, metadata=kept)

    return replace(documents, categorical=categorical, metadata=metadata, open_batches=batches)
