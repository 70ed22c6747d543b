"""SQLite files."""

import sqlite3
from contextlib import closing

import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read, sqlite

QUERY = "SELECT body AS text, queue AS label FROM tickets ORDER BY id"
ROWS = [(1, "win a prize", "spam", 1), (2, "lunch at noon", "ham", 2.5), (3, None, 7, "3")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("x.db")) as connection:
        connection.execute("CREATE TABLE tickets (id, body, queue, cost)")
        connection.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?)", ROWS)
        connection.commit()
    return tmp_path


def insert(*row):
    with closing(sqlite3.connect("x.db")) as connection:
        connection.execute("INSERT INTO tickets VALUES (?, ?, ?, ?)", row)
        connection.commit()


def refused(url="sqlite:///x.db", sql=QUERY, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(url, sql=sql, **options).batches())
    return str(caught.value)


def test_the_rows_of_a_query_are_documents(folder):
    documents = read("sqlite:///x.db", sql=QUERY)
    [batch] = documents.batches()
    assert batch.texts[0].to_pylist() == ["win a prize", "lunch at noon", None]
    assert batch.labels.to_pylist() == ["spam", "ham", "7"]
    assert batch.rows.tolist() == [1, 2, 3]
    assert documents.name == "sqlite:///x.db"
    assert len(list(documents.batches())) == 1  # and a second time


def test_a_path_from_the_root_has_four_slashes(folder):
    assert len(list(read(f"sqlite:///{folder}/x.db", sql=QUERY).batches())) == 1


def test_rows_come_in_batches(folder, monkeypatch):
    monkeypatch.setattr(sqlite, "BATCH_ROWS", 2)
    batches = list(read("sqlite:///x.db", sql=QUERY).batches())
    assert [batch.rows.tolist() for batch in batches] == [[1, 2], [3]]


def test_numbers_keep_their_values(folder):
    query = "SELECT body AS text, queue AS label, cost FROM tickets ORDER BY id"
    [batch] = read("sqlite:///x.db", sql=query, numeric="cost", weight="cost").batches()
    assert batch.numeric[0].tolist() == batch.weights.tolist() == [1.0, 2.5, 3.0]


def test_bytes_that_are_no_text_are_a_bad_row(folder):
    insert(4, b"\xff\xfe", "ham", 1)
    assert "sqlite:///x.db, row 4: text must be UTF-8; got byte 0xff." in refused()
    [batch] = read("sqlite:///x.db", sql=QUERY, skip_bad_rows=True).batches()
    assert batch.skipped.tolist() == [4]


def test_a_missing_file_is_not_created(folder):
    assert refused("sqlite:///none.db") == (
        "sqlite:///none.db: a database must be there; got nothing. Check the path."
    )
    assert "got a folder" in refused(f"sqlite:///{folder}")
    assert [path.name for path in folder.iterdir()] == ["x.db"]


def test_a_name_without_a_file(folder):
    for url in ("sqlite://", "sqlite:///", "sqlite://x.db"):
        assert "a database must be named sqlite:///FILE; got no file." in refused(url)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM tickets",
        "CREATE TABLE x (a)",
        "ATTACH 'new.db' AS new",
        "PRAGMA user_version = 3",
        "VACUUM INTO 'new.db'",
        "SELECT load_extension('x')",
        "-- nothing",
    ],
)
def test_a_query_only_reads(folder, sql):
    before = (folder / "x.db").read_bytes()
    assert "a query must be one SELECT; got another statement." in refused(sql=sql)
    assert (folder / "x.db").read_bytes() == before
    assert [path.name for path in folder.iterdir()] == ["x.db"]


def test_a_query_is_one_statement(folder):
    assert refused(sql="SELECT 1; DELETE FROM tickets") == (
        "sqlite:///x.db: a query must be one SELECT; got several statements. Write SELECT …."
    )
    in_quotes = "SELECT 'a;b' AS text, queue AS label FROM tickets; -- that is all"
    [batch] = read("sqlite:///x.db", sql=in_quotes).batches()
    assert batch.texts[0].to_pylist() == ["a;b"] * 3


def test_what_sqlite_says_is_part_of_one_sentence(folder):
    assert refused(sql="SELECT price FROM tickets") == (
        "sqlite:///x.db: a query must have an answer; got 'no such column: price'. "
        "Correct the query or the name of the database."
    )
    (folder / "y.db").write_bytes(b"not a database " * 100)
    assert "got 'file is not a database'" in refused("sqlite:///y.db")


def test_full_text_search_works(folder):
    with closing(sqlite3.connect("x.db")) as connection:
        connection.execute("CREATE VIRTUAL TABLE f USING fts5(text, label)")
        connection.execute("INSERT INTO f VALUES ('a prize', 'spam'), ('noon', 'ham')")
        connection.commit()
    [batch] = read("sqlite:///x.db", sql="SELECT * FROM f WHERE f MATCH 'prize'").batches()
    assert batch.labels.to_pylist() == ["spam"]


