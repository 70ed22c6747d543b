"""How the rows of each format are copied as they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError
from linnet.reading.arrow_file import opened, pieces
from linnet.reading.blocks import TextFile, first_block
from linnet.reading.cells import records, unquoted
from linnet.reading.column_copies import COLUMNS_AS_CSV, copy_as_csv
from linnet.reading.copier import Copier, Files, Part
from linnet.reading.seekable import OpenFile, open_file
from linnet.reading.source import source_of

# The rows of a block.
Rows = Callable[[np.ndarray], Iterator[bytes]]


def _copy_lines(parts: Sequence[Part], files: Files) -> None:
    for part in parts:
        _copy_text(part, _lines, files)


def _copy_delimited(parts: Sequence[Part], files: Files) -> None:
    """Copy the header and the rows with the delimiter that they have.

    Sources with other headers or delimiters than the first become rows of its columns.
    """
    text_files = [_text_file(part) for part in parts]
    forms = {(_names(file), file.delimiter) for file in text_files}
    if len(forms) > 1:
        copy_as_csv(parts, files)
        return
    for file in files:
        file.write(_header(text_files[0]))
    rows = partial(_records, delimiter=ord(text_files[0].delimiter))
    for part in parts:
        _copy_text(part, rows, files)


def _text_file(part: Part) -> TextFile:
    text_file = part.documents.text_file
    assert text_file is not None  # that of every reader whose rows are lines or records
    return text_file


def _header(file: TextFile) -> bytes:
    """Return the bytes before the first row, with the end of their line."""
    first = first_block(file.source, file.cut)
    return _with_line_end(first.tobytes(), 0, file.header_bytes)


def _names(file: TextFile) -> tuple[bytes, ...]:
    """Return the names of the columns."""
    block = first_block(file.source, file.cut)
    header = block[: file.header_bytes]
    *_, (cells, _) = records(header, ord(file.delimiter))
    return tuple(map(unquoted, cells))


def _copy_text(part: Part, rows: Rows, files: Files) -> None:
    """Copy records."""
    text_file = _text_file(part)
    places = iter(part.file_of_row.tolist())
    stream = text_file.source.open()
    try:
        for block, _ in text_file.blocks(stream):
            # Blank lines at the end of the source are rows without a place.
            for row, place in zip(rows(block), places, strict=False):
                if place >= 0:
                    files[place].write(row)
    finally:
        stream.close()


def _lines(block: np.ndarray) -> Iterator[bytes]:
    for line in block.tobytes().removesuffix(b"\n").split(b"\n"):
        yield line + b"\n"


def _records(block: np.ndarray, delimiter: int) -> Iterator[bytes]:
    whole = block.tobytes()
    start = 0
    for _, end in records(block, delimiter):
        yield _with_line_end(whole, start, end)
        start = end


def _with_line_end(whole: bytes, start: int, end: int) -> bytes:
    """Return a record with the end of its line, and without blank lines before it."""
    record = whole[start:end].lstrip(b"\r\n")
    if record.endswith(b"\r") and whole[end : end + 1] == b"\n":
        return record + b"\n"
    if record.endswith((b"\n", b"\r")):
        return record
    return record + b"\n"


def _copy_parquet(parts: Sequence[Part], files: Files) -> None:
    from pyarrow import parquet

    sources = [open_file(source_of(part.path)) for part in parts]
    schemas = [parquet.read_schema(open_source()) for open_source in sources]
    _check_same(parts, schemas)
    writers = [parquet.ParquetWriter(file, schemas[0]) for file in files]
    for part, open_source in zip(parts, sources, strict=True):
        with open_source() as opened_file, parquet.ParquetFile(opened_file) as table:
            _copy_batches(table.iter_batches(), part, writers)
    _close(writers)


def _copy_arrow(parts: Sequence[Part], files: Files) -> None:
    from pyarrow import ipc

    sources = [open_file(source_of(part.path)) for part in parts]
    schemas = [_arrow_schema(open_source) for open_source in sources]
    _check_same(parts, schemas)
    schema = _without_dictionaries(schemas[0])
    writers = [ipc.new_file(file, schema) for file in files]
    for part, open_source in zip(parts, sources, strict=True):
        _copy_batches((batch.cast(schema) for batch, _ in pieces(open_source)), part, writers)
    _close(writers)


def _without_dictionaries(schema: pa.Schema) -> pa.Schema:
    """Return a schema with values in the place of dictionaries, which may differ by batch."""
    fields = []
    for field in schema:
        is_dictionary = pa.types.is_dictionary(field.type)
        fields.append(field.with_type(field.type.value_type) if is_dictionary else field)
    return pa.schema(fields, schema.metadata)


def _arrow_schema(open_source: OpenFile) -> pa.Schema:
    with open_source() as file:
        return opened(file).schema


def _check_same(parts: Sequence[Part], schemas: Sequence[pa.Schema]) -> None:
    for part, schema in zip(parts, schemas, strict=True):
        if not schema.equals(schemas[0]):
            raise InputError(
                f"{part.documents.name}: files to copy rows of must have the same columns, "
                f"of the same types; got others than in {parts[0].documents.name}. "
                "Split them one by one."
            )


def _copy_batches(batches: Iterable[pa.RecordBatch], part: Part, writers: Sequence[Any]) -> None:
    start = 0
    for batch in batches:
        rows = np.arange(start, start + len(batch))
        for place, writer in enumerate(writers):
            mask = pa.array(part.rows_of(rows, place))
            writer.write_batch(batch.filter(mask))
        start += len(batch)


def _close(writers: Sequence[Any]) -> None:
    for writer in writers:
        writer.close()


def _copy_folders(parts: Sequence[Part], files: Files) -> None:
    """Write documents as JSON lines: text, label and the path as id."""
    for part in parts:
        for batch in part.documents.open_batches():
            rows = batch.rows.tolist()
            texts = batch.texts[0].to_pylist()
            ids = [] if batch.ids is None else batch.ids.to_pylist()
            labels = [] if batch.labels is None else batch.labels.to_pylist()
            for row, text, label, name in zip(rows, texts, labels, ids, strict=True):
                document = {"id": name, "text": text, "label": label}
                line = json.dumps(document, ensure_ascii=False) + "\n"
                files[part.file_of_row[row - 1]].write(line.encode())


COPIERS = {
    "csv": Copier(_copy_delimited, ".csv"),
    "tsv": Copier(_copy_delimited, ".tsv"),
    "jsonl": Copier(_copy_lines, ".jsonl"),
    "fasttext": Copier(_copy_lines, ".ft"),
    "svmlight": Copier(_copy_lines, ".svm"),
    "parquet": Copier(_copy_parquet, ".parquet"),
    "arrow": Copier(_copy_arrow, ".arrow"),
    "spreadsheet": COLUMNS_AS_CSV,
    "folder": Copier(_copy_folders, ".jsonl", keeps_format=False),
}
