"""Calibrations of greatest likelihood: which one, on which documents, and what is refused."""

import numpy as np
import pytest

from linnet import SettingError
from linnet.calibration.maximum_likelihood import fit_calibration, method_for
from tests.calibration.scored_documents import probabilities

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize("method", ["temperature", "platt", "isotonic", "shared-platt"])
def test_documents_of_a_label_that_their_fold_had_not_learned_take_no_part(method):
    truth = np.repeat(np.arange(3), 30)
    values = RANDOM.normal(size=(len(truth), 3)) + np.eye(3)[truth]
    unlearned = np.tile([-np.inf, 3.0, 1.0], (5, 1))
    with_them = fit_calibration(
        np.vstack([values, unlearned]), np.append(truth, [0] * 5), method, "margin"
    )
    without = fit_calibration(values, truth, method, "margin")
    tried = probabilities(values, with_them, "margin")
    tolerance = 1e-2 if method == "isotonic" else 1e-9  # isotonic says nothing below 1 / (n + 2)
    np.testing.assert_allclose(tried, probabilities(values, without, "margin"), atol=tolerance)


def test_auto_chooses_by_documents_and_link():
    few, many = np.array([0, 1, 2] * 10), np.array([0, 1] * 1000)
    assert method_for(few, 3, "softmax") == "temperature"
    assert method_for(few, 3, "margin") == method_for(few, 3, "sigmoid") == "platt"
    assert method_for(many, 2, "softmax") == "isotonic"
    assert method_for(many[1:], 2, "softmax") == "temperature"
    assert method_for(few, 4, "margin") == "temperature"  # nothing is known of the fourth label


def test_vetoed_documents_take_no_part():
    veto = -np.inf
    values = np.array([[1.0, 0], [0, 1], [1, 0], [1, 0], [veto, veto], [veto, 1]])
    truth = np.array([0, 1, 1, 0, 0, 1])
    for method in ("temperature", "platt", "isotonic"):
        some = fit_calibration(values[:4], truth[:4], method)
        found = fit_calibration(values[:5], truth[:5], method)
        np.testing.assert_allclose(
            probabilities(values[:4], found, "softmax"), probabilities(values[:4], some, "softmax")
        )
        assert np.isfinite(
            probabilities(values, fit_calibration(values, truth, method), "softmax")[:4]
        ).all()


@pytest.mark.parametrize(
    ("method", "truth", "said"),
    [
        (
            "magic",
            [0, 1],
            "a calibration must be auto, temperature, platt, isotonic, shared-platt; got 'magic'",
        ),
        ("platt", [0, 0], "platt calibration needs documents with each label and without it"),
        ("isotonic", [1, 1], "isotonic calibration needs documents with each label"),
    ],
)
def test_what_cannot_be_fitted_is_refused(method, truth, said):
    with pytest.raises(SettingError, match=said):
        fit_calibration(np.eye(2), np.array(truth), method)


def test_no_documents_are_refused():
    with pytest.raises(SettingError, match="needs documents with scores"):
        fit_calibration(np.empty((0, 2)), np.empty(0, np.int64), "temperature")
