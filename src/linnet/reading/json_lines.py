"""JSON lines: one object per line, read by Arrow, or line by line where Arrow might not be exact."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import one_chunk
from linnet.reading.blocks import TextFile, first_block, is_utf8, line_cut, lines_of
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Documents
from linnet.reading.json_rows import decoded, json_rows
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import collect
from linnet.reading.source import Source

_KEY_LINES = 1000
_NEWLINE, _RETURN, _OPEN, _CLOSE = 10, 13, ord("{"), ord("}")


def read_json_lines(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a JSON lines file."""
    kinds = _kinds(first_block(source, line_cut))
    objects = [key for key, seen in kinds.items() if dict in seen]
    roles = find_columns(list(kinds) or _names(settings), settings, source.name, objects)
    lists = settings.multilabel is None and list in kinds.get(str(roles.label), ())
    multilabel = roles.label is not None and (lists or bool(settings.multilabel))
    roles = replace(roles, note=roles.note if kinds else "", multilabel=multilabel)
    parse = partial(parse_json_lines, roles=roles, settings=settings, name=source.name)
    file = TextFile(source, line_cut, parse)
    return roles.documents(source.name, lambda: file.batches(settings))


def _kinds(block: np.ndarray) -> dict[str, set[type]]:
    """Return the keys of the first objects, in order, with the types of their values."""
    kinds: dict[str, set[type]] = {}
    for line in lines_of(block)[:_KEY_LINES]:
        value = decoded(line)
        if isinstance(value, dict):
            for key, inside in value.items():
                kinds.setdefault(key, set()).add(type(inside))
    return kinds


def _names(settings: ReadSettings) -> list[str]:
    """Return columns that suit the settings, for input without any object: its rows tell what is wrong."""
    text = (
        ("text",) if settings.text is None and not settings.other_columns() else settings.text or ()
    )
    named = [*text, settings.id, settings.weight, *settings.other_columns()]
    named += [settings.label or "label"] if settings.labelled else []
    return [name for name in dict.fromkeys(named) if name is not None]


def parse_json_lines(
    data: np.ndarray, roles: ColumnRoles, settings: ReadSettings, name: str
) -> ParsedColumns:
    """Return the columns of some lines."""
    found = parse_fast(data, roles)
    return found if found is not None else parse_exactly(data, roles, settings, name)


def parse_fast(data: np.ndarray, roles: ColumnRoles) -> ParsedColumns | None:
    """Return the columns as Arrow reads them, or None where that might not be exact."""
    import pyarrow.json as arrow_json

    if roles.features is not None:
        return None  # Arrow's structs cannot tell null from what is not there
    lines = _object_lines(data)
    types = None if lines is None else _types(data, lines.first, roles)
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
    if len(table) != len(lines.rows) or any(_has_nan(columns[name]) for name in roles.numeric):
        return None
    return assign_roles(columns, roles, lines.rows, lines.count + 1)


def _has_nan(column: pa.Array) -> bool:
    """Return whether there is the literal NaN, which is not JSON but which Arrow reads."""
    from pyarrow import compute

    return pa.types.is_floating(column.type) and bool(compute.any(compute.is_nan(column)).as_py())


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


def _types(
    data: np.ndarray, first_line: slice, roles: ColumnRoles
) -> dict[str, pa.DataType] | None:
    """Return the Arrow type of each column by the first object; None when Arrow has no exact one."""
    first = _value(data[first_line].tobytes())
    if not isinstance(first, dict):
        return None
    types = {name: pa.string() for name in roles.names()}
    for name in {roles.id, *roles.categorical} - {None, *roles.fields}:
        types[str(name)] = _literal_type(first.get(str(name)))
    if roles.label is not None and roles.label not in roles.fields:
        types[roles.label] = _label_type(first.get(roles.label), roles)
    numbers_only = {roles.weight, *roles.numeric} - {
        roles.label,
        roles.id,
        *roles.fields,
        *roles.categorical,
    }
    types |= {
        str(name): pa.float64()
        for name in numbers_only
        if name and not isinstance(first.get(name), str)
    }
    if {pa.int64(), pa.list_(pa.int64())} & set(types.values()) and re.search(
        rb"[:\[,]\s*-0", data.data
    ):
        return None  # -0 is not 0
    return types


def _label_type(value: Any, roles: ColumnRoles) -> pa.DataType:
    if roles.multilabel and isinstance(value, list):
        return pa.list_(_literal_type(value[0] if value else None))
    return _literal_type(value)


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


def parse_exactly(
    data: np.ndarray, roles: ColumnRoles, settings: ReadSettings, name: str
) -> ParsedColumns:
    """Return the columns as Python's json reads each line by itself."""
    lines = lines_of(data)
    return collect(json_rows(lines, roles, name), len(lines) + 1, roles, settings)
