"""An evaluation as people and programs get it."""

import json

import numpy as np
import pytest

from linnet.evaluation.evaluation import evaluate

LABELS = ["ham", "news", "spam"]


def test_everything_by_hand():
    # Ham right twice and once called spam; spam right once; news never seen by the model.
    evaluation = evaluate(np.array([0, 0, 2, 2, 0]), np.array([0, 0, 0, 2, 1]), LABELS)
    nothing = {"value": None, "interval": None}
    zero = {"value": 0.0, "interval": None}
    assert evaluation.documents == 5
    assert evaluation.accuracy.value == 0.6
    assert evaluation.macro_f1.value == pytest.approx((2 / 3 + 0 + 2 / 3) / 3)
    assert evaluation.as_json()["labels"]["news"] == {
        "precision": nothing,
        "recall": zero,
        "f1": zero,
        "documents": 1,
    }
    assert evaluation.as_json()["confusion"] == {
        "labels": LABELS,
        "counts": [[2, 1, 0], [0, 0, 0], [1, 0, 1]],
    }


def test_the_json_has_the_documented_keys_and_no_nan():
    found = json.loads(json.dumps(evaluate(np.arange(90) % 3, np.arange(90) % 2, LABELS).as_json(), allow_nan=False))
    assert list(found) == ["documents", "accuracy", "macro_f1", "labels", "confusion"]
    assert list(found["labels"]) == LABELS
    assert list(found["labels"]["ham"]) == ["precision", "recall", "f1", "documents"]
    assert list(found["accuracy"]) == ["value", "interval"]
    assert [found["labels"][label]["documents"] for label in LABELS] == [45, 45, 0]


def test_two_evaluations_of_the_same_labels_are_the_same():
    predicted, truth = np.arange(300) % 3, np.arange(300) % 7 % 3
    assert evaluate(predicted, truth, LABELS).as_json() == evaluate(predicted, truth, LABELS).as_json()


def test_no_documents_are_an_evaluation_without_values():
    found = evaluate(np.array([], int), np.array([], int), LABELS).as_json()
    assert found["documents"] == 0
    assert found["accuracy"] == found["macro_f1"] == {"value": None, "interval": None}
