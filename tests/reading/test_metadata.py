"""Columns that are kept beside the documents, and never learned from."""

import pytest

from linnet import InputError, SettingError, read, train

MAIL = {
    "text": ["win now", "see you"],
    "label": ["spam", "ham"],
    "author": ["eve", "ann"],
    "year": [2025, 2026],
}


def test_metadata_columns_come_with_the_documents() -> None:
    (batch,) = read(MAIL, metadata=["author", "year"]).batches()
    assert [column.to_pylist() for column in batch.metadata] == [["eve", "ann"], ["2025", "2026"]]
    assert batch.categorical == ()


def test_a_column_can_be_learned_from_and_kept_as_metadata() -> None:
    documents = read(MAIL, categorical="author", metadata="author")
    (batch,) = documents.batches()
    assert (documents.categorical, documents.metadata) == (("author",), ("author",))
    assert batch.categorical[0].to_pylist() == batch.metadata[0].to_pylist() == ["eve", "ann"]


def test_nothing_is_learned_from_them() -> None:
    assert train(read(MAIL, metadata="author")).to_bytes() == train(MAIL).to_bytes()


def test_documents_that_are_left_out_take_theirs_along() -> None:
    (batch,) = read(MAIL, metadata="author").batches()
    assert batch.kept(batch.rows == 1).metadata[0].to_pylist() == ["ann"]


def test_a_column_must_be_there() -> None:
    with pytest.raises(InputError, match="colour"):
        list(read(MAIL, metadata="colour").batches())


def test_aside_is_an_earlier_name() -> None:
    documents = read(MAIL, aside="author")
    (batch,) = documents.batches()
    assert documents.metadata == ("author",)
    assert batch.metadata[0].to_pylist() == ["eve", "ann"]


def test_metadata_and_its_earlier_name_are_not_given_together() -> None:
    with pytest.raises(SettingError) as caught:
        read(MAIL, metadata="author", aside="year")
    assert str(caught.value) == (
        "metadata must be given once; got aside, its earlier name, too. Pass metadata only."
    )
