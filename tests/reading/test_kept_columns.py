"""Columns that are kept for the output: as they came, in every format, bad rows included."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import linnet
from linnet.errors import InputError, LinnetError, SettingError
from linnet.reading import blocks, read
from linnet.reading.kept_columns import KeptColumn, json_text
from linnet.reading.kept_values import json_texts
from linnet.reading.known_labels import only_known
from linnet.reading.named import Numeral


def kept(documents):
    """The kept columns of all batches: name → the JSON of each row; that of ids is "id of …"."""
    columns = {column_name(one): [] for one in documents.kept_columns}
    for batch in documents.batches():
        assert [column_name(one) for one in batch.kept_columns] == list(columns)
        for one in batch.kept_columns:
            assert len(one.values) == len(batch) + len(batch.skipped)
            columns[column_name(one)] += json_texts(one)
    return columns


def column_name(column):
    return f"id of {column.name}" if column.is_id else column.name


def unlabelled(source, **settings):
    return read(source, labelled=False, skip_bad_rows=True, **settings)


@pytest.fixture
def written(tmp_path):
    """Write a file and return its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_cells_of_csv_stay_as_they_were_written(written):
    path = written("a.csv", 'n,text,x\n007,good,"a ""b"", c"\n1.50,,\n')
    assert kept(unlabelled(path, keep_columns="all")) == {
        "n": ['"007"', '"1.50"'],
        "text": ['"good"', '""'],
        "x": [r'"a \"b\", c"', '""'],
    }
    assert kept(unlabelled(path, keep_columns=["x", "n"])) == {
        "x": [r'"a \"b\", c"', '""'],
        "n": ['"007"', '"1.50"'],
    }


def test_a_bad_row_of_csv_keeps_the_cells_that_can_be_read(written):
    path = written(
        "a.tsv", b"id\ttext\tx\n1\tgood\ta\n2\tb\xffd\tb\n3\ttoo\tmany\tcells\n4\tend\td\n"
    )
    assert kept(unlabelled(path, keep_columns="all", id="id")) == {
        "id": ['"1"', '"2"', "null", '"4"'],
        "text": ['"good"', "null", "null", '"end"'],
        "x": ['"a"', '"b"', "null", '"d"'],
        "id of id": ['"1"', '"2"', "null", '"4"'],
    }


def test_values_of_json_stay_as_they_were_written(written):
    rows = [
        '{"text": "a", "n": 1.50, "id": 7, "tags": ["x", {"y": null}]}',
        '{"n": 1e400, "id": 123456789012345678901234, "text": "b", "more": true}',
        "",
        '{"n": NaN, "id": "k\\u00e9", "text": null}',
    ]
    path = written("a.jsonl", "\n".join(rows))
    assert kept(unlabelled(path, keep_columns="all")) == {
        "text": ['"a"', '"b"', "null"],
        "n": ["1.50", "1e400", "null"],
        "id": ["7", "123456789012345678901234", '"ké"'],
        "tags": ['["x", {"y": null}]', "null", "null"],
        "more": ["null", "true", "null"],
    }


def test_what_can_be_read_of_a_bad_line_of_json_is_kept(written):
    rows = ['{"id": 1, "text": "a"}', '{"id": 2, "text": [1]}', "broken", "[]", '{"id": 5, "x": 1}']
    path = written("a.jsonl", "\n".join(rows))
    assert kept(unlabelled(path, id="id")) == {"id of id": ["1", "2", "null", "null", "5"]}


def test_half_a_pair_of_utf16_in_a_kept_value_makes_the_row_bad(written):
    path = written("a.jsonl", r'{"text": "a", "x": "\ud800", "y": 1}' + '\n{"text": "b", "y": 2}\n')
    assert kept(unlabelled(path, keep_columns=["x", "y"])) == {
        "x": ["null", "null"],
        "y": ["1", "2"],
    }
    with pytest.raises(InputError, match="row 1: text must be Unicode; got the lone surrogate"):
        list(read(path, labelled=False, keep_columns="x").batches())
    assert [batch.rows.tolist() for batch in read(path, labelled=False).batches()] == [[1, 2]]


