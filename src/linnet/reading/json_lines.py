"""JSON lines: one object per line, read by Arrow, or line by line where Arrow might not be exact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.errors import SettingError
from linnet.reading.arrow_columns import one_chunk, strings
from linnet.reading.blocks import TextFile, first_block, is_utf8, line_cut, lines_of
from linnet.reading.columns import Chosen, choose
from linnet.reading.documents import Documents
from linnet.reading.rows import Fault, Found, Row, bad_utf8, collect, lone_surrogate, row_of
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source

_KEY_LINES = 1000
_BLANK = b" \t\r"
_NEWLINE, _RETURN, _OPEN, _CLOSE = 10, 13, ord("{"), ord("}")

# Numbers stay as they are written: 1.50 is "1.50".
_EXACT = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def read_json_lines(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a JSON lines file."""
    keys = _keys(first_block(source, line_cut))
    chosen = choose(keys or _names(settings), settings, source.name)
    parse = partial(parse_json_lines, chosen=chosen, settings=settings, name=source.name)
    file = TextFile(source, line_cut, parse)
    note = chosen.note if keys else ""
    return Documents(source.name, chosen.fields, chosen.label, note, lambda: file.batches(settings))


def _keys(block: np.ndarray) -> list[str]:
    """Return the keys of the first objects, in order."""
    keys: dict[str, None] = {}
    for line in lines_of(block)[:_KEY_LINES]:
        value = _decoded(line)
        if isinstance(value, dict):
            keys.update(dict.fromkeys(value))
    return list(keys)


def _names(settings: ReadSettings) -> list[str]:
    """Return columns that suit the settings, for input without any object: its rows tell what is wrong."""
    named = [*(settings.text or ("text",)), settings.id, settings.weight]
    named += [settings.label or "label"] if settings.labelled else []
    return [name for name in dict.fromkeys(named) if name is not None]


def parse_json_lines(data: np.ndarray, chosen: Chosen, settings: ReadSettings, name: str) -> Found:
    """Return the columns of some lines."""
    found = parse_fast(data, chosen)
    return found if found is not None else parse_exactly(data, chosen, settings, name)


def parse_fast(data: np.ndarray, chosen: Chosen) -> Found | None:
    """Return the columns as Arrow reads them, or None where that might not be exact."""
    import pyarrow.json as arrow_json

    lines = _object_lines(data)
    types = None if lines is None else _types(data, lines.first, chosen)
    if lines is None or types is None or not is_utf8(data):
        return None
    try:
        table = arrow_json.read_json(
            pa.BufferReader(pa.py_buffer(data)),
            arrow_json.ReadOptions(use_threads=False, block_size=len(data) + 1),
            arrow_json.ParseOptions(pa.schema(types), unexpected_field_behavior="ignore"),
        )
    except pa.ArrowException:
        return None
    columns = {name: one_chunk(table.column(name)) for name in types}
    return _found(lines, columns, chosen) if len(table) == len(lines.rows) else None


@dataclass(frozen=True)
class _ObjectLines:
    """The row numbers of lines {…} among all lines, and where the first of them ends."""

    rows: np.ndarray
    count: int
    first: slice


def _object_lines(data: np.ndarray) -> _ObjectLines | None:
    """Return where the lines {…} are, None when there are other lines that are not empty.

    When each line starts with { and ends with }, no object can go over a line's end, so that as many objects
    as lines means one object on each line. (Arrow would also crash on a first line that is null.)
    """
    ends = np.flatnonzero(data == _NEWLINE)
    if data[-1] != _NEWLINE:
        ends = np.append(ends, len(data))
    count = len(ends)
    starts = np.append(0, ends[:-1] + 1)
    ends = ends - ((ends > starts) & (data[ends - 1] == _RETURN))
    full = ends > starts
    rows = np.flatnonzero(full) + 1
    starts, ends = starts[full], ends[full]
    whole = (data[starts] == _OPEN) & (data[ends - 1] == _CLOSE)
    if len(rows) == 0 or not whole.all():
        return None
    return _ObjectLines(rows, count, slice(starts[0], ends[0]))


