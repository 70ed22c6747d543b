"""The temperature of greatest likelihood: by hand, and where all documents are right or equal."""

import math

import numpy as np
import pytest

from linnet.calibration.maximum_likelihood import fit_calibration
from tests.calibration.scored_documents import probabilities

RANDOM = np.random.default_rng(3)


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
    # Two documents are right and the first is once more wrong, all as sure as each other:
    # P(right) = 2/3, so that the odds 2 = exp(1 / T).
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
    # Four answers are right and one is once more wrong, all as sure as each other: the
    # odds 4 = exp(1 / T).
    found = fit_calibration(
        np.array([[1.0, -1], [-1, 1]]), np.eye(2, dtype=bool), "temperature", "sigmoid"
    )
    assert found.temperature[0] == pytest.approx(1 / np.log(4), rel=1e-6)
