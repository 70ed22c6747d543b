"""What is known of documents beside text and label."""

import numpy as np
import pyarrow as pa
import pytest

from linnet.errors import SettingError
from linnet.reading import read
from linnet.validation.metadata import Metadata, metadata_of


def authors(*names):
    return Metadata({"author": pa.chunked_array([names], pa.string())}, np.zeros(len(names), int))


def test_values_are_sorted_over_all_batches():
    found = Metadata.of(["author"], [authors("cyd", "ann"), authors(), authors("bob", "ann")])
    names, codes = found.slices("author")
    assert (names, codes.tolist()) == (("ann", "bob", "cyd"), [2, 0, 1, 0])
    assert found.groups("author").tolist() == [2, 0, 1, 0]
    assert len(found.words) == 4


def test_documents_without_a_value_are_one_slice_and_a_group_each():
    found = authors("ann", None, "ann", "", None)
    names, codes = found.slices("author")
    assert (names, codes.tolist()) == (("(none)", "ann"), [1, 0, 1, 0, 0])
    assert found.groups("author").tolist() == [1, 2, 1, 3, 4]


def test_words_are_counted_in_all_fields_and_only_where_asked_for():
    rows = {"title": ["A title", ""], "body": ["of two words", "one"], "label": ["x", "y"]}
    documents = read(rows, text=("title", "body"))
    (batch,) = documents.batches()
    assert metadata_of((), batch, lengths=True).words.tolist() == [5, 1]
    assert metadata_of((), batch, lengths=False).words.tolist() == [0, 0]


def test_what_stands_beside_documents():
    rows = {
        "text": ["one two", "three", "a b c", ""],
        "label": list("abab"),
        "author": ["ann", None, "bob", None],
    }
    documents = read(rows, metadata="author")
    found = Metadata.of(
        documents.metadata,
        [metadata_of(documents.metadata, one, lengths=True) for one in documents.batches()],
    )
    assert found.slices("author")[0] == ("(none)", "ann", "bob")
    assert (
        len(set(found.groups("author").tolist())) == 4
    )  # those without an author are by themselves
    assert found.words.tolist() == [2, 1, 3, 0]
    with pytest.raises(SettingError, match=r"must be read as `metadata`; got 'year'"):
        found.slices("year")
