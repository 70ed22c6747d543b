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


@contextmanager
def ask(url: str, sql: str) -> Iterator[Answer]:
    """Give the columns and rows of a query; what is not a number comes as bytes."""
    path = existing_file(url)
    location = f"file:{quote(str(path.resolve()))}?mode=ro"
    with closing(sqlite3.connect(location, uri=True)) as connection:
        connection.text_factory = bytes  # texts that are no UTF-8 are bad rows, no errors
        connection.set_authorizer(_may)
        cursor = _executed(connection, url, sql)
        names = [column[0] for column in cursor.description]
        first_rows = cursor.fetchmany(BATCH_ROWS)
        schema = _schema(names, first_rows)
        yield schema, _batches(first_rows, cursor, schema, without_password(url))


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
    rows: list[Row], cursor: sqlite3.Cursor, schema: pa.Schema, name: str
) -> Iterator[pa.RecordBatch]:
    """Yield the first rows, and all others of the cursor."""
    while rows:
        columns = []
        for field, values in zip(schema, zip(*rows, strict=True), strict=True):
            columns.append(_column(field, values, name))
        yield pa.RecordBatch.from_arrays(columns, schema=schema)
        rows = cursor.fetchmany(BATCH_ROWS)


def _schema(names: Sequence[str], rows: list[Row]) -> pa.Schema:
    """Return the types of the columns by their first values; SQLite itself has none."""
    columns: Iterable[Row] = zip(*rows, strict=True) if rows else [()] * len(names)
    types = [_type({type(value) for value in values}) for values in columns]
    return pa.schema(list(zip(names, types, strict=True)))


def _type(kinds: set[type]) -> pa.DataType:
    """Return the type of a column with values of these types: bytes where they are not numbers.

    >>> _type({int, type(None)}), _type({int, float}), _type({int, bytes})
    (DataType(int64), DataType(double), DataType(large_binary))
    """
    kinds = kinds - {type(None)}
    if kinds == {int}:
        return pa.int64()
    if kinds in ({float}, {int, float}):
        return pa.float64()
    return pa.large_binary()


def _column(field: pa.Field, values: Row, name: str) -> pa.Array:
    if field.type == pa.large_binary():
        return pa.array([_bytes(value) for value in values], field.type)
    try:
        return pa.array(values, field.type)
    except (pa.ArrowException, TypeError):
        is_odd = partial(_is_odd, field.type)
        odd = next(filter(is_odd, values))
        raise InputError(
            f"{name}: column {quoted(field.name)} must hold numbers as in the first rows; "
            f"got {quoted(odd)}. Write CAST({field.name} AS TEXT) in the query."
        ) from None


def _is_odd(kind: pa.DataType, value: Any) -> bool:
    """Return whether a column of numbers cannot hold a value."""
    numbers = (int,) if kind == pa.int64() else (int, float)
    return value is not None and not isinstance(value, numbers)


def _bytes(value: Any) -> bytes | None:
    """Return a value as bytes that are its text; None where it is missing.

    >>> _bytes(1), _bytes(2.0), _bytes(b"text"), _bytes(None)
    (b'1', b'2', b'text', None)
    """
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    return str(value).encode()
