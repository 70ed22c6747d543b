"""Databases with an ADBC driver, which give their rows as Arrow tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib import import_module
from urllib.parse import quote

from linnet.reading.database import Answer, existing_file, rows_of_batches
from linnet.reading.sqlite import check_query


@contextmanager
def _ask(module: str, location: str, sql: str) -> Iterator[Answer]:
    """Give the columns and rows of a query; `module` has a function connect."""
    driver = import_module(module)
    with closing(driver.connect(location)) as connection, closing(connection.cursor()) as cursor:
        cursor.execute(sql)
        with closing(cursor.fetch_record_batch()) as reader:
            yield reader.schema, rows_of_batches(reader)


@contextmanager
def ask_sqlite(url: str, sql: str) -> Iterator[Answer]:
    """Ask a SQLite file, which is opened to be read; the driver itself would attach others."""
    check_query(url, sql)
    path = existing_file(url).resolve()
    location = f"file:{quote(str(path))}?mode=ro"
    with _ask("adbc_driver_sqlite.dbapi", location, sql) as answer:
        yield answer


ask_postgresql = partial(_ask, "adbc_driver_postgresql.dbapi")
ask_snowflake = partial(_ask, "adbc_driver_snowflake.dbapi")
ask_flight_sql = partial(_ask, "adbc_driver_flightsql.dbapi")
