"""What a threshold does to one label."""

import numpy as np
import pytest
from sklearn.metrics import precision_recall_curve, roc_curve

from linnet.report.thresholds import thresholds


@pytest.mark.parametrize("digits", [1, 6])
def test_all_points_are_those_of_scikit_learn(digits):
    random = np.random.default_rng(1)
    truth = random.random(150) < 0.3
    scores = np.round(random.normal(truth * 1.0), digits)  # with one digit, many tie
    found = thresholds(scores, truth)
    alarms, recall, at = roc_curve(truth, scores, drop_intermediate=False)
    assert found["at"] == pytest.approx(at[1:], rel=1e-5)
    assert np.array(found["right"]) / found["with"] == pytest.approx(recall[1:])
    assert np.array(found["wrong"]) / found["without"] == pytest.approx(alarms[1:])
    precision, _, _ = precision_recall_curve(truth, scores)
    right, wrong = np.array(found["right"]), np.array(found["wrong"])
    assert (right / (right + wrong))[::-1] == pytest.approx(precision[:-1])


def test_many_points_are_thinned_and_keep_the_area():
    random = np.random.default_rng(2)
    truth = random.random(50_000) < 0.1
    scores = random.normal(truth * 2.0)
    found, whole = thresholds(scores, truth), thresholds(scores, truth, points=10**9)
    assert len(found["at"]) <= 202
    areas = [
        np.trapezoid(
            np.append(0, one["right"]) / one["with"], np.append(0, one["wrong"]) / one["without"]
        )
        for one in (found, whole)
    ]
    assert areas[0] == pytest.approx(areas[1], abs=1e-3)


def test_the_threshold_where_labels_are_chosen_is_among_them():
    random = np.random.default_rng(3)
    scores, truth = random.random(5000), random.random(5000) < 0.5
    assert min(scores[scores >= 0.5]) == pytest.approx(
        min(at for at in thresholds(scores, truth, 20)["at"] if at >= 0.5), rel=1e-5
    )


def test_there_must_be_documents_on_both_sides():
    assert thresholds(np.array([0.1, 0.9]), np.array([True, True])) is None
    assert thresholds(np.array([0.1, 0.9]), np.array([False, False])) is None
    assert thresholds(np.array([-np.inf, -np.inf]), np.array([True, False])) is None
