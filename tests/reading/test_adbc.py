"""Databases with an ADBC driver, by the one for SQLite."""

import sqlite3
from contextlib import closing

import pytest

from linnet.errors import InputError
from linnet.reading import read

URL = "adbc+sqlite:///x.db"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("x.db")) as connection:
        connection.execute("CREATE TABLE t (text TEXT, label INTEGER)")
        connection.execute("INSERT INTO t VALUES ('a', 1), ('b', 2)")
        connection.commit()
    return tmp_path


def test_the_rows_of_a_query_are_documents(folder):
    documents = read(URL, sql="SELECT * FROM t ORDER BY label")
    for _ in range(2):
        [batch] = documents.batches()
        assert batch.texts[0].to_pylist() == ["a", "b"]
        assert batch.labels.to_pylist() == ["1", "2"]


@pytest.mark.parametrize(
    ("url", "sql", "words"),
    [
        (URL, "SELECT price FROM t", "no such column: price"),
        (URL, "DELETE FROM t", "got another statement"),
        (URL, "ATTACH 'new.db' AS new", "got another statement"),
        (URL, "VACUUM INTO 'new.db'", "got another statement"),
        (URL, "SELECT 1; DELETE FROM t", "got several statements"),
        ("adbc+sqlite:///none.db", "SELECT 1", "a database must be there; got nothing"),
    ],
)
def test_what_goes_wrong_is_a_sentence(folder, url, sql, words):
    with pytest.raises(InputError) as caught:
        read(url, sql=sql)
    assert words in str(caught.value)
    assert [path.name for path in folder.iterdir()] == ["x.db"]
