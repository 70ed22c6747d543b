"""Documents to ClassTotals in one pass: batches stream by, only totals are kept."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, listed, quoted
from linnet.features.blocks import BlockSettings, Features
from linnet.features.columns import ColumnNames, Columns, ColumnSettings, joined
from linnet.features.names import Names
from linnet.features.rows import Rows, no_features, take_rows
from linnet.learning.class_totals import ALL_DOCUMENTS, BlockTotals, ClassTotals
from linnet.learning.column_totals import ColumnTally
from linnet.learning.targets import Targets
from linnet.reading import Documents
from linnet.reading.documents import Batch
from linnet.reading.engine_texts import engine_texts

NO_NAMES = ColumnNames()
Ints = npt.NDArray[np.int64]
Progress = Callable[[float | None, int], None]


def no_progress(share: float | None, documents: int) -> None:
    """Say nothing."""


class LabelCodes:
    """Labels met so far, each with a code; codes are given in the order of first sight."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}

    def encode(self, labels: _core.NumberedTexts) -> npt.NDArray[np.int32]:
        """Return the code of each label of a batch."""
        codes = [self.codes.setdefault(label, len(self.codes)) for label in labels.distinct]
        return np.asarray(np.array(codes, np.int32)[labels.numbers])

    def hashes(self) -> npt.NDArray[np.uint64]:
        """Return a hash of each label, by code."""
        return np.array([_core.hash_text(label) for label in self.codes], np.uint64)

    def sorted(self) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
        """Return the labels sorted by their bytes, and the place of each code among them."""
        labels = sorted(self.codes, key=str.encode)
        place = np.empty(len(labels), np.int32)
        for number, label in enumerate(labels):
            place[self.codes[label]] = number
        return tuple(labels), place


def total(
    documents: Documents,
    blocks: Sequence[BlockSettings],
    threads: int = 1,
    progress: Progress = no_progress,
    columns: Sequence[ColumnSettings] = (),
) -> ClassTotals:
    """Read the documents once and return their totals.

    Memory is bounded by the vocabulary, not by the documents.
    """
    codes = LabelCodes()
    tally = _LabelTally()
    metadata = ColumnTally(columns)
    counter: Any = None
    for batch in _kept(documents, progress):
        if counter is None:
            # Fractions add up differently in another order, so with weights one thread takes all
            # documents in turn.
            counting_threads = threads if batch.weights is None else 1
            counter = _counter(blocks, counting_threads, keep_rows=False)
        fields = [engine_texts(text) for text in batch.texts]
        labels = codes.encode(batch.label_numbers)
        if fields:
            counter.add(fields, labels, batch.weights)
        tally.add(batch.weights, labels)
        fields += [engine_texts(column) for column in metadata.add(batch, fields, labels)]
        hashes = codes.hashes()[labels]
        tally.mark(_core.fingerprint(fields, hashes, batch.weights, threads=threads))
    if counter is None:
        raise _no_documents(documents)

    labels_sorted, place = codes.sorted()
    order = np.argsort(place)
    of_text = [_take_totals(counter, at, settings, place) for at, settings in enumerate(blocks)]
    return ClassTotals(
        labels=labels_sorted,
        documents=tally.documents(len(place))[order],
        weights=tally.weights(len(place))[order],
        blocks=(*of_text, *metadata.totals(place)),
        fingerprint=tally.fingerprint,
    )


def _no_documents(documents: Documents) -> InputError:
    return InputError(
        f"{documents.name}: there must be documents to learn from; got none. Check the file."
    )


