"""Documents in whatever form people have them."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import linnet.sklearn as ours
from linnet.errors import InputError
from linnet.sklearn.documents import as_list, only_str, text_list, threads_for

TEXTS = ["ant", "", "bée"]


def test_a_list_stays_the_list_it_is():
    assert text_list(TEXTS) is TEXTS
    assert as_list(TEXTS) is TEXTS


@pytest.mark.parametrize(
    "documents",
    [
        tuple(TEXTS),
        iter(TEXTS),
        np.array(TEXTS),
        np.array(TEXTS, dtype=object).reshape(-1, 1),
        pd.Series(TEXTS, dtype=object),
        pd.DataFrame({"text": pd.Series(TEXTS, dtype=object)}),
    ],
    ids=["tuple", "iterator", "NumPy", "a column of NumPy", "objects", "a frame of objects"],
)
def test_objects_of_python_become_a_list(documents):
    assert text_list(documents) == TEXTS


@pytest.mark.parametrize(
    ("documents", "kind"),
    [
        (pa.array(TEXTS), pa.string()),
        (pa.table({"text": pa.array(TEXTS, pa.large_string())}), pa.large_string()),
        (pa.chunked_array([TEXTS[:1], TEXTS[1:]]), pa.large_string()),
        (pa.array(TEXTS, pa.string_view()), pa.large_string()),
        (pl.DataFrame({"text": TEXTS}), pa.large_string()),
    ],
    ids=["an array", "a table", "chunks", "views", "polars"],
)
def test_arrow_columns_become_one_array(documents, kind):
    texts = text_list(documents)
    assert texts.type == kind
    assert as_list(texts) == TEXTS


def test_arrow_columns_with_gaps_or_of_numbers_become_lists():
    assert text_list(pa.array(["ant", None])) == ["ant", None]
    assert text_list(pa.array([1, 2])) == [1, 2]


def test_a_frame_of_two_columns_is_refused():
    with pytest.raises(InputError, match="one column of texts; got 2 columns"):
        ours.CountVectorizer().fit(pd.DataFrame({"a": ["x"], "b": ["y"]}))


def test_only_plain_str_are_taken_as_they_are():
    assert only_str(TEXTS)
    assert only_str(pa.array(TEXTS))
    assert not only_str(["ant", b"bee"])
    assert not only_str([np.str_("ant")])


def test_few_documents_are_not_worth_a_second_thread(monkeypatch):
    monkeypatch.setattr("linnet.sklearn.documents.threads_of", lambda _: 8)
    assert threads_for(["ant"] * 199) == 1
    assert threads_for(["ant"] * 200) == 8
