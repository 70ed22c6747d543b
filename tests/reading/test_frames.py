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
