"""Rows copied into several files: together they are the source."""

import gzip
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet.errors import InputError
from linnet.reading import blocks, read
from linnet.reading.copying import copier_of, copy_rows
from linnet.reading.readers import READERS
from linnet.reading.row_copies import COPIERS
from tests.reading.workbooks import xlsx


def copied(source, file_of_row, n=2, **options):
    """Return what was written into each file."""
    names = list(source) if isinstance(source, tuple) else [source]
    data = [str(name) for name in names]
    if copier_of(data, None).needs_columns:
        options["keep_columns"] = "all"
    several = len(names) > 1
    documents = read([Path(name) for name in names] if several else data[0], **options)
    list(documents.open_batches())
    files = [io.BytesIO() for _ in range(n)]
    copy_rows(data, None, documents, np.array([-1, *file_of_row]), files)
    return [file.getvalue() for file in files]


def test_every_format_with_labels_can_be_copied():
    assert set(COPIERS) == set(READERS) - {"lines"}


def test_rows_of_a_sheet_become_csv_with_all_columns(tmp_path):
    path = tmp_path / "x.xlsx"
    rows = [["Export"], ["text", "n", "label"], ['say, "hi"', 1, "a"], [], ["two", None, "b"]]
    path.write_bytes(xlsx({"S": rows, "Other": [["text"], ["x"]]}))
    with pytest.raises(InputError, match="it must be clear which sheet is read"):
        copied(path, [0, 1])
    first, second = copied(path, [0, 1], sheet="S")
    assert copier_of([str(path)], None).extension == ".csv"
    assert first == b'text,n,label\n"say, ""hi""",1,a\n'
    assert second == b"text,n,label\ntwo,,b\n"


def test_a_format_without_labels_is_not_copied(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("one\n")
    with pytest.raises(InputError, match=r"rows to copy must be csv, tsv, .*; got lines\."):
        copier_of([str(path)], None)


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
    parts = copied(path, [0, -1, 1], skip_bad_rows=True)
    assert parts == [b"text\tlabel\none\ta\n", b"text\tlabel\ntwo\tb\n"]


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
    assert copier_of([str(path)], None).extension == ".ft"


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
        copier_of(["-"], None)


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


def test_files_with_the_same_columns_are_copied_as_they_are(tmp_path):
    (tmp_path / "a.csv").write_bytes(b'text,label\r\n"one, 1",a\r\ntwo,b\r\n\r\n')
    (tmp_path / "b.csv").write_bytes(b'"text",label\n  three ,a\nfour,b')
    first, second = copied((tmp_path / "a.csv", tmp_path / "b.csv"), [0, 1, 0, 1])
    assert first == b'text,label\r\n"one, 1",a\r\n  three ,a\n'
    assert second == b"text,label\r\ntwo,b\r\nfour,b\n"


def test_files_with_other_orders_and_delimiters_become_rows_of_the_first(tmp_path):
    (tmp_path / "a.csv").write_text('text;label;n\n"one; 1";a;0,5\ntwo;b;1\n')
    (tmp_path / "b.tsv").write_text("n\tlabel\ttext\n2\ta\tthree, 3\n")
    (tmp_path / "c.csv").write_bytes("label,n,text,x\nb,,für,9\n".encode("cp1252"))
    names = ("a.csv", "b.tsv", "c.csv")
    first, second = copied(tuple(tmp_path / name for name in names), [0, 1, 1, 0])
    assert first.decode() == 'text;label;n\n"one; 1";a;0,5\nfür;b;\n'
    assert second.decode() == "text;label;n\ntwo;b;1\nthree, 3;a;2\n"


def test_columns_that_the_first_file_lacks_are_left_out_in_words(tmp_path):
    (tmp_path / "a.csv").write_text("text,label\none,a\n")
    (tmp_path / "b.csv").write_text("text,label,x\ntwo,b,9\n")
    paths = [tmp_path / "a.csv", tmp_path / "b.csv"]
    [note] = read(paths, keep_columns="all").notes
    assert note == f"{paths[1]}: 'x' left out: {paths[0]} has no such column"
    assert read(paths).notes == ()


def test_a_file_that_lacks_a_column_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("text,label,x\none,a,1\n")
    (tmp_path / "b.csv").write_text("text,label\ntwo,b\n")
    with pytest.raises(InputError, match="column 'x' must be there"):
        copied((tmp_path / "a.csv", tmp_path / "b.csv"), [0, 1])


def test_blank_lines_at_the_end_of_a_file_take_no_row_of_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 40)
    first_rows = b'{"text": "a", "label": "x"}\n' * 3
    (tmp_path / "a.jsonl").write_bytes(first_rows + b"\n" * 100)
    (tmp_path / "b.jsonl").write_bytes(b'{"text": "b", "label": "y"}\n')
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    rows = np.concatenate([batch.rows for batch in read(paths).open_batches()])
    file_of_row = np.full(rows.max(), -1)
    file_of_row[rows - 1] = [0, 0, 0, 1]
    first, second = copied(tuple(paths), file_of_row.tolist())
    assert first == first_rows
    assert second == b'{"text": "b", "label": "y"}\n'


