"""SQLite: a file that is read, and never written or created."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from urllib.parse import quote

import pyarrow as pa

from linnet.reading.database import Answer, existing_file, not_a_query, without_password

BATCH_ROWS = 10_000
# What SQLite says of statements that do more than read.
_WRITES = ("not authorized", "authorization denied", "attempt to write a readonly database")


@contextmanager
def ask(url: str, sql: str) -> Iterator[Answer]:
    """Give the columns and rows of a query; values of any kind come as bytes."""
    path = existing_file(url)
    location = f"file:{quote(str(path.resolve()))}?mode=ro"
    with closing(sqlite3.connect(location, uri=True)) as connection:
        connection.text_factory = bytes  # texts that are no UTF-8 are bad rows, no errors
        connection.set_authorizer(_may)
        cursor = _executed(connection, url, sql)
        names = [column[0] for column in cursor.description]
        schema = pa.schema([(name, pa.large_binary()) for name in names])
        yield schema, _batches(cursor, schema)


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


def _batches(cursor: sqlite3.Cursor, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    while rows := cursor.fetchmany(BATCH_ROWS):
        columns = []
        for values in zip(*rows, strict=True):
            columns.append(pa.array([_bytes(value) for value in values], pa.large_binary()))
        yield pa.RecordBatch.from_arrays(columns, schema=schema)


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
