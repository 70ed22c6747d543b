"""Python objects: which of them are lists, columns or frames."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.objects import read_object
from linnet.reading.settings import ReadSettings

FILMS = {"text": ["good film", "dull plot"], "label": ["pos", "neg"]}
LABELLED = ReadSettings()


def name_and_labels(source, labels=None):
    documents = read_object(source, LABELLED, labels)
    (batch,) = documents.batches()
    assert batch.texts[0].to_pylist() == FILMS["text"]
    return documents.name, batch.labels.to_pylist()


@pytest.mark.parametrize(
    "source", [FILMS, pl.DataFrame(FILMS), pa.table(FILMS), [("good film", "pos"), ("dull", "neg")]]
)
def test_rows_of_python_objects_count_from_0_as_python_does(source):
    documents = read_object(source, LABELLED, None)
    (batch,) = documents.batches()
    assert (documents.first_row, batch.rows.tolist(), batch.next_row) == (0, [0, 1], 2)
    assert documents.frame_index is None


def test_rows_of_a_file_count_from_1(tmp_path):
    path = tmp_path / "films.csv"
    path.write_text("text,label\ngood film,pos\ndull plot,neg\n")
    documents = read(path)
    (batch,) = documents.batches()
    assert (documents.first_row, batch.rows.tolist(), batch.next_row) == (1, [1, 2], 3)


def test_the_labels_of_a_pandas_frame_are_kept():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FILMS, index=["b", "a"])
    for source, labels in ((frame, None), (frame["text"], ["pos", "neg"])):
        documents = read_object(source, LABELLED, labels)
        assert list(documents.frame_index) == ["b", "a"]
        (batch,) = documents.batches()
        assert batch.rows.tolist() == [0, 1]


def test_each_kind_of_object_has_its_name():
    assert name_and_labels(FILMS) == ("dict", ["pos", "neg"])
    assert name_and_labels(pl.DataFrame(FILMS)) == ("frame", ["pos", "neg"])
    pairs = np.array([("good film", "pos"), ("dull plot", "neg")])
    assert name_and_labels(pairs) == ("list", ["pos", "neg"])


@pytest.mark.parametrize("column", [tuple, np.array, pl.Series, pa.array])
def test_a_column_of_texts_is_a_list_beside_labels(column):
    assert name_and_labels(column(FILMS["text"]), ["a", "b"]) == ("list", ["a", "b"])


@pytest.mark.parametrize("source", [FILMS, pa.table(FILMS)])
def test_labels_do_not_go_with_what_has_columns(source):
    with pytest.raises(SettingError, match="labels=… must go with a list of texts; got another"):
        read_object(source, LABELLED, ["a", "b"])


@pytest.mark.parametrize(
    ("source", "kind"), [(pl.LazyFrame(FILMS), "LazyFrame"), (np.array(5), "ndarray")]
)
def test_an_object_without_rows_is_called_by_its_kind(source, kind):
    with pytest.raises(InputError, match=rf"got {kind}\. Pass one of these; collect what is lazy"):
        read_object(source, LABELLED, None)


def test_unknown_sources_are_refused():
    with pytest.raises(
        InputError, match="a source must be a path, a frame, a list or a dict of columns; got int"
    ):
        read(5)


TEXTS = pd.Series(["see you", "win it", "at noon"])
LABELS = pd.Series(["ham", "spam", "ham"], index=[2, 0, 1])


def test_series_of_different_indexes_are_refused():
    sentence = (
        "'texts' and 'labels' must have the same index; got two. "
        r"Align them first, or pass \.to_numpy\(\) of each\."
    )
    with pytest.raises(InputError, match=f"^list: {sentence}$"):
        read(TEXTS, labels=LABELS)
    with pytest.raises(InputError, match="dict: 'text' and 'label' must have the same index"):
        read({"text": TEXTS, "label": LABELS})


@pytest.mark.parametrize("labels", [LABELS.sort_index(), LABELS.to_numpy(), LABELS.tolist()])
def test_series_of_the_same_index_or_none(labels):
    assert sum(map(len, read(TEXTS, labels=labels).batches())) == 3
    assert sum(map(len, read({"text": TEXTS, "label": labels}).batches())) == 3
