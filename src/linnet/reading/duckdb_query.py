"""DuckDB: a file that is only read, or none, for queries of Parquet and CSV files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import duckdb

from linnet.reading.database import (
    Answer,
    existing_file,
    not_a_query,
    rows_of_batches,
    without_password,
)
from linnet.reading.tables import BATCH_ROWS


@contextmanager
def ask(url: str, sql: str) -> Iterator[Answer]:
    """Give the columns and rows of a query."""
    with closing(_connection(url)) as connection:
        _check_query(connection, url, sql)
        rows = connection.sql(sql)
        # The earlier name is that of versions before 2.
        to_reader = getattr(rows, "to_arrow_reader", None) or rows.fetch_arrow_reader
        # Closed before the connection, which would wait for it for ever.
        with closing(to_reader(BATCH_ROWS)) as reader:
            yield reader.schema, rows_of_batches(reader)


def _connection(url: str) -> Any:
    if not url.partition("://")[2].strip("/"):
        connection = duckdb.connect()  # in memory
    else:
        connection = duckdb.connect(str(existing_file(url)), read_only=True)
    # A bar on standard output would stand among the results.
    connection.execute("SET enable_progress_bar = false")
    return connection


def _check_query(connection: Any, url: str, sql: str) -> None:
    """Refuse a statement that does not select."""
    kinds = [statement.type for statement in connection.extract_statements(sql)]
    if kinds != [duckdb.StatementType.SELECT]:
        got = ", ".join(kind.name for kind in kinds)
        raise not_a_query(without_password(url), got or "nothing")
