"""DuckDB files, and queries of other files through DuckDB."""

import subprocess
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet.errors import InputError
from linnet.reading import read


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("x.duckdb") as connection:
        connection.execute("CREATE TABLE t (text VARCHAR, label INTEGER, cost DECIMAL(9, 2))")
        connection.execute("INSERT INTO t VALUES ('a', 1, 0.5), ('b', 2, NULL)")
    return tmp_path


def refused(url, sql):
    with pytest.raises(InputError) as caught:
        list(read(url, sql=sql).batches())
    return str(caught.value)


def test_the_rows_of_a_query_are_documents(folder):
    documents = read("duckdb:///x.duckdb", sql="FROM t ORDER BY label", numeric="cost")
    for _ in range(2):
        [batch] = documents.batches()
        assert batch.texts[0].to_pylist() == ["a", "b"]
        assert batch.labels.to_pylist() == ["1", "2"]
        assert str(batch.numeric[0].tolist()) == "[0.5, nan]"


def test_files_can_be_asked_without_a_database(folder):
    table = pa.table({"text": ["a", "b"], "label": [["x"], ["x", "y"]]})
    pa.parquet.write_table(table, "t.parquet")
    documents = read("duckdb://", sql="SELECT text, label FROM 't.parquet'")
    assert documents.multilabel
    [batch] = documents.batches()
    assert batch.label_lists() == [["x"], ["x", "y"]]


@pytest.mark.parametrize(
    ("sql", "got"),
    [("DROP TABLE t", "DROP"), ("COPY t TO 'new.csv'", "COPY"), ("-- no", "nothing")],
)
def test_a_query_only_reads(folder, sql, got):
    for url in ("duckdb:///x.duckdb", "duckdb://"):
        assert f"{url}: a query must be one SELECT; got {got}." in refused(url, sql)
    assert [path.name for path in folder.iterdir()] == ["x.duckdb"]


def test_a_missing_file_is_not_created(folder):
    assert "a database must be there; got nothing" in refused("duckdb:///none.duckdb", "FROM t")
    assert [path.name for path in folder.iterdir()] == ["x.duckdb"]


def test_what_duckdb_says_is_part_of_one_sentence(folder):
    said = refused("duckdb:///x.duckdb", "SELECT price FROM t")
    assert said.startswith("duckdb:///x.duckdb: a query must have an answer; got ")
    assert "price" in said


BY_CONTENT = """
from linnet.reading import read
sql = "SELECT 'a long text of row ' || range AS b, range % 2 = 0 AS c FROM range({n})"
documents = read("duckdb:///x.duckdb", sql=sql)
print(documents.fields, documents.label, sum(len(batch) for batch in documents.batches()))
"""


@pytest.mark.parametrize("n", [50, 200_000])
def test_columns_are_found_by_content(folder, n):
    # In a process of its own: a reader that outlives its connection would wait for ever.
    program = [sys.executable, "-c", BY_CONTENT.format(n=n)]
    said = subprocess.run(program, capture_output=True, text=True, timeout=60, check=True).stdout
    assert said == f"('b',) c {n}\n"


def test_no_progress_bar_stands_among_the_results():
    sql = "SELECT current_setting('enable_progress_bar')::VARCHAR AS text, 'x' AS label"
    [batch] = read("duckdb://", sql=sql).batches()
    assert batch.texts[0].to_pylist() == ["false"]
