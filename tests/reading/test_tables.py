"""Arrow columns of every type, from frames and files, come out as the same strings."""

import io
import sqlite3

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read, tables
from tests.reading.workbooks import xlsx

WORDS = ["a", None, "é🎬", "", "long enough to be stored outside of the view"]


def texts(source, **options):
    return [
        text
        for batch in read(source, labelled=False, **options).batches()
        for text in batch.texts[0].to_pylist()
    ]


def labels(source, **options):
    return [
        label for batch in read(source, **options).batches() for label in batch.labels.to_pylist()
    ]


COLUMNS = {
    "string": pa.array(WORDS),
    "large_string": pa.array(WORDS, pa.large_string()),
    "string_view": pa.array(WORDS, pa.string_view()),
    "dictionary": pa.array(WORDS).dictionary_encode(),
    "dictionary of large": pa.array(WORDS, pa.large_string()).dictionary_encode(),
    "null in dictionary": pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2, 3, 4]), pa.array(WORDS)
    ),
    "binary": pa.array([word and word.encode() for word in WORDS], pa.binary()),
    "binary_view": pa.array([word and word.encode() for word in WORDS], pa.binary_view()),
    "run ends": pa.RunEndEncodedArray.from_arrays(pa.array([1, 2, 3, 4, 5]), pa.array(WORDS)),
    "sliced": pa.array(["x", *WORDS, "y"])[1:-1],
    "sliced view": pa.array(["x", *WORDS, "y"], pa.string_view())[1:-1],
    "sliced dictionary": pa.array(["x", *WORDS, "y"]).dictionary_encode()[1:-1],
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_every_string_type(column):
    table = pa.table({"text": column})
    assert texts(table) == WORDS
    assert texts(table.slice(1, 3)) == WORDS[1:4]
    for batch in read(table, labelled=False).batches():
        assert batch.texts[0].type in (pa.string(), pa.large_string())


def test_null_type_is_empty_documents():
    assert texts(pa.table({"text": pa.nulls(3)})) == [None] * 3


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([1, 2]), ["1", "2"]),
        (pa.array([True, False]), ["true", "false"]),
        (pa.array([1, 2], pa.uint8()), ["1", "2"]),
        (pa.array(["x", "y"], pa.string_view()), ["x", "y"]),
        (pa.array([7, 7]).dictionary_encode(), ["7", "7"]),
        (pa.array([None, "x", "y"])[1:], ["x", "y"]),
    ],
)
def test_labels_of_other_types(column, expected):
    assert labels(pa.table({"text": ["a", "b"], "label": column})) == expected


def test_chunks_become_batches_and_rows_go_on(monkeypatch):
    monkeypatch.setattr(tables, "BATCH_ROWS", 2)
    chunks = pa.chunked_array([["a", "b", "c"], ["d"], pa.array([], pa.string())])
    batches = list(read(pa.table({"text": chunks}), labelled=False).batches())
    assert [batch.rows.tolist() for batch in batches] == [[0, 1], [2], [3]]
    assert [batch.next_row for batch in batches] == [2, 3, 4]
    assert [text for batch in batches for text in batch.texts[0].to_pylist()] == [
        "a",
        "b",
        "c",
        "d",
    ]


def test_missing_labels_name_the_row():
    table = pa.table({"text": ["a", "b", "c"], "label": ["x", None, ""]})
    with pytest.raises(InputError) as caught:
        labels(table)
    assert (
        str(caught.value)
        == "frame, row 1: a label must be there; got none. Drop the row or skip bad rows."
    )
    [batch] = read(table, skip_bad_rows=True).batches()
    assert (batch.rows.tolist(), batch.skipped.tolist(), batch.labels.to_pylist()) == (
        [0],
        [1, 2],
        ["x"],
    )


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary_view()])
def test_bytes_that_are_not_utf8_name_the_row(kind):
    table = pa.table({"text": pa.array([b"a", b"b\xff", b"c"], kind), "label": ["x", "y", "z"]})
    with pytest.raises(InputError, match="frame, row 1: text must be UTF-8; got byte 0xff"):
        labels(table)
    [batch] = read(table, skip_bad_rows=True).batches()
    assert (batch.rows.tolist(), batch.skipped.tolist(), batch.labels.to_pylist()) == (
        [0, 2],
        [1],
        ["x", "z"],
    )


def test_strings_that_lie_about_utf8():
    lie = pa.array([b"a", b"\xc3"]).view(pa.string())
    with pytest.raises(InputError, match="frame, row 1: text must be UTF-8; got byte 0xc3"):
        texts(pa.table({"text": lie}))


