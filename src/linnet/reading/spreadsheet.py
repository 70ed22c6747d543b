"""Spreadsheets: .xlsx, .xlsm, .xlsb, .xls and .ods, one sheet of which is a table.

A title and empty rows may stand above the table; workbook_process.find_header says how the row that
names the columns is found. Rows without a value are left out, and columns without a name.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa

from linnet.errors import Advice, InputError, SettingError, counted, listed, quoted
from linnet.memory import available_memory
from linnet.reading import workbook_process
from linnet.reading.documents import Documents
from linnet.reading.expansion import MOST_HELD
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, starts_as_zip
from linnet.reading.tables import BATCH_ROWS, Piece, RowNumbers, table_documents

MOST_UNPACKED = 2_000_000_000  # bytes of all files in a workbook, which is a zip file
MOST_MEMORY = 4 << 30  # of the process that reads it


@dataclass
class _Table:
    """A sheet as it comes: what it is called, its rows so far, and the pieces that are done."""

    found: dict[str, Any]  # as workbook_process writes it
    rows: list[list[Any]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # of all rows, as spreadsheet programs count
    pieces: list[list[pa.Array]] = field(default_factory=list)

    def add(self, row: list[Any]) -> None:
        self.numbers.append(row[0])
        self.rows.append(row[1:])
        if len(self.rows) == BATCH_ROWS:
            self.close_piece()

    def close_piece(self) -> None:
        if self.rows:
            columns = zip(*self.rows, strict=True)
            self.pieces.append([_array(list(values)) for values in columns])
            self.rows = []

    def arrow(self) -> pa.Table:
        """Return all pieces as one table, each column of one type."""
        names = self.found["columns"]
        columns = [
            _one_type([piece[place] for piece in self.pieces]) for place in range(len(names))
        ]
        return pa.Table.from_arrays(columns, names=names)


def read_spreadsheet(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a sheet; it is read as a whole, once."""
    found = _found_table(source, settings.sheet)
    table = found.arrow()
    numbers = np.array(found.numbers, np.int64)

    def place_of(row: int) -> str:
        return f"{source.name}, row {numbers[row - 1]}"

    documents = table_documents(
        source.name, table.schema, partial(_pieces, table), settings, RowNumbers(place_of=place_of)
    )
    return _with_note(documents, found.found)


def _found_table(source: Source, sheet: str | int | None) -> _Table:
    _check_installed(source.name)
    with _opened(source) as file:
        _check_size(file, source.name)
        return _read_workbook(file, source.name, sheet)


def _check_installed(name: str) -> None:
    if find_spec("python_calamine") is None:
        raise SettingError(
            f"{name}: spreadsheets are read by python-calamine; "
            "got an installation without it. "
            "Install it by pip install 'linnet[excel]', or save the sheet as CSV."
        )


def _opened(source: Source) -> IO[bytes]:
    """Return a file on the disk: the source itself, or a nameless one with its bytes."""
    with source.peek() as stream:
        in_place = source.path is not None and not stream.compressed
    if in_place:
        return Path(source.name).open("rb")
    stream = source.open()
    try:
        data = stream.rest()
    finally:
        stream.close()
    file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by whoever asked for it)
    file.write(data)
    file.seek(0)
    return file


def _check_size(file: IO[bytes], name: str) -> None:
    """Refuse a workbook that is too large when it is unpacked, by what it says itself."""
    is_zip = starts_as_zip(file.read(4))
    file.seek(0)
    if not is_zip:
        return
    from linnet.reading.archive import opened_zip

    with opened_zip(file, name) as archive:
        size = sum(info.file_size for info in archive.infolist())
    file.seek(0)
    if size > MOST_UNPACKED:
        raise InputError(
            f"{name}: a spreadsheet must be at most {MOST_UNPACKED // 1_000_000_000} GB when it is "
            f"unpacked; got {size / 1e9:.3g} GB. Save the sheet as CSV."
        )


