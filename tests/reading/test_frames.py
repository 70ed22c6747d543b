"""Objects that speak the Arrow protocol: frames, series, arrays and readers."""

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from linnet import InputError, read
from linnet.reading.frames import as_column, supports_arrow

TABLE = pa.table({"text": ["a", "b"], "label": ["x", "y"]})


class Batch:
    """One record batch of a library that linnet does not know."""

    def __arrow_c_array__(self, requested_schema=None):
        return TABLE.to_batches()[0].__arrow_c_array__(requested_schema)


class Array:
    """One column of a library that linnet does not know."""

    def __arrow_c_array__(self, requested_schema=None):
        return pa.array(["a", "b"]).__arrow_c_array__(requested_schema)


def test_what_arrow_can_read():
    assert all(map(supports_arrow, [TABLE, pl.DataFrame(), pd.Series([1]), Array()]))
    assert not any(map(supports_arrow, [["a"], {"a": []}, "a"]))


@pytest.mark.parametrize(
    "column",
    [pa.array(["a", "b"]), pa.chunked_array([["a"], ["b"]]), pl.Series(["a", "b"]), Array()],
)
def test_columns(column):
    assert as_column(column).to_pylist() == ["a", "b"]


@pytest.mark.parametrize("table", [TABLE, pl.DataFrame({"a": [1]}), TABLE.to_reader(), Batch()])
def test_tables_are_no_columns(table):
    assert as_column(table) is None


def test_a_record_batch_of_an_unknown_library():
    (batch,) = read(Batch()).batches()
    assert batch.labels.to_pylist() == ["x", "y"]


def test_the_share_that_was_read():
    chunks = pa.concat_tables([TABLE, TABLE])
    assert [batch.share for batch in read(chunks).batches()] == [0.5, 1.0]


def test_a_reader_is_read_once():
    documents = read(TABLE.to_reader())
    assert [len(batch) for batch in documents.batches()] == [2]
    with pytest.raises(InputError, match="frame: a stream must be read only once"):
        list(documents.batches())


TEXTS = ["see you at noon", "win a prize now", "are you at home", "win it all now"]


def months(**columns) -> pd.DataFrame:
    """Return a pandas frame whose index could be taken for labels."""
    return pd.DataFrame({"text": TEXTS, **columns}, index=["jan", "feb", "jan", "feb"])


def test_the_index_of_pandas_is_no_label():
    with pytest.raises(InputError, match="the label column must be clear; got columns 'text'"):
        read(months())
    with pytest.raises(InputError, match="the label column must be clear; got columns 'text'"):
        read(months().rename_axis("label"))


def test_the_index_of_pandas_is_no_text():
    frame = pd.DataFrame({"label": ["a", "b", "a", "b"]}, index=TEXTS)
    with pytest.raises(InputError, match="got columns 'label'"):
        read(frame, labelled=False)


def test_the_index_of_pandas_is_not_kept():
    documents = read(months(label=["a", "b", "a", "b"]), keep_columns="all")
    assert documents.columns == ("text", "label")
    assert [column.name for column in documents.kept_columns] == ["text", "label"]


@pytest.mark.parametrize("name", ["month", 0])
def test_a_named_index_of_pandas_can_be_asked_for(name):
    documents = read(months().rename_axis(name), label=name)
    (batch,) = documents.batches()
    assert batch.labels.to_pylist() == ["jan", "feb", "jan", "feb"]
    assert batch.texts[0].to_pylist() == TEXTS


def test_a_named_level_of_an_index_of_pandas_can_be_asked_for():
    frame = months(label=["a", "b", "a", "b"]).set_index("label", append=True)
    (batch,) = read(frame.rename_axis(["month", "kind"]), label="kind").batches()
    assert batch.labels.to_pylist() == ["a", "b", "a", "b"]


def test_a_column_comes_before_an_index_of_its_name():
    frame = months(label=["a", "b", "a", "b"]).rename_axis("label")
    (batch,) = read(frame, label="label").batches()
    assert batch.labels.to_pylist() == ["a", "b", "a", "b"]


def test_columns_whose_names_are_numbers():
    frame = pd.DataFrame([["see you", "ham", 7], ["win it", "spam", 8]])
    documents = read(frame, text=0, label=1, id=2, keep_columns=[0])
    (batch,) = documents.batches()
    assert (documents.fields, documents.label) == (("0",), "1")
    assert batch.labels.to_pylist() == ["ham", "spam"]


def test_a_name_that_two_columns_of_pandas_have():
    frame = pd.DataFrame([["a", "x", "b"]], columns=["text", "label", "text"])
    sentence = "^frame: column names must differ; got 'text' twice. Rename one of them.$"
    with pytest.raises(InputError, match=sentence):
        read(frame)
    with pytest.raises(InputError, match="got '1' twice"):
        read(pd.DataFrame([["a", "x"]], columns=[1, "1"]), text=1)


def test_labels_of_several_types_in_one_column_of_pandas():
    (batch,) = read(pd.DataFrame({"text": TEXTS, "label": [1, "1", "a", 2]})).batches()
    assert batch.labels.to_pylist() == ["1", "1", "a", "2"]


def test_texts_of_several_types_in_one_column_of_pandas():
    frame = pd.DataFrame({"text": ["see you", 5, "win it"], "label": ["a", "b", "b"]})
    with pytest.raises(InputError, match="frame, row 1: text must be a string; got int"):
        list(read(frame).batches())
    (batch,) = read(frame, skip_bad_rows=True).batches()
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([0, 2], [1])


def test_a_column_of_several_types_that_nobody_reads():
    frame = months(label=["a", "b", "a", "b"], other=[1, "1", [2], None])
    (batch,) = read(frame).batches()
    assert batch.texts[0].to_pylist() == TEXTS
