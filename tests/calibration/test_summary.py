"""What a calibration does, as plain data."""

import numpy as np
import pytest

from linnet import train
from linnet.calibration.calibrate import Development
from linnet.calibration.cross_calibration import Chosen
from linnet.calibration.summary import calibration_summary

PAIRS = [("good film", "pos"), ("bad film", "neg")]
UNKNOWN = {"log_loss": None, "brier": None, "calibration_error": None}


@pytest.fixture(scope="module")
def bayes():
    return train(PAIRS, {"learner": "multinomial"})


def test_probabilities_that_stay_are_as_good_after_as_before(bayes):
    values = np.log([[0.8, 0.2], [0.4, 0.6]])
    development = Development(bayes, values, np.array([0, 1]))
    summary = calibration_summary(development, Chosen("none", None, "nothing is better"))
    # Both are right, with 0.8 and 0.6. Brier: 2 · 0.2² and 2 · 0.4²; gaps 0.2 and 0.4.
    expected = {
        "log_loss": -np.log([0.8, 0.6]).mean(),
        "brier": (0.08 + 0.32) / 2,
        "calibration_error": 0.3,
    }
    assert summary["documents"] == 2
    assert summary["before"] == pytest.approx(expected)
    assert summary["after"] == pytest.approx(expected)
    assert summary["why"] == "nothing is better"


def test_one_document_has_no_others_to_find_a_map_on(bayes):
    development = Development(bayes, np.log([[0.5, 0.5]]), np.array([0]))
    summary = calibration_summary(development, Chosen("temperature", None))
    assert summary["before"]["log_loss"] == pytest.approx(np.log(2))
    assert summary["after"] == UNKNOWN
    assert summary["why"] is None


def test_margins_are_no_probabilities_before():
    svm = train(PAIRS, {"learner": "svm", "calibration": "none"})
    # All margins are 0, so the map of the other half knows no better than one half each.
    development = Development(svm, np.zeros((4, 2)), np.array([0, 1, 0, 1]))
    summary = calibration_summary(development, Chosen("shared-platt", None))
    assert summary["before"] == UNKNOWN
    assert summary["after"]["log_loss"] == pytest.approx(np.log(2))
    assert summary["after"]["brier"] == pytest.approx(0.5)
