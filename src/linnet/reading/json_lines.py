"""JSON lines: one object per line, read by Arrow, or line by line where Arrow may not be exact."""

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
from linnet.reading.column_contents import ROWS
from linnet.reading.columns import ColumnRoles, find_columns
from linnet.reading.documents import Documents
from linnet.reading.json_rows import decoded, json_rows
from linnet.reading.kept_columns import ALL, as_json, with_types
from linnet.reading.kept_types import kept_type, kind_of_value
from linnet.reading.parsed_columns import ParsedColumns, assign_roles
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import collect
from linnet.reading.source import Source

_NEWLINE, _RETURN, _OPEN, _CLOSE = ord("\n"), ord("\r"), ord("{"), ord("}")
_MINUS_ZERO = re.compile(rb"[:\[,]\s*-0")


def read_json_lines(source: Source, settings: ReadSettings) -> Documents:
    """Return the documents of a JSON lines file."""
    objects_at_start = _first_objects(first_block(source, line_cut))
    kinds = _kinds(objects_at_start)
    objects = [key for key, seen in kinds.items() if dict in seen]
    columns = list(kinds) or _columns_to_expect(settings)
    sample = partial(_sample, objects_at_start, columns)
    roles = find_columns(columns, settings, source.name, objects, sample)
    if not kinds:
        roles = replace(roles, note="")
    roles = replace(roles, multilabel=_is_multilabel(roles, settings, kinds))
    parse = partial(parse_json_lines, roles=roles, settings=settings, name=source.name)
    file = TextFile(source, line_cut, parse)
    documents = roles.documents(source.name, lambda: file.batches(settings))
    documents = replace(documents, text_file=file)
    types = {name: kept_type(kinds.get(name, set())) for name in roles.kept_names()}
    return with_types(documents, types)


def _is_multilabel(roles: ColumnRoles, settings: ReadSettings, kinds: dict[str, set[type]]) -> bool:
    if roles.label is None:
        return False
    if settings.multilabel is not None:
        return settings.multilabel
    return list in kinds.get(roles.label, ())


def _first_objects(block: np.ndarray) -> list[dict[str, Any]]:
    """Return the objects of the first lines."""
    values = [decoded(line) for line in lines_of(block)[:ROWS]]
    return [value for value in values if isinstance(value, dict)]


def _kinds(objects: list[dict[str, Any]]) -> dict[str, set[type]]:
    """Return the keys of the first objects, in order, with the types of their values."""
    kinds: dict[str, set[type]] = {}
    for value in objects:
        for key, inside in value.items():
            kinds.setdefault(key, set()).add(kind_of_value(inside))
    return kinds


def _sample(objects: list[dict[str, Any]], columns: list[str]) -> dict[str, list[Any]]:
    """Return the first values of each column, None where an object lacks it."""
    return {name: [value.get(name) for value in objects] for name in columns}


def _columns_to_expect(settings: ReadSettings) -> list[str]:
    """Return columns that suit the settings, for input without any object.

    Its rows tell what is wrong.
    """
    kept = [name for name in settings.keep if name != ALL]
    named = [*(settings.text or ()), settings.id, settings.weight, *settings.other_columns()]
    named += kept
    if settings.text is None and not settings.other_columns():
        named.insert(0, "text")
    if settings.labelled:
        named.append(settings.label or "label")
    return [name for name in dict.fromkeys(named) if name is not None]


def parse_json_lines(
    data: np.ndarray, roles: ColumnRoles, settings: ReadSettings, name: str
) -> ParsedColumns:
    """Return the columns of some lines."""
    parsed = parse_fast(data, roles)
    if parsed is None:
        return parse_exactly(data, roles, settings, name)
    return parsed


