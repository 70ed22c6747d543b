"""Lists of texts, of pairs and of dicts, and dicts of columns."""

import numpy as np
import pyarrow as pa
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import lists, read
from linnet.reading.lists import read_columns, read_list
from linnet.reading.settings import ReadSettings

LABELLED = ReadSettings()
UNLABELLED = ReadSettings(labelled=False)


def seen(documents):
    """Return the text of each document and its label."""
    found = []
    for batch in documents.batches():
        labels = batch.labels.to_pylist() if batch.labels is not None else [None] * len(batch)
        found += zip(batch.texts[0].to_pylist(), labels, strict=True)
    return found


def test_python_numbers_as_labels_become_str():
    assert seen(read(["a", "b", "c"], labels=[1, True, np.int64(7)])) == [
        ("a", "1"),
        ("b", "true"),
        ("c", "7"),
    ]


def test_none_is_a_null_text():
    assert seen(read(["a", None], labelled=False)) == [("a", None), (None, None)]


def test_list_faults_name_the_row():
    with pytest.raises(InputError) as caught:
        list(read([("a", "x"), (5, "y")]).batches())
    assert (
        str(caught.value)
        == "list, row 1: text must be a string; got int. Convert it or skip bad rows."
    )
    [batch] = read([("a", "x"), (5, "y"), ("b", None), ("c", "z")], skip_bad_rows=True).batches()
    assert batch.rows.tolist() == [0, 3]
    assert batch.skipped.tolist() == [1, 2]
    assert batch.next_row == 4


def test_list_without_labels_is_refused_for_training():
    with pytest.raises(InputError, match="documents must have labels here; got texts only"):
        read(["a", "b"])


def test_list_label_that_is_a_list():
    with pytest.raises(
        SettingError,
        match=r"row 0: a document must have one label; got 2 of them. Pass multilabel=True",
    ):
        list(read([("a", ["x", "y"])], multilabel=False).batches())


def test_mixed_pairs_and_texts():
    with pytest.raises(
        InputError,
        match=r"list, row 1: each entry must be a \(text, label\) pair as the first is; got str",
    ):
        read([("a", "x"), "b"])


def test_lengths_must_match():
    with pytest.raises(
        InputError, match="list: columns must be equally long; got 2 in 'text', 1 in 'label'"
    ):
        read(["a", "b"], labels=["x"])


def test_lone_surrogate_in_python_text():
    with pytest.raises(
        InputError, match=r"list, row 0: text must be Unicode; got the lone surrogate U\+D800"
    ):
        list(read(["\ud800"], labelled=False).batches())


def test_what_a_dict_lacks_is_missing():
    rows = [{"text": "a", "label": "x", "size": 3}, {"label": "y", "mood": "good"}]
    settings = ReadSettings(numeric=("size",), categorical=("mood",))
    (batch,) = read_list(rows, None, settings).batches()
    assert batch.texts[0].to_pylist() == ["a", None]
    assert batch.labels.to_pylist() == ["x", "y"]
    assert batch.numeric[0].tolist() == pytest.approx([3, np.nan], nan_ok=True)
    assert batch.categorical[0].to_pylist() == [None, "good"]


@pytest.mark.parametrize(
    ("entries", "labels"),
    [([({"a": 1}, "x"), ({"b": 2.5}, "y")], None), ([{"a": 1}, {"b": 2.5}], ["x", "y"])],
)
def test_featuresets_have_names_and_no_text(entries, labels):
    documents = read_list(entries, labels, LABELLED)
    (batch,) = documents.batches()
    assert (documents.fields, documents.features) == ((), "features")
    assert batch.labels.to_pylist() == ["x", "y"]
    assert batch.named.names.to_pylist() == ["a", "b"]
    assert batch.named.values.tolist() == [1, 2.5]


def test_a_long_list_comes_in_batches(monkeypatch):
    monkeypatch.setattr(lists, "_BATCH_ROWS", 2)
    batches = list(read_list(["a", "b", "c", "d", "e"], None, UNLABELLED).batches())
    assert [batch.rows.tolist() for batch in batches] == [[0, 1], [2, 3], [4]]
    assert [batch.share for batch in batches] == [0.4, 0.8, 1]
    assert list(read_list([], None, UNLABELLED).batches()) == []


def test_columns_may_be_arrays_of_any_kind():
    columns = {"text": pa.array(["a", "b"]), "label": np.array([1, 0]), 7: ("x", "y")}
    documents = read_columns(columns, ReadSettings(id="7"))
    (batch,) = documents.batches()
    assert batch.texts[0].to_pylist() == ["a", "b"]
    assert (batch.labels.to_pylist(), batch.ids.to_pylist()) == (["1", "0"], ["x", "y"])


@pytest.mark.parametrize(
    ("entries", "settings", "said"),
    [
        (
            [5],
            LABELLED,
            "list: documents must have labels here; got a int first. Pass labels=[…], pairs or",
        ),
        (
            [("a", "x")],
            ReadSettings(categorical=("mood",)),
            "list: only dicts have column names; got 'mood'. Pass dicts or a dict of columns.",
        ),
        (
            [({"a": 1}, "x")],
            ReadSettings(features="features", numeric=("size",)),
            "list: only dicts have column names; got 'size'. Pass dicts or a dict of columns.",
        ),
        (
            [("a", "x")],
            ReadSettings(text=()),
            "list: texts must be asked for; got texts and no name of one. Name them 'text'.",
        ),
        (
            [{"text": "a", "label": "x"}, "b"],
            LABELLED,
            "list, row 1: each entry must be a dict as the first is; got str. Make them all alike.",
        ),
    ],
)
def test_what_no_list_can_have_is_a_sentence(entries, settings, said):
    with pytest.raises((InputError, SettingError)) as refused:
        read_list(entries, None, settings)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("values", "kind"), [("a", "str"), (b"a", "bytes"), (map(str, "a"), "map")]
)
def test_a_column_that_is_no_list_is_a_sentence(values, kind):
    with pytest.raises(InputError) as refused:
        read_columns({"text": values}, UNLABELLED)
    assert str(refused.value) == (
        f"dict: column 'text' must be a list; got {kind}. "
        "Pass a list, of one value for a single document."
    )
