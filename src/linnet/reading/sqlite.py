"""SQLite: a file that is read, and never written or created."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from linnet.errors import InputError, quoted
from linnet.reading.database import Answer, existing_file, not_a_query, without_password

BATCH_ROWS = 10_000
Row = tuple[Any, ...]
# What SQLite says of statements that do more than read.
_WRITES = ("not authorized", "authorization denied", "attempt to write a readonly database")


class Text(bytes):
    """The bytes of a text, which may be no UTF-8; those of a BLOB are plain bytes."""


@contextmanager
def ask(url: str, sql: str) -> Iterator[Answer]:
    """Give the columns and rows of a query; columns have the types of their first values."""
    with _connected(url) as connection:
        cursor = _executed(connection, url, sql)
        names = [column[0] for column in cursor.description]
        first_rows = cursor.fetchmany(BATCH_ROWS)
        schema = _schema(names, first_rows)
        yield schema, partial(_batches, first_rows, cursor, schema, without_password(url))


def check_query(url: str, sql: str) -> None:
    """Refuse a query that does more than read, before another library runs it."""
    with _connected(url) as connection:
        _executed(connection, url, sql)


@contextmanager
def _connected(url: str) -> Iterator[sqlite3.Connection]:
    path = existing_file(url)
    location = f"file:{quote(str(path.resolve()))}?mode=ro"
    with closing(sqlite3.connect(location, uri=True)) as connection:
        connection.text_factory = Text  # texts that are no UTF-8 are bad rows, no errors
        connection.set_authorizer(_may)
        yield connection


def _executed(connection: sqlite3.Connection, url: str, sql: str) -> sqlite3.Cursor:
    refusal = not_a_query(without_password(url), "another statement")
    try:
        cursor = connection.execute(sql)
    except sqlite3.DatabaseError as error:
        if str(error).startswith(_WRITES):
            raise refusal from None
        raise
    if cursor.description is None:
        raise refusal
    return cursor


def _may(action: int, _first: str | None, second: str | None, *_: Any) -> int:
    """Return whether SQLite may do something that goes beyond this file, which it only reads."""
    loads = action == sqlite3.SQLITE_FUNCTION and second == "load_extension"
    attaches = action == sqlite3.SQLITE_ATTACH
    return sqlite3.SQLITE_DENY if loads or attaches else sqlite3.SQLITE_OK


def _batches(
    rows: list[Row], cursor: sqlite3.Cursor, schema: pa.Schema, name: str, wanted: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield the wanted columns of the first rows, and of all others of the cursor."""
    places = [schema.get_field_index(column) for column in wanted]
    fields = [schema.field(place) for place in places]
    while rows:
        columns = []
        for place, field in zip(places, fields, strict=True):
            values = [row[place] for row in rows]
            columns.append(_column(field, values, name))
        yield pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))
        rows = cursor.fetchmany(BATCH_ROWS)


def _schema(names: Sequence[str], rows: list[Row]) -> pa.Schema:
    """Return the types of the columns by their first values; SQLite itself has none."""
    columns: Iterable[Row] = zip(*rows, strict=True) if rows else [()] * len(names)
    types = [_type({type(value) for value in values}) for values in columns]
    return pa.schema(list(zip(names, types, strict=True)))


def _type(kinds: set[type]) -> pa.DataType:
    """Return the type of a column with values of these types: strings where they differ.

    >>> _type({int, type(None)}), _type({int, float}), _type({int, Text}), _type({bytes, Text})
    (DataType(int64), DataType(double), DataType(large_string), DataType(large_binary))
    """
    kinds = kinds - {type(None)}
    if kinds == {int}:
        return pa.int64()
    if kinds in ({float}, {int, float}):
        return pa.float64()
    return pa.large_binary() if bytes in kinds else pa.large_string()


def _column(field: pa.Field, values: Sequence[Any], name: str) -> pa.Array:
    if field.type not in _HOLDS:
        # Bytes that are no UTF-8 are for the reader of tables to find.
        return pa.array(map(_bytes, values), pa.large_binary()).view(field.type)
    holds = _HOLDS[field.type]
    odd = [value for value in values if not holds(value)]
    if odd:
        raise InputError(
            f"{name}: column {quoted(field.name)} must hold {_RULES[type(odd[0])]}; "
            f"got {quoted(odd[0])}. Write CAST({field.name} AS TEXT) in the query."
        )
    return pa.array(values, field.type)


def _is_whole(value: Any) -> bool:
    """Return whether a value is missing or a whole number.

    >>> _is_whole(7), _is_whole(2.0), _is_whole(2.5), _is_whole(None)
    (True, True, False, True)
    """
    if isinstance(value, float):
        return value.is_integer() and abs(value) <= _EXACT
    return value is None or isinstance(value, int)


def _is_exact(value: Any) -> bool:
    """Return whether a value is missing or a number that a float holds to its last digit.

    >>> _is_exact(2.5), _is_exact(2**53), _is_exact(2**53 + 1)
    (True, True, False)
    """
    if isinstance(value, int):
        return abs(value) <= _EXACT
    return value is None or isinstance(value, float)


def _bytes(value: Any) -> bytes | None:
    """Return a value as bytes that are its text; None where it is missing.

    >>> _bytes(1), _bytes(2.0), _bytes(b"text"), _bytes(None)
    (b'1', b'2', b'text', None)
    """
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        value = int(value)
    return str(value).encode()


_EXACT = 2**53  # up to this, floats tell whole numbers apart
_HOLDS = {pa.int64(): _is_whole, pa.float64(): _is_exact}  # of columns of numbers
# What an odd value of a type breaks.
_RULES = {
    float: "whole numbers as in the first rows",
    int: "whole numbers up to 2**53 beside fractions",
    bytes: "numbers as in the first rows",
    Text: "numbers as in the first rows",
}
