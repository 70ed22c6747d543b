"""read: every kind of source, and what a second reading gives."""

import io
import os
import sys
import threading

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read

FILMS = {"text": ["good film", "dull plot"], "label": ["pos", "neg"]}


def seen(documents):
    """Return the texts of each document and its label."""
    found = []
    for batch in documents.batches():
        fields = list(zip(*(text.to_pylist() for text in batch.texts), strict=True))
        labels = batch.labels.to_pylist() if batch.labels is not None else [None] * len(batch)
        found += [(*texts, label) for texts, label in zip(fields, labels, strict=True)]
    return found


def give_input(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))


@pytest.mark.parametrize(
    "source",
    [
        FILMS,
        pd.DataFrame(FILMS),
        pl.DataFrame(FILMS),
        pa.table(FILMS),
        pa.table(FILMS).to_batches()[0],
        pa.table(FILMS).to_struct_array().chunk(0),
        [("good film", "pos"), ("dull plot", "neg")],
        (["good film", "pos"], ["dull plot", "neg"]),
        pd.DataFrame(FILMS).astype({"label": "category"}),
        pl.DataFrame(FILMS, schema={"text": pl.String, "label": pl.Categorical}),
    ],
    ids=lambda source: type(source).__name__,
)
def test_objects_in_memory_can_be_read_again(source):
    documents = read(source)
    assert seen(documents) == [("good film", "pos"), ("dull plot", "neg")]
    assert seen(documents) == [("good film", "pos"), ("dull plot", "neg")]


@pytest.mark.parametrize(
    "texts",
    [
        ["a", "b"],
        ("a", "b"),
        np.array(["a", "b"]),
        pd.Series(["a", "b"]),
        pl.Series(["a", "b"]),
        pa.array(["a", "b"]),
    ],
    ids=lambda texts: type(texts).__name__,
)
@pytest.mark.parametrize(
    "labels",
    [["x", "y"], pd.Series(["x", "y"]), np.array(["x", "y"])],
    ids=lambda v: type(v).__name__,
)
def test_texts_beside_labels(texts, labels):
    assert seen(read(texts, labels=labels)) == [("a", "x"), ("b", "y")]


def test_labels_beside_a_file_are_refused(tmp_path):
    with pytest.raises(SettingError, match="labels=… must go with a list of texts"):
        read(tmp_path, labels=["a"])


def test_a_reader_is_read_once():
    documents = read(pa.table(FILMS).to_reader())
    assert len(seen(documents)) == 2
    with pytest.raises(
        InputError, match="frame: a stream must be read only once; got a second reading"
    ):
        list(documents.batches())


def test_standard_input_is_json_lines_for_training_and_read_once(monkeypatch):
    give_input(monkeypatch, b'{"text": "a", "label": "x"}\n')
    documents = read("-")
    assert documents.name == "standard input"
    assert seen(documents) == [("a", "x")]
    with pytest.raises(InputError, match="standard input: a stream must be read only once"):
        list(documents.batches())
    assert not sys.stdin.buffer.closed


def test_standard_input_is_lines_for_predicting(monkeypatch):
    give_input(monkeypatch, b"one\n\ntwo")
    assert seen(read("-", labelled=False)) == [("one", None), ("", None), ("two", None)]


def test_standard_input_with_a_format(monkeypatch):
    give_input(monkeypatch, b"\xef\xbb\xbftext,label\na,x\n" + b"b,y\n" * 100_000)
    assert len(seen(read("-", format="csv"))) == 100_001


def test_closed_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: it must be open"):
        read("-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"text,label\na,x\n",))
    writer.start()
    documents = read(path)
    assert seen(documents) == [("a", "x")]
    writer.join()
    with pytest.raises(InputError, match="a stream must be read only once"):
        list(documents.batches())


def test_several_fields_ids_and_weights(tmp_path):
    path = tmp_path / "mail.csv"
    path.write_text("key,title,body,w,kind\n007,a,b,1.5,x\n008,c,,0,y\n")
    [batch] = read(path, text=["title", "body"], label="kind", id="key", weight="w").batches()
    assert [text.to_pylist() for text in batch.texts] == [["a", "c"], ["b", ""]]
    assert batch.ids.to_pylist() == ["007", "008"]
    assert batch.weights.tolist() == [1.5, 0.0]
    assert batch.share == 1.0


@pytest.mark.parametrize("weight", ["-1", "inf", "nan", "x", "", "1_0"])
def test_a_weight_must_be_a_finite_number(tmp_path, weight):
    path = tmp_path / "w.csv"
    path.write_text(f"text,label,w\na,x,1\nb,y,{weight}\n")
    with pytest.raises(InputError) as caught:
        list(read(path, weight="w").batches())
    rule = f"a weight must be a finite number, 0 or above; got {weight!r}"
    assert str(caught.value) == f"{path}, row 2: {rule}. Correct the row or skip bad rows."


def test_unknown_format():
    with pytest.raises(
        SettingError, match=r"format must be one of csv, .*; got 'jsnl'. Did you mean jsonl?"
    ):
        read("x", format="jsnl")


def test_label_and_text_must_differ():
    with pytest.raises(
        SettingError, match="the label column must not be a text column; got 'a' for both"
    ):
        read({"a": ["x"]}, text="a", label="a")
    with pytest.raises(SettingError, match="text columns must differ; got 'a', 'a'"):
        read({"a": ["x"]}, text=["a", "a"])


def label_if_there(source, **more):
    """The label column of what is read with labels where there are some."""
    documents = read(source, labelled=None, **more)
    labels = [batch.labels for batch in documents.batches()]
    assert all((column is None) == (documents.label is None) for column in labels)
    return documents.label


def test_labels_are_read_where_they_are_there(tmp_path):
    (tmp_path / "labelled.csv").write_text("text,label\nhello,ham\n")
    (tmp_path / "plain.csv").write_text("text,size\nhello,3\n")
    (tmp_path / "labelled.jsonl").write_text('{"text": "hello", "label": "ham"}\n')
    (tmp_path / "plain.jsonl").write_text('{"text": "hello"}\n')
    (tmp_path / "lines.txt").write_text("hello\n")
    assert label_if_there(tmp_path / "labelled.csv") == "label"
    assert label_if_there(tmp_path / "labelled.jsonl") == "label"
    for name in ("plain.csv", "plain.jsonl", "lines.txt"):
        assert label_if_there(tmp_path / name) is None
    assert label_if_there([("hello", "ham")]) == "label"
    assert label_if_there(["hello"]) is None
    assert label_if_there({"text": ["hello"], "label": ["ham"]}) == "label"


def test_labels_of_a_folder_are_read_where_there_are_subfolders(tmp_path):
    (tmp_path / "ham").mkdir()
    (tmp_path / "ham" / "a.txt").write_text("hello")
    assert label_if_there(tmp_path) == "label"
    assert label_if_there(tmp_path / "ham") is None


def test_a_label_column_that_is_named_must_be_there(tmp_path):
    (tmp_path / "plain.csv").write_text("text\nhello\n")
    with pytest.raises(InputError, match="'kind' must be there"):
        read(tmp_path / "plain.csv", labelled=None, label="kind")


def test_a_label_column_that_is_unclear_is_not_read(tmp_path):
    (tmp_path / "two.csv").write_text("text,Label,label\nhello,ham,spam\n")
    assert label_if_there(tmp_path / "two.csv") is None