def test_rows_that_change_between_readings_are_refused(folder):
    documents = read("sqlite:///x.db", sql=QUERY)
    list(documents.batches())
    insert(4, "more", "ham", 1)
    with pytest.raises(InputError) as caught:
        list(documents.batches())
    assert str(caught.value) == (
        "sqlite:///x.db: a query must give the same rows, in the same order, at each reading; "
        "got others. Add ORDER BY, or save the rows to a file first."
    )


def test_a_change_in_columns_that_are_not_read_does_no_harm(folder):
    query = "SELECT *, queue AS label, body AS text FROM tickets ORDER BY id"
    documents = read("sqlite:///x.db", sql=query)
    list(documents.batches())
    with closing(sqlite3.connect("x.db")) as connection:
        connection.execute("UPDATE tickets SET cost = 9")
        connection.commit()
    assert len(list(documents.batches())) == 1


def test_numbers_that_are_kept_keep_their_type(folder):
    insert(4, "four", "ham", None)
    documents = read("sqlite:///x.db", sql="SELECT * FROM tickets ORDER BY id", text="body",
                     label="queue", keep_columns=["id", "cost"])  # fmt: skip
    [batch] = documents.batches()
    kept = {column.name: column.values.to_pylist() for column in batch.kept_columns}
    assert kept == {"id": [1, 2, 3, 4], "cost": ["1", "2.5", "3", None]}


def test_a_text_among_numbers_is_refused_where_the_first_rows_have_numbers_only(
    folder, monkeypatch
):
    monkeypatch.setattr(sqlite, "BATCH_ROWS", 2)
    query = "SELECT body AS text, queue AS label, cost FROM tickets ORDER BY id"
    assert refused(sql=query, keep_columns="cost") == (
        "sqlite:///x.db: column 'cost' must hold numbers as in the first rows; got b'3'. "
        "Write CAST(cost AS TEXT) in the query."
    )


VALUES = "SELECT 'a' AS text, 'x' AS label, column1 AS cost FROM (VALUES {})"


def kept(values, **options):
    documents = read("sqlite:///x.db", sql=VALUES.format(values), keep_columns="cost", **options)
    return documents, [batch.kept_columns[0].values.to_pylist() for batch in documents.batches()]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ("(1), (2), (3.99)", "whole numbers as in the first rows; got 3.99."),
        ("(1), (2), (1e300)", "whole numbers as in the first rows; got 1e+300."),
        ("(1), (2), (x'01')", "numbers as in the first rows; got b'\\x01'."),
        ("(1.5), (9007199254740993)", "whole numbers up to 2**53 beside fractions; got 90071"),
    ],
)
def test_no_number_is_changed_without_a_word(folder, monkeypatch, values, said):
    monkeypatch.setattr(sqlite, "BATCH_ROWS", 2)
    for options in ({"keep_columns": "cost"}, {"numeric": "cost"}, {"weight": "cost"}):
        sentence = refused(sql=VALUES.format(values), **options)
        assert f"sqlite:///x.db: column 'cost' must hold {said}" in sentence
        assert sentence.endswith("Write CAST(cost AS TEXT) in the query.")


def test_a_whole_float_is_a_whole_number(folder, monkeypatch):
    monkeypatch.setattr(sqlite, "BATCH_ROWS", 2)
    assert kept("(1), (2), (3.0)")[1] == [[1, 2], [3]]


def test_columns_that_are_not_asked_for_may_hold_anything(folder, monkeypatch):
    monkeypatch.setattr(sqlite, "BATCH_ROWS", 2)
    assert len(list(read("sqlite:///x.db", sql=VALUES.format("(1), (2), ('b')")).batches())) == 2


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("('a'), ('b')", "large_string"),
        ("('a'), (7)", "large_string"),
        ("(NULL), (NULL)", "large_string"),
        ("(x'6162'), (NULL)", "large_binary"),
        ("('a'), (x'6162')", "large_binary"),
    ],
)
def test_texts_are_strings_and_blobs_are_bytes(folder, values, kind):
    documents, _ = kept(values)
    assert str(documents.kept_columns[0].type) == kind
    [batch] = documents.batches()
    assert str(batch.kept_columns[0].type) == kind


def test_a_kept_text_that_is_no_utf8_is_a_bad_row(folder):
    values = "('a'), (CAST(x'ff' AS TEXT))"
    assert "sqlite:///x.db, row 2: text must be UTF-8; got byte 0xff." in refused(
        sql=VALUES.format(values), keep_columns="cost"
    )
    assert kept(values, skip_bad_rows=True)[1] == [["a", None]]
