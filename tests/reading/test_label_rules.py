"""Labels changed as they are read."""

import io
import sys

import pyarrow as pa
import pytest

import linnet
from linnet.errors import InputError, SettingError
from linnet.reading import read

SPELLED = [("a", "Yes"), ("b", "yes "), ("c", "Yes"), ("d", "no"), ("e", "NO"), ("f", "maybe")]


def labels_of(documents):
    return [label for batch in documents.batches() for label in batch.labels.to_pylist()]


def test_spellings_become_one_at_each_reading():
    documents = read(SPELLED, fold_labels=True)
    assert labels_of(documents) == ["Yes", "Yes", "Yes", "NO", "NO", "maybe"]
    assert labels_of(documents) == ["Yes", "Yes", "Yes", "NO", "NO", "maybe"]
    assert documents.notes == (
        "labels that differ only in case or spaces are one: 'Yes' 2, 'yes ' 1; 'NO' 1, 'no' 1",
    )


def test_nothing_is_said_where_nothing_changes():
    documents = read([("a", "x"), ("b", "y")], fold_labels=True, min_label_documents=1)
    assert documents.notes == ()


def test_labels_are_folded_to_those_of_a_model():
    model = linnet.train([("a", "YES"), ("b", "no")], {})
    documents = read(SPELLED[:4], fold_labels=model.labels)
    assert labels_of(documents) == ["YES", "YES", "YES", "no"]
    assert documents.notes[0].endswith("are one: 'Yes' 2, 'yes ' 1 as 'YES'")
    assert linnet.evaluate(model, documents).accuracy is not None


def test_rare_labels_are_left_out_with_their_documents():
    documents = read(SPELLED, fold_labels=True, min_label_documents=2)
    assert labels_of(documents) == ["Yes", "Yes", "Yes", "NO", "NO"]
    assert [batch.rows.tolist() for batch in documents.batches()] == [[0, 1, 2, 3, 4]]
    assert documents.notes[1] == (
        "1 label with fewer than 2 documents is left out, with 1 of 6 documents: 'maybe' 1"
    )


def test_rare_labels_are_put_into_another():
    documents = read(SPELLED, min_label_documents=2, rare_labels_into="other")
    assert labels_of(documents) == ["Yes", "other", "Yes", "other", "other", "other"]
    assert documents.notes == (
        "4 labels with fewer than 2 documents are put into 'other', 4 documents in all: "
        "'NO' 1, 'maybe' 1, 'no' 1, 'yes ' 1",
    )


def test_the_label_for_rare_ones_is_not_rare_itself():
    documents = read(SPELLED[2:4], min_label_documents=2, rare_labels_into="no")
    assert labels_of(documents) == ["no", "no"]


def test_rare_labels_are_taken_out_of_sets():
    pairs = [("a", ["x", "X"]), ("b", ["x", "y"]), ("c", ["y"]), ("d", ["z"])]
    documents = read(pairs, fold_labels=True, min_label_documents=2)
    [batch] = documents.batches()
    assert batch.label_lists() == [["x"], ["x", "y"], ["y"], []]
    assert documents.notes[1] == (
        "1 label with fewer than 2 documents is taken out of the sets of labels, "
        "1 time in all: 'z' 1"
    )
    into = read(pairs, min_label_documents=2, rare_labels_into="other")
    [batch] = into.batches()
    assert batch.label_lists() == [["x", "other"], ["x", "y"], ["y"], ["other"]]


def test_a_label_twice_in_a_set_counts_once():
    # x is in one document only, by two spellings.
    documents = read(
        [("a", ["x", "X"]), ("b", ["y"]), ("c", ["y"])], fold_labels=True, min_label_documents=2
    )
    [batch] = documents.batches()
    assert batch.label_lists() == [[], ["y"], ["y"]]


def test_documents_of_weight_0_are_not_counted():
    columns = {"text": ["a", "b", "c"], "label": ["x", "x", "y"], "w": [1, 0, 1]}
    with pytest.raises(InputError, match=r"a label must have 2 documents, .* got at most 1"):
        read(columns, weight="w", min_label_documents=2)


def test_streams_are_held_in_memory(monkeypatch):
    table = pa.table({"text": ["a", "b"], "label": ["x", "X "]})
    documents = read(table.to_reader(), fold_labels=True)
    assert labels_of(documents) == labels_of(documents) == ["X", "X"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"text,label\na,x\nb,X\n")))
    documents = read("-", format="csv", fold_labels=True)
    assert labels_of(documents) == ["X", "X"]


def test_documents_without_labels_are_as_they_are():
    documents = read(["a"], labelled=False, fold_labels=True, min_label_documents=5)
    assert [len(batch) for batch in documents.batches()] == [1]


@pytest.mark.parametrize(
    "settings",
    [
        {"rare_labels_into": "other"},
        {"rare_labels_into": "other", "min_label_documents": 1},
        {"rare_labels_into": "", "min_label_documents": 5},
        {"min_label_documents": "5"},
        {"min_label_documents": True},
        {"fold_labels": "yes"},
    ],
)
def test_settings_that_do_not_fit_are_refused(settings):
    with pytest.raises(SettingError):
        read(SPELLED, **settings)


def test_bad_rows_are_found_while_labels_are_counted(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("text,label\na,x\nb,\n")
    with pytest.raises(InputError, match="row 2"):
        read(path, fold_labels=True)
    assert labels_of(read(path, fold_labels=True, skip_bad_rows=True)) == ["x"]