@dataclass(frozen=True, eq=False)
class Entries:
    """Documents as they enter totals, one label at a time."""

    labels: tuple[str, ...]
    codes: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float64] | None
    documents: Ints | None = None  # which document enters; None: each once, in order

    def rows(self, rows: Rows) -> Rows:
        """Return the row of each entry."""
        return rows if self.documents is None else rows.take(self.documents)

    def of_labels(self) -> "Entries":
        """Return the entries of labels alone, without those of all documents."""
        if self.documents is None:
            return self
        own = self.codes > 0
        weights = None if self.weights is None else self.weights[own]
        return Entries(self.labels[1:], self.codes[own] - 1, weights, self.documents[own])


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """Labelled documents as rows of counts, kept whole."""

    features: Features
    rows: Rows
    labels: tuple[str, ...]
    codes: npt.NDArray[np.int32]  # the label of each document, or the labels of each in turn
    weights: npt.NDArray[np.float64] | None  # of each document
    fingerprint: tuple[int, int]
    columns: Columns  # what stands beside the texts
    label_starts: Ints | None = None  # where the labels of each document start; None: one each

    @property
    def multilabel(self) -> bool:
        """Whether a document may have any number of labels."""
        return self.label_starts is not None

    def targets(self) -> Targets:
        """Return the labels as a learner needs them."""
        if self.label_starts is None:
            return Targets.of(self.codes, len(self.labels), self.weights)
        n_labels = len(self.labels)
        return Targets(self.label_starts, self.codes, n_labels, self.weights, multilabel=True)

    def select(self, chosen: npt.NDArray[np.bool_]) -> "LabelledRows":
        """Return only the documents where `chosen` is true, and the labels they have."""
        codes = self.codes
        label_starts = None
        if self.label_starts is None:
            codes = codes[chosen]
        else:
            sizes = np.diff(self.label_starts)
            codes = codes[np.repeat(chosen, sizes)]
            label_starts = np.concatenate([[0], np.cumsum(sizes[chosen])])
        is_used = np.bincount(codes, minlength=len(self.labels)) > 0
        new_code = (np.cumsum(is_used) - 1).astype(np.int32)
        weights = None if self.weights is None else self.weights[chosen]
        return replace(
            self,
            rows=self.rows.select(chosen),
            labels=tuple(compress(self.labels, is_used)),
            codes=new_code[codes],
            weights=weights,
            columns=self.columns.select(chosen),
            label_starts=label_starts,
        )

    def entries(self) -> "Entries":
        """Return which total each document enters.

        A document of one label enters the total of that label; where there may be several, that of
        each of them and, first, that of all documents.
        """
        if self.label_starts is None:
            return Entries(self.labels, self.codes, self.weights)
        n = len(self.rows)
        document_of_label = np.repeat(np.arange(n), np.diff(self.label_starts))
        document = np.concatenate([np.arange(n), document_of_label])
        codes = np.concatenate([np.zeros(n, np.int32), self.codes + 1])
        weights = None if self.weights is None else self.weights[document]
        return Entries((ALL_DOCUMENTS, *self.labels), codes, weights, document)

    def among(self, labels: tuple[str, ...], name: str) -> "LabelledRows":
        """Return the same documents with these labels, which must be all that they have."""
        new = next((label for label in self.labels if label not in labels), None)
        if new is not None:
            raise InputError(
                f"{name}: a label must be one that the model knows ({listed(labels)}); got "
                f"{quoted(new)}. "
                "Leave its documents out, or train again on all documents."
            )
        place = np.array([labels.index(label) for label in self.labels], np.int32)
        return replace(self, labels=labels, codes=place[self.codes])


@dataclass(frozen=True, eq=False)
class _Parts:
    """What documents have beside their rows, batch by batch."""

    labels: list[npt.NDArray[np.int32]] = field(default_factory=list)
    sizes: list[Ints] = field(default_factory=list)  # how many labels each document has
    weights: list[npt.NDArray[np.float64]] = field(default_factory=list)
    columns: list[Columns] = field(default_factory=list)

    def add(self, batch: Batch, labels: npt.NDArray[np.int32], columns: Columns) -> None:
        self.labels.append(labels)
        self.columns.append(columns)
        if batch.weights is not None:
            self.weights.append(batch.weights)
        if batch.label_starts is not None:
            self.sizes.append(np.diff(batch.label_starts))


