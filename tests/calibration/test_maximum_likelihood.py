"""Calibrations are those of greatest likelihood, as scikit-learn finds them."""

import math
from itertools import pairwise

import numpy as np
import pytest
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression

from linnet import SettingError
from linnet.calibration.maximum_likelihood import chosen_method, fit_calibration, rising_line
from linnet.model.calibration import Platt
from linnet.model.scores import Scores

RANDOM = np.random.default_rng(3)
D = RANDOM.normal(size=600) * 3
Y = (RANDOM.random(600) < 1 / (1 + np.exp(-(1.7 * D - 0.4)))).astype(np.int64)
MIRRORED = np.column_stack([-D / 2, D / 2])


def probabilities(values, calibration, link, **more):
    names = tuple(map(str, range(values.shape[1])))
    return Scores(
        names, values, np.zeros(values.shape[1]), link, calibration=calibration, **more
    ).probabilities()


@pytest.mark.parametrize("link", ["margin", "softmax"])
def test_platt_of_two_labels_is_scikit_learns(link):
    found = probabilities(MIRRORED, fit_calibration(MIRRORED, Y, "platt", link), link)
    np.testing.assert_allclose(found[:, 1], _SigmoidCalibration().fit(D, Y).predict(D), rtol=1e-6)


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
    # Margins that say the opposite of what is true: one sigmoid without a slope, and labels as the scores have them.
    upside_down = MIRRORED[:, ::-1]
    found = fit_calibration(upside_down, Y, "platt", "margin")
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
    found = probabilities(values, fit_calibration(values, Y, "platt", "margin"), "margin")
    np.testing.assert_allclose(found[:, 1], _SigmoidCalibration().fit(D, Y).predict(D), rtol=1e-6)


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


def test_isotonic_is_scikit_learns():
    rounded = D.round(1)  # with ties
    everywhere = np.linspace(-12, 12, 4001)
    knots, heights = rising_line(rounded, Y == 1)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(rounded, Y).predict(everywhere)
    np.testing.assert_allclose(np.interp(everywhere, knots, heights), theirs, rtol=0, atol=1e-12)


def test_isotonic_never_says_that_what_was_not_seen_cannot_be():
    found = probabilities(MIRRORED, fit_calibration(MIRRORED, Y, "isotonic"), "softmax")
    assert found.min() == pytest.approx(1 / 602)
    assert found.max() == pytest.approx(1 - 1 / 602)
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_temperature_by_hand():
    # as sure as 9 to 1, right three of four times: 9 ** (1 / T) = 3
    values = np.log([[0.9, 0.1]] * 4)
    assert fit_calibration(values, np.array([0, 0, 0, 1])).temperature[0] == pytest.approx(
        2, rel=1e-6
    )


def test_temperature_of_several_labels_by_hand():
    values = np.full((4, 1), math.log(9))
    found = fit_calibration(values, np.array([[1], [1], [1], [0]], bool), "temperature", "sigmoid")
    assert found.temperature[0] == pytest.approx(2, rel=1e-6)


@pytest.mark.parametrize("link", ["softmax", "sigmoid", "margin"])
def test_temperature_is_where_the_likelihood_is_greatest(link):
    values = RANDOM.normal(size=(400, 4)) * 3
    truth = (values / 2 + RANDOM.gumbel(size=values.shape)).argmax(axis=1)
    best = fit_calibration(values, truth, "temperature", link)

    def loss(factor):
        other = type(best)(best.temperature * factor)
        return -np.log(probabilities(values, other, link)[np.arange(400), truth]).sum()

    assert loss(1) <= min(loss(0.999), loss(1.001), loss(0.5), loss(2))


def test_where_all_documents_are_right_it_is_as_if_one_had_been_wrong():
    # Two documents are right and the first is once more wrong, all as sure as each other: P(right) = 2/3, so that
    # the odds 2 = exp(1 / T).
    found = fit_calibration(np.array([[1.0, 0], [0, 1]]), np.array([0, 1]))
    assert found.temperature[0] == pytest.approx(1 / np.log(2), rel=1e-6)


def test_where_all_labels_score_the_same_any_temperature_will_do():
    assert fit_calibration(np.ones((4, 2)), np.array([0, 1, 0, 1])).temperature.tolist() == [1]
    found = fit_calibration(
        np.zeros((4, 1)), np.array([[1], [0], [1], [0]], bool), "temperature", "sigmoid"
    )
    assert found.temperature.tolist() == [1]


def test_a_document_on_the_border_is_neither_right_nor_wrong():
    # As before, beside a document that is as probable either way at any temperature.
    found = fit_calibration(np.array([[1.0, 0], [0, 1], [3, 3]]), np.array([0, 1, 0]))
    assert found.temperature[0] == pytest.approx(1 / np.log(2), rel=1e-6)
    multilabel = np.array([[1.0, -1], [-1, 1], [0, 0]])
    found = fit_calibration(multilabel, multilabel > 0, "temperature", "sigmoid")
    assert found.temperature[0] == pytest.approx(1 / np.log(4), rel=1e-6)


def test_scores_that_say_nothing_make_all_labels_as_probable():
    found = fit_calibration(np.array([[2.0, 0], [0, 2], [2, 0], [0, 2]]), np.array([0, 0, 1, 1]))
    assert found.temperature[0] == pytest.approx(1e6, rel=1e-2)


def test_where_all_of_several_labels_are_right_it_is_as_if_one_had_been_wrong():
    # Four answers are right and one is once more wrong, all as sure as each other: the odds 4 = exp(1 / T).
    found = fit_calibration(
        np.array([[1.0, -1], [-1, 1]]), np.eye(2, dtype=bool), "temperature", "sigmoid"
    )
    assert found.temperature[0] == pytest.approx(1 / np.log(4), rel=1e-6)


def test_auto_chooses_by_documents_and_link():
    few, many = np.array([0, 1, 2] * 10), np.array([0, 1] * 1000)
    assert chosen_method(few, 3, "softmax") == "temperature"
    assert chosen_method(few, 3, "margin") == chosen_method(few, 3, "sigmoid") == "platt"
    assert chosen_method(many, 2, "softmax") == "isotonic"
    assert chosen_method(many[1:], 2, "softmax") == "temperature"
    assert chosen_method(few, 4, "margin") == "temperature"  # nothing is known of the fourth label


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