def test_json_nested_too_deeply_for_us_is_a_bad_row(written):
    deep = "[" * 900 + "]" * 900
    path = written("a.jsonl", f'{{"text": "a", "x": {deep}}}\n{{"text": "b", "x": 2}}\n')
    found = kept(unlabelled(path, keep_columns="x"))["x"]
    assert found[1] == "2"
    assert found[0] in ("null", deep)


def test_blocks_that_arrow_reads_and_others_that_it_does_not_are_one_column(written, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    rows = [{"text": "a", "n": 1}] * 5 + [{"text": "a", "n": "x"}, {"text": "b", "n": 2.5}]
    path = written("a.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    documents = unlabelled(path, keep_columns="n")
    assert kept(documents) == {"n": ["1"] * 5 + ['"x"', "2.5"]}
    assert {one.is_json for batch in documents.batches() for one in batch.kept_columns} == {
        True,
        False,
    }
    assert documents.kept_columns[0].type == pa.string()


def test_arrow_types_stay(tmp_path):
    table = pa.table(
        {
            "text": ["a", None],
            "i": pa.array([1, None], pa.int16()),
            "d": pa.array([86_400_000, 0], pa.timestamp("ms")),
            "l": [[1], []],
            "c": pa.array(["x", "x"]).dictionary_encode(),
            "b": [b"\xff", b"ok"],
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    for source in (tmp_path / "a.parquet", table, table.to_reader()):
        documents = unlabelled(source, keep_columns="all")
        assert [one.type for one in documents.kept_columns] == table.schema.types
        assert kept(documents) == {
            "text": ['"a"', "null"],
            "i": ["1", "null"],
            "d": ['"1970-01-02 00:00:00.000"', '"1970-01-01 00:00:00.000"'],
            "l": ["[1]", "[]"],
            "c": ['"x"', '"x"'],
            "b": ['"/w=="', '"ok"'],
        }


def test_strings_of_arrow_that_are_not_utf8_make_the_row_bad():
    odd = pa.array([b"good", b"b\xffd"]).view(pa.string())
    table = pa.table({"text": ["a", "b"], "x": odd, "n": [1, 2]})
    documents = unlabelled(table, keep_columns="all")
    assert kept(documents)["x"] == ['"good"', "null"]
    assert kept(documents)["n"] == ["1", "2"]
    assert [batch.skipped.tolist() for batch in documents.batches()] == [[1]]


def test_views_become_plain_strings():
    table = pa.table({"text": ["a"], "x": pa.array(["v"], pa.string_view())})
    documents = unlabelled(table, keep_columns="x")
    assert kept(documents) == {"x": ['"v"']}
    assert documents.kept_columns[0].type == pa.large_string()


def test_python_values_keep_their_types_and_mixed_ones_become_json():
    columns = {"text": ["a", 7, "c"], "n": [1, None, 3], "m": [1, "x", {"y": np.float64(2)}]}
    documents = unlabelled(columns, keep_columns=["n", "m"], id="n")
    assert kept(documents) == {
        "n": ["1", "null", "3"],
        "m": ["1", '"x"', '{"y": 2.0}'],
        "id of n": ["1", "null", "3"],
    }
    assert [one.type for one in documents.kept_columns] == [pa.int64(), pa.string(), pa.int64()]


def test_formats_without_columns_have_their_text(written, tmp_path):
    path = written("a.txt", b"good\nb\xffd\nend\n")
    assert kept(unlabelled(path, keep_columns="all")) == {"text": ['"good"', "null", '"end"']}
    assert kept(unlabelled(["good", "end"], keep_columns="text")) == {"text": ['"good"', '"end"']}
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("good")
    assert kept(unlabelled(folder, keep_columns="all")) == {
        "text": ['"good"'],
        "id of path": ['"a.txt"'],
    }
    with pytest.raises(SettingError, match="got 'day' for a format without columns"):
        unlabelled(path, keep_columns="day")
    with pytest.raises(SettingError, match="got 'all' for a format without columns of text"):
        unlabelled(written("a.svm", "1 1:2\n"), keep_columns="all")


def test_one_id_is_called_id_and_several_are_kept_columns_in_front():
    rows = {"a": [1], "b": ["x"], "text": ["t"]}
    assert kept(unlabelled(rows, id="b")) == {"id of b": ['"x"']}
    assert kept(unlabelled(rows, id=["b", "a"])) == {"b": ['"x"'], "a": ["1"]}
    assert list(kept(unlabelled(rows, id=["b", "a"], keep_columns="all"))) == ["a", "b", "text"]
    assert list(kept(unlabelled(rows, id=["b", "a"], keep_columns=["text", "a"]))) == [
        "b",
        "a",
        "text",
    ]


@pytest.mark.parametrize("settings", [{"keep_columns": "stars"}, {"id": ["a", "stars"]}])
def test_a_column_that_is_not_there_is_refused(settings):
    rows = {"a": [1], "text": ["t"]}
    with pytest.raises(
        InputError, match=r"column 'stars' must be there; got columns 'a', 'text'\."
    ):
        unlabelled(rows, **settings)
    with pytest.raises(InputError, match="column 'stars' must be there"):
        unlabelled(rows, keep_columns=["all", "stars"])


def test_a_name_that_two_columns_have_cannot_be_kept(written):
    path = written("a.csv", "text,a,a\nt,1,2\n")
    assert len(list(unlabelled(path).batches())) == 1
    with pytest.raises(LinnetError, match="got 2 columns 'a'"):
        unlabelled(path, keep_columns="all")


def test_documents_that_are_left_out_take_their_rows_with_them():
    rows = {"text": ["a", 7, "c", "d"], "label": ["x", "x", "y", "x"], "n": [1, 2, 3, 4]}
    documents = read(rows, skip_bad_rows=True, keep_columns="n")
    (batch,) = documents.batches()
    assert batch.rows.tolist() == [0, 2, 3]
    some = batch.kept(np.array([True, True, False]))
    assert some.kept_columns[0].values.to_pylist() == [1, 2, 3]  # row 2 is bad, but there
    assert kept(only_known(documents, ["x"])) == {"n": ["1", "2", "3", "4"]}


def test_what_is_kept_changes_no_document(written):
    path = written("a.jsonl", '{"text": "a", "n": 1}\n{"text": 7, "n": 2.50}\n')
    plain, keeping = (list(unlabelled(path, **more).batches()) for more in ({}, {"id": "n"}))
    assert [batch.texts[0].to_pylist() for batch in plain] == [["a", "7"]]
    assert [batch.texts[0].to_pylist() for batch in keeping] == [["a", "7"]]


def test_json_text_has_numbers_as_they_were_written():
    value = {"a": Numeral("1.50"), "b": [True, None, "é"], "c": Numeral("Infinity")}
    assert json_text(value) == '{"a": 1.50, "b": [true, null, "é"], "c": null}'


def test_a_column_is_of_the_type_of_its_values_unless_declared():
    column = KeptColumn("a", pa.array([1]))
    assert column.type == pa.int64()
    assert KeptColumn("a", pa.array(["1"]), is_json=True, declared=pa.int64()).type == pa.int64()
    assert linnet.read({"text": ["a"]}, labelled=False).kept_columns == ()


def test_a_number_of_many_digits_stays_as_it_was_written(written):
    long = "7" * 5000
    path = written("a.jsonl", f'{{"text": "a", "n": {long}}}\n')
    documents = unlabelled(path, keep_columns="n", id="n")
    assert kept(documents)["n"] == [long]
    found = linnet.train([("a", "x"), ("b", "y")], {}).predict(documents)
    assert found.to_dicts()[0]["n"] == found.to_arrow()["n"][0].as_py() == long
