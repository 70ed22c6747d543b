"""Several labels per document: lists, fastText lines, and rows that have one or none."""

import json
from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.reading import blocks, read
from linnet.reading.columns import ColumnRoles
from linnet.reading.json_lines import parse_exactly, parse_fast
from linnet.reading.settings import ReadSettings

LISTS = [["b", "a"], [], ["a"]]


def labels(source, **options):
    """Return the labels of each document."""
    documents = read(source, **options)
    assert documents.multilabel
    found = []
    for batch in documents.batches():
        assert batch.label_starts.dtype == np.int64
        assert len(batch.label_starts) == len(batch) + 1
        flat, starts = batch.labels.to_pylist(), batch.label_starts.tolist()
        found += [flat[start:stop] for start, stop in pairwise(starts)]
    return found


def sentence(source, **options):
    with pytest.raises((InputError, SettingError)) as caught:
        list(read(source, **options).batches())
    return str(caught.value)


def json_file(path, lists):
    path.write_text("".join(json.dumps({"text": "t", "label": each}) + "\n" for each in lists))
    return path


@pytest.mark.parametrize("make", [dict, pa.table, pl.DataFrame, pd.DataFrame])
def test_lists_in_a_column(make):
    table = make({"text": ["t"] * 3, "label": LISTS})
    assert labels(table) == labels(table, multilabel=True) == LISTS


def test_lists_in_files(tmp_path):
    pa.parquet.write_table(pa.table({"text": ["t"] * 3, "label": LISTS}), tmp_path / "x.parquet")
    assert labels(tmp_path / "x.parquet") == LISTS
    assert labels(json_file(tmp_path / "x.jsonl", LISTS)) == LISTS


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset, np.array])
def test_pairs_of_a_text_and_labels(kind):
    assert labels([("t", kind(["a"])), ("t", kind([])), ("t", "b")]) == [["a"], [], ["b"]]
    assert labels(["t", "u"], labels=[kind(["a"]), kind(["b"])]) == [["a"], ["b"]]


def test_a_set_has_the_order_of_its_strings():
    assert labels([("t", {"c", "a", "b", 1})]) == [["1", "a", "b", "c"]]


def test_each_label_of_a_document_once_in_the_order_of_first_sight(tmp_path):
    lists = [["b", "a", "b", "a"], ["a", "b"], ["c", "c"]]
    expected = [["b", "a"], ["a", "b"], ["c"]]
    assert labels(json_file(tmp_path / "x.jsonl", lists)) == expected
    assert labels(pa.table({"text": ["t"] * 3, "label": lists})) == expected
    assert labels([("t", each) for each in lists]) == expected


