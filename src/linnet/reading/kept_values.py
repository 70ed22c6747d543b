"""Columns that were kept from the input, as JSON, as cells of CSV and as columns of a table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from json.encoder import encode_basestring as quoted_text
from typing import Any

import pyarrow as pa

from linnet.errors import InputError, quoted
from linnet.reading.arrow_columns import is_number, one_chunk, strings, value_type
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_objects import bytes_text, object_text

NULL = "null"
_WORDS = {pa.bool_(): "true or false", pa.int64(): "whole numbers", pa.float64(): "numbers"}
EXACT = 2**53  # up to this, floats tell whole numbers apart
_NOT_FINITE = ("nan", "inf", "-inf")
_NUMBER_STARTS = tuple("-0123456789")  # of JSON
_DATE_AND_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:(\.\d*[1-9])0*|\.0*)?(Z|[+-]\d\d:?\d\d)?", re.ASCII
)


def json_texts(column: KeptColumn) -> list[str]:
    """Return each value as JSON.

    >>> json_texts(KeptColumn("stars", pa.array([5, None]))), json_texts(
    ...     KeptColumn("name", pa.array(["Eve"])))
    (['5', 'null'], ['"Eve"'])
    """
    if column.is_json:
        return [value or NULL for value in column.values.to_pylist()]
    kind = value_type(column.values.type)
    if pa.types.is_nested(kind):
        return [object_text(value) for value in _objects(column)]
    texts = _texts(column)
    if is_number(kind):
        return [NULL if text is None or text in _NOT_FINITE else text for text in texts]
    return [NULL if text is None else quoted_text(text) for text in texts]


def csv_cells(column: KeptColumn) -> list[str | None]:
    """Return each value as a cell of CSV: strings as they are, None for null, the rest as JSON.

    >>> csv_cells(KeptColumn("tags", pa.array([["new"], None]))), csv_cells(
    ...     KeptColumn("name", pa.array(["Eve"])))
    (['["new"]', None], ['Eve'])
    """
    if column.is_json:
        return [_unquoted(value) for value in column.values.to_pylist()]
    if pa.types.is_nested(value_type(column.values.type)):
        return [None if value is None else object_text(value) for value in _objects(column)]
    return _texts(column)


def spreadsheet_cells(column: KeptColumn, decimal_mark: str) -> list[str | None]:
    """Return each value as a cell that a spreadsheet reads as a number or time, if it is one.

    Cells of a text file stay as they were written.

    >>> spreadsheet_cells(KeptColumn("price", pa.array([13.1, 2.5])), ",")
    ['13,1', '2,5']
    >>> spreadsheet_cells(KeptColumn("at", pa.array(["2025-01-02T08:00:00"])), ",")
    ['2025-01-02 08:00:00']
    """
    cells = csv_cells(column)
    if column.is_written:
        return cells
    if column.is_json:
        pairs = zip(column.values.to_pylist(), cells, strict=True)
        return [_json_cell(text, cell, decimal_mark) for text, cell in pairs]
    if is_number(value_type(column.values.type)):
        return [None if cell is None else cell.replace(".", decimal_mark) for cell in cells]
    return [_time_cell(cell) for cell in cells]


def _json_cell(text: str | None, cell: str | None, decimal_mark: str) -> str | None:
    """Return the cell of a JSON text, which may be a number."""
    if text is not None and text[:1] in _NUMBER_STARTS:
        return text.replace(".", decimal_mark)
    return _time_cell(cell)


def _time_cell(cell: str | None) -> str | None:
    """Return a date with a time as spreadsheets write it; other cells stay as they are."""
    found = _DATE_AND_TIME.fullmatch(cell or "")
    if found is None:
        return cell
    day, time, fraction, zone = found.groups("")
    return f"{day} {time}{fraction}{zone}"


def _unquoted(text: str | None) -> str | None:
    """Return a JSON text, the string itself where it is one."""
    if text is None or not text.startswith('"'):
        return text
    string: str = json.loads(text)
    return string


def _objects(column: KeptColumn) -> list[Any]:
    try:
        return list(column.values.to_pylist())
    except (ValueError, OverflowError) as error:  # times finer than Python's
        got = quoted(str(error))
        raise InputError(
            f"column {quoted(column.name)} must hold what JSON and CSV can hold; got {got}. "
            "Write Parquet, or leave the column out."
        ) from None


def _texts(column: KeptColumn) -> list[str | None]:
    """Return values that are not nested as text."""
    values = column.values
    kind = value_type(values.type)
    if isinstance(values, pa.ExtensionArray):
        return [None if value is None else _text(value) for value in values.to_pylist()]
    if pa.types.is_float16(kind):
        values = values.cast(pa.float32())
    is_bytes = pa.types.is_binary(kind) or pa.types.is_large_binary(kind)
    if is_bytes or pa.types.is_fixed_size_binary(kind):
        return [None if value is None else _text(value) for value in values.to_pylist()]
    try:
        return list(strings(values).to_pylist())
    except pa.ArrowException:
        return [None if value is None else _text(value) for value in values.to_pylist()]


def _text(value: Any) -> str:
    return bytes_text(value) if isinstance(value, bytes) else str(value)


def python_values(column: KeptColumn) -> list[Any]:
    """Return the values as Python has them."""
    if column.is_json:
        return [parsed_json(text) for text in json_texts(column)]
    return list(column.values.to_pylist())


def parsed_json(text: str) -> Any:
    """Return what a JSON text says; a whole number that is too long for Python stays text.

    >>> parsed_json("[7, null]"), len(parsed_json("9" * 5000))
    ([7, None], 5000)
    """
    return json.loads(text, parse_int=_whole_number)


def _whole_number(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:  # more digits than Python makes a number of
        return digits


def arrow_values(column: KeptColumn, rows: Sequence[int]) -> pa.Array:
    """Return the values, of rows with these numbers, with the type of the column in a table."""
    values = column.values
    if not column.is_json and values.type == column.type:
        return values
    objects = [_typed(text, column.type) for text in json_texts(column)]
    for row, value in zip(rows, objects, strict=True):
        if value is not None and not _suits(value, column.type):
            raise InputError(
                f"row {row}: column {quoted(column.name)} must hold {_WORDS[column.type]} "
                f"as in the first rows; got {quoted(value)}. "
                "Write JSON lines or CSV, or leave the column out."
            )
    return pa.array(objects, column.type)


def _suits(value: Any, kind: pa.DataType) -> bool:
    """Return whether a value of JSON is of a type; true and false are no numbers."""
    if kind == pa.bool_():
        return isinstance(value, bool)
    if kind == pa.int64():
        return _is_whole(value) and -(2**63) <= value < 2**63
    if kind == pa.float64():
        return isinstance(value, float) or (_is_whole(value) and abs(value) <= EXACT)
    return True


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _typed(text: str, kind: pa.DataType) -> Any:
    """Return what a JSON text says; in a column of strings, what is none stays JSON."""
    value = parsed_json(text)
    is_string = text.startswith('"')
    if value is None or is_string or not pa.types.is_string(kind):
        return value
    return text


def no_values(column: KeptColumn, n: int) -> KeptColumn:
    """Return the column with a null in each of n rows."""
    return replace(column, values=pa.nulls(n, column.values.type))


def joined_column(columns: Sequence[KeptColumn]) -> KeptColumn:
    """Return a column of several batches as one, in their order."""
    first = columns[0]
    columns = [_as_large_strings(column) for column in columns]
    alike = {(column.is_json, column.values.type) for column in columns}
    if len(alike) == 1:
        return replace(first, values=_concatenated([column.values for column in columns]))
    texts = [text for column in columns for text in _nullable_texts(column)]
    return replace(first, values=pa.array(texts, pa.large_string()), is_json=True)


def _as_large_strings(column: KeptColumn) -> KeptColumn:
    """Return a column of strings as one of large strings, which may be joined."""
    if not pa.types.is_string(column.values.type):
        return column
    return replace(column, values=column.values.cast(pa.large_string()))


def _concatenated(arrays: Sequence[pa.Array]) -> pa.Array:
    return one_chunk(pa.chunked_array(arrays))


def _nullable_texts(column: KeptColumn) -> Iterator[str | None]:
    for text in json_texts(column):
        yield None if text == NULL else text
