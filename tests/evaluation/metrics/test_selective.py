"""How many documents got an answer, how right these are, and the risk-coverage curve."""

import json

import numpy as np
import pytest

from linnet.evaluation.metrics.evaluation import evaluate, evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.selective import MOST_POINTS, risk_coverage, selective


def judged(confidences, right, **more):
    """Two labels: how probable the first, which is given, and whether it is the true one."""
    first = np.array(confidences, float)
    probabilities = np.column_stack([first, 1 - first])
    truth = np.where(right, 0, 1)
    predicted = np.zeros(len(truth), int)
    values = {"predicted": predicted, "probabilities": probabilities} | more
    with np.errstate(divide="ignore"):
        scores = np.log(probabilities)
    return LabelledPredictions(("a", "b"), truth, scores=scores, **values)


def test_the_surest_documents_are_answered_first():
    # In the order of the curve: right, wrong, right, wrong.
    curve = risk_coverage(judged([0.6, 0.9, 0.7, 0.8], [False, True, True, False]))
    assert curve.thresholds.tolist() == [0.9, 0.8, 0.7, 0.6]
    assert curve.coverage.tolist() == [0.25, 0.5, 0.75, 1]
    assert curve.risk.tolist() == pytest.approx([0, 1 / 2, 1 / 3, 1 / 2])
    assert curve.area == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)


def test_equally_sure_documents_come_together_in_any_order():
    # Of 1 the expected risk is 1/2, of 2 it is 1/2; then 1 of 3.
    one_way = risk_coverage(judged([0.9, 0.9, 0.6], [True, False, True]))
    other_way = risk_coverage(judged([0.9, 0.9, 0.6], [False, True, True]))
    assert one_way.coverage.tolist() == pytest.approx([2 / 3, 1])
    assert one_way.risk.tolist() == pytest.approx([1 / 2, 1 / 3])
    assert one_way.area == other_way.area == pytest.approx((1 / 2 + 1 / 2 + 1 / 3) / 3)


def test_where_all_are_equally_sure_the_area_is_the_share_of_mistakes():
    curve = risk_coverage(judged([0.7] * 10, [True] * 8 + [False] * 2))
    assert curve.area == pytest.approx(0.2)
    assert (len(curve.coverage), curve.risk.tolist()) == (1, [0.2])


def test_a_perfect_order_has_the_smallest_area():
    # 1 mistake of 4, the least sure one: 0, 0, 0, 1/4.
    assert risk_coverage(judged([0.9, 0.8, 0.7, 0.6], [1, 1, 1, 0])).area == pytest.approx(1 / 16)
    assert risk_coverage(judged([0.9, 0.8], [True, True])).area == 0


def test_an_unsure_document_counts_with_its_most_probable_label():
    sure = judged([0.9, 0.6], [True, False])
    unsure = judged([0.9, 0.6], [True, False], predicted=np.array([0, UNSURE]))
    assert risk_coverage(unsure).as_json() == risk_coverage(sure).as_json()


def test_margins_are_ranked_by_how_far_the_score_lies_above_the_others():
    scores = np.array([[5.0, 4.9, 0], [1, -1, -2], [3, 2, 9]])
    truth = np.array([1, 0, 2])
    predictions = LabelledPredictions(("a", "b", "c"), truth, scores.argmax(axis=1), scores)
    curve = risk_coverage(predictions)
    assert curve.thresholds.tolist() == pytest.approx([6, 2, 0.1])
    assert curve.risk.tolist() == pytest.approx([0, 0, 1 / 3])


def test_a_model_of_one_label_and_labels_that_it_does_not_know():
    scores = np.array([[1.0, -np.inf], [2.0, -np.inf]])
    predictions = LabelledPredictions(("a", "b"), np.array([0, 1]), np.zeros(2, int), scores)
    curve = risk_coverage(predictions)
    assert curve.risk.tolist() == [0.5]
    assert curve.as_json()["thresholds"] == [None]
    only = LabelledPredictions(("a",), np.array([0]), np.array([0]), np.array([[1.0]]))
    assert risk_coverage(only).area == 0


def test_without_scores_or_documents_there_is_no_curve():
    assert evaluate(np.array([0, 1]), np.array([0, 0]), ["a", "b"]).selective.curve is None
    assert risk_coverage(judged([], [])) is None


def test_at_most_200_points_from_the_first_to_the_last():
    n = 10_000
    curve = risk_coverage(judged(np.linspace(0.5, 1, n), np.arange(n) % 3 > 0))
    assert len(curve.coverage) == MOST_POINTS
    assert (curve.coverage[0], curve.coverage[-1]) == (1 / n, 1)
    assert curve.risk[-1] == pytest.approx(1 / 3, abs=1e-3)
    assert np.all(np.diff(curve.coverage) > 0)


def resampler(predictions):
    return Resampler.of(predictions.groups, len(predictions))


def test_coverage_and_accuracy_of_the_answered_have_wilsons_interval():
    right = np.arange(100) % 10 > 0
    predicted = np.where(np.arange(100) < 80, 0, UNSURE)
    predictions = judged([0.8] * 100, right, predicted=predicted)
    found = selective(predictions, resampler(predictions))
    assert found.coverage.value == 0.8
    assert found.coverage.interval == pytest.approx((0.711, 0.867), abs=1e-3)
    assert found.answered_accuracy.value == 0.9  # 72 of 80
    assert found.answered_accuracy.interval == pytest.approx((0.815, 0.948), abs=1e-3)
    evaluation = evaluate_predictions(predictions)
    assert evaluation.accuracy.value == 0.72
    assert evaluation.unsure.value == pytest.approx(1 - found.coverage.value)


def test_groups_widen_the_intervals_and_few_of_them_have_none():
    n = 400
    right = np.arange(n) // 10 % 4 > 0
    predicted = np.where(np.arange(n) // 10 % 5 > 0, 0, UNSURE)
    alone = judged([0.8] * n, right, predicted=predicted)
    grouped = judged([0.8] * n, right, predicted=predicted, groups=np.arange(n) // 10)
    single, together = (selective(one, resampler(one)) for one in (alone, grouped))
    for name in ("coverage", "answered_accuracy"):
        narrow, wide = getattr(single, name), getattr(together, name)
        assert narrow.value == wide.value
        assert np.ptp(wide.interval) > 2 * np.ptp(narrow.interval)
    few = judged([0.8] * n, right, predicted=predicted, groups=np.arange(n) // 100)
    assert selective(few, resampler(few)).coverage.interval is None


def test_coverage_and_curve_are_each_a_line():
    predictions = judged([0.9, 0.8, 0.7, 0.6], [True, True, False, True])
    found = selective(predictions, resampler(predictions))
    assert "\n" not in repr(found) + repr(found.curve)
    # Wrong are 0 of 1, 0 of 2, 1 of 3 and 1 of 4: their mean is 7/48.
    assert repr(found.curve) == "RiskCoverage(4 points, area 0.1458)"
    assert repr(found).startswith("Selective(coverage 1.000 (0.510 to 1.000), accuracy of those ")
    assert repr(found).endswith("area of the curve 0.1458)")


def test_where_nothing_is_answered_the_accuracy_of_the_answered_is_undefined():
    nothing = np.full(40, UNSURE)
    for groups in (None, np.arange(40)):
        predictions = judged([0.8] * 40, [True] * 40, predicted=nothing, groups=groups)
        found = selective(predictions, resampler(predictions))
        assert (found.coverage.value, found.answered_accuracy.value) == (0, None)
        json.dumps(found.as_json(), allow_nan=False)
