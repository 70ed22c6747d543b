"""CSV and TSV: every cell a string, read by Arrow, or row by row where Arrow finds something wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa

from linnet.errors import Advice, InputError, SettingError, quoted
from linnet.reading.arrow_columns import one_chunk
from linnet.reading.blocks import TextFile, first_block, is_utf8
from linnet.reading.cells import last_record_end, open_quote, records, unquoted
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Documents
from linnet.reading.faults import Fault, bad_utf8, readable_labels
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect, row_of
from linnet.reading.source import Source

_BOM = b"\xef\xbb\xbf"
# What to do about a file that has another delimiter.
_ADVICE: dict[str, Advice | str] = {
    "\t": Advice("name_format", formats="tsv"),
    ",": Advice("name_format", formats="csv"),
    ";": "Save it with commas or tabs instead.",
}


@dataclass(frozen=True)
class Layout:
    """What a parser must know about the file: its name, its delimiter and where the chosen columns are."""

    name: str
    delimiter: str
    n_columns: int
    roles: ColumnRoles
    places: dict[str, int]  # column name to cell number, for the chosen columns


def read_csv(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a file of comma-separated values with a header."""
    return _read(source, settings, ",")


def read_tsv(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a file of tab-separated values with a header."""
    return _read(source, settings, "\t")


def _read(source: Source, settings: ReadSettings, delimiter: str) -> Documents:
    cut = partial(last_record_end, delimiter=ord(delimiter))
    header, header_bytes = _header(first_block(source, cut), delimiter, source.name)
    _check_delimiter(header, delimiter, settings, source.name)
    _refuse_features(settings, source.name)
    roles = replace(
        find_columns(header, settings, source.name), multilabel=bool(settings.multilabel)
    )
    places = {name: header.index(name) for name in roles.names()}
    layout = Layout(source.name, delimiter, len(header), roles, places)
    parse = partial(parse_delimited, layout=layout, settings=settings)
    file = TextFile(source, cut, parse, header_bytes)
    return roles.documents(source.name, lambda: file.batches(settings))


def _refuse_features(settings: ReadSettings, name: str) -> None:
    if settings.features is not None:
        raise SettingError(
            f"{name}: named features must be objects; got the column {quoted(settings.features)} of plain cells. "
            "Use JSON lines, or name its columns one by one."
        )


def _header(block: np.ndarray, delimiter: str, name: str) -> tuple[list[str], int]:
    """Return the names of the columns and the number of bytes they take."""
    for cells, end in records(block, ord(delimiter)):
        try:
            return [unquoted(cell).decode() for cell in cells], end
        except UnicodeDecodeError as error:
            got = f"byte {error.object[error.start]:#04x}"
            raise InputError(
                f"{name}, header: text must be UTF-8; got {got}. Save the file as UTF-8."
            ) from None
    raise InputError(
        f"{name}: the first row must name the columns; got an empty file. Write a header."
    )


def _check_delimiter(header: list[str], delimiter: str, settings: ReadSettings, name: str) -> None:
    """Refuse a header of one cell that another delimiter would divide, unless a column is known by that name."""
    other = next((sign for sign in _ADVICE if sign != delimiter and sign in header[0]), None)
    known = (*(settings.text or ()), *settings.other_columns(), settings.usual_text)
    if len(header) == 1 and other is not None and header[0] not in known:
        raise InputError(
            f"{name}: cells must have {delimiter!r} between them; got {quoted(header[0])}.",
            _ADVICE[other],
        )


def parse_delimited(data: np.ndarray, layout: Layout, settings: ReadSettings) -> ParsedColumns:
    """Return the columns of some rows."""
    found = parse_fast(data, layout)
    return found if found is not None else parse_exactly(data, layout, settings)


def parse_fast(data: np.ndarray, layout: Layout) -> ParsedColumns | None:
    """Return the columns as Arrow reads them, or None where that might not be exact."""
    import pyarrow.csv as arrow_csv

    if not is_utf8(data) or _is_odd(data, layout):
        return None
    names = [str(place) for place in range(layout.n_columns)]
    wanted = {name: pa.string() for name in map(str, sorted(set(layout.places.values())))}
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(pa.py_buffer(data)),
            arrow_csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names),
            arrow_csv.ParseOptions(delimiter=layout.delimiter),
            arrow_csv.ConvertOptions(
                check_utf8=False, column_types=wanted, include_columns=list(wanted)
            ),
        )
    except pa.ArrowException:
        return None
    return _found(table, layout)


def _is_odd(data: np.ndarray, layout: Layout) -> bool:
    """Return whether there is what Arrow reads otherwise: a mark it takes off, a bare \\r, an open quote."""
    whole = data.tobytes()
    return (
        whole.startswith(_BOM)
        or (b"\r" in whole and whole.count(b"\r") != whole.count(b"\r\n"))
        or (b'"' in whole and open_quote(data, ord(layout.delimiter)) is not None)
    )


def _found(table: pa.Table, layout: Layout) -> ParsedColumns:
    columns = {name: one_chunk(table.column(str(place))) for name, place in layout.places.items()}
    return assign_roles(columns, layout.roles, np.arange(1, len(table) + 1), len(table) + 1)


def parse_exactly(data: np.ndarray, layout: Layout, settings: ReadSettings) -> ParsedColumns:
    """Return the columns, each row taken by itself."""
    rows = list(enumerate((cells for cells, _ in records(data, ord(layout.delimiter))), 1))
    unclosed = open_quote(data, ord(layout.delimiter))
    if unclosed is not None:
        rows.pop()
    found = collect(_rows(rows, layout), len(rows) + 1, layout.roles, settings)
    if unclosed is not None and found.fault is None:
        # Not to be skipped: the rest of the file, however long, is inside this quote.
        got = "the end of the file"
        fault = Fault(
            len(rows) + 1, "a quote must be closed", got, "Close the quote", skippable=False
        )
        return replace(found, fault=fault)
    return found


def _rows(rows: list[tuple[int, list[bytes]]], layout: Layout) -> Iterator[Row | Fault]:
    for number, cells in rows:
        if len(cells) != layout.n_columns:
            rule = f"a row must have {layout.n_columns} cells as the header has"
            yield Fault(number, rule, f"{len(cells)}", seen=quoted(b" ".join(cells[:3])))
        else:
            yield _row(number, cells, layout)


def _row(number: int, cells: list[bytes], layout: Layout) -> Row | Fault:
    line = b" ".join(cells)
    try:
        line.decode()
    except UnicodeDecodeError:
        label = layout.roles.label
        known = [] if label is None else [unquoted(cells[layout.places[label]])]
        return replace(bad_utf8(number, line), labels=readable_labels(known))
    values = {name: unquoted(cells[place]).decode() for name, place in layout.places.items()}
    return row_of(number, values, layout.roles)