@pytest.mark.parametrize(
    "column",
    [
        pa.array([[1, 2], [], [3]]),
        pa.array([[1, 2], [], [3]], pa.large_list(pa.uint8())),
        pa.array([["1", "2"], [], ["3"]], pa.list_(pa.string_view())),
        pa.array([["1", "2"], [], ["3"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
        pa.array([[b"1", b"2"], [], [b"3"]], pa.list_(pa.binary())),
        pa.array([["x"], ["1", "2"], [], ["3"]])[1:],
    ],
)
def test_lists_of_every_type(column):
    assert labels(pa.table({"text": ["t"] * 3, "label": column})) == [["1", "2"], [], ["3"]]


def test_lists_of_fixed_size():
    column = pa.array([["x", "y"], ["z", "z"]], pa.list_(pa.string(), 2))
    assert labels(pa.table({"text": ["t", "t"], "label": column})) == [["x", "y"], ["z"]]


def test_single_labels_are_lists_of_one_where_asked_for(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text,label\na,x\nb,y\n")
    assert labels(path, multilabel=True) == [["x"], ["y"]]
    assert labels(pa.table({"text": ["a"], "label": [7]}), multilabel=True) == [["7"]]
    assert labels(json_file(tmp_path / "x.jsonl", ["x", "y"]), multilabel=True) == [
        ["x"],
        ["y"],
    ]
    assert labels([("a", "x")], multilabel=True) == [["x"]]


def test_strings_among_lists_are_lists_of_one(tmp_path):
    assert labels(json_file(tmp_path / "x.jsonl", ["x", ["y", 1, True, 1.5], 7])) == [
        ["x"],
        ["y", "1", "true", "1.5"],
        ["7"],
    ]


def test_fasttext_lines(tmp_path):
    path = tmp_path / "x.ft"
    path.write_text("__label__b __label__a __label__b good film\nno label\n__label__a dull\n")
    assert labels(path, multilabel=True) == [["b", "a"], [], ["a"]]
    assert [b.texts[0].to_pylist() for b in read(path, multilabel=True).batches()] == [
        ["good film", "no label", "dull"]
    ]
    path.write_text("__label__x a\n__label__y b\n")
    assert labels(path, multilabel=True) == [["x"], ["y"]]


def test_labels_that_are_not_asked_for(tmp_path):
    documents = read(json_file(tmp_path / "x.jsonl", LISTS), labelled=False, multilabel=True)
    [batch] = documents.batches()
    assert (documents.multilabel, batch.labels, batch.label_starts) == (False, None, None)


def test_lists_that_come_late_name_the_way_out(tmp_path):
    path = json_file(tmp_path / "x.jsonl", ["x"] * 1001 + [["y"]])
    assert sentence(path) == (
        f"{path}, row 1002: a document must have one label; got a list of 1. "
        "Pass multilabel=True or keep one of them."
    )
    assert labels(path, multilabel=True)[-2:] == [["x"], ["y"]]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (["a", None], "a label must be there; got none. Drop the row"),
        (["a", ""], "a label must not be empty; got ''. Drop the row"),
        (None, "a label must be there; got none. Drop the row"),
    ],
)
def test_lists_with_nothing_inside_are_refused(tmp_path, bad, said):
    lists = [["a"], bad, ["b", "c"]]
    table = {"text": ["t"] * 3, "label": lists}
    path = json_file(tmp_path / "x.jsonl", lists)
    for source, row in ((path, 2), (table, 1), (pa.table(table), 1)):
        assert sentence(source).endswith(f", row {row}: {said} or skip bad rows.")
        assert labels(source, skip_bad_rows=True) == [["a"], ["b", "c"]]


def test_lists_in_lists(tmp_path):
    path = json_file(tmp_path / "x.jsonl", [["a"], [["b"]]])
    assert "row 2: a label must be a string; got a list in a list" in sentence(path)
    assert "row 0: a label must be a string, a number, true or false; got list" in sentence(
        [("t", [["a"]])]
    )
    assert "frame: column 'label' must hold strings; got list<" in sentence(
        pa.table({"text": ["t"], "label": [[["a"]]]})
    )


def test_documents_without_any_label_at_all():
    assert labels([("t", []), ("u", [])]) == [
        [],
        [],
    ]  # they are the rest, from which labels are told
    assert "there must be at least one document with a label; got none" in sentence(
        [], multilabel=True
    )


def test_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    lists = [[f"l{k}" for k in range(n % 4)] for n in range(100)]
    assert labels(json_file(tmp_path / "x.jsonl", lists)) == lists


ROLES = ColumnRoles(("text",), "label", multilabel=True)
LABELS = st.lists(
    st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=2) | st.floats(),
    max_size=3,
)


@given(
    st.lists(
        st.fixed_dictionaries({}, optional={"label": LABELS | st.text(max_size=2)}),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=300, deadline=None)
def test_fast_and_exact_json_agree(objects):
    text = "".join(json.dumps(value) + "\n" for value in objects)
    data = np.frombuffer(text.encode(), np.uint8)
    fast = parse_fast(data, ROLES)
    if fast is not None:
        exact = parse_exactly(data, ROLES, ReadSettings(), "x.jsonl")
        assert exact.fault is None
        assert fast.labels.to_pylist() == exact.labels.to_pylist()


def test_ordinary_lists_take_the_fast_way():
    data = np.frombuffer(
        b'{"text": "a", "label": ["x", "y"]}\n{"text": "b", "label": []}\n', np.uint8
    )
    assert parse_fast(data, ROLES).labels.to_pylist() == [["x", "y"], []]


def test_several_labels_is_an_earlier_name() -> None:
    assert labels([("a", "x")], several_labels=True) == [["x"]]
    with pytest.raises(SettingError) as caught:
        read([("a", "x")], multilabel=True, several_labels=True)
    assert str(caught.value) == (
        "multilabel must be given once; got several_labels, its earlier name, too. "
        "Pass multilabel only."
    )
