"""The confusion table: rows are predicted, columns are true."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from linnet.errors import InputError
from linnet.evaluation.metrics.confusion import confusion_of

LABELS = ("ham", "news", "spam")


def test_rows_are_predicted_and_columns_true():
    confusion = confusion_of(np.array([0, 2, 2, 2]), np.array([0, 0, 2, 1]), LABELS)
    assert confusion.counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 1, 1]]
    assert confusion.counts.dtype == np.int64
    assert (confusion.documents, confusion.right.tolist()) == (4, [1, 0, 1])
    assert (confusion.predicted.tolist(), confusion.true.tolist()) == ([1, 0, 3], [2, 1, 1])
    assert confusion.as_json() == {
        "labels": list(LABELS),
        "counts": [[1, 0, 0], [0, 0, 0], [1, 1, 1]],
    }


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=50))
def test_it_is_the_table_of_scikit_learn_turned(pairs):
    predicted, truth = np.array(pairs).T
    counts = confusion_of(predicted, truth, "abcde").counts
    np.testing.assert_array_equal(counts, confusion_matrix(truth, predicted, labels=range(5)).T)


def test_no_documents_give_an_empty_table():
    assert (
        confusion_of(np.array([], int), np.array([], int), LABELS).counts.tolist() == [[0] * 3] * 3
    )


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.uint64])
def test_narrow_codes_do_not_overflow(dtype):
    codes = np.array([100], dtype)
    assert confusion_of(codes, codes, [str(label) for label in range(101)]).counts[100, 100] == 1


@pytest.mark.parametrize(
    ("predicted", "truth", "labels", "sentence"),
    [
        ([0, 3], [0, 0], LABELS, "document 1: a predicted label must be one of 3 labels.*got 3"),
        ([0, 0], [-1, 0], LABELS, "document 0: a true label must be .*got -1"),
        ([0], [0, 0], LABELS, "must be as many"),
        ([0], [0], ("ham", "ham"), "must differ"),
    ],
)
def test_what_cannot_be_counted_is_a_sentence(predicted, truth, labels, sentence):
    with pytest.raises(InputError, match=sentence):
        confusion_of(np.array(predicted), np.array(truth), labels)
