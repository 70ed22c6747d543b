"""Rows as they stand in their file, copied into several files; text becomes UTF-8."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import IO, Any

import numpy as np
import pyarrow as pa

from linnet.errors import InputError
from linnet.reading.arrow_file import opened, pieces
from linnet.reading.blocks import TextFile, first_block
from linnet.reading.cells import records
from linnet.reading.documents import Documents
from linnet.reading.readers import EXTENSIONS, extension_of, format_of
from linnet.reading.seekable import open_file
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, source_of

Files = Sequence[IO[bytes]]
# Takes the source, its documents, the file of each row (by its number, -1 for none) and the files.
Copy = Callable[[Source, Documents, np.ndarray, Files], None]


@dataclass(frozen=True)
class Copier:
    """How rows of a format are copied, and the extension of files that hold them."""

    copy: Copy
    extension: str


def copier_of(
    path: str,
    format: str | None,  # noqa: A002
    sheet: str | int | None = None,
) -> Copier:
    """Return how the rows of a file are copied.

    Those of a folder become JSON lines, those of a spreadsheet CSV.
    """
    source = source_of(path)
    if source.path is None:
        raise InputError(
            f"{source.name}: rows to copy must be in a file that can be read twice; "
            "got a stream. Save it."
        )
    kind = format_of(source, ReadSettings(format=format))
    if kind not in COPIERS:
        raise InputError(
            f"{source.name}: rows to copy must be {', '.join(COPIERS)}; got {kind}. "
            "Save it in one of these formats."
        )
    copier = COPIERS[kind]
    if kind == "spreadsheet":
        return replace(copier, copy=partial(_copy_sheet, sheet))
    extension = extension_of(source.name)
    if EXTENSIONS.get(extension) != kind:
        return copier
    return Copier(copier.copy, extension)


def copy_rows(
    path: str, documents: Documents, copier: Copier, file_of_row: np.ndarray, files: Files
) -> None:
    """Write each row into its file."""
    copier.copy(source_of(path), documents, file_of_row, files)


# The rows of a block, with their numbers counted from 1.
Rows = Callable[[np.ndarray], Iterator[tuple[int, bytes]]]


def _copy_text(
    rows: Rows,
    file: TextFile,
    file_of_row: np.ndarray,
    files: Files,
) -> None:
    """Copy records."""
    stream = file.source.open()
    try:
        n_before = 0
        for block, _ in file.blocks(stream):
            number = 0
            for number, row in rows(block):
                place = n_before + number
                if place < len(file_of_row) and file_of_row[place] >= 0:
                    files[file_of_row[place]].write(row)
            n_before += number
    finally:
        stream.close()


def _copy_lines(_: Source, documents: Documents, file_of_row: np.ndarray, files: Files) -> None:
    _copy_text(_lines, _text_file(documents), file_of_row, files)


def _text_file(documents: Documents) -> TextFile:
    assert documents.text_file is not None  # that of every reader whose rows are lines or records
    return documents.text_file


def _lines(block: np.ndarray) -> Iterator[tuple[int, bytes]]:
    lines = block.tobytes().removesuffix(b"\n").split(b"\n")
    for number, line in enumerate(lines, 1):
        yield number, line + b"\n"


def _copy_delimited(_: Source, documents: Documents, file_of_row: np.ndarray, files: Files) -> None:
    """Copy the header and rows, as UTF-8, with the delimiter that they have."""
    text_file = _text_file(documents)
    first = first_block(text_file.source, text_file.cut)
    header = _with_line_end(first.tobytes(), 0, text_file.header_bytes)
    for file in files:
        file.write(header)
    rows = partial(_records, delimiter=ord(text_file.delimiter))
    _copy_text(rows, text_file, file_of_row, files)


def _records(block: np.ndarray, delimiter: int) -> Iterator[tuple[int, bytes]]:
    whole = block.tobytes()
    start = 0
    for number, (_, end) in enumerate(records(block, delimiter), 1):
        yield number, _with_line_end(whole, start, end)
        start = end


def _with_line_end(whole: bytes, start: int, end: int) -> bytes:
    """Return a record with the end of its line, and without blank lines before it."""
    record = whole[start:end].lstrip(b"\r\n")
    if record.endswith(b"\r") and whole[end : end + 1] == b"\n":
        return record + b"\n"
    if record.endswith((b"\n", b"\r")):
        return record
    return record + b"\n"


def _copy_parquet(source: Source, _: Documents, file_of_row: np.ndarray, files: Files) -> None:
    from pyarrow import parquet

    with open_file(source)() as file, parquet.ParquetFile(file) as table:
        writers = [parquet.ParquetWriter(part, table.schema_arrow) for part in files]
        _copy_batches(table.iter_batches(), file_of_row, writers)


def _copy_arrow(source: Source, _: Documents, file_of_row: np.ndarray, files: Files) -> None:
    from pyarrow import ipc

    open_source = open_file(source)
    with open_source() as file:
        schema = opened(file).schema
    batches = (batch for batch, _ in pieces(open_source))
    writers = [ipc.new_file(part, schema) for part in files]
    _copy_batches(batches, file_of_row, writers)


def _copy_batches(
    batches: Iterator[pa.RecordBatch], file_of_row: np.ndarray, writers: Sequence[Any]
) -> None:
    row = 1
    for batch in batches:
        file_of_batch_row = np.full(len(batch), -1)
        own = file_of_row[row : row + len(batch)]
        file_of_batch_row[: len(own)] = own
        for number, writer in enumerate(writers):
            writer.write_batch(batch.filter(pa.array(file_of_batch_row == number)))
        row += len(batch)
    for writer in writers:
        writer.close()


def _copy_sheet(
    sheet: str | int | None, source: Source, _: Documents, file_of_row: np.ndarray, files: Files
) -> None:
    """Write the rows of a spreadsheet as CSV, with all columns."""
    import pyarrow.csv as arrow_csv

    from linnet.reading.spreadsheet import sheet_table

    table = sheet_table(source, sheet)
    writers = [arrow_csv.CSVWriter(part, table.schema) for part in files]
    _copy_batches(iter(table.to_batches()), file_of_row, writers)


def _copy_folder(_: Source, documents: Documents, file_of_row: np.ndarray, files: Files) -> None:
    """Write documents as JSON lines: text, label and the path as id."""
    for batch in documents.open_batches():
        rows = batch.rows.tolist()
        texts = batch.texts[0].to_pylist()
        ids = [] if batch.ids is None else batch.ids.to_pylist()
        labels = [] if batch.labels is None else batch.labels.to_pylist()
        for row, text, label, name in zip(rows, texts, labels, ids, strict=True):
            document = {"id": name, "text": text, "label": label}
            line = json.dumps(document, ensure_ascii=False) + "\n"
            files[file_of_row[row]].write(line.encode())


COPIERS = {
    "csv": Copier(_copy_delimited, ".csv"),
    "tsv": Copier(_copy_delimited, ".tsv"),
    "jsonl": Copier(_copy_lines, ".jsonl"),
    "fasttext": Copier(_copy_lines, ".ft"),
    "svmlight": Copier(_copy_lines, ".svm"),
    "parquet": Copier(_copy_parquet, ".parquet"),
    "arrow": Copier(_copy_arrow, ".arrow"),
    "spreadsheet": Copier(partial(_copy_sheet, None), ".csv"),
    "folder": Copier(_copy_folder, ".jsonl"),
}
