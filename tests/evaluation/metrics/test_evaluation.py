"""An evaluation as people and programs get it."""

import json

import numpy as np
import pytest

from linnet.evaluation.metrics.evaluation import evaluate, evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.measures import ALL_THE_SAME
from linnet.evaluation.metrics.register import METRICS

LABELS = ["ham", "news", "spam"]
KEYS = [
    "documents", "groups", "accuracy", "baseline", "macro_f1", "measures", "unsure", "coverage",
        "answered_accuracy", "risk_coverage", "labels", "confusion", "calibration", "curves",
]  # fmt: skip
LABEL_MEASURES = [
    "precision",
    "recall",
    "f1",
    "tpr",
    "fpr",
    "tnr",
    "fnr",
    "roc-area",
    "average-precision",
]


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
        "tpr": zero,
        "fpr": zero,
        "tnr": {"value": 1.0, "interval": None},
        "fnr": {"value": 1.0, "interval": None},
        "roc-area": nothing,
        "average-precision": nothing,
        "documents": 1,
    }
    assert evaluation.as_json()["confusion"] == {
        "labels": LABELS,
        "counts": [[2, 1, 0], [0, 0, 0], [1, 0, 1]],
    }


def test_the_json_has_the_documented_keys_and_no_nan():
    found = json.loads(
        json.dumps(
            evaluate(np.arange(90) % 3, np.arange(90) % 2, LABELS).as_json(), allow_nan=False
        )
    )
    assert list(found) == KEYS
    assert list(found["labels"]) == LABELS
    assert list(found["labels"]["ham"]) == [*LABEL_MEASURES, "documents"]
    assert set(found["measures"]) == set(METRICS)
    assert list(found["accuracy"]) == ["value", "interval"]
    assert [found["labels"][label]["documents"] for label in LABELS] == [45, 45, 0]


def test_two_evaluations_of_the_same_labels_are_the_same():
    predicted, truth = np.arange(300) % 3, np.arange(300) % 7 % 3
    assert (
        evaluate(predicted, truth, LABELS).as_json() == evaluate(predicted, truth, LABELS).as_json()
    )


def test_no_documents_are_an_evaluation_without_values():
    found = evaluate(np.array([], int), np.array([], int), LABELS).as_json()
    assert found["documents"] == 0
    assert found["accuracy"] == found["macro_f1"] == {"value": None, "interval": None}


def predictions(n=400, labels=3, seed=1, **more):
    """Answers that are right for about two documents of three."""
    chance = np.random.default_rng(seed)
    truth = chance.integers(0, labels, n)
    scores = chance.normal(size=(n, labels))
    scores[np.arange(n), truth] += 1.2
    probabilities = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return LabelledPredictions(
        tuple("abcdefgh"[:labels]), truth, scores.argmax(axis=1), scores, probabilities, **more
    )


def test_every_measure_but_one_has_an_interval_around_it():
    found = evaluate_predictions(predictions(labels=6))
    for measures in (found.measures, *found.per_label.values()):
        for name, measure in measures.items():
            if name != "calibration-error":
                assert measure.interval[0] < measure.value < measure.interval[1], name
    assert found.measures["calibration-error"].interval is None


def test_every_measure_is_the_metric_of_its_name():
    given = predictions(labels=6)
    found = evaluate_predictions(given)
    assert {name: measure.value for name, measure in found.measures.items()} == pytest.approx(
        {name: metric.of(given) for name, metric in METRICS.items()}, abs=1e-14
    )


