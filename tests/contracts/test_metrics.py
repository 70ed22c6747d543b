"""What holds for every measure of METRICS."""

import math

import numpy as np
import pytest

from linnet.evaluation.metrics.counts import counts_of
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.register import METRICS

NEEDS_PROBABILITIES = ("log-loss", "brier", "calibration-error")


def random_answers(n=60, labels=6, seed=1) -> LabelledPredictions:
    chance = np.random.default_rng(seed)
    probabilities = chance.dirichlet(np.ones(labels), n)
    truth = chance.integers(0, labels, n)
    return LabelledPredictions(
        tuple("abcdef"[:labels]),
        truth,
        probabilities.argmax(axis=1),
        np.log(probabilities),
        probabilities,
    )


@pytest.mark.parametrize("name", METRICS)
class TestEveryMetric:
    def test_has_the_name_it_is_listed_by(self, name):
        assert METRICS[name].name == name

    def test_is_undefined_without_documents(self, name):
        nothing = LabelledPredictions(
            ("a", "b"), *(np.zeros(0, int),) * 2, np.zeros((0, 2)), np.zeros((0, 2))
        )
        assert METRICS[name].of(nothing) is None

    def test_needs_probabilities_only_if_it_is_about_them(self, name):
        predictions = random_answers()
        margins = LabelledPredictions(
            predictions.labels, predictions.truth, predictions.predicted, predictions.scores
        )
        assert (METRICS[name].of(margins) is None) == (name in NEEDS_PROBABILITIES)

    def test_says_that_right_answers_are_better_than_wrong_ones(self, name):
        truth, sure = np.arange(60) % 6, np.eye(6) * 0.7 + 0.05
        right, wrong = (
            LabelledPredictions(tuple("abcdef"), truth, said, np.log(sure[said]), sure[said])
            for said in (truth, (truth + 3) % 6)
        )
        better, worse = METRICS[name].of(right), METRICS[name].of(wrong)
        assert better > worse if METRICS[name].more_is_better else better < worse

    def test_does_not_see_the_order_of_documents(self, name):
        predictions = random_answers()
        turned = predictions.select(np.arange(60)[::-1])
        assert METRICS[name].of(predictions) == pytest.approx(METRICS[name].of(turned), abs=1e-12)

    def test_is_the_same_from_counts_and_from_values(self, name):
        predictions, metric = random_answers(), METRICS[name]
        if metric.counted:
            assert metric.of(predictions) == pytest.approx(
                float(metric.counted(counts_of(predictions)))
            )
        if metric.averaged:
            assert metric.of(predictions) == pytest.approx(np.mean(metric.averaged(predictions)))

    def test_of_one_document_is_a_number_or_nothing(self, name):
        value = METRICS[name].of(random_answers(n=1))
        assert value is None or math.isfinite(value)
