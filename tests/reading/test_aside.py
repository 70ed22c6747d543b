"""Columns that are kept beside the documents, and never learned from."""

import pytest

from linnet import InputError, read, train

MAIL = {
    "text": ["win now", "see you"],
    "label": ["spam", "ham"],
    "author": ["eve", "ann"],
    "year": [2025, 2026],
}


def test_columns_are_set_aside() -> None:
    (batch,) = read(MAIL, aside=["author", "year"]).batches()
    assert [column.to_pylist() for column in batch.aside] == [["eve", "ann"], ["2025", "2026"]]
    assert batch.categorical == ()


def test_a_column_can_be_learned_from_and_set_aside() -> None:
    documents = read(MAIL, categorical="author", aside="author")
    (batch,) = documents.batches()
    assert (documents.categorical, documents.aside) == (("author",), ("author",))
    assert batch.categorical[0].to_pylist() == batch.aside[0].to_pylist() == ["eve", "ann"]


def test_nothing_is_learned_from_them() -> None:
    assert train(read(MAIL, aside="author")).to_bytes() == train(MAIL).to_bytes()


def test_documents_that_are_left_out_take_theirs_along() -> None:
    (batch,) = read(MAIL, aside="author").batches()
    assert batch.kept(batch.rows == 2).aside[0].to_pylist() == ["ann"]


def test_a_column_must_be_there() -> None:
    with pytest.raises(InputError, match="colour"):
        list(read(MAIL, aside="colour").batches())
