"""How good probabilities are, by hand."""

import numpy as np
import pytest

from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.probability_metrics import (
    Bin,
    among_best,
    brier_scores,
    calibration_bins,
    calibration_error,
    log_losses,
)
from linnet.evaluation.metrics.register import METRICS

LABELS = ("ham", "news", "spam")


def given(truth, probabilities, groups=None):
    p = np.array(probabilities)
    truth = np.array(truth, np.int64)
    return LabelledPredictions(LABELS, truth, p.argmax(axis=1), p, p, groups)


def test_losses_of_each_document():
    predictions = given([0, 2, 1], [[0.5, 0.3, 0.2], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    # A probability of 0 is taken as 2^-52.
    assert log_losses(predictions).tolist() == pytest.approx(np.log([2, 1, 2**52]).tolist())
    # 0.5² + 0.3² + 0.2²; nothing; 1² + 1²
    assert brier_scores(predictions).tolist() == pytest.approx([0.38, 0, 2])


def test_margins_have_none_of_these():
    scores = np.array([[3.0, 2.0, 1.0]])
    margins = LabelledPredictions(LABELS, np.array([1]), np.array([0]), scores)
    assert log_losses(margins) is None
    assert brier_scores(margins) is None
    assert calibration_bins(margins) is None
    assert calibration_error(margins) is None
    assert among_best(margins, 2).tolist() == [True]


def test_among_equal_scores_the_first_labels_are_best():
    even = given([0, 1, 2], [[0.2, 0.4, 0.4]] * 3)
    assert among_best(even, 1).tolist() == [False, True, False]
    assert among_best(even, 2).tolist() == [False, True, True]
    # Every label is among the best three of three.
    assert among_best(even, 3) is None


def test_documents_as_sure_as_each_other_are_in_one_bin():
    # Three are sure by 0.8, one of them wrongly; one by 0.5, rightly.
    sure = [0.8, 0.1, 0.1]
    predictions = given([0, 0, 1, 0], [sure, sure, sure, [0.5, 0.3, 0.2]])
    low, high = calibration_bins(predictions)
    assert low == Bin(0.5, Measure(1.0, wilson(1, 1)), 1)
    assert high == Bin(pytest.approx(0.8), Measure(2 / 3, wilson(2, 3)), 3)
    # (0.8 - 2/3) · 3 and 0.5 · 1, over 4 documents: 0.4 / 4 + 0.5 / 4
    assert calibration_error(predictions) == pytest.approx(0.225)
    assert high.as_json() == {
        "probability": pytest.approx(0.8),
        "right": {"value": 2 / 3, "interval": list(wilson(2, 3))},
        "documents": 3,
    }


def test_bins_of_groups_have_no_interval_and_no_documents_no_bins():
    (only,) = calibration_bins(given([0], [[0.6, 0.2, 0.2]], groups=np.array([0])))
    assert only.right == Measure(1.0)
    assert only.calibration_gap == pytest.approx(0.4)
    assert calibration_bins(given([], np.empty((0, 3)))) is None


def test_a_label_without_a_score_is_never_among_the_best():
    scores = np.log(
        [[0.6, 0.4, 0.0], [0.3, 0.7, 0.0]],
        where=[[True, True, False]] * 2,
        out=np.full((2, 3), -np.inf),
    )
    predictions = LabelledPredictions(
        ("ham", "spam", "zoo"), np.array([0, 2]), np.array([0, 1]), scores, np.exp(scores)
    )
    assert METRICS["top-2-accuracy"].of(predictions) == 0.5
