"""CSV and TSV: every cell a string, read by Arrow, or row by row where Arrow may not be exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError, quoted
from linnet.reading.arrow_columns import one_chunk
from linnet.reading.blocks import TextFile, first_block, first_bytes, is_utf8
from linnet.reading.cells import last_record_end, open_quote, records, unquoted
from linnet.reading.column_contents import ROWS
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.delimiters import (
    Delimiter,
    find_delimiter,
    refuse_title,
    refuse_undivided,
)
from linnet.reading.documents import Documents
from linnet.reading.error_values import is_error_value, without_error_values
from linnet.reading.faults import Fault, bad_text, readable_labels
from linnet.reading.kept_columns import as_written
from linnet.reading.number_columns import decimal_note, number_places, with_decimals
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect, row_of
from linnet.reading.source import Source
from linnet.reading.tabbed_text import table_note
from linnet.reading.text_input import header_advice, text_input
from linnet.reading.transcoding import original_bytes

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Layout:
    """What a parser must know about the file: its delimiter and which of its cells have a role."""

    delimiter: str
    n_columns: int
    roles: ColumnRoles
    places: dict[str, int]  # column name to cell number, for the columns that have a role


def read_csv(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a file of comma-separated values with a header."""
    return _read(source, settings, ",")


def read_tsv(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a file of tab-separated values with a header."""
    return _read(source, settings, "\t")


def _read(source: Source, settings: ReadSettings, usual_delimiter: str) -> Documents:
    text = text_input(source, settings)
    start = first_bytes(text.source)
    delimiter = find_delimiter(start, usual_delimiter, text.settings, source.name)
    cut = partial(last_record_end, delimiter=delimiter.code)
    block = first_block(text.source, cut)
    header, header_bytes = _header(block, delimiter, text.settings, source.name)
    refuse_undivided(header, delimiter, settings, source.name)
    refuse_title(header, block[header_bytes:], delimiter, text.settings, source.name)
    _refuse_features(settings, source.name)

    first_rows = block[header_bytes:]
    sample = partial(_sample, first_rows, header, delimiter.code)
    roles = find_columns(header, settings, source.name, sample=sample)
    roles = replace(roles, multilabel=bool(settings.multilabel))
    layout = _layout(delimiter, header, roles)
    number_columns = number_places(roles, layout.places)
    found = with_decimals(text.settings, first_rows, delimiter.character, number_columns)

    parse = partial(parse_delimited, layout=layout, settings=found)
    file = TextFile(text.source, cut, parse, header_bytes, delimiter.character, text.encoding)
    documents = roles.documents(source.name, lambda: file.batches(found))
    kind_note = table_note(source.name, settings)
    notes = (kind_note, *text.notes, delimiter.note, decimal_note(found))
    return replace(_of_file(documents, file), notes=tuple(filter(None, notes)))


def _layout(delimiter: Delimiter, header: list[str], roles: ColumnRoles) -> Layout:
    all_places = {name: place for place, name in enumerate(header)}
    places = {name: all_places[name] for name in roles.names()}  # each is there once
    return Layout(delimiter.character, len(header), roles, places)


def _of_file(documents: Documents, file: TextFile) -> Documents:
    return replace(documents, text_file=file, delimiter=file.delimiter)


def _refuse_features(settings: ReadSettings, name: str) -> None:
    if settings.features is not None:
        raise SettingError(
            f"{name}: named features must be objects; "
            f"got the column {quoted(settings.features)} of plain cells. "
            "Use JSON lines, or name its columns one by one."
        )


def _header(
    block: np.ndarray, delimiter: Delimiter, settings: ReadSettings, name: str
) -> tuple[list[str], int]:
    """Return the names of the columns and the number of bytes up to the first row."""
    for cells, end in records(block[delimiter.n_bytes :], delimiter.code):
        fault = bad_text(0, b" ".join(cells), settings)
        if fault is None:
            return [unquoted(cell).decode() for cell in cells], delimiter.n_bytes + end
        problem = f"{name}, header: {fault.rule}; got {fault.got}."
        raise InputError(problem, header_advice(settings))
    raise InputError(
        f"{name}: the first row must name the columns; got an empty file. Write a header."
    )


def _sample(block: np.ndarray, header: list[str], delimiter: int) -> dict[str, list[str | None]]:
    """Return the cells of the first rows by column, for rows that have as many as the header."""
    first = islice(records(block, delimiter), ROWS)
    rows = [cells for cells, _ in first if len(cells) == len(header)]
    columns = zip(*rows, strict=True) if rows else [()] * len(header)
    pairs = zip(header, columns, strict=True)
    return {name: [_sampled(cell) for cell in cells] for name, cells in pairs}


def _sampled(cell: bytes) -> str | None:
    """Return what a cell says as far as it can be read, None for an error value."""
    value = unquoted(cell).decode(errors="replace")
    return None if is_error_value(value) else value


def parse_delimited(data: np.ndarray, layout: Layout, settings: ReadSettings) -> ParsedColumns:
    """Return the columns of some rows."""
    parsed = parse_fast(data, layout)
    if parsed is None:
        parsed = parse_exactly(data, layout, settings)
    parsed = replace(parsed, kept_columns=as_written(parsed.kept_columns))
    return without_error_values(parsed)


def parse_fast(data: np.ndarray, layout: Layout) -> ParsedColumns | None:
    """Return the columns as Arrow reads them, or None where that might not be exact."""
    if not is_utf8(data) or _arrow_differs(data, layout):
        return None
    try:
        table = _arrow_table(data, layout)
    except pa.ArrowException:
        return None
    columns = {name: one_chunk(table.column(str(place))) for name, place in layout.places.items()}
    rows = np.arange(1, len(table) + 1)
    return assign_roles(columns, layout.roles, rows, len(table) + 1)


def _arrow_table(data: np.ndarray, layout: Layout) -> pa.Table:
    """Return the columns that have a role as strings, named by their places."""
    import pyarrow.csv as arrow_csv

    names = [str(place) for place in range(layout.n_columns)]
    wanted = [str(place) for place in sorted(set(layout.places.values()))]
    reading = arrow_csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names)
    parsing = arrow_csv.ParseOptions(delimiter=layout.delimiter)
    converting = arrow_csv.ConvertOptions(
        check_utf8=False,
        column_types=dict.fromkeys(wanted, pa.string()),
        include_columns=wanted,
    )
    buffer = pa.BufferReader(pa.py_buffer(data))
    return arrow_csv.read_csv(buffer, reading, parsing, converting)


def _arrow_differs(data: np.ndarray, layout: Layout) -> bool:
    """Return whether Arrow reads this otherwise: a mark, mixed line ends, an open quote."""
    whole = data.tobytes()
    if whole.startswith(_BOM):
        return True
    if b"\r" in whole and b"\n" in whole and whole.count(b"\r") != whole.count(b"\r\n"):
        return True
    return b'"' in whole and open_quote(data, ord(layout.delimiter)) is not None


def parse_exactly(data: np.ndarray, layout: Layout, settings: ReadSettings) -> ParsedColumns:
    """Return the columns, each row taken by itself."""
    delimiter = ord(layout.delimiter)
    rows = [cells for cells, _ in records(data, delimiter)]
    is_open = open_quote(data, delimiter) is not None
    if is_open:
        rows.pop()
    parsed = collect(_rows(rows, layout, settings), len(rows) + 1, layout.roles, settings)
    if not is_open or parsed.fault is not None:
        return parsed
    # Not to be skipped: the rest of the file, however long, is inside this quote.
    fault = Fault(
        len(rows) + 1,
        "a quote must be closed",
        "the end of the file",
        "Close the quote",
        skippable=False,
    )
    return replace(parsed, fault=fault)


def _rows(rows: list[list[bytes]], layout: Layout, settings: ReadSettings) -> Iterator[Row | Fault]:
    for number, cells in enumerate(rows, 1):
        if len(cells) == layout.n_columns:
            yield _row(number, cells, layout, settings)
        else:
            rule = f"a row must have {layout.n_columns} cells as the header has"
            start = b" ".join(cells[:3]).decode(errors="replace")
            yield Fault(number, rule, _count_in_words(cells), seen=quoted(start))


def _count_in_words(cells: list[bytes]) -> str:
    """Return how many cells a row has; in how many lines, where a quote may be open.

    >>> _count_in_words([b"a", b"b"]), _count_in_words([b"a", b'"b' + bytes([10]) + b'c"'])
    ('2', '2 (in 2 lines; is a quote not closed?)')
    """
    n_lines = 1 + sum(len(cell.splitlines()) - 1 for cell in cells if cell)
    if n_lines == 1:
        return f"{len(cells)}"
    return f"{len(cells)} (in {n_lines:,} lines; is a quote not closed?)"


def _row(number: int, cells: list[bytes], layout: Layout, settings: ReadSettings) -> Row | Fault:
    fault = bad_text(number, b" ".join(cells), settings)
    if fault is not None:
        label = layout.roles.label
        labels = [] if label is None else [unquoted(cells[layout.places[label]])]
        readable = readable_labels(map(original_bytes, labels))
        kept = tuple(_readable(cells[layout.places[name]]) for name in layout.roles.kept_names())
        return replace(fault, labels=readable, kept=kept)
    values = {name: unquoted(cells[place]).decode() for name, place in layout.places.items()}
    kept = tuple(values[name] for name in layout.roles.kept_names())
    return replace(row_of(number, values, layout.roles), kept=kept)


def _readable(cell: bytes) -> str | None:
    """Return what a cell of a bad row says, None where that is not UTF-8."""
    try:
        return unquoted(cell).decode()
    except UnicodeDecodeError:
        return None
