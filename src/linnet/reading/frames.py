"""Frames of pandas, polars, pyarrow and whoever else speaks the Arrow protocol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pyarrow as pa

from linnet.errors import InputError
from linnet.reading.documents import Documents
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
    with as_input_errors(NAME, "Arrow"):
        first = _reader(source)
    if isinstance(source, pa.RecordBatchReader):
        return table_documents(NAME, first.schema, _Once(source), settings, FRAME_ROWS)
    return table_documents(NAME, first.schema, lambda _: _pieces(source), settings, FRAME_ROWS)


def _reader(source: Any) -> pa.RecordBatchReader:
    if isinstance(source, pa.RecordBatchReader):
        return source
    if isinstance(source, pa.Table):
        return source.to_reader()
    if hasattr(source, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(source)
    return pa.Table.from_batches([pa.record_batch(source)]).to_reader()


def _pieces(source: Any) -> Iterator[Piece]:
    total = len(source) if hasattr(source, "__len__") else 0
    n_rows = 0
    for batch in _reader(source):
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