def test_offsets_outside_of_the_buffer_are_refused():
    offsets = pa.py_buffer(np.array([0, 10_000_000, 2], np.int32))
    column = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"ab")])
    with pytest.raises(InputError, match="frame: Arrow data must be whole"):
        texts(pa.table({"text": column}))


def test_nested_columns_are_refused():
    with pytest.raises(InputError, match="frame: column 'text' must hold strings; got list<"):
        read(pa.table({"text": [["a"]], "label": ["x"]}))
    with pytest.raises(
        SettingError, match=r"a document must have one label; got lists in column 'label'. Pass"
    ):
        read(pa.table({"text": ["a"], "label": [["x"]]}), multilabel=False)


def test_weights_of_a_frame():
    [batch] = read(
        pa.table({"text": ["a", "b"], "label": ["x", "y"], "w": [1, 2]}), weight="w"
    ).batches()
    assert batch.weights.dtype == np.float64
    assert batch.weights.tolist() == [1.0, 2.0]
    with pytest.raises(
        InputError, match="row 1: a weight must be a finite number, 0 or above; got None"
    ):
        labels(pa.table({"text": ["a", "b"], "label": ["x", "y"], "w": [1, None]}), weight="w")


def test_ids_of_a_frame_are_strings():
    [batch] = read(pa.table({"text": ["a"], "n": [7]}), labelled=False, id="n").batches()
    assert batch.ids.to_pylist() == ["7"]


def stream_bytes(table):
    out = io.BytesIO()
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    return out.getvalue()


def test_arrow_stream_and_feather(tmp_path):
    table = pa.table({"text": WORDS, "label": ["x"] * 5})
    (tmp_path / "s.arrow").write_bytes(stream_bytes(table))
    pa.feather.write_feather(table, tmp_path / "f.feather", compression="zstd", chunksize=2)
    for name in ("s.arrow", "f.feather"):
        documents = read(tmp_path / name)
        assert [batch.texts[0].to_pylist() for batch in documents.batches()] == [
            WORDS[:2],
            WORDS[2:4],
            WORDS[4:],
        ]
        shares = [batch.share for batch in documents.batches()]
        assert shares == sorted(shares)


def test_only_chosen_columns_of_parquet_are_read(tmp_path):
    table = pa.table({"text": ["a"], "label": ["x"], "nested": [[{"k": 1}]], "dup.name": [1]})
    pa.parquet.write_table(table, tmp_path / "x.parquet")
    assert labels(tmp_path / "x.parquet") == ["x"]


def test_a_parquet_file_with_another_name(tmp_path):
    pa.parquet.write_table(pa.table({"text": ["a"], "label": ["x"]}), tmp_path / "x.csv")
    assert labels(tmp_path / "x.csv") == ["x"]


@pytest.mark.parametrize("kind", ["x.parquet", "x.arrow", "x.feather"])
def test_truncated_files(tmp_path, kind):
    table = pa.table({"text": [f"text {n}" for n in range(1000)], "label": ["x"] * 1000})
    path = tmp_path / kind
    if kind == "x.parquet":
        pa.parquet.write_table(table, path)
    elif kind == "x.feather":
        pa.feather.write_feather(table, path)
    else:
        path.write_bytes(stream_bytes(table))
    whole = path.read_bytes()
    for size in (len(whole) - 20, len(whole) // 2, 9, 1):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError):
            labels(path)


def test_a_name_that_comes_twice_is_no_candidate(tmp_path):
    rows = [[i, f"a long text about film {i}", "xy"[i % 2], "note"] for i in range(40)]
    names = ["n", "in_full", "q", "n"]
    workbook = tmp_path / "x.xlsx"
    workbook.write_bytes(xlsx({"S": [names, *rows]}))
    parquet = tmp_path / "x.parquet"
    columns = [pa.array(values) for values in zip(*rows, strict=True)]
    pyarrow.parquet.write_table(pa.Table.from_arrays(columns, names), parquet)
    database = "sqlite:///" + str(tmp_path / "x.db")
    sqlite3.connect(tmp_path / "x.db").close()
    values = ", ".join(map(repr, map(tuple, rows)))
    chosen = "column1 AS n, column2 AS in_full, column3 AS q, column4 AS n"
    sql = f"SELECT {chosen} FROM (VALUES {values})"
    for documents in (read(workbook), read(parquet), read(database, sql=sql)):
        assert (documents.fields, documents.label) == (("in_full",), "q")
        assert sum(map(len, documents.batches())) == 40
