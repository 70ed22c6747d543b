"""The rows of a query as documents: SQLite, DuckDB, and what has an ADBC driver.

Each reading runs the query again. A reading that gives other rows than the first one, or the same
in another order, is refused: what is learned must not depend on when it was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pyarrow as pa

from linnet.errors import Advice, InputError, LinnetError, SettingError, bounded
from linnet.reading.arrow_columns import nulls, strings
from linnet.reading.documents import Documents
from linnet.reading.label_lists import is_list
from linnet.reading.settings import ReadSettings
from linnet.reading.tables import Piece, table_documents

# The rows of an answer in pieces of these columns.
Rows = Callable[[Sequence[str]], Iterator[pa.RecordBatch]]
# Opens the answer to a query: its columns, and its rows.
Answer = tuple[pa.Schema, Rows]
Ask = Callable[[str, str], AbstractContextManager[Answer]]


@dataclass(frozen=True)
class _Database:
    """A kind of database: module:function that asks it, and what must be installed for it."""

    ask: str
    package: str = ""


_DATABASES = {  # by the scheme of the URL
    "sqlite": _Database("linnet.reading.sqlite:ask"),
    "duckdb": _Database("linnet.reading.duckdb_query:ask", "duckdb"),
    "adbc+sqlite": _Database("linnet.reading.adbc:ask_sqlite", "adbc-driver-sqlite"),
    "postgresql": _Database("linnet.reading.adbc:ask_postgresql", "adbc-driver-postgresql"),
    "snowflake": _Database("linnet.reading.adbc:ask_snowflake", "adbc-driver-snowflake"),
    "grpc+tls": _Database("linnet.reading.adbc:ask_flight_sql", "adbc-driver-flightsql"),
    "grpc": _Database("linnet.reading.adbc:ask_flight_sql", "adbc-driver-flightsql"),
}
LONGEST_ANSWER = 300  # characters of what a driver says
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
# A host with its port, or several, and a path: nothing that may be a part of a password.
_ONE_HOST = r"(\[[^\]/@]*\]|[^:/@\[\],]*)(:[0-9]+)?"
_HOST = re.compile(f"{_ONE_HOST}(,{_ONE_HOST})*(/[^:@]*)?")
_PORT = re.compile("[^:]*:[0-9]*[/?#]")
_FILES = ("sqlite", "duckdb", "adbc+sqlite")  # those that are one file


def read_database(url: str, settings: ReadSettings) -> Documents:
    """Return the documents of a query's rows."""
    name = without_password(url)
    _check(name, settings)
    query = _Query(url, name, str(settings.sql))
    with query.asked() as (schema, _):
        columns = schema
    return table_documents(name, columns, query.pieces, settings)


def _check(name: str, settings: ReadSettings) -> None:
    scheme = name.partition("://")[0].lower()
    if scheme not in _DATABASES:
        known = ", ".join(f"{scheme}://" for scheme in _DATABASES)
        raise InputError(
            f"{name}: a database must be one of {known}; got {scheme}://. "
            "Save what is there to a file."
        )
    if not settings.sql or not settings.sql.strip():
        raise SettingError(f"{name}: a database must be asked; got no query.", Advice("pass_query"))
    _check_one_statement(name, settings.sql)
    named = settings.format or settings.sheet
    if named is not None:
        raise SettingError(f"{name}: a database has no format or sheet; got {named}. Leave it out.")


def _check_one_statement(name: str, sql: str) -> None:
    """Refuse several statements, of which a driver may run the first only."""
    import sqlite3

    if "\0" in sql:
        raise not_a_query(name, "a NUL character")
    for place, character in enumerate(sql):
        # Not in quotes or in a comment: SQLite knows these.
        if character == ";" and sqlite3.complete_statement(sql[: place + 1]):
            if _COMMENT.sub("", sql[place + 1 :]).strip(" \t\r\n;"):
                raise not_a_query(name, "several statements")
            return