def test_several_tables_of_the_same_types_are_copied(tmp_path):
    paths = (tmp_path / "a.parquet", tmp_path / "b.parquet")
    table = pa.table({"text": ["a", "b"], "label": ["x", "y"], "n": [1, 2]})
    for path in paths:
        pyarrow.parquet.write_table(table, path)
    first, second = copied(paths, [0, 1, 1, 0])
    rows = table.to_pylist()
    for data in (first, second):
        assert pyarrow.parquet.read_table(pa.BufferReader(data)).num_rows == 2
    back = pyarrow.parquet.read_table(pa.BufferReader(second)).to_pylist()
    assert back == [rows[1], rows[0]]
    pyarrow.parquet.write_table(table.drop_columns("n"), paths[1])
    with pytest.raises(InputError, match="must have the same columns, of the same types"):
        copied(paths, [0, 1, 1, 0])


def test_files_of_different_formats_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("text,label\none,a\n")
    (tmp_path / "b.jsonl").write_text('{"text": "b", "label": "y"}\n')
    with pytest.raises(InputError, match=r"must have one format; got jsonl here and csv in"):
        copied((tmp_path / "a.csv", tmp_path / "b.jsonl"), [0, 1])


def test_rows_of_a_database_become_json_lines_with_all_columns(tmp_path):
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.execute("CREATE TABLE t (id, text, label, cost)")
        rows = [(1, 'say "hi"', "a", 0.5), (2, "two", "b", None)]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    url = f"sqlite:///{tmp_path}/x.db"
    first, second = copied(url, [1, 0], sql="SELECT * FROM t ORDER BY id")
    assert first == b'{"id": 2, "text": "two", "label": "b", "cost": null}\n'
    assert second == b'{"id": 1, "text": "say \\"hi\\"", "label": "a", "cost": 0.5}\n'


def test_a_lone_carriage_return_stays_inside_its_cell(tmp_path):
    (tmp_path / "a.csv").write_bytes(b'text,label\n"one\rtwo",a\n')
    (tmp_path / "b.csv").write_bytes(b"label,text\nb,three\n")
    [whole] = copied((tmp_path / "a.csv", tmp_path / "b.csv"), [0, 0], n=1)
    assert whole == b'text,label\n"one\rtwo","a"\nthree,b\n'


def test_dictionaries_that_differ_by_batch_become_values(tmp_path):
    path = tmp_path / "x.arrow"
    kind = pa.dictionary(pa.int32(), pa.string())
    schema = pa.schema({"text": pa.string(), "label": kind})
    with pa.ipc.new_stream(path, schema) as writer:
        for label in ("x", "y"):
            labels = pa.array([label]).dictionary_encode()
            writer.write_batch(pa.record_batch({"text": ["a"], "label": labels}, schema=schema))
    [whole] = copied(path, [0, 0], n=1)
    table = pa.ipc.open_file(whole).read_all()
    assert table.to_pylist() == [{"text": "a", "label": "x"}, {"text": "a", "label": "y"}]


def test_parts_of_no_bytes_add_nothing(tmp_path):
    (tmp_path / "0.jsonl").touch()
    (tmp_path / "1.jsonl").write_text('{"text": "a", "label": "x"}\n')
    [whole] = copied((tmp_path / "0.jsonl", tmp_path / "1.jsonl"), [0], n=1)
    assert whole == b'{"text": "a", "label": "x"}\n'
