"""Frames of pandas, polars, pyarrow and whoever else speaks the Arrow protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

import pyarrow as pa

from linnet.errors import InputError, counted, quoted
from linnet.reading.documents import Documents
from linnet.reading.lists import read_columns
from linnet.reading.settings import ReadSettings
from linnet.reading.source import as_input_errors
from linnet.reading.tables import Piece, RowNumbers, first_batches, table_documents

NAME = "frame"
FRAME_ROWS = RowNumbers(first_row=0)  # as frame.iloc counts


def supports_arrow(source: Any) -> bool:
    """Return whether Arrow can read an object without knowing its type."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def as_column(source: Any) -> pa.ChunkedArray | None:
    """Return a Series or an array as a column, None for what has columns itself."""
    is_table = isinstance(source, pa.RecordBatchReader | pa.Table | pa.RecordBatch)
    if is_table or hasattr(source, "columns"):
        return None
    if isinstance(source, pa.Array | pa.ChunkedArray) and not pa.types.is_struct(source.type):
        return pa.chunked_array([source]) if isinstance(source, pa.Array) else source
    with as_input_errors(NAME, "Arrow"):
        try:
            _reader(source)
        except (pa.ArrowException, TypeError):
            if hasattr(source, "__arrow_c_stream__"):
                return pa.chunked_array(source)
            return pa.chunked_array([pa.array(source)])
    return None


def read_frame(source: Any, settings: ReadSettings) -> Documents:
    """Return the documents of a frame; it is asked for its columns at each reading."""
    if _is_pandas(source):
        return _read_pandas(source, settings)
    with as_input_errors(NAME, "Arrow"):
        first = _reader(source)
    if isinstance(source, pa.RecordBatchReader):
        return table_documents(NAME, first.schema, _Once(source), settings, FRAME_ROWS)
    return _table_documents(source, first.schema, partial(_reader, source), settings)


def frame_index(source: Any) -> Any:
    """Return the index of a pandas frame or Series, whose labels stand for its rows, else None."""
    index = getattr(source, "index", None)
    return index if type(index).__module__.partition(".")[0] == "pandas" else None


def check_indexes(name: str, columns: Mapping[str, Any]) -> None:
    """Refuse pandas Series that go together by position and whose indexes say otherwise."""
    indexes = {column: frame_index(values) for column, values in columns.items()}
    indexes = {column: index for column, index in indexes.items() if index is not None}
    first = next(iter(indexes), "")
    for column, index in indexes.items():
        if not index.equals(indexes[first]):
            raise InputError(
                f"{name}: {quoted(first)} and {quoted(column)} must have the same index; got two. "
                "Align them first, or pass .to_numpy() of each."
            )


def _is_pandas(source: Any) -> bool:
    return frame_index(source) is not None and hasattr(source, "reset_index")


def _read_pandas(frame: Any, settings: ReadSettings) -> Documents:
    """Return the documents of a pandas frame.

    Its index is no column, except for a named part of it that was asked for.
    """
    wanted = {*settings.named_columns(), *settings.keep}.difference(map(str, frame.columns))
    levels = [place for place, name in enumerate(frame.index.names) if str(name) in wanted]
    _check_names([*frame.columns, *(frame.index.names[place] for place in levels)])
    open_reader = partial(_pandas_reader, frame, levels)
    try:
        schema = open_reader().schema
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        # A column of several types has none for Arrow: its values are looked at one by one.
        columns = _with_index(frame, levels)
        return read_columns({name: columns[name] for name in columns}, settings, NAME)
    return _table_documents(frame, schema, open_reader, settings)


def _check_names(names: list[Any]) -> None:
    """Refuse a column that is there twice, as no column of a pandas frame may be for Arrow."""
    counts = Counter(map(str, names))
    name, count = counts.most_common(1)[0] if counts else ("", 0)
    if count > 1:
        times = "twice" if count == 2 else counted(count, "time")
        raise InputError(
            f"{NAME}: column names must differ; got {quoted(name)} {times}. Rename one of them."
        )


def _pandas_reader(frame: Any, levels: list[int]) -> pa.RecordBatchReader:
    return pa.Table.from_pandas(_with_index(frame, levels), preserve_index=False).to_reader()


def _with_index(frame: Any, levels: list[int]) -> Any:
    """Return a pandas frame in which these parts of its index are columns."""
    return frame.reset_index(level=levels) if levels else frame


def _table_documents(
    source: Any,
    schema: pa.Schema,
    open_reader: Callable[[], pa.RecordBatchReader],
    settings: ReadSettings,
) -> Documents:
    """Return the documents of a frame that can be read again and again."""
    n_rows = len(source) if hasattr(source, "__len__") else 0
    return table_documents(
        NAME, schema, lambda _: _pieces(open_reader(), n_rows), settings, FRAME_ROWS
    )


def _reader(source: Any) -> pa.RecordBatchReader:
    if isinstance(source, pa.RecordBatchReader):
        return source
    if isinstance(source, pa.Table):
        return source.to_reader()
    if hasattr(source, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(source)
    return pa.Table.from_batches([pa.record_batch(source)]).to_reader()


def _pieces(reader: pa.RecordBatchReader, total: int) -> Iterator[Piece]:
    n_rows = 0
    for batch in reader:
        n_rows += len(batch)
        share = min(1.0, n_rows / total) if total else None
        yield batch, share


class _Once:
    """The pieces of a reader, which has them only once."""

    def __init__(self, reader: pa.RecordBatchReader) -> None:
        self._reader = reader
        self._used = False
        self._seen = list[pa.RecordBatch]()

    def first(self, n_rows: int) -> list[pa.RecordBatch]:
        """Return the first batches, which come again with the others."""
        self._seen += first_batches(self._reader, n_rows - sum(map(len, self._seen)))
        return self._seen

    def __call__(self, _: list[str]) -> Iterator[Piece]:
        if self._used:
            raise InputError(
                f"{NAME}: a stream must be read only once; got a second reading. "
                "Read it into a table first."
            )
        self._used = True
        return ((batch, None) for batch in chain(self._seen, self._reader))