def test_the_number_of_threads_does_not_show():
    for given in (predictions(), predictions(groups=np.arange(400) // 5)):
        one, many = (evaluate_predictions(given, threads=threads).as_json() for threads in (1, 5))
        assert one == many


def test_groups_that_agree_make_intervals_wider():
    # Each document four times: the same numbers, but no more to judge by.
    once = predictions()
    again = once.select(np.repeat(np.arange(400), 4))
    alone, grouped = (
        evaluate_predictions(again),
        evaluate_predictions(answers_with_groups(again, np.repeat(np.arange(400), 4))),
    )
    assert grouped.groups == 400
    for name in ("accuracy", "macro-f1", "log-loss", "macro-roc-area", "macro-average-precision"):
        narrow, wide, expected = (
            np.diff(found.measures[name].interval)[0]
            for found in (alone, grouped, evaluate_predictions(once))
        )
        assert wide == pytest.approx(2 * narrow, rel=0.15)
        assert wide == pytest.approx(expected, rel=0.15)
    narrow, wide = (
        np.diff(found.per_label["a"]["recall"].interval)[0] for found in (alone, grouped)
    )
    assert wide == pytest.approx(2 * narrow, rel=0.15)


def answers_with_groups(given, groups):
    return LabelledPredictions(
        given.labels, given.truth, given.predicted, given.scores, given.probabilities, groups
    )


def test_few_groups_are_too_few():
    found = evaluate_predictions(predictions(groups=np.arange(400) % 19))
    assert all(measure.interval is None for measure in found.measures.values())
    assert all(
        measure.interval is None
        for measures in found.per_label.values()
        for measure in measures.values()
    )


def test_unsure_is_a_row_and_a_share():
    found = evaluate(np.array([0, UNSURE, 2, UNSURE]), np.array([0, 0, 2, 1]), LABELS).as_json()
    assert found["unsure"]["value"] == 0.5
    assert found["confusion"] == {
        "labels": LABELS,
        "counts": [[1, 0, 0], [0, 0, 0], [0, 0, 1], [1, 1, 0]],
    }
    assert found["accuracy"]["value"] == 0.5
    assert found["measures"]["micro-precision"]["value"] == 1


def test_curves_start_strict_and_end_with_all_documents():
    given = predictions(n=5000)
    curve = evaluate_predictions(given).curves["b"]
    documents = int((given.truth == 1).sum())
    assert len(curve.thresholds) <= 200
    assert (curve.right[-1], curve.wrong[-1]) == (documents, 5000 - documents)
    assert (np.diff(curve.thresholds) < 0).all()
    at = 50
    found = given.probabilities[:, 1] >= curve.thresholds[at]
    assert (curve.right[at], curve.wrong[at]) == (
        np.sum(found & (given.truth == 1)),
        np.sum(found & (given.truth != 1)),
    )
    fpr, tpr = curve.roc
    area = evaluate_predictions(given).per_label["b"]["roc-area"].value
    assert np.trapezoid([0, *tpr], [0, *fpr]) == pytest.approx(area, abs=0.002)
    recall, precision = curve.precision_recall
    assert (recall[-1], precision[-1]) == (1, pytest.approx(documents / 5000))


def test_five_hundred_labels_have_fifty_curves():
    found = evaluate(np.arange(500), np.arange(500), [f"{n:03}" for n in range(500)])
    assert found.curves == {}  # without scores there are none
    scores = np.eye(60)
    given = LabelledPredictions(
        tuple(f"{n:02}" for n in range(60)), np.arange(60), np.arange(60), scores
    )
    assert list(evaluate_predictions(given).curves) == [f"{n:02}" for n in range(50)]


def test_calibration_bins_hold_all_documents():
    bins = evaluate_predictions(predictions()).calibration
    assert len(bins) == 15
    assert sum(one.documents for one in bins) == 400
    assert all(one.right.interval[0] <= one.right.value <= one.right.interval[1] for one in bins)
    assert (
        evaluate_predictions(predictions(groups=np.arange(400) // 2)).calibration[0].right.interval
        is None
    )


def test_without_a_mistake_no_interval_is_a_single_point():
    truth = np.repeat([0, 1], 30)
    probabilities = np.where(truth[:, None] == [0, 1], 0.9, 0.1)
    predictions = LabelledPredictions(
        ("ham", "spam"), truth, truth, np.log(probabilities), probabilities
    )
    found = evaluate_predictions(predictions)
    wilson_of_30 = pytest.approx((0.8865, 1.0), abs=1e-4)  # 30 / (30 + 1.96²)
    for label in found.per_label.values():
        assert label["f1"].interval == wilson_of_30
        assert label["average-precision"].interval == wilson_of_30
    for name in ("mcc", "kappa"):
        assert (found.measures[name].interval, found.measures[name].reason) == (None, ALL_THE_SAME)
    for measure in found.measures.values():
        assert measure.interval is None or measure.interval[0] < measure.interval[1]


def test_with_groups_no_interval_is_a_single_point():
    truth = np.repeat([0, 1], 30)
    always_ham = np.zeros(60, np.int64)
    nothing = np.full((60, 2), np.nan)
    groups = np.arange(60) % 30
    predictions = LabelledPredictions(("ham", "spam"), truth, always_ham, nothing, groups=groups)
    for name, measure in evaluate_predictions(predictions).measures.items():
        assert measure.interval is None or measure.interval[0] < measure.interval[1], name
        if name in ("macro-recall", "macro-f1", "weighted-f1", "accuracy"):
            assert (measure.interval, measure.reason) == (None, ALL_THE_SAME)


def test_labels_that_all_score_the_same_have_no_interval_of_their_ranks():
    truth = np.repeat([0, 1], 30)
    predictions = LabelledPredictions(
        ("ham", "spam"), truth, np.zeros(60, np.int64), np.zeros((60, 2)), np.full((60, 2), 0.5)
    )
    found = evaluate_predictions(predictions).measures["macro-roc-area"]
    assert (found.value, found.interval, found.reason) == (0.5, None, ALL_THE_SAME)


def test_probabilities_next_to_0_are_ranked_without_a_warning():
    truth = np.repeat([0, 1], 30)
    p = np.where(truth == 0, 1.0, 5e-324)
    probabilities = np.stack([p, np.where(truth == 0, 5e-324, 1.0)], axis=1)
    predictions = LabelledPredictions(
        ("ham", "spam"), truth, truth, np.log(probabilities), probabilities
    )
    assert evaluate_predictions(predictions).measures["macro-roc-area"].value == 1.0
