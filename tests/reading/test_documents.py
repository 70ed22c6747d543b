"""Documents and batches: what they tell of themselves, without a look into Arrow."""

import numpy as np
import pytest

from linnet import InputError, read


def batch_of(source, **settings):
    (batch,) = read(source, **settings).batches()
    return batch


def test_first_texts_go_field_by_field():
    batch = batch_of({"t": ["a", None], "b": ["c", "d"]}, text=("t", "b"), labelled=False)
    assert batch.first_texts(3) == ["a", "", "c"]
    assert batch.first_texts(9) == ["a", "", "c", "d"]
    assert batch.first_texts(0) == batch.first_texts(-1) == []


def test_label_counts():
    assert batch_of([("a", "x"), ("b", "y"), ("c", "x")]).label_counts() == {"x": 2, "y": 1}
    assert batch_of([("a", ["x", "y"]), ("b", ["y"])]).label_counts() == {"x": 1, "y": 2}
    assert batch_of(["a"], labelled=False).label_counts() == {}


def test_labels_of_each_document():
    single = batch_of([("a", "x"), ("b", "y")])
    assert single.labels_per_document().tolist() == [1, 1]
    assert single.label_lists() == [["x"], ["y"]]

    several = batch_of([("a", ["x", "y"]), ("b", []), ("c", ["y"])])
    assert several.labels_per_document().tolist() == [2, 0, 1]
    assert several.label_lists() == [["x", "y"], [], ["y"]]

    assert batch_of(["a", "b"], labelled=False).label_lists() == [[], []]


def test_empty_texts_are_there_and_null_ones_are_not():
    batch = batch_of({"t": ["", None, "a"], "b": [None, None, ""]}, text=("t", "b"), labelled=False)
    assert batch.has_no_text().tolist() == [False, True, False]
    assert batch.has_only_empty_texts().tolist() == [True, True, False]


def test_no_text_fields_are_no_empty_texts():
    batch = batch_of({"n": [1.0, None]}, text=(), numeric="n", labelled=False)
    assert batch.has_only_empty_texts().tolist() == [False, False]
    assert batch.is_missing().tolist() == [False, False]


def test_a_document_is_missing_without_any_value():
    table = {"text": [None, None, ""], "n": [1.0, None, None]}
    batch = batch_of(table, numeric="n", labelled=False)
    assert batch.is_missing().tolist() == [False, True, False]


def test_kept_documents_keep_all_that_is_theirs():
    columns = {
        "text": ["a", "b", "c"],
        "label": [["x"], ["x", "y"], []],
        "id": ["1", "2", "3"],
        "weight": [1.0, 2.0, 3.0],
        "level": ["p", "q", "r"],
        "size": [4.0, 5.0, 6.0],
    }
    batch = batch_of(columns, id="id", weight="weight", categorical="level", numeric="size")
    kept = batch.kept(np.array([False, True, True]))
    assert kept.rows.tolist() == [1, 2]
    assert kept.texts[0].to_pylist() == ["b", "c"]
    assert kept.label_lists() == [["x", "y"], []]
    assert kept.ids.to_pylist() == ["2", "3"]
    assert kept.weights.tolist() == [2, 3]
    assert kept.categorical[0].to_pylist() == ["q", "r"]
    assert kept.numeric[0].tolist() == [5, 6]


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        (
            [1, 1e-101],
            "dict, row 1: a weight must be 0, or 1e-100 or above; got 1e-101. Scale the weights.",
        ),
        (
            [2.0**52, 2.0**52],
            "dict, row 1: the weights of all documents must sum to less than 9007199254740992, "
            "up to which sums are exact; got the weight 4.5036e+15 here. Scale the weights.",
        ),
    ],
)
def test_weights_that_no_total_could_hold(weights, sentence):
    table = {"text": ["a", "b"], "label": ["x", "y"], "weight": weights}
    with pytest.raises(InputError) as caught:
        list(read(table, weight="weight").batches())
    assert str(caught.value) == sentence
