"""The documents that a recipe learns from: read with its columns, and held in memory."""

import pyarrow as pa
import pytest

from linnet import DataWarning, Recipe, read, train
from linnet.classifier.training_documents import (
    held_in_memory,
    labelled_documents,
    with_columns_of,
    with_columns_read,
)
from linnet.errors import SettingError
from linnet.features.tokenizer import Tokenizer

MAIL = {
    "text": ["cheap pills", "my lunch"],
    "author": ["eve", "ann"],
    "day": ["mon", "tue"],
    "size": [2.0, 1.0],
    "features": [{"links": 3}, {"links": 0}],
    "label": ["spam", "ham"],
}


def only_batch(documents):
    (batch,) = documents.batches()
    return batch


def test_a_source_is_read_with_the_columns_of_the_recipe():
    recipe = Recipe.of(categorical=["author"], numeric=["size"])
    batch = only_batch(labelled_documents(MAIL, recipe, "training", metadata=["day"]))
    assert batch.texts[0].to_pylist() == ["cheap pills", "my lunch"]
    assert batch.categorical[0].to_pylist() == ["eve", "ann"]
    assert batch.numeric[0].tolist() == [2, 1]
    assert batch.metadata[0].to_pylist() == ["mon", "tue"]
    assert batch.labels.to_pylist() == ["spam", "ham"]

    without_text = Recipe.of(words=None, categorical=["author"])
    assert labelled_documents(MAIL, without_text, "training").fields == ()


def test_a_tokenizer_cuts_the_texts_of_what_was_read_before():
    tokenizer = Tokenizer("test:split", str.split)
    documents = labelled_documents(read(MAIL), Recipe.of(), "training", tokenizer)
    assert only_batch(documents).texts[0].to_pylist() == ["cheap\x1fpills", "my\x1flunch"]


def test_documents_without_labels_say_what_needs_them():
    with pytest.raises(SettingError) as refused:
        labelled_documents(read(["a"], labelled=False), Recipe.of(), "a learning curve")
    assert str(refused.value) == (
        "list: a learning curve needs labels; got documents without. Name the label column."
    )


def test_columns_that_were_read_come_after_those_of_the_recipe():
    documents = read(MAIL, categorical=["day", "author"], numeric="size", features="features")
    features = with_columns_read(Recipe.of(categorical=["author"]), documents).features
    assert features.categorical == ("author", "day")
    assert (features.numeric, features.named) == (("size",), "features")
    assert features.words == (1, 1)

    no_text = read(MAIL, text=(), numeric="size")
    assert with_columns_read(Recipe.of(), no_text).features.words is None


def test_documents_have_the_columns_of_the_recipe_alone():
    documents = read(MAIL, categorical=["day", "author"], features="features")
    own = with_columns_of(Recipe.of(categorical=["author"]), documents)
    batch = only_batch(own)
    assert (own.categorical, own.features) == (("author",), None)
    assert [column.to_pylist() for column in batch.categorical] == [["eve", "ann"]]
    assert batch.named is None

    named = with_columns_of(Recipe.of(named="features"), documents)
    assert named.features == "features"
    assert only_batch(named).named.values.tolist() == [3, 0]


def test_a_stream_in_memory_is_read_again_without_documents_of_no_weight():
    table = pa.table({"text": ["a", "b", "c"], "label": ["x", "y", "x"], "w": [2.0, 0.0, 0.5]})
    held = held_in_memory(read(table.to_reader(), weight="w"))
    for _ in range(2):
        assert only_batch(held).texts[0].to_pylist() == ["a", "c"]
    unweighted = held_in_memory(read(MAIL))
    assert only_batch(unweighted).labels.to_pylist() == ["spam", "ham"]


def test_a_warning_where_columns_are_found_by_content():
    tickets = {
        "Anliegen": [f"the printer is broken {number}" for number in range(12)],
        "Bereich": ["it", "money", "it"] * 4,
    }
    with pytest.warns(DataWarning) as caught:
        train(tickets, {})
    (sentence,) = [str(one.message) for one in caught]
    assert sentence.startswith("dict: text column 'Anliegen' (found by content, e.g. 'the printer")
    assert sentence.endswith(". Name them with linnet.read(…, text=…, label=…).")
    train(read(tickets), {})  # whoever reads them has the note
    train(read(tickets, text="Anliegen", label="Bereich"), {})
