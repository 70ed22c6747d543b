"""Rows copied unchanged into several files: together they are the source."""

import gzip
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet.errors import InputError
from linnet.reading import blocks, read
from linnet.reading.copying import COPIERS, copier_of, copy_rows
from linnet.reading.readers import READERS
from tests.reading.workbooks import xlsx


def copied(path, file_of_row, n=2, **options):
    """Return what was written into each file."""
    files = [io.BytesIO() for _ in range(n)]
    copy_rows(
        str(path),
        read(path, **options),
        copier_of(str(path), None),
        np.array([-1, *file_of_row]),
        files,
    )
    return [file.getvalue() for file in files]


def test_every_format_with_labels_can_be_copied():
    assert set(COPIERS) == set(READERS) - {"lines"}


def test_rows_of_a_sheet_become_csv_with_all_columns(tmp_path):
    path = tmp_path / "x.xlsx"
    rows = [["Export"], ["text", "n", "label"], ['say, "hi"', 1, "a"], [], ["two", None, "b"]]
    path.write_bytes(xlsx({"S": rows, "Other": [["text"], ["x"]]}))
    with pytest.raises(InputError, match="it must be clear which sheet is read"):
        copied(path, [0, 1])
    files = [io.BytesIO(), io.BytesIO()]
    copier = copier_of(str(path), None, "S")
    documents = read(path, sheet="S")
    copy_rows(str(path), documents, copier, np.array([-1, 0, 1]), files)
    first, second = [file.getvalue() for file in files]
    assert copier.extension == ".csv"
    assert first == b'"text","n","label"\n"say, ""hi""",1,"a"\n'
    assert second == b'"text","n","label"\n"two",,"b"\n'


def test_a_format_without_labels_is_not_copied(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("one\n")
    with pytest.raises(InputError, match=r"rows to copy must be csv, tsv, .*; got lines\."):
        copier_of(str(path), None)


def test_csv_keeps_quotes_line_ends_and_odd_cells(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(
        b'\xef\xbb\xbftext,label\r\n"one, ""1""\r\nstill one",a\r\n\r\n  two ,b\nthree,a'
    )
    first, second = copied(path, [0, 1, 0])
    assert first == b'text,label\r\n"one, ""1""\r\nstill one",a\r\nthree,a\n'
    assert second == b"text,label\r\n  two ,b\n"


def test_rows_that_were_skipped_are_in_no_file(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_bytes(b"text\tlabel\none\ta\nbad\ntwo\tb\n")
    assert copied(path, [0, -1, 1]) == [b"text\tlabel\none\ta\n", b"text\tlabel\ntwo\tb\n"]


def test_json_lines_keep_every_key_and_count_blank_lines(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(
        b'{"text": "a", "label": "x", "more": [1.50]}\r\n\n{"label":"y","text":"\\u0062"}'
    )
    assert [batch.rows.tolist() for batch in read(path).batches()] == [[1, 3]]
    first, second = copied(path, [0, -1, 1])
    assert first == b'{"text": "a", "label": "x", "more": [1.50]}\r\n'
    assert second == b'{"label":"y","text":"\\u0062"}\n'


@pytest.mark.parametrize("size", [4, 17, 64])
def test_blocks_of_any_size_give_the_same_rows(tmp_path, monkeypatch, size):
    path = tmp_path / "x.csv"
    rows = [f'"{i},\n{"x" * (i % 9)}",L{i % 3}\n' for i in range(100)]
    path.write_text("text,label\n" + "".join(rows))
    monkeypatch.setattr(blocks, "BLOCK_BYTES", size)
    monkeypatch.setattr(blocks, "FIRST_BYTES", size)
    files = copied(path, [i % 2 for i in range(100)])
    for number, data in enumerate(files):
        assert data.decode() == "text,label\n" + "".join(rows[number::2])


def test_compressed_files_are_copied_plain(tmp_path):
    path = tmp_path / "x.ft.gz"
    path.write_bytes(gzip.compress(b"__label__a one\n\n__label__b two\n"))
    assert copied(path, [1, -1, 0]) == [b"__label__b two\n", b"__label__a one\n"]
    assert copier_of(str(path), None).extension == ".ft"


@pytest.mark.parametrize("extension", [".parquet", ".arrow"])
def test_tables_stay_tables_with_all_columns(tmp_path, extension):
    path = tmp_path / f"x{extension}"
    when = pa.array([1, 2, 3], pa.timestamp("s"))
    table = pa.table(
        {
            "text": ["a", "b", "c"],
            "label": pa.array(["x", "y", "x"]).dictionary_encode(),
            "when": when,
        }
    )
    if extension == ".parquet":
        pyarrow.parquet.write_table(table, path)
    else:
        with pyarrow.ipc.new_file(path, table.schema) as writer:
            writer.write_table(table)
    first, second = copied(path, [0, 1, 0])
    for data, rows in ((first, [0, 2]), (second, [1])):
        source = pa.BufferReader(data)
        back = (
            pyarrow.parquet.read_table(source)
            if extension == ".parquet"
            else pyarrow.ipc.open_file(source).read_all()
        )
        assert back.to_pylist() == table.take(rows).to_pylist()
        assert back.schema.names == table.schema.names


def test_svmlight_lines_are_copied(tmp_path):
    path = tmp_path / "x.svm"
    path.write_bytes(b"# a comment\n+1 1:0.50 # why\n-1 3:2\n")
    assert copied(path, [-1, 0, 1]) == [b"+1 1:0.50 # why\n", b"-1 3:2\n"]


def test_a_folder_becomes_json_lines(tmp_path):
    for name, text in (("ham/1.txt", "see you"), ("spam/2.txt", "win")):
        (tmp_path / "mail" / name).parent.mkdir(parents=True)
        (tmp_path / "mail" / name).write_text(text)
    first, second = copied(tmp_path / "mail", [0, 1])
    assert json.loads(first) == {"id": "ham/1.txt", "text": "see you", "label": "ham"}
    assert json.loads(second) == {"id": "spam/2.txt", "text": "win", "label": "spam"}


def test_a_stream_cannot_be_copied(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"{}"))))
    with pytest.raises(InputError, match="read twice; got a stream"):
        copier_of("-", None)


def test_other_encodings_and_delimiters_become_utf8_with_the_same_delimiter(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("sep=;\r\ntext;label\r\nfür, die;a\r\nGrüße;b\r\n".encode("cp1252"))
    first, second = copied(path, [0, 1])
    assert first.decode() == "sep=;\r\ntext;label\r\nfür, die;a\r\n"
    assert second.decode() == "sep=;\r\ntext;label\r\nGrüße;b\r\n"
    path.write_bytes("text\tlabel\nfür\ta\nGrüße\tb\n".encode("utf-16"))
    assert copied(path, [0, 1])[1].decode() == "text\tlabel\nGrüße\tb\n"


def test_old_mac_lines_are_copied(tmp_path):
    path = tmp_path / "x.ft"
    path.write_bytes(b"__label__a one\r__label__b two")
    assert copied(path, [1, 0]) == [b"__label__b two\n", b"__label__a one\n"]
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\rone,a\rtwo,b\r")
    assert copied(path, [1, 0]) == [b"text,label\rtwo,b\r", b"text,label\rone,a\r"]
