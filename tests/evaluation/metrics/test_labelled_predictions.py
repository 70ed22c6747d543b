"""Answers beside the truth."""

import numpy as np
import pytest

from linnet import InputError, train
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions, concatenated
from linnet.validation.evaluate import labelled_predictions

DATA = [("good film", "pos"), ("bad film", "neg")]


def test_a_label_that_was_never_learned_is_never_probable() -> None:
    found = labelled_predictions(train(DATA), [("good", "pos"), ("bad", "neg"), ("so so", "meh")])
    assert found.labels == ("meh", "neg", "pos")
    assert found.truth.tolist() == [2, 1, 0]
    assert found.predicted.tolist()[:2] == [2, 1]
    assert found.probabilities is not None
    assert found.probabilities[:, 0].tolist() == [0, 0, 0]
    assert np.isneginf(found.scores[:, 0]).all()
    assert found.probabilities.sum(axis=1) == pytest.approx([1, 1, 1])


def test_margins_are_no_probabilities() -> None:
    assert labelled_predictions(train(DATA, {"learner": "svm"}), DATA).probabilities is None


def test_parts_are_put_together_again() -> None:
    whole = labelled_predictions(train(DATA), DATA * 3)
    first = np.arange(6) < 2
    again = concatenated([whole.select(first), whole.select(~first)])
    assert again.truth.tolist() == whole.truth.tolist()
    assert again.scores.tolist() == whole.scores.tolist()


def test_parts_may_know_other_labels() -> None:
    first = LabelledPredictions(
        ("a", "c"), np.array([0, 1]), np.array([1, -1]), np.array([[1.0, 2.0], [3.0, 4.0]])
    )
    second = LabelledPredictions(("b", "c"), np.array([0]), np.array([0]), np.array([[5.0, 6.0]]))
    both = concatenated([first, second])
    assert (both.labels, both.truth.tolist(), both.predicted.tolist()) == (
        ("a", "b", "c"),
        [0, 2, 1],
        [2, -1, 1],
    )
    gone = -np.inf
    assert both.scores.tolist() == [[1.0, gone, 2.0], [3.0, gone, 4.0], [gone, 5.0, 6.0]]


def test_answers_must_be_as_many_as_documents() -> None:
    with pytest.raises(InputError, match="as many as there are documents, 2"):
        LabelledPredictions(("a", "b"), np.array([0, 1]), np.array([0]), np.zeros((2, 2)))
