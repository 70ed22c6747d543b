"""Named features: dicts from JSON lines, Python, structs and maps."""

import json
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import blocks, read

DICTS = [
    {"length": 7, "ends": "ing", "upper": True},
    {},
    {"ends": "ed", "length": 2.5, "upper": False},
]
PAIRS = [
    [("length", 7.0), ("ends=ing", 1.0), ("upper", 1.0)],
    [],
    [("ends=ed", 1.0), ("length", 2.5), ("upper", 0.0)],
]


def named(source, **options):
    """Return the (name, value) pairs of each document."""
    found = []
    for batch in read(source, **options).batches():
        names = batch.named.names.to_pylist()
        assert len(set(names)) == len(names)
        assert (batch.named.codes.dtype, batch.named.starts.dtype) == (np.int32, np.int64)
        assert len(batch.named) == len(batch)
        pairs = [
            (names[code], value)
            for code, value in zip(batch.named.codes, batch.named.values, strict=True)
        ]
        found += [pairs[start:stop] for start, stop in pairwise(batch.named.starts)]
    return found


def sentence(source, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(source, **options).batches())
    return str(caught.value)


def json_file(path, objects):
    path.write_text("".join(json.dumps(value) + "\n" for value in objects))
    return path


def test_json_lines(tmp_path):
    path = json_file(tmp_path / "x.jsonl", [{"features": each, "label": "x"} for each in DICTS])
    assert named(path) == named(path, features="features") == PAIRS
    documents = read(path)
    assert (documents.fields, documents.features) == ((), "features")
    assert (
        documents.note
        == "features column 'features', label column 'label' (found by name); no text column found"
    )


def test_featuresets_are_pairs_of_a_dict_and_a_label():
    pairs = [(each, label) for each, label in zip(DICTS, ["x", "y", "x"], strict=True)]
    assert named(pairs) == named(DICTS, labels=["x", "y", "x"]) == PAIRS
    [batch] = read(pairs).batches()
    assert (batch.texts, batch.labels.to_pylist()) == ((), ["x", "y", "x"])
    [batch] = read(pairs, labelled=False).batches()
    assert (batch.labels, len(batch.named)) == (None, 3)


def test_beside_a_text_they_are_read_when_asked_for():
    table = {"text": ["a", "b", "c"], "features": DICTS, "label": ["x", "y", "z"]}
    rows = [dict(zip(table, cells, strict=True)) for cells in zip(*table.values(), strict=True)]
    assert read(table).features is None
    for source in (table, rows):
        documents = read(source, features="features")
        assert (documents.fields, documents.features) == (("text",), "features")
        assert named(source, features="features") == PAIRS
    assert named(rows, text=()) == PAIRS


def test_null_and_missing_features_are_none_at_all(tmp_path):
    rows = [
        {"features": None, "label": "x"},
        {"label": "x"},
        {"features": {"a": None}, "label": "x"},
    ]
    expected = [[], [], [("a=None", 1.0)]]
    assert named(json_file(tmp_path / "x.jsonl", rows), features="features") == expected
    assert named(rows, features="features") == expected


def test_numbers_and_strings_differ(tmp_path):
    path = json_file(
        tmp_path / "x.jsonl",
        [{"features": {"a": 1, "b": "1", "c": -0.0, "d": 10**20}, "label": "x"}],
    )
    assert named(path) == [[("a", 1.0), ("b=1", 1.0), ("c", 0.0), ("d", 1e20)]]


@pytest.mark.parametrize("make", [pa.table, pl.DataFrame, pd.DataFrame])
def test_structs(make):
    # A struct has every key, so that null stands for what is not there.
    table = {
        "features": [
            {"length": 7, "ends": "ing"},
            {"length": None, "ends": "ed"},
            {"length": 2, "ends": None},
        ],
        "label": ["x", "y", "z"],
    }
    expected = [[("length", 7.0), ("ends=ing", 1.0)], [("ends=ed", 1.0)], [("length", 2.0)]]
    assert named(make(table)) == expected
    assert named(make(table)[1:]) == expected[1:]


