"""The sparse table documents × features."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, quoted
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import Columns
from linnet.features.names import Names, offsets_of
from linnet.reading.engine_texts import engine_texts

if TYPE_CHECKING:
    import scipy.sparse


@dataclass(frozen=True, eq=False)
class Rows:
    """Row i has the features columns[starts[i] : starts[i + 1]], sorted, with values likewise."""

    starts: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int32]
    values: npt.NDArray[Any]  # uint32: counts; float64: whatever was made of them

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def matrix(self, n_columns: int) -> "scipy.sparse.csr_matrix":
        """Return the same table as a SciPy matrix."""
        import scipy.sparse

        values = self.values
        if values.dtype == np.uint32:
            values = values.view(np.int32)  # no count reaches 2^31: no text is that long
        arrays = (values, self.columns, self.starts)
        return scipy.sparse.csr_matrix(arrays, shape=(len(self), n_columns))

    def select(self, chosen: npt.NDArray[np.bool_]) -> "Rows":
        """Return only the rows where `chosen` is true."""
        lengths = np.diff(self.starts)
        kept = np.repeat(chosen, lengths)
        return Rows(offsets_of(lengths[chosen]), self.columns[kept], self.values[kept])

    def take(self, documents: npt.NDArray[Any]) -> "Rows":
        """Return the rows of these documents, by number, in this order; one may come again."""
        lengths = np.diff(self.starts)[documents]
        starts = offsets_of(lengths)
        shift = np.repeat(self.starts[documents] - starts[:-1], lengths)
        places = np.arange(starts[-1]) + shift
        return Rows(starts, self.columns[places], self.values[places])

    def renumber(self, place: npt.NDArray[np.int32]) -> "Rows":
        """Return the rows with each column replaced by its place; those at -1 are left out.

        >>> columns = np.array([0, 2, 1], np.int32)
        >>> rows = Rows(np.array([0, 2, 3]), columns, np.array([5.0, 6.0, 7.0]))
        >>> renumbered = rows.renumber(np.array([-1, 0, 1], np.int32))
        >>> renumbered.starts.tolist(), renumbered.columns.tolist(), renumbered.values.tolist()
        ([0, 1, 2], [1, 0], [6.0, 7.0])
        """
        return Rows.of_engine(_core.renumber_columns(self.engine(), place))

    def engine(self) -> _core.Rows:
        """Return the rows as the engine takes them, over the same arrays."""
        return _core.Rows(self.starts, self.columns, self.values)

    @classmethod
    def of_engine(cls, rows: _core.Rows) -> "Rows":
        """Return rows of the engine, over the same arrays."""
        return cls(rows.starts, rows.columns, rows.values)


def join_blocks(parts: Sequence[Rows], block_ends: npt.NDArray[np.int64]) -> Rows:
    """Return one table from the tables of each block, side by side."""
    if len(parts) == 1:
        return parts[0]
    joined = _core.join_rows([part.engine() for part in parts], block_ends)
    return Rows.of_engine(joined)


def with_columns(rows: Rows, blocks: Sequence[ColumnBlock], columns: Columns, first: int) -> Rows:
    """Return the rows with the features of columns beside the text after those of the text.

    >>> from linnet.features.column_blocks import learn_column
    >>> from linnet.features.columns import ColumnSettings
    >>> columns = Columns(2, {"author": ["ann", "bob"]})
    >>> rows = Rows(np.array([0, 1, 1]), np.zeros(1, np.int32), np.ones(1, np.uint32))
    >>> block = learn_column(ColumnSettings("categorical", ("author",)), columns)
    >>> with_columns(rows, [block], columns, 1).matrix(3).toarray().tolist()
    [[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    documents = [np.repeat(np.arange(len(rows)), np.diff(rows.starts))]
    places = [rows.columns]
    values = [rows.values.astype(np.float64)]
    for block in blocks:
        block_documents, block_places, block_values = block.entries(columns)
        documents.append(block_documents)
        places.append((block_places + first).astype(np.int32))
        values.append(block_values)
        first += block.n_columns

    all_documents = np.concatenate(documents)
    order = np.argsort(all_documents, kind="stable")  # blocks come in the order of their columns
    starts = offsets_of(np.bincount(all_documents, minlength=len(rows)))
    return Rows(starts, np.concatenate(places)[order], np.concatenate(values)[order])


def no_features(n_documents: int) -> Rows:
    """Return the rows of documents without any."""
    starts = np.zeros(n_documents + 1, np.int64)
    return Rows(starts, np.empty(0, np.int32), np.empty(0, np.uint32))


def count(
    texts: Sequence[Any],
    blocks: Sequence[BlockSettings],
    threads: int = 1,
    fields: Sequence[str] = ("text",),
) -> tuple[Features, Rows]:
    """Count the features of texts, given field by field, and return them with their names.

    >>> features, rows = count([["the dog", "the red dog"]], [BlockSettings()])
    >>> list(features.blocks[0].names), rows.matrix(features.n_columns).toarray().tolist()
    (['dog', 'red', 'the'], [[1, 0, 1], [1, 1, 1]])
    """
    settings = [block.engine() for block in blocks]
    counter = _core.Counter(settings, threads=threads, keep_rows=True)
    try:
        counter.add([engine_texts(field) for field in texts], None, None)
    except UnicodeEncodeError as error:
        got = error.object[error.start]
        raise InputError(
            f"a text must be Unicode without lone surrogates; got {quoted(got)}."
        ) from None
    return take_rows(counter, blocks, fields)


def take_rows(
    counter: _core.Counter, blocks: Sequence[BlockSettings], fields: Sequence[str]
) -> tuple[Features, Rows]:
    """Return what a counter has kept."""
    named = []
    parts = []
    for number, settings in enumerate(blocks):
        counted = counter.take_rows(number)
        vocabulary = counted.vocabulary
        frequencies = vocabulary.name_frequencies if settings.hash_bits else None
        names = Names.of_engine(vocabulary.names)
        named.append(Block(settings, names, name_frequencies=frequencies))
        parts.append(Rows.of_engine(counted.rows))

    features = Features(tuple(fields), tuple(named))
    if not parts:
        return features, no_features(0)
    return features, join_blocks(parts, features.block_ends)
