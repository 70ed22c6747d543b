"""What holds for databases of every kind."""

import sqlite3
from contextlib import closing

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.reading import database, read
from linnet.reading.database import _RowDigest, _without_secrets, file_of, without_password

SECRET = "s3cret"
URL = f"postgresql://me:{SECRET}@host:5432/shop?sslmode=require&sslpassword={SECRET}2"


def refused(url, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        read(url, **options)
    return str(caught.value)


def test_a_database_needs_a_query_and_a_query_a_database(tmp_path):
    assert refused("sqlite:///x.db") == (
        "sqlite:///x.db: a database must be asked; got no query. "
        "Pass sql='SELECT … AS text, … AS label FROM …'."
    )
    assert refused("sqlite:///x.db", sql="  ").endswith("FROM …'.")
    for source in (tmp_path / "x.csv", [("a", "x")]):
        assert refused(source, sql="SELECT 1") == (
            "a query is for a database; got another source. "
            "Name a database, as sqlite:///tickets.db, or leave the query out."
        )


def test_a_database_has_no_format_and_no_sheet():
    assert "a database has no format or sheet; got csv." in refused(
        "sqlite:///x.db", sql="SELECT 1", format="csv"
    )


def test_a_query_has_no_nul_character():
    for scheme in ("sqlite", "duckdb", "adbc+sqlite"):
        assert refused(f"{scheme}:///x.db", sql="SELECT 1;\0") == (
            f"{scheme}:///x.db: a query must be one SELECT; got a NUL character. Write SELECT …."
        )


def test_an_unknown_scheme_names_those_that_are_known():
    said = refused(f"mysql://me:{SECRET}@host/shop", sql="SELECT 1")
    assert said.startswith("mysql://me@host/shop: a database must be one of sqlite://, duckdb://")
    assert SECRET not in said


def test_a_driver_that_is_not_installed_is_named():
    assert refused(URL, sql="SELECT 1") == (
        "postgresql://me@host:5432/shop: such a database is read by adbc-driver-postgresql; "
        "got an installation without it. Install it by pip install adbc-driver-postgresql."
    )


def test_no_sentence_has_a_password(monkeypatch):
    def ask(url, sql):
        raise RuntimeError(f"cannot open {url!r}: '{SECRET}' or {SECRET}2 is wrong")

    monkeypatch.setattr(database._Query, "_ask", lambda _: ask)
    said = refused(URL, sql="SELECT 1")
    assert SECRET not in said
    assert "cannot open 'postgresql://me@host:5432/shop': '***' or ***" in said


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://host/x", "postgresql://host/x"),
        ("postgresql://me:p@ss@host/x", "postgresql://me@host/x"),
        ("postgresql://me@host/x?password=p", "postgresql://me@host/x"),
        ("snowflake://me:p%40@host#token", "snowflake://me@host"),
        ("postgresql://me:s3cr#t@host/x", "postgresql://me@host/x"),
        ("postgresql://me:s3cr?t@host/x", "postgresql://me@host/x"),
        ("postgresql://me:s3cr/t@host:5432/x", "postgresql://me@host:5432/x"),
        ("postgresql://me:p@host/x?password=a@b", "postgresql://"),
        ("postgresql://me@host/x?password=a@b", "postgresql://"),
        ("postgresql://host:5432/x?password=a@b", "postgresql://"),
        ("postgresql://host:x/db?password=a@b", "postgresql://"),
        ("postgresql://host/x?password=a@b:c", "postgresql://host/x"),
        ("postgresql://me@corp:12/secret@host/x", "postgresql://"),
        ("postgresql://me:secret", "postgresql://"),
        ("postgresql://me@corp:secret", "postgresql://"),
        ("postgresql://me@one:1,two:2/x", "postgresql://me@one:1,two:2/x"),
        ("postgresql://me:p@[::1]:5432/x", "postgresql://me@[::1]:5432/x"),
        ("postgresql:///x?password=a@b", "postgresql:///x"),
        ("grpc://localhost:8815", "grpc://localhost:8815"),
        ("sqlite:///C:/data/a@b.db", "sqlite:///C:/data/a@b.db"),
    ],
)
def test_a_url_as_it_is_shown(url, shown):
    assert without_password(url) == shown


ANY_PASSWORD = st.text(
    st.one_of(st.sampled_from("/?#@:%=&01a"), st.characters(exclude_categories=["Cs"]))
)


@given(ANY_PASSWORD)
def test_no_part_of_a_password_is_in_a_name(password):
    whole = "postgresql://me@host:5432/shop"
    for url in (
        f"postgresql://me:{password}@host:5432/shop",
        f"postgresql://me:{password}@host:5432/shop?sslmode=require",
        f"postgresql://me:{password}@host:5432/shop?password={password}",
        f"postgresql://me@host:5432/shop?password={password}",
    ):
        assert without_password(url) in (whole, "postgresql://")


def test_what_drivers_say_of_parts_of_a_password_is_not_shown():
    url = "postgresql://me:s3c/r3t@host/x"
    assert _without_secrets("port 's3c' of r3t@host is odd", url) == "port '***' of ***@host is odd"


def test_passwords_are_found_in_both_their_forms():
    url = "postgresql://me:p%40ss@host/x?key=abc"
    assert _without_secrets("p@ss, p%40ss and abc", url) == "***, *** and ***"


def test_a_small_table_may_have_its_columns_found_by_content(tmp_path):
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (number, message_in_full, queue)")
        rows = [(i, f"a long text about film {i}", "xy"[i % 2]) for i in range(40)]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        connection.commit()
    for scheme in ("sqlite", "adbc+sqlite"):
        documents = read(f"{scheme}:///{path}", sql="SELECT * FROM t ORDER BY number")
        assert (documents.fields, documents.label) == (("message_in_full",), "queue")
        assert [len(batch) for batch in documents.batches()] == [40]


def test_files_of_databases():
    assert file_of("duckdb:////data/x.duckdb") == ["/data/x.duckdb"]
    assert file_of("duckdb://") == file_of("postgresql://host/x") == []


def digest(*pieces):
    rows = _RowDigest()
    for columns in pieces:
        rows.add(pa.record_batch(columns))
    return rows.digest()


def test_a_digest_does_not_depend_on_pieces():
    whole = {
        "a": pa.array(["x", None, ""]),
        "b": pa.array([1, 2, 3]),
        "c": pa.array([[1], [], None]),
    }
    table = pa.record_batch(whole)
    parts = [dict(zip(whole, table.slice(*at).columns, strict=True)) for at in ((0, 1), (1, 2))]
    assert digest(whole) == digest(*parts)


@pytest.mark.parametrize(
    "other",
    [["y", "x"], ["xy", ""], ["x", None, "y"], [None, "xy"], ["x", "y", None]],
)
def test_a_digest_tells_rows_apart(other):
    assert digest({"a": pa.array(["x", "y"])}) != digest({"a": pa.array(other, pa.string())})