def parse_fast(data: np.ndarray, roles: ColumnRoles) -> ParsedColumns | None:
    """Return the columns as Arrow reads them, or None where that might not be exact."""
    if roles.features is not None:
        return None  # Arrow's structs cannot tell null from what is not there
    lines = _object_lines(data)
    if lines is None:
        return None
    types = _types(data, lines.first, roles)
    if types is None or not is_utf8(data):
        return None
    try:
        table = _arrow_table(data, types)
    except pa.ArrowException:
        return None
    columns = {name: one_chunk(table.column(name)) for name in types}
    has_nan = any(_has_nan(columns[name]) for name in roles.numeric)
    if has_nan or len(table) != len(lines.rows):
        return None
    return assign_roles(columns, roles, lines.rows, lines.count + 1)


def _arrow_table(data: np.ndarray, types: dict[str, pa.DataType]) -> pa.Table:
    import pyarrow.json as arrow_json

    reading = arrow_json.ReadOptions(use_threads=False, block_size=len(data) + 1)
    parsing = arrow_json.ParseOptions(pa.schema(types), unexpected_field_behavior="ignore")
    return arrow_json.read_json(pa.BufferReader(pa.py_buffer(data)), reading, parsing)


def _has_nan(column: pa.Array) -> bool:
    """Return whether there is the literal NaN, which is not JSON but which Arrow reads."""
    from pyarrow import compute

    if not pa.types.is_floating(column.type):
        return False
    return bool(compute.any(compute.is_nan(column)).as_py())


@dataclass(frozen=True)
class _ObjectLines:
    """The row numbers of lines {…} among all lines, and where the first of them ends."""

    rows: np.ndarray
    count: int
    first: slice


def _object_lines(data: np.ndarray) -> _ObjectLines | None:
    """Return where the lines {…} are, None when there are other lines that are not empty.

    When each line starts with { and ends with }, no object can go over a line's end, so that as
    many objects as lines means one object on each line. (Arrow would also crash on a first line
    that is null.)
    """
    ends = np.flatnonzero(data == _NEWLINE)
    if data[-1] != _NEWLINE:
        ends = np.append(ends, len(data))
    count = len(ends)
    starts = np.append(0, ends[:-1] + 1)
    ends = ends - ((ends > starts) & (data[ends - 1] == _RETURN))

    not_empty = ends > starts
    rows = np.flatnonzero(not_empty) + 1
    starts = starts[not_empty]
    ends = ends[not_empty]
    is_object = (data[starts] == _OPEN) & (data[ends - 1] == _CLOSE)
    if len(rows) == 0 or not is_object.all():
        return None
    return _ObjectLines(rows, count, slice(starts[0], ends[0]))


def _types(
    data: np.ndarray, first_line: slice, roles: ColumnRoles
) -> dict[str, pa.DataType] | None:
    """Return the Arrow type of each column by the first object; None if Arrow has no exact one."""
    first = _value(data[first_line].tobytes())
    if not isinstance(first, dict):
        return None
    types = {}
    for name in roles.names():
        own_roles = {role for role, column in roles.items() if column == name}
        if not _is_exact(first.get(name), own_roles):
            return None
        types[name] = _type(first.get(name), own_roles, multilabel=roles.multilabel)
    has_integers = not {pa.int64(), pa.list_(pa.int64())}.isdisjoint(types.values())
    if has_integers and _MINUS_ZERO.search(data.data):
        return None  # -0 is not 0
    return types


def _is_exact(value: Any, own_roles: set[str]) -> bool:
    """Return whether a column, by its first value, can be kept as Arrow reads it."""
    if not own_roles & {"kept", "id"}:
        return True
    plain = isinstance(value, str | int | None)
    return plain and not own_roles & {"numeric", "weight", "features"}


def _type(value: Any, own_roles: set[str], *, multilabel: bool) -> pa.DataType:
    """Return the type of a column that has these roles, by its first value."""
    if "text" in own_roles:
        return pa.string()
    if "label" in own_roles and multilabel and isinstance(value, list):
        return pa.list_(_literal_type(value[0] if value else None))
    if own_roles & {"label", "id", "categorical", "kept"}:
        return _literal_type(value)
    return pa.string() if isinstance(value, str) else pa.float64()


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
    parsed = collect(json_rows(lines, roles, name), len(lines) + 1, roles, settings)
    return replace(parsed, kept_columns=as_json(parsed.kept_columns))