def _read_workbook(file: IO[bytes], name: str, sheet: str | int | None) -> _Table:
    """Return what another process finds in the workbook."""
    memory = min(MOST_MEMORY, available_memory() or MOST_MEMORY)
    asked = json.dumps({"sheet": sheet, "memory": memory})
    program = workbook_process.__file__
    # -P: the modules beside the program are not those that it imports by the same names.
    command = [sys.executable, "-P", program, asked]
    with subprocess.Popen(
        command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        try:
            table = _table(_entries(process.stdout, name), name)
        finally:
            process.kill()
    if table is None:
        raise _too_large(name, memory)
    return table


def _entries(stream: IO[bytes], name: str) -> Iterator[Any]:
    """Yield what comes line by line, as long as memory can hold it."""
    n_bytes = 0
    while line := stream.readline(MOST_HELD):
        n_bytes += len(line)
        if n_bytes >= MOST_HELD:
            raise InputError(
                f"{name}: the texts of a sheet must be at most {MOST_HELD // 1_000_000_000} GB; "
                "got more. Save the sheet as CSV."
            )
        yield json.loads(line)


def _table(entries: Iterator[Any], name: str) -> _Table | None:
    """Return the table, None where the other process had to end before it."""
    table = None
    for entry in entries:
        if isinstance(entry, list) and table is not None:
            table.add(entry)
        elif entry == {"refused": "memory"}:
            return None
        elif "refused" in entry:
            raise _refusal(entry, name)
        elif table is None:
            table = _Table(entry)
        else:
            table.close_piece()
            return table
    return None


def _too_large(name: str, memory: int) -> InputError:
    return InputError(
        f"{name}: a spreadsheet must be readable with {memory / (1 << 30):.1g} GB of memory in "
        f"{counted(workbook_process.SECONDS // 60, 'minute')}; got one that is not. "
        "Save the sheet as CSV."
    )


def _refusal(found: dict[str, Any], name: str) -> InputError:
    """Return the sentence of what the other process refuses."""
    kind = found["refused"]
    if kind == "password":
        return InputError(
            f"{name}: a spreadsheet must open without a password; got an encrypted one. "
            "Save it without a password."
        )
    if kind in ("several", "no_sheet"):
        rule = "it must be clear which sheet is read"
        if kind == "no_sheet":
            rule = "the sheet must be there"
        problem = f"{name}: {rule}; got the sheets {listed(found['names'])}."
        return InputError(problem, Advice("name_sheet"))
    if kind == "empty":
        return InputError(f"{name}: a sheet must have cells; got empty ones. Check the file.")
    if kind == "header":
        rows = counted(workbook_process.HEADER_ROWS, "row")
        return InputError(
            f"{name}: one of the first {rows} must name all columns of the table; got none. "
            "Write their names above the table."
        )
    return InputError(
        f"{name}: a spreadsheet must be whole; got {quoted(found['why'])}. "
        "Save it again, as .xlsx or as CSV."
    )


def _array(values: list[Any]) -> pa.Array:
    """Return cells as a column of one type: true and false, numbers, or strings."""
    kinds = {type(value) for value in values if value is not None}
    if not kinds:
        return pa.nulls(len(values))
    if kinds == {bool}:
        return pa.array(values, pa.bool_())
    if kinds == {int}:
        return pa.array(values, pa.int64())
    if kinds <= {int, float}:
        return pa.array(values, pa.float64())
    return pa.array([_text(value) for value in values], pa.large_string())


def _text(value: Any) -> str | None:
    """Return a cell as it is written among texts.

    >>> _text(True), _text(1.0), _text(2.5), _text("x")
    ('true', '1', '2.5', 'x')
    """
    if value is None or isinstance(value, str):
        return value
    return json.dumps(workbook_process.plain(value))


def _one_type(pieces: list[pa.Array]) -> pa.ChunkedArray:
    """Return the pieces of a column, strings where their types differ."""
    kinds = {piece.type for piece in pieces if not pa.types.is_null(piece.type)}
    if not kinds:
        return pa.chunked_array(pieces, pa.null())
    if len(kinds) == 1:
        kind = kinds.pop()
        return pa.chunked_array([piece.cast(kind) for piece in pieces])
    if kinds == {pa.int64(), pa.float64()}:
        return pa.chunked_array([piece.cast(pa.float64()) for piece in pieces])
    as_texts = []
    for piece in pieces:
        texts = [_text(value) for value in piece.to_pylist()]
        as_texts.append(pa.array(texts, pa.large_string()))
    return pa.chunked_array(as_texts)


def _pieces(table: pa.Table, names: list[str]) -> Iterator[Piece]:
    n_rows = 0
    for batch in table.select(names).to_batches(max_chunksize=BATCH_ROWS):
        n_rows += len(batch)
        yield batch, n_rows / len(table)


def _with_note(documents: Documents, found: dict[str, Any]) -> Documents:
    """Return the documents, with a note where the table had to be found."""
    notes = []
    if found["several"]:
        notes.append(f"sheet {quoted(found['sheet'])}")
    if found["header_row"] > 1:
        notes.append(f"columns named in row {found['header_row']}")
    if not notes:
        return documents
    return replace(documents, notes=(*documents.notes, ", ".join(notes)))
