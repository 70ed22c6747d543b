"""Platt scaling: as scikit-learn has it, by hand, shared by labels, and rescaled together."""

from itertools import pairwise

import numpy as np
import pytest
from sklearn.calibration import _SigmoidCalibration

from linnet.calibration.maximum_likelihood import fit_calibration
from linnet.model.calibration import Platt
from linnet.model.scores import Scores
from tests.calibration.scored_documents import MARGINS, MIRRORED, TRUTH, probabilities

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize("link", ["margin", "softmax"])
def test_platt_of_two_labels_is_scikit_learns(link):
    found = probabilities(MIRRORED, fit_calibration(MIRRORED, TRUTH, "platt", link), link)
    np.testing.assert_allclose(
        found[:, 1], _SigmoidCalibration().fit(MARGINS, TRUTH).predict(MARGINS), rtol=1e-6
    )


def test_platt_of_many_labels_is_one_sigmoid_each_and_these_are_fitted_to_each_other():
    values = RANDOM.normal(size=(500, 4)) * 2
    truth = (values + RANDOM.gumbel(size=values.shape) * 2).argmax(axis=1)
    own = np.column_stack(
        [
            _SigmoidCalibration().fit(values[:, k], truth == k).predict(values[:, k])
            for k in range(4)
        ]
    )
    best = fit_calibration(values, truth, "platt", "margin")
    # Stretched and shifted by the same two numbers for all labels: stretch · log odds + shift.
    log_odds = np.log(own / (1 - own))
    z = values * best.slopes + best.offsets
    stretch, shift = np.polyfit(log_odds.ravel(), z.ravel(), 1)
    np.testing.assert_allclose(z, stretch * log_odds + shift, rtol=1e-5, atol=1e-6)

    def loss(stretch, shift):
        other = Platt(best.slopes * stretch, best.offsets * stretch + shift)
        return -np.log(probabilities(values, other, "margin")[np.arange(500), truth]).mean()

    around = [loss(1.05, 0), loss(0.95, 0), loss(1, 0.2), loss(1, -0.2)]
    normalised = own / own.sum(axis=1, keepdims=True)
    assert loss(1, 0) <= min(around) + 1e-9
    assert loss(1, 0) < -np.log(normalised[np.arange(500), truth]).mean() - 0.01
    found = probabilities(values, best, "margin")
    np.testing.assert_array_equal(found.argmax(axis=1), own.argmax(axis=1))


def test_platt_never_falls():
    # Margins that say the opposite of what is true: one sigmoid without a slope, and labels as the
    # scores have them.
    upside_down = MIRRORED[:, ::-1]
    found = fit_calibration(upside_down, TRUTH, "platt", "margin")
    assert found.slopes.tolist() == [0, 0]
    assert found.offsets.tolist() == pytest.approx([0, 0])
    scores = Scores(("a", "b"), upside_down, np.zeros(2), "margin", calibration=found)
    np.testing.assert_array_equal(scores.best(), upside_down.argmax(axis=1))


def test_labels_with_few_documents_share_a_sigmoid():
    # Labels 0 and 1 have 150 documents each; 2, 3 and 4 have 6, 5 and 3: together enough for a map.
    truth = np.repeat(np.arange(5), [150, 150, 6, 5, 3])
    values = RANDOM.normal(size=(len(truth), 5)) + 2 * np.eye(5)[truth]
    slopes = fit_calibration(values, truth, "platt", "margin").slopes
    assert len(set(slopes.tolist())) == 3
    assert slopes[2] == slopes[3] == slopes[4]
    few = fit_calibration(values[-14:, 2:], truth[-14:] - 2, "platt", "margin")
    assert few.shared
    lines = fit_calibration(values, truth, "isotonic", "margin")
    own = [lines.heights[start:end].tolist() for start, end in pairwise(lines.starts.tolist())]
    assert own[2] == own[3] == own[4] != own[1]


def test_one_sigmoid_for_all_labels_changes_no_label():
    truth = np.repeat(np.arange(4), 30)
    values = RANDOM.normal(size=(len(truth), 4)) + np.eye(4)[truth]
    found = fit_calibration(values, truth, "shared-platt", "margin")
    assert found.shared
    np.testing.assert_array_equal(
        probabilities(values, found, "margin").argmax(axis=1), values.argmax(axis=1)
    )


def test_platt_of_several_labels_per_document():
    values = RANDOM.normal(size=(500, 3)) * 2
    truth = values + RANDOM.logistic(size=values.shape) > 1
    own = np.column_stack(
        [
            _SigmoidCalibration().fit(values[:, k], truth[:, k]).predict(values[:, k])
            for k in range(3)
        ]
    )
    found = probabilities(
        values, fit_calibration(values, truth, "platt", "sigmoid"), "sigmoid", multilabel=True
    )
    np.testing.assert_allclose(found, own, rtol=1e-6)


def test_platt_by_hand_where_all_margins_are_the_same():
    # one of two has the label; targets 2/3 and 1/3: their mean is a half
    values = np.array([[5.0], [5.0]])
    found = fit_calibration(values, np.array([[True], [False]]), "platt", "margin")
    assert probabilities(values, found, "margin", multilabel=True)[:, 0].tolist() == pytest.approx(
        [0.5, 0.5]
    )


def test_platt_has_no_slope_where_margins_tell_nothing():
    same = np.full((500, 1), 0.1)  # whose mean is not 0.1
    found = fit_calibration(same, np.arange(500)[:, None] % 2 > 0, "platt", "margin")
    assert (found.slopes.tolist(), found.offsets.tolist()) == ([0], [0])
    vetoed = np.array([[0.0, -np.inf], [2.0, -np.inf], [0.0, -np.inf]])
    assert fit_calibration(vetoed, np.array([0, 0, 1]), "platt", "margin").slopes[1] == 0


def test_platt_of_documents_that_are_all_right_has_an_end():
    values = np.array([[-1.0], [-1], [1], [1]])
    found = fit_calibration(values, values > 0, "platt", "margin")
    # targets 1 / (2 + 2) and (2 + 1) / (2 + 2)
    assert probabilities(values, found, "margin", multilabel=True)[:, 0].tolist() == pytest.approx(
        [0.25] * 2 + [0.75] * 2
    )


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_platt_knows_no_unit(scale):
    values = MIRRORED * scale + np.array([-300, 300]) * scale
    found = probabilities(values, fit_calibration(values, TRUTH, "platt", "margin"), "margin")
    np.testing.assert_allclose(
        found[:, 1], _SigmoidCalibration().fit(MARGINS, TRUTH).predict(MARGINS), rtol=1e-6
    )


def test_platt_comes_to_rest_on_margins_that_lie_far_apart():
    # as those of naive Bayes on long documents; a warning would be an error here
    wide = np.sinh(RANDOM.normal(size=20_000) * 3) * 10
    truth = RANDOM.random(20_000) < 1 / (1 + np.exp(-np.clip(wide / 40, -5, 5)))
    values = np.column_stack([-wide, wide]) / 2
    found = fit_calibration(values, truth.astype(np.int64), "platt")
    p = probabilities(values, found, "softmax")[:, 1]
    assert (p - truth).sum() == pytest.approx(
        0, abs=2
    )  # at the greatest likelihood, but for the smoothed targets
