"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterator

from linnet.reading.documents import Documents
from linnet.reading.seekable import OpenFile, open_file
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, as_input_errors
from linnet.reading.tables import BATCH_ROWS, Piece, table_documents


def read_parquet(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a Parquet file; only columns that have a role are read."""
    from pyarrow import parquet

    open_source = open_file(source)
    with as_input_errors(source.name, "Parquet"), open_source() as file:
        schema = parquet.read_schema(file)
    return table_documents(source.name, schema, lambda names: _pieces(open_source, names), settings)


def _pieces(open_source: OpenFile, names: list[str]) -> Iterator[Piece]:
    from pyarrow import parquet

    with open_source() as file, parquet.ParquetFile(file) as table:
        total = table.metadata.num_rows
        n_rows = 0
        for batch in table.iter_batches(BATCH_ROWS, columns=names):
            n_rows += len(batch)
            share = n_rows / total if total else None
            yield batch, share
