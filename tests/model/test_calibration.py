"""Calibration maps: from scores of any kind to probabilities."""

import math

import numpy as np
import pytest

from linnet.model.calibration import METHODS, Isotonic, Platt, Temperature, margins
from linnet.model.scores import LINKS, Scores

PRIOR = np.log([0.2, 0.5, 0.3])
NAMES = ("a", "b", "c")
RANDOM = np.random.default_rng(1).normal(size=(200, 3)) * 5
MAPS = {
    "temperature": Temperature(np.array([2.5])),
    "platt": Platt(np.array([0.5, 2.0, 1.0]), np.array([0.1, -0.3, 0.0])),
    "isotonic": Isotonic(
        np.array([0, 2, 4, 7]),
        np.array([-9.0, 9, -5, 5, -9, 0, 9]),
        np.array([0.1, 0.9] * 2 + [0.2, 0.3, 0.9]),
    ),
}
every_map = pytest.mark.parametrize("calibration", MAPS.values(), ids=MAPS)


def scores_of(rows, link="softmax", **more):
    values = np.array(rows, float)
    return Scores(NAMES[: values.shape[1]], values, PRIOR[: values.shape[1]], link, **more)


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


def test_temperature_divides_scores():
    # exp(2/2) : exp(0) : exp(-2/2)
    calibrated = scores_of([[2, 0, -2]], calibration=Temperature(np.array([2.0])))
    total = math.e + 1 + 1 / math.e
    assert calibrated.probabilities()[0].tolist() == pytest.approx(
        [math.e / total, 1 / total, 1 / math.e / total]
    )


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("multilabel", [False, True])
@pytest.mark.parametrize("temperature", [0.01, 1.0, 300.0])
def test_temperature_never_changes_the_label(link, multilabel, temperature):
    calibrated = scores_of(
        RANDOM, link, multilabel=multilabel, calibration=Temperature(np.array([temperature]))
    )
    assert calibrated.best().tolist() == RANDOM.argmax(axis=1).tolist()


def test_a_temperature_of_one_changes_no_probability():
    for link in ("softmax", "sigmoid"):
        same = scores_of(RANDOM, link, calibration=Temperature(np.array([1.0]))).probabilities()
        np.testing.assert_allclose(same, scores_of(RANDOM, link).probabilities(), rtol=1e-12)


def test_platt_of_margins_by_hand():
    calibrated = scores_of([[1.0, -1, 0]], "margin", calibration=MAPS["platt"])
    own = [sigmoid(0.5 + 0.1), sigmoid(-2 - 0.3), sigmoid(0)]
    assert calibrated.probabilities()[0].tolist() == pytest.approx([p / sum(own) for p in own])
    apart = scores_of([[1.0, -1, 0]], "margin", multilabel=True, calibration=MAPS["platt"])
    assert apart.probabilities()[0].tolist() == pytest.approx(own)


def test_platt_of_two_labels_is_one_sigmoid_of_their_difference():
    calibrated = scores_of(
        [[1.0, 3.5]], calibration=Platt(np.array([0.4, 0.4]), np.array([-0.2, 0.2]))
    )
    assert calibrated.probabilities()[0].tolist() == pytest.approx(
        [sigmoid(-0.4 * 2.5 - 0.2), sigmoid(0.4 * 2.5 + 0.2)]
    )


def test_a_calibration_may_change_the_most_probable_label():
    calibrated = scores_of([[0.5, 0.4, -3]], "margin", calibration=MAPS["platt"])
    # 0.35, 0.5 and -3: the steeper sigmoid wins
    assert (scores_of([[0.5, 0.4, -3]], "margin").labels(), calibrated.labels()) == (["a"], ["b"])


def test_isotonic_is_level_outside_of_its_knots():
    line = Isotonic(np.array([0, 2]), np.array([-1.0, 1.0]), np.array([0.2, 0.6]))
    values = np.array([[-50.0], [-1], [0], [0.5], [1], [50]])
    found = Scores(
        ("a",), values, np.zeros(1), "margin", multilabel=True, calibration=line
    ).probabilities()[:, 0]
    assert found.tolist() == pytest.approx([0.2, 0.2, 0.4, 0.5, 0.6, 0.6])


@every_map
@pytest.mark.parametrize("link", LINKS)
def test_probabilities_of_labels_that_exclude_each_other_sum_to_one(calibration, link):
    scores = scores_of(RANDOM, link, calibration=calibration)
    assert scores.has_probabilities
    np.testing.assert_allclose(scores.probabilities().sum(axis=1), 1, rtol=1e-12)


@every_map
def test_a_vetoed_label_stays_impossible_and_where_all_are_vetoed_the_prior_is_left(calibration):
    veto = -np.inf
    found = scores_of(
        [[veto, 0, 1], [veto, veto, 1], [veto] * 3], calibration=calibration
    ).probabilities()
    assert found[0, 0] == 0
    assert found[0].sum() == pytest.approx(1)
    assert found[1].tolist() == [0, 0, 1]
    assert found[2].tolist() == pytest.approx([0.2, 0.5, 0.3])


def test_margins_are_log_odds_where_scores_are_log_probabilities():
    p = np.array([[0.2, 0.3, 0.5], [1 - 1e-9, 5e-10, 5e-10]])
    expected = np.log(p) - np.log([[0.8, 0.7, 0.5], [1e-9, 1 - 5e-10, 1 - 5e-10]])
    np.testing.assert_allclose(
        margins(np.log(p) - 700, "softmax", multilabel=False), expected, rtol=1e-6, atol=1e-12
    )


def test_margins_stay_exact_far_from_even():
    found = margins(np.array([[0.0, -800, -801]]), "softmax", multilabel=False)[0]
    # 800 above log(exp(0) + exp(-1)) of the others
    assert found.tolist() == pytest.approx([800 - math.log1p(math.exp(-1)), -800, -801], rel=1e-12)


@pytest.mark.parametrize(
    "other",
    [
        Temperature(np.array([0.0])),
        Temperature(np.array([np.nan])),
        Temperature(np.array([1.0, 2.0])),
        Platt(np.ones(2), np.ones(3)),
        Platt(np.array([1, np.inf, 1]), np.ones(3)),
        Isotonic(np.array([0, 2, 4]), np.arange(4.0), np.ones(4)),
        Isotonic(np.array([0, 2, 2, 4]), np.arange(4.0), np.ones(4)),
        Isotonic(np.array([0, 1, 2, 4]), np.zeros(4), np.ones(4)),
        Isotonic(np.array([0, 1, 2, 4]), np.arange(4.0), np.array([1, 1, 1, 0.5])),
        Isotonic(np.array([0, 1, 2, 4]), np.arange(4.0), np.array([1, 1, 0.0, 0.5])),
        Isotonic(np.array([0, 1, 2, 4]), np.arange(5.0), np.ones(5)),
    ],
)
def test_what_is_no_map_for_three_labels_does_not_fit(other):
    assert not other.fits(3)


def test_the_maps_of_this_test_fit_and_are_all_there_are():
    assert {name for name, one in MAPS.items() if one.fits(3)} == set(METHODS)


@pytest.mark.parametrize("number", [1e-310, 1e-101, 1e101, np.inf, np.nan, -1.0, 0.0])
def test_numbers_that_no_sound_map_has_do_not_fit(number):
    assert not Temperature(np.array([number])).fits(2)
    if not 0 <= number <= 1:
        assert Platt(np.array([number, 1.0]), np.zeros(2)).fits(2) == (number == -1.0)
