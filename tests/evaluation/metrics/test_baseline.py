"""The majority baseline."""

import numpy as np

from linnet.evaluation.metrics.baseline import MajorityBaseline
from linnet.evaluation.metrics.evaluation import evaluate


def test_the_most_frequent_label_and_its_share():
    assert MajorityBaseline.of(["a", "b"], np.array([1, 3])) == MajorityBaseline("b", 0.75)


def test_of_equally_frequent_labels_the_first():
    assert MajorityBaseline.of(["a", "b"], np.array([2, 2])) == MajorityBaseline("a", 0.5)


def test_no_documents_have_none():
    assert MajorityBaseline.of(["a"], np.array([0])) is None
    nothing = evaluate(np.array([], int), np.array([], int), ["a"])
    assert nothing.as_json()["baseline"] is None


def test_it_is_of_the_true_labels_whatever_was_predicted():
    found = evaluate(np.array([1, 1, 1, 1]), np.array([0, 0, 0, 1]), ["a", "b"])
    assert found.as_json()["baseline"] == {"label": "a", "accuracy": 0.75}
