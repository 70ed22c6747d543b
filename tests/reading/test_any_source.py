"""Who reads a source: files, a database or a Python object; and which sources come only once."""

import os
import sqlite3

import pyarrow as pa
import pytest

from linnet.errors import SettingError
from linnet.reading import read
from linnet.reading.any_source import comes_once


def rows_of(documents):
    return [row for batch in documents.batches() for row in batch.rows.tolist()]


def test_each_kind_of_source_finds_its_reader(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("text,label\nwin,spam\n")
    database = sqlite3.connect(tmp_path / "x.db")
    database.execute("CREATE TABLE mails AS SELECT 'win' AS text, 'spam' AS label")
    database.commit()
    database.close()
    assert rows_of(read(tmp_path / "a.csv")) == [1]
    assert rows_of(read(str(tmp_path / "*.csv"))) == [1, 2]
    assert rows_of(read([tmp_path / "a.csv", tmp_path / "b.csv"])) == [1, 2]
    assert rows_of(read(f"sqlite:///{tmp_path / 'x.db'}", sql="SELECT * FROM mails")) == [1]
    assert rows_of(read([("win", "spam")])) == [0]


def test_a_pipe_a_reader_of_batches_and_standard_input_come_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.csv").write_text("text\nwin\n")
    schema = pa.schema([("text", pa.string())])
    assert comes_once("-")
    assert comes_once(tmp_path / "pipe")
    assert comes_once([tmp_path / "a.csv", tmp_path / "pipe"])
    assert comes_once(pa.RecordBatchReader.from_batches(schema, []))
    for source in (tmp_path, tmp_path / "a.csv", "sqlite:///x.db", ["win"], {"text": ["win"]}):
        assert not comes_once(source)


@pytest.mark.parametrize("source", [["win"], "a.csv"])
def test_a_query_is_for_a_database_only(source):
    with pytest.raises(SettingError, match=r"a query is for a database; got another source\. Name"):
        read(source, sql="SELECT 1", labelled=False)


def test_a_sheet_is_of_a_spreadsheet_only(tmp_path):
    (tmp_path / "a.csv").write_text("text\nwin\n")
    with pytest.raises(SettingError, match=r"a sheet is of a spreadsheet; got csv\. Leave"):
        read(tmp_path / "a.csv", sheet="April", labelled=False)


def test_a_database_has_no_delimiter():
    with pytest.raises(SettingError, match="only csv and tsv have a delimiter"):
        read("sqlite:///x.db", sql="SELECT 1", delimiter=";")
