"""What splits and the leak check need of documents, kept while they are read for whatever else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, quoted
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.evaluation.splits.times import time_ranks
from linnet.features.rows import engine_texts
from linnet.learning.counting import LabelCodes
from linnet.learning.targets import Targets
from linnet.reading import Batch, Documents

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SplitData:
    """Labelled documents as splits and the leak check see them; those of weight 0 are left out."""

    name: str
    rows: Ints  # the row number of each document
    keys: npt.NDArray[
        np.uint64
    ]  # the same for texts that differ in case, punctuation and spaces only; 0: no text
    texts: tuple[pa.ChunkedArray, ...]  # one per field; none where they were not asked for
    labels: tuple[str, ...]
    codes: npt.NDArray[
        np.int32
    ]  # the label of each document; where they may have several, those of each in turn
    starts: Ints | None  # where the labels of each document start; None: one label each
    columns: dict[str, pa.ChunkedArray]  # what was read beside the text

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.rows)

    def criteria(self, group: str | None = None, time: str | None = None) -> SplitCriteria:
        """Return what a split goes by."""
        groups = None if group is None else self.groups(group)
        times = (
            None if time is None else time_ranks(self._column(time).to_pylist(), self.name, time)
        )
        return SplitCriteria(self.codes, self.starts, groups, times)

    def groups(self, column: str) -> Ints:
        """Return the group of each document by a column; where it is empty, a document is by itself."""
        codes = value_codes(self._column(column))
        alone = codes < 0
        codes[alone] = codes.max(initial=-1) + 1 + np.arange(np.count_nonzero(alone))
        return codes

    def label_sets(self) -> Ints:
        """Return a number for the labels of each document: the same for the same ones, in whatever order."""
        if self.starts is None:
            return self.codes.astype(np.int64)
        return Targets(self.starts, self.codes, len(self.labels), multilabel=True).sets()

    def text(self, place: Any, longest: int) -> str | None:
        """Return the start of a text; None where texts were not kept."""
        if not self.texts:
            return None
        whole = " ".join(field[int(place)].as_py() or "" for field in self.texts)
        return whole if len(whole) <= longest else f"{whole[:longest]}…"

    def _column(self, name: str) -> pa.ChunkedArray:
        if name not in self.columns:
            raise SettingError(
                f"{self.name}: column {quoted(name)} must be read as metadata; got documents without it. "
                "Read them with metadata=."
            )
        return self.columns[name]


def gathering(
    documents: Documents, threads: int = 1, *, texts: bool = True
) -> tuple[Documents, Callable[[], SplitData]]:
    """Return the documents, and a function that gives what was gathered once they have been read.

    >>> from linnet.reading import read
    >>> gathered = split_data_of(read([("good film", "pos"), ("Good: film!", "pos")]))
    >>> bool(gathered.keys[0] == gathered.keys[1])
    True
    """
    seen: list[Batch] = []
    keys: list[npt.NDArray[np.uint64]] = []

    def batches() -> Iterator[Batch]:
        seen.clear()
        keys.clear()
        for batch in documents.open_batches():
            kept = batch if batch.weights is None else batch.kept(batch.weights > 0)
            fields = [engine_texts(composed(text)) for text in kept.texts]
            keys.append(_core.text_keys(fields, threads=threads))
            seen.append(kept if texts else replace(kept, texts=(), ids=None, named=None))
            yield batch

    return replace(documents, open_batches=batches), lambda: _gathered(documents, seen, keys)


def split_data_of(documents: Documents, threads: int = 1) -> SplitData:
    """Read documents for nothing else."""
    watched, gathered = gathering(documents, threads)
    for _ in watched.batches():
        pass
    return gathered()


def together(first: SplitData, second: SplitData) -> SplitData:
    """Return the documents of both, one after the other, with the columns that both have."""
    import pyarrow as pa

    def both(one: pa.ChunkedArray, other: pa.ChunkedArray) -> pa.ChunkedArray:
        return pa.chunked_array([*one.chunks, *other.chunks], one.type)

    labels = tuple(sorted({*first.labels, *second.labels}, key=str.encode))
    place = {label: number for number, label in enumerate(labels)}
    codes = [
        np.array([place[label] for label in one.labels], np.int32)[one.codes]
        for one in (first, second)
    ]
    starts = None
    if first.starts is not None and second.starts is not None:
        starts = np.concatenate([first.starts, second.starts[1:] + first.starts[-1]])
    return SplitData(
        second.name,
        np.concatenate([first.rows, second.rows]),
        np.concatenate([first.keys, second.keys]),
        tuple(map(both, first.texts, second.texts)),
        labels,
        np.concatenate(codes),
        starts,
        {
            name: both(column, second.columns[name])
            for name, column in first.columns.items()
            if name in second.columns
        },
    )


def composed(texts: Any) -> Any:
    """Return texts in which what looks the same is the same: NFKC."""
    from pyarrow import compute

    if compute.all(compute.string_is_ascii(texts)).as_py() is not False:
        return texts
    return compute.utf8_normalize(texts, form="NFKC")


def value_codes(column: pa.ChunkedArray) -> Ints:
    """Return a number for each value of a column, the same for the same one; -1 where there is none."""
    encoded = column.combine_chunks().dictionary_encode().indices
    return np.asarray(encoded.fill_null(-1).to_numpy(zero_copy_only=False), np.int64)


def _gathered(
    documents: Documents, seen: list[Batch], keys: list[npt.NDArray[np.uint64]]
) -> SplitData:
    import pyarrow as pa

    def joined(columns: list[Any], kind: Any) -> pa.ChunkedArray:
        return pa.chunked_array([pa.array(column).cast(kind) for column in columns], kind)

    def strings(columns: list[Any]) -> pa.ChunkedArray:
        return joined(columns, pa.large_string())

    labels, codes, starts = _labels(seen, documents.multilabel)
    columns = {
        name: strings([b.categorical[i] for b in seen])
        for i, name in enumerate(documents.categorical)
    }
    columns |= {
        name: strings([b.metadata[i] for b in seen]) for i, name in enumerate(documents.metadata)
    }
    columns |= {
        name: joined([b.numeric[i] for b in seen], pa.float64())
        for i, name in enumerate(documents.numeric)
    }
    fields = range(len(seen[0].texts)) if seen else ()
    return SplitData(
        documents.name,
        np.concatenate([batch.rows for batch in seen]),
        np.concatenate(keys) if documents.fields else np.zeros(sum(map(len, seen)), np.uint64),
        tuple(strings([batch.texts[i] for batch in seen]) for i in fields),
        labels,
        codes,
        starts,
        columns,
    )


def _labels(
    seen: list[Batch], multilabel: bool
) -> tuple[tuple[str, ...], npt.NDArray[np.int32], Ints | None]:
    known = LabelCodes()
    codes = np.concatenate([known.encode(batch.labels) for batch in seen])
    labels, place = known.sorted()
    starts = None
    if multilabel:
        sizes = [np.diff(batch.label_starts) for batch in seen if batch.label_starts is not None]
        starts = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
    return labels, place[codes], starts