def _types(data: np.ndarray, first_line: slice, chosen: Chosen) -> dict[str, pa.DataType] | None:
    """Return the Arrow type of each column by the first object; None when Arrow has no exact one."""
    first = _value(data[first_line].tobytes())
    if not isinstance(first, dict):
        return None
    types = {name: pa.string() for name in chosen.names()}
    for name in {chosen.label, chosen.id} - {None, *chosen.fields}:
        types[str(name)] = _literal_type(first.get(str(name)))
    weight_only = {chosen.weight} - {None, chosen.label, chosen.id, *chosen.fields}
    types |= {str(name): pa.float64() for name in weight_only if not isinstance(first.get(name), str)}
    if pa.int64() in types.values() and re.search(rb":\s*-0", data.data):
        return None  # -0 is not 0
    return types


def _value(line: bytes) -> Any:
    """Return the value of a line with numbers as numbers, or None where it is broken."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _literal_type(value: Any) -> pa.DataType:
    if isinstance(value, bool):
        return pa.bool_()
    return pa.int64() if isinstance(value, int) else pa.string()


def _found(lines: _ObjectLines, columns: dict[str, pa.Array], chosen: Chosen) -> Found:
    return Found(
        lines.rows,
        lines.count + 1,
        tuple(columns[name] for name in chosen.fields),
        None if chosen.label is None else strings(columns[chosen.label]),
        None if chosen.id is None else strings(columns[chosen.id]),
        None if chosen.weight is None else columns[chosen.weight],
    )


def parse_exactly(data: np.ndarray, chosen: Chosen, settings: ReadSettings, name: str) -> Found:
    """Return the columns as Python's json reads each line by itself."""
    lines = lines_of(data)
    return collect(_rows(lines, chosen, name), len(lines) + 1, len(chosen.fields), settings)


def _rows(lines: list[bytes], chosen: Chosen, name: str) -> Iterator[Row | Fault]:
    for number, line in enumerate(lines, 1):
        if line.strip(_BLANK):
            yield _row(number, line, chosen, name)


def _row(number: int, line: bytes, chosen: Chosen, name: str) -> Row | Fault:
    value = _decoded(line)
    if isinstance(value, UnicodeDecodeError):
        return bad_utf8(number, line)
    if isinstance(value, Exception):
        return Fault(number, f"a line must be a JSON object; got broken JSON ({_reason(value)})")
    if not isinstance(value, dict):
        return Fault(number, f"a line must be a JSON object; got {_kind(value)}", "Write one object per line")
    if chosen.label is not None and isinstance(value.get(chosen.label), list):
        raise _several_labels(name, number, len(value[chosen.label]))
    for column in chosen.names():
        if isinstance(value.get(column), list | dict):
            return Fault(number, f"{column!r} must be a string; got {_kind(value[column])}")
    literals = {column: _literal(value.get(column)) for column in chosen.names()}
    return lone_surrogate(number, literals.values()) or row_of(number, literals, chosen)


def _several_labels(name: str, number: int, count: int) -> SettingError:
    return SettingError(
        f"{name}, row {number}: a document must have one label; got a list of {count}. "
        "Several labels per document are not supported yet: keep one of them."
    )


def _decoded(line: bytes) -> Any:
    """Return the value of a line, or the exception that says why there is none."""
    try:
        return _EXACT.decode(line.decode().strip(" \t\r"))
    except (ValueError, RecursionError) as error:
        return error


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, character {error.pos + 1}"
    return "too deeply nested"


def _literal(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def _kind(value: Any) -> str:
    kinds = {list: "a list", dict: "an object", str: "a string or number", bool: "true or false"}
    return kinds.get(type(value), "null")
