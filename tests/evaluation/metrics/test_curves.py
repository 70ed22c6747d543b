"""ROC and precision-recall curves of one label, by hand."""

import json

import numpy as np
import pytest

from linnet.evaluation.metrics.curves import MOST_POINTS, curve_of
from linnet.evaluation.metrics.ranking import ranked

# From the highest score: has it, has it not, has it; the last two have the same score.
SCORES = np.array([0.2, 0.9, 0.5, 0.2])
HAS = np.array([True, True, False, False])
CURVE = curve_of(ranked(SCORES, HAS), SCORES)


def test_points_count_documents_at_or_above_each_score():
    assert CURVE.thresholds.tolist() == [0.9, 0.5, 0.2]
    assert CURVE.right.tolist() == [1, 1, 2]
    assert CURVE.wrong.tolist() == [0, 1, 2]


def test_rates_by_hand():
    false_positive_rates, true_positive_rates = CURVE.roc
    assert false_positive_rates.tolist() == [0, 0.5, 1]
    assert true_positive_rates.tolist() == [0.5, 0.5, 1]
    recalls, precisions = CURVE.precision_recall
    assert recalls.tolist() == [0.5, 0.5, 1]
    assert precisions.tolist() == [1, 0.5, 0.5]


def test_a_label_that_every_document_has_has_no_false_positive_rate():
    curve = curve_of(ranked(SCORES, np.ones(4, bool)), SCORES)
    false_positive_rates, true_positive_rates = curve.roc
    assert np.isnan(false_positive_rates).all()
    assert true_positive_rates.tolist() == [0.25, 0.5, 1]


def test_many_points_are_thinned_and_both_ends_stay():
    scores = np.linspace(1, 0, 5000)
    has = np.arange(5000) % 3 == 0
    curve = curve_of(ranked(scores, has), scores)
    assert len(curve.thresholds) == MOST_POINTS
    assert curve.thresholds[[0, -1]].tolist() == [1, 0]
    assert (curve.right[-1], curve.wrong[-1]) == (has.sum(), (~has).sum())


def test_json_has_no_threshold_where_there_is_no_score():
    curve = curve_of(ranked(np.array([1 / 3, -np.inf]), HAS[1:3]), np.array([1 / 3, -np.inf]))
    assert curve.as_json() == {
        "thresholds": [pytest.approx(1 / 3, abs=1e-6), None],
        "right": [1, 1],
        "wrong": [0, 1],
    }
    json.dumps(curve.as_json(), allow_nan=False)
