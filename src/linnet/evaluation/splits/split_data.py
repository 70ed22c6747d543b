"""What splits and the leak check need of documents, kept while they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics.labelled_predictions import labels_of_all, places_of
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.evaluation.splits.times import TimeColumn, time_ranks
from linnet.learning.counting import LabelCodes
from linnet.learning.targets import Targets
from linnet.reading import Batch, Documents
from linnet.reading.engine_texts import engine_texts

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Codes = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class SplitData:
    """Labelled documents as splits and the leak check see them; those of weight 0 are left out."""

    name: str
    rows: Ints  # the row number of each document
    # The same for texts that differ in case, punctuation and spaces only; 0: no text.
    keys: Keys
    texts: tuple[pa.ChunkedArray, ...]  # one per field; none where they were not asked for
    labels: tuple[str, ...]
    # The label of each document; where they may have several, those of each in turn.
    codes: Codes
    starts: Ints | None  # where the labels of each document start; None: one label each
    columns: dict[str, pa.ChunkedArray]  # what was read beside the text
    date_format: str | None = None  # how times are written; None: as their column shows

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.rows)

    def criteria(self, group: str | None = None, time: str | None = None) -> SplitCriteria:
        """Return what a split goes by."""
        groups = None if group is None else self.groups(group)
        times = None if time is None else self._times(time)
        return SplitCriteria(self.codes, self.starts, groups, times)

    def _times(self, column: str) -> Ints:
        """Return a number for the time of each document, higher for a later one."""
        values = self._column(column).to_pylist()
        rows = self.rows.tolist()
        return time_ranks(TimeColumn(self.name, column, values, rows, self.date_format))

    def groups(self, column: str) -> Ints:
        """Return the group of each document by a column; an empty value is a group by itself."""
        codes = value_codes(self._column(column))
        alone = codes < 0
        first_free = codes.max(initial=-1) + 1
        codes[alone] = first_free + np.arange(np.count_nonzero(alone))
        return codes

    def label_sets(self) -> Ints:
        """Return a number for the labels of each document.

        The same for the same labels, in whatever order.
        """
        if self.starts is None:
            return self.codes.astype(np.int64)
        return Targets(self.starts, self.codes, len(self.labels), multilabel=True).sets()

    def text(self, place: int, longest: int) -> str | None:
        """Return the start of a text; None where texts were not kept."""
        if not self.texts:
            return None
        fields = [field[place].as_py() or "" for field in self.texts]
        whole = " ".join(fields)
        return whole if len(whole) <= longest else f"{whole[:longest]}…"

    def _column(self, name: str) -> pa.ChunkedArray:
        if name not in self.columns:
            raise SettingError(
                f"{self.name}: column {quoted(name)} must be read as metadata; "
                "got documents without it. Read them with metadata=."
            )
        return self.columns[name]


def collect_while_reading(
    documents: Documents, threads: int = 1, *, texts: bool = True
) -> tuple[Documents, Callable[[], SplitData]]:
    """Return the documents, and a function that gives their SplitData once they have been read.

    >>> from linnet.reading import read
    >>> data = split_data_of(read([("good film", "pos"), ("Good: film!", "pos")]))
    >>> bool(data.keys[0] == data.keys[1])
    True
    """
    collector = _Collector(documents, threads, texts)
    return replace(documents, open_batches=collector.batches), collector.split_data


def split_data_of(documents: Documents, threads: int = 1) -> SplitData:
    """Return the SplitData of documents, which are read for nothing else."""
    documents, split_data = collect_while_reading(documents, threads)
    for _ in documents.batches():
        pass
    return split_data()


def concatenated(first: SplitData, second: SplitData) -> SplitData:
    """Return the documents of both, one after the other, with the columns that both have."""
    labels = labels_of_all([first.labels, second.labels])
    first_codes = places_of(first.labels, labels)[first.codes]
    second_codes = places_of(second.labels, labels)[second.codes]
    codes = np.concatenate([first_codes, second_codes])
    starts = None
    if first.starts is not None and second.starts is not None:
        moved = second.starts[1:] + first.starts[-1]
        starts = np.concatenate([first.starts, moved])

    columns = {}
    for name, column in first.columns.items():
        if name in second.columns:
            columns[name] = _both_columns(column, second.columns[name])
    texts = map(_both_columns, first.texts, second.texts)
    rows = np.concatenate([first.rows, second.rows])
    keys = np.concatenate([first.keys, second.keys])
    return SplitData(
        name=second.name,
        rows=rows,
        keys=keys,
        texts=tuple(texts),
        labels=labels,
        codes=codes.astype(np.int32),
        starts=starts,
        columns=columns,
    )


def _both_columns(first: pa.ChunkedArray, second: pa.ChunkedArray) -> pa.ChunkedArray:
    import pyarrow as pa

    return pa.chunked_array([*first.chunks, *second.chunks], first.type)


def normalised(texts: Any) -> Any:
    """Return texts in which what looks the same is the same: NFKC."""
    from pyarrow import compute

    all_ascii = compute.all(compute.string_is_ascii(texts)).as_py()
    if all_ascii is not False:  # None: there is no text
        return texts
    return compute.utf8_normalize(texts, form="NFKC")


def value_codes(column: pa.ChunkedArray) -> Ints:
    """Return a number for each value of a column, the same for the same one; -1 for none."""
    encoded = column.combine_chunks().dictionary_encode()
    codes = encoded.indices.fill_null(-1)
    return np.asarray(codes.to_numpy(zero_copy_only=False), np.int64)


class _Collector:
    """Keeps what splits need of documents while they are read, each time from the start."""

    def __init__(self, documents: Documents, threads: int, keep_texts: bool) -> None:
        self._documents = documents
        self._threads = threads
        self._keep_texts = keep_texts
        self._batches = list[Batch]()
        self._keys = list[Keys]()

    def batches(self) -> Iterator[Batch]:
        """Yield the batches."""
        self._batches.clear()
        self._keys.clear()
        for batch in self._documents.open_batches():
            kept = batch if batch.weights is None else batch.kept(batch.weights > 0)
            texts = [engine_texts(normalised(text)) for text in kept.texts]
            self._keys.append(_core.text_keys(texts, threads=self._threads))
            if not self._keep_texts:
                kept = replace(kept, texts=(), ids=None, named=None)
            self._batches.append(kept)
            yield batch

    def split_data(self) -> SplitData:
        """Return what was kept of the batches that were read."""
        labels, codes, starts = self._labels()
        n_documents = sum(map(len, self._batches))
        keys = np.zeros(n_documents, np.uint64)
        if self._documents.fields:
            keys = np.concatenate(self._keys)
        return SplitData(
            name=self._documents.name,
            rows=np.concatenate([batch.rows for batch in self._batches]),
            keys=keys,
            texts=self._texts(),
            labels=labels,
            codes=codes,
            starts=starts,
            columns=self._columns(),
            date_format=self._documents.date_format,
        )

    def _labels(self) -> tuple[tuple[str, ...], Codes, Ints | None]:
        """Return the labels, the codes of all documents, and where those of each start."""
        met = LabelCodes()
        codes = np.concatenate([met.encode(batch.label_numbers) for batch in self._batches])
        labels, place = met.sorted()
        if not self._documents.multilabel:
            return labels, place[codes], None
        all_starts = [batch.label_starts for batch in self._batches]
        sizes = [np.diff(starts) for starts in all_starts if starts is not None]
        starts = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
        return labels, place[codes], starts

    def _texts(self) -> tuple[pa.ChunkedArray, ...]:
        n_fields = len(self._batches[0].texts) if self._batches else 0
        fields = [[batch.texts[place] for batch in self._batches] for place in range(n_fields)]
        return tuple(_string_column(chunks) for chunks in fields)

    def _columns(self) -> dict[str, pa.ChunkedArray]:
        columns = {}
        for place, name in enumerate(self._documents.categorical):
            columns[name] = _string_column([batch.categorical[place] for batch in self._batches])
        for place, name in enumerate(self._documents.metadata):
            columns[name] = _string_column([batch.metadata[place] for batch in self._batches])
        for place, name in enumerate(self._documents.numeric):
            columns[name] = _number_column([batch.numeric[place] for batch in self._batches])
        return columns


def _string_column(chunks: Sequence[Any]) -> pa.ChunkedArray:
    import pyarrow as pa

    return _column_of(chunks, pa.large_string())


def _number_column(chunks: Sequence[Any]) -> pa.ChunkedArray:
    import pyarrow as pa

    return _column_of(chunks, pa.float64())


def _column_of(chunks: Sequence[Any], kind: pa.DataType) -> pa.ChunkedArray:
    import pyarrow as pa

    return pa.chunked_array([pa.array(chunk).cast(kind) for chunk in chunks], kind)