def test_structs_of_every_type_and_null_structs(tmp_path):
    kind = pa.struct(
        [
            ("f", pa.float32()),
            ("b", pa.bool_()),
            ("d", pa.dictionary(pa.int8(), pa.string())),
            ("n", pa.null()),
        ]
    )
    column = pa.array([{"f": 0.5, "b": False, "d": "x"}, None, {"d": "y"}, {}], kind)
    pa.parquet.write_table(
        pa.table({"features": column, "text": list("abcd")}), tmp_path / "x.parquet"
    )
    expected = [[("f", 0.5), ("b", 0.0), ("d=x", 1.0)], [], [("d=y", 1.0)], []]
    for source in (pa.table({"features": column}), tmp_path / "x.parquet"):
        assert named(source, features="features", labelled=False) == expected


def test_maps():
    column = pa.array(
        [[("a", 1), ("b", 2)], None, [], [("b", None)]], pa.map_(pa.string(), pa.int64())
    )
    table = pa.table({"features": column})
    expected = [[("a", 1.0), ("b", 2.0)], [], [], [("b=None", 1.0)]]
    assert named(table, labelled=False) == expected
    assert named(table.slice(1), labelled=False) == expected[1:]
    words = pa.array([[("a", "x")]], pa.map_(pa.string(), pa.string()))
    assert named(pa.table({"features": words}), labelled=False) == [[("a=x", 1.0)]]


@pytest.mark.parametrize(
    ("features", "said"),
    [
        ({"a": [1]}, "feature 'a' must be a number, a string, true or false; got a list"),
        ({"a": {"b": 1}}, "feature 'a' must be a number, a string, true or false; got an object"),
        ([1], "named features must be an object; got a list"),
        ("a", "named features must be an object; got a string"),
        ({"a": float("inf")}, "feature 'a' must be a finite number; got inf"),
        ({"a": float("nan")}, "feature 'a' must be a finite number; got nan"),
        ({"b": -(2**1023), "a": 10**400}, "feature 'a' must be a finite number; got inf"),
        ({"a": "b", "a=b": 2}, "a feature must be there once; got 'a=b' twice"),
        ({"\ud800": 1}, "text must be Unicode; got the lone surrogate U+D800"),
    ],
)
def test_faults_name_the_row(tmp_path, features, said):
    dicts = [{"z": 1, "y": 1}, features, {"y": 2}]
    rows = [{"features": each, "label": "x"} for each in dicts]
    path = json_file(tmp_path / "x.jsonl", rows)
    for source, where in ((path, f"{path}, row 2"), (rows, "list, row 1")):
        options = {"features": "features"}
        assert sentence(source, **options) == f"{where}: {said}. Correct the row or skip bad rows."
        assert named(source, skip_bad_rows=True, **options) == [
            [("z", 1.0), ("y", 1.0)],
            [("y", 2.0)],
        ]


def test_names_are_those_of_the_rows_that_are_kept():
    rows = [({"bad": float("nan"), "b": 1}, "x"), ({"c": 1, "b": 2}, "y")]
    [batch] = read(rows, skip_bad_rows=True).batches()
    assert batch.named.names.to_pylist() == ["c", "b"]
    assert batch.named.codes.tolist() == [0, 1]


def test_columns_that_have_no_names():
    assert sentence(pa.table({"features": ["a"]}), features="features", labelled=False) == (
        "frame: column 'features' must hold named features; got string. Name another column."
    )
    nested = pa.table({"features": [{"a": [1]}]})
    assert sentence(nested, labelled=False).startswith(
        "frame: column 'features' must hold named features; got list<"
    )


def test_cells_have_no_objects(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("features,label\na,x\n")
    assert sentence(path, features="features") == (
        f"{path}: named features must be objects; got the column 'features' of plain cells. "
        "Use JSON lines, or name its columns one by one."
    )


def test_every_batch_has_names_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    rows = [{"features": {f"n{row}": row, "all": 1}, "label": "x"} for row in range(100)]
    path = json_file(tmp_path / "x.jsonl", rows)
    assert named(path) == [[(f"n{row}", float(row)), ("all", 1.0)] for row in range(100)]
    assert max(len(batch.named.names) for batch in read(path).batches()) < 10