def rows_of_batches(batches: Iterable[pa.RecordBatch]) -> Rows:
    """Return the rows of a driver that gives Arrow batches of all columns."""

    def rows(names: Sequence[str]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch.select(names)

    return rows


def not_a_query(name: str, got: str) -> InputError:
    """Return the error of what is not one SELECT."""
    return InputError(f"{name}: a query must be one SELECT; got {got}. Write SELECT ….")


def file_of(url: str) -> list[str]:
    """Return the file of a database that is one.

    >>> file_of("sqlite:///tickets.db"), file_of("sqlite:////data/x.db")
    (['tickets.db'], ['/data/x.db'])
    """
    scheme, _, rest = url.partition("://")
    path = rest.removeprefix("/")
    return [path] if scheme.lower() in _FILES and path else []


def existing_file(url: str) -> Path:
    """Return the file of a database; refuse one that is not there, which nothing may create."""
    name = without_password(url)
    files = file_of(url)
    if not files or not url.partition("://")[2].startswith("/"):
        scheme = url.partition("://")[0]
        raise InputError(
            f"{name}: a database must be named {scheme}:///FILE; got no file. "
            f"Write {scheme}:///x.db, or {scheme}:////folder/x.db for a path from the root."
        )
    path = Path(files[0])
    if not path.is_file():
        got = "a folder" if path.is_dir() else "nothing"
        raise InputError(f"{name}: a database must be there; got {got}. Check the path.")
    return path


def without_password(url: str) -> str:
    """Return a URL without its password and its options, which may hold others.

    Where it is not clear what is the password, only the scheme stays.

    >>> without_password("postgresql://me:secret@host:5432/shop?sslmode=require")
    'postgresql://me@host:5432/shop'
    >>> without_password("postgresql://me:sec/re@t@host/shop")
    'postgresql://'
    """
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{_open_part(rest)}"


def _open_part(rest: str) -> str:
    """Return what anybody may see of a URL behind its scheme: user, host and path at most."""
    place = _before("[?#]", rest)
    if rest.startswith("/"):  # a path alone
        return place
    user = _before("[:/?#@]", rest)
    has_user = rest[len(user) :].startswith((":", "@")) and "@" in rest
    if not has_user:
        return place if _HOST.fullmatch(place) else ""
    host = _before("[?#]", rest.rpartition("@")[2])
    is_clear = _ends_clearly(rest) and _HOST.fullmatch(host)
    return f"{user}@{host}" if is_clear else ""


def _ends_clearly(rest: str) -> bool:
    """Return whether the last @ surely ends the password: no other may, and it is in no option.

    >>> _ends_clearly("me:p#w@host/x"), _ends_clearly("host:5432/x?password=a@b")
    (True, False)
    """
    before_path = _before("[/?#]", rest)
    if rest.count("@") == before_path.count("@"):
        return True
    return rest.count("@") == 1 and not _PORT.match(rest) and "=" not in rest.partition("@")[0]


def _before(characters: str, text: str) -> str:
    return re.split(characters, text, maxsplit=1)[0]


@dataclass
class _Query:
    """A query, to be asked at each reading."""

    url: str
    name: str
    sql: str
    # Of the first reading of these columns that came to its end.
    first_digests: dict[tuple[str, ...], bytes] = field(default_factory=dict)

    @contextmanager
    def asked(self) -> Iterator[Answer]:
        """Give the columns and rows of the answer; what goes wrong is one sentence."""
        with self._as_input_errors(), self._ask()(self.url, self.sql) as answer:
            yield answer

    def pieces(self, names: list[str]) -> Iterator[Piece]:
        """Yield the rows, and refuse them in the end where they are others than before."""
        rows = _RowDigest()
        with self.asked() as (_, rows_of):
            for piece in rows_of(names):
                rows.add(piece)
                yield piece, None
        digest = rows.digest()
        if digest != self.first_digests.setdefault(tuple(names), digest):
            raise InputError(
                f"{self.name}: a query must give the same rows, in the same order, at each "
                "reading; got others. Add ORDER BY, or save the rows to a file first."
            )

    def _ask(self) -> Ask:
        database = _DATABASES[self.name.partition("://")[0].lower()]
        module, _, function = database.ask.partition(":")
        try:
            ask: Ask = getattr(import_module(module), function)
        except ModuleNotFoundError:
            raise self._not_installed(database.package) from None
        return ask

    def _not_installed(self, package: str) -> SettingError:
        return SettingError(
            f"{self.name}: such a database is read by {package}; "
            f"got an installation without it. Install it by pip install {package}."
        )

    @contextmanager
    def _as_input_errors(self) -> Iterator[None]:
        try:
            yield
        except ModuleNotFoundError:
            scheme = self.name.partition("://")[0].lower()
            raise self._not_installed(_DATABASES[scheme].package) from None
        except (LinnetError, MemoryError):
            raise
        except Exception as error:  # each driver has its own
            why = _without_secrets(" ".join(str(error).split()), self.url)
            raise InputError(
                f"{self.name}: a query must have an answer; got '{bounded(why, LONGEST_ANSWER)}'. "
                "Correct the query or the name of the database."
            ) from None


def _without_secrets(message: str, url: str) -> str:
    """Return what a driver says, without the parts of the URL that nobody may see.

    >>> _without_secrets("no such host: u:secret@h", "postgresql://u:secret@h/x")
    'no such host: u:***@h'
    """
    message = message.replace(url, without_password(url))
    secrets = _secrets(url.partition("://")[2])
    forms = {*secrets, *map(unquote, secrets)} - {""}
    for form in sorted(forms, key=len, reverse=True):  # a part of another comes after it
        message = message.replace(form, "***")
    return message


def _secrets(rest: str) -> list[str]:
    """Return what may be a password of a URL behind its scheme, and parts that drivers name.

    >>> _secrets("me:p/w@host/x?key=k")
    ['p/w', 'p', 'w', 'k']
    """
    ends = [place for place, character in enumerate(rest) if character == "@"]
    passwords = [rest[:end].partition(":")[2] for end in ends]
    parts = []
    for password in passwords:
        if re.search("[/?#@]", password):  # a driver takes it for a host, a port or an option
            parts += re.split("[:/?#@]", password)
    options = re.split(r"[?#]", rest, maxsplit=1)[1:]
    values = [pair.partition("=")[2] or pair for pair in re.split("[&;]", "".join(options))]
    return [*passwords, *parts, *values]


class _RowDigest:
    """A digest of rows that does not depend on how they are divided into pieces."""

    def __init__(self) -> None:
        self._digests: dict[tuple[int, str], Any] = {}

    def add(self, piece: pa.RecordBatch) -> None:
        for place, column in enumerate(piece.columns):
            self._add_column(place, column)

    def _add_column(self, place: int, column: pa.Array) -> None:
        if is_list(column.type):
            self._update(place, "lengths", np.diff(column.offsets.to_numpy()))
            self._update(place, "no list", nulls(column))
            column = column.flatten()
        if pa.types.is_nested(column.type):
            self._update(place, "values", repr(column.to_pylist()).encode())
            return
        texts = strings(column).cast(pa.large_string())
        self._update(place, "null", nulls(texts))
        values = texts.fill_null("").view(pa.large_binary())
        offsets = np.frombuffer(values.buffers()[1], np.int64)
        offsets = offsets[values.offset : values.offset + len(values) + 1]
        self._update(place, "lengths of texts", np.diff(offsets))
        if len(values) and values.buffers()[2] is not None:
            data = values.buffers()[2].slice(offsets[0], offsets[-1] - offsets[0])
            self._update(place, "values", data)

    def _update(self, place: int, part: str, data: Any) -> None:
        self._digests.setdefault((place, part), blake2b()).update(data)

    def digest(self) -> bytes:
        whole = blake2b()
        for key in sorted(self._digests):
            whole.update(repr(key).encode())
            whole.update(self._digests[key].digest())
        return whole.digest()