def count_rows(
    documents: Documents,
    blocks: Sequence[BlockSettings],
    threads: int = 1,
    progress: Progress = no_progress,
    names: ColumnNames = NO_NAMES,
) -> LabelledRows:
    """Read labelled documents once and return them as rows, with the columns beside them."""
    codes = LabelCodes()
    tally = _LabelTally()
    parts = _Parts()
    counter = _counter(blocks, threads, keep_rows=True)
    for batch in _kept(documents, progress):
        fields = [engine_texts(text) for text in batch.texts]
        labels = codes.encode(batch.label_numbers)
        if fields:
            counter.add(fields, None, None)
        columns = names.of_batch(batch, fields)
        fields += [engine_texts(column) for column in columns.texts()]
        hashes = label_hashes(codes, labels, batch)
        tally.mark(_core.fingerprint(fields, hashes, batch.weights, threads=threads))

        parts.add(batch, labels, columns)
    if not parts.labels:
        raise _no_documents(documents)

    columns = joined(parts.columns)
    features, rows = take_rows(counter, blocks, documents.fields)
    if not blocks:
        rows = no_features(columns.n_documents)
    sorted_labels, place = codes.sorted()
    weights = np.concatenate(parts.weights) if parts.weights else None
    return LabelledRows(
        features,
        rows,
        labels=sorted_labels,
        codes=place[np.concatenate(parts.labels)],
        weights=weights,
        fingerprint=tally.fingerprint,
        columns=columns,
        label_starts=_starts(parts.sizes),
    )


def _starts(sizes: Sequence[Ints]) -> Ints | None:
    """Return where the labels of each document start; None where each has one."""
    return np.concatenate([[0], np.cumsum(np.concatenate(sizes))]) if sizes else None


def label_hashes(
    codes: LabelCodes, labels: npt.NDArray[np.int32], batch: Batch
) -> npt.NDArray[np.uint64]:
    """Return a hash of the label of each document, or of all its labels in whatever order."""
    hashes = codes.hashes()[labels]
    if batch.label_starts is None:
        return hashes
    sums = np.zeros(len(batch), np.uint64)
    document_of_label = np.repeat(np.arange(len(batch)), np.diff(batch.label_starts))
    np.add.at(sums, document_of_label, hashes)
    return sums


def _counter(blocks: Sequence[BlockSettings], threads: int, *, keep_rows: bool) -> _core.Counter:
    settings = [block.engine() for block in blocks]
    return _core.Counter(settings, threads=threads, keep_rows=keep_rows)


def _kept(documents: Documents, progress: Progress) -> Iterable[Batch]:
    """Yield the batches without documents of weight 0, and without empty batches."""
    seen = 0
    for batch in documents.batches():
        seen += len(batch.rows)
        progress(batch.share, seen)
        kept = _without_weightless(batch)
        if len(kept):
            yield kept


def _without_weightless(batch: Batch) -> Batch:
    if batch.weights is None or np.all(batch.weights > 0):
        return batch
    return batch.kept(batch.weights > 0)


class _LabelTally:
    """Documents, weights and fingerprint while batches stream by."""

    def __init__(self) -> None:
        self._documents: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self._weights: npt.NDArray[np.float64] = np.zeros(0)
        self.fingerprint = (0, 0)

    def add(self, weights: npt.NDArray[np.float64] | None, labels: npt.NDArray[np.int32]) -> None:
        size = max(len(self._documents), int(labels.max()) + 1)
        counts = np.bincount(labels, minlength=size)
        self._documents = _grown(self._documents, size) + counts
        self._weights = _grown(self._weights, size)
        if weights is None:
            self._weights += counts
        else:
            # In turn, as the engine adds a feature's presences: one that every document has then
            # has the same sum.
            np.add.at(self._weights, labels, weights)

    def mark(self, sums: tuple[int, int]) -> None:
        first, second = self.fingerprint
        self.fingerprint = ((first + sums[0]) % 2**64, (second + sums[1]) % 2**64)

    def documents(self, size: int) -> npt.NDArray[np.int64]:
        return _grown(self._documents, size)

    def weights(self, size: int) -> npt.NDArray[np.float64]:
        return _grown(self._weights, size)


def _grown(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    return np.concatenate([array, np.zeros(size - len(array), array.dtype)])


def _take_totals(
    counter: _core.Counter, number: int, settings: BlockSettings, place: npt.NDArray[np.int32]
) -> BlockTotals:
    counted = counter.take_totals(number, place)
    vocabulary = counted.vocabulary
    names = Names.of_engine(vocabulary.names)
    block = BlockTotals.of_engine(settings, names, vocabulary.columns, counted.totals)
    return replace(block, name_frequencies=vocabulary.name_frequencies)
