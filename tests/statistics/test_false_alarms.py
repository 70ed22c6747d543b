"""Comparisons simulated.

How often two equally good classifiers are told apart, and how often intervals hold.
"""

from dataclasses import replace

import numpy as np
import pytest

from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.paired import mcnemar, newcombe
from linnet.evaluation.metrics.register import METRICS

pytestmark = pytest.mark.slow
LABELS = ("a", "b", "c")


def two(random, n, skills=(1.0, 1.0), groups=None):
    """Return the answers of two classifiers to the same documents.

    Those of one group share most of their luck.
    """
    truth = random.choice(3, n, p=[0.6, 0.3, 0.1])
    return [answered(random, truth, skill, groups) for skill in skills]


def answered(random, truth, skill, groups):
    luck = random.normal(size=(len(truth), 3))
    if groups is not None:
        luck = (luck + 3 * random.normal(size=(groups.max() + 1, 3))[groups]) / 10**0.5
    scores = luck + skill * np.eye(3)[truth]
    odds = np.exp(scores)
    return LabelledPredictions(
        LABELS, truth, scores.argmax(axis=1), scores, odds / odds.sum(axis=1, keepdims=True), groups
    )


def compared(pair, metric):
    return compare_predictions(*pair, [metric]).differences[metric]


def check_alarms(alarms):
    """Say that at most 5 % are alarms, but for luck: three standard deviations."""
    assert np.mean(alarms) <= 0.05 + 3 * (0.05 * 0.95 / len(alarms)) ** 0.5


@pytest.mark.parametrize("n", [5, 20, 100, 1000])
@pytest.mark.parametrize("right", [0.5, 0.8, 0.99])
@pytest.mark.parametrize("correlation", [0.0, 0.9])
def test_mcnemar_holds_5_percent(n, right, correlation):
    random, shape = np.random.default_rng(n), (5000, n)
    a = random.random(shape) < right
    b = np.where(random.random(shape) < correlation, a, random.random(shape) < right)
    cells = zip(np.sum(a & ~b, axis=1).tolist(), np.sum(b & ~a, axis=1).tolist(), strict=True)
    check_alarms([mcnemar(only_a, only_b) <= 0.05 for only_a, only_b in cells])


@pytest.mark.parametrize(
    ("metric", "n"), [("macro-f1", 30), ("macro-f1", 200), ("mcc", 100), ("log-loss", 100)]
)
def test_randomisation_holds_5_percent(metric, n):
    random = np.random.default_rng(n)
    check_alarms([compared(two(random, n), metric).better is not None for _ in range(500)])


@pytest.mark.parametrize("metric", ["macro-roc-area", "macro-average-precision"])
def test_rank_measures_hold_5_percent(metric):
    random = np.random.default_rng(1)
    check_alarms([compared(two(random, 100), metric).better is not None for _ in range(100)])


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "log-loss"])
def test_groups_hold_5_percent_where_single_documents_would_not(metric):
    random, groups = np.random.default_rng(2), np.repeat(np.arange(40), 10)
    pairs = [two(random, 400, groups=groups) for _ in range(200)]
    check_alarms([compared(pair, metric).better is not None for pair in pairs])
    apart = [[replace(one, groups=None) for one in pair] for pair in pairs]
    assert np.mean([compared(pair, metric).better is not None for pair in apart]) > 0.15


def test_several_measures_together_hold_5_percent():
    random, metrics = np.random.default_rng(3), ["accuracy", "macro-f1", "log-loss", "brier", "mcc"]
    found = [
        list(compare_predictions(*two(random, 100), metrics).differences.values())
        for _ in range(400)
    ]
    check_alarms([any(one.better for one in differences) for differences in found])
    # Without the correction, who looks at five finds one too often.
    assert (
        np.mean([min(one.p_value for one in differences) <= 0.05 for differences in found]) > 0.07
    )


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "log-loss", "macro-roc-area"])
def test_a_real_difference_is_found(metric):
    random = np.random.default_rng(4)
    found = [compared(two(random, 1000, (1.0, 1.5)), metric).better for _ in range(20)]
    assert found.count("B") >= 18
    assert "A" not in found


@pytest.mark.parametrize("n", [50, 500])
@pytest.mark.parametrize(
    ("right", "correlation"), [((0.5, 0.6), 0.0), ((0.8, 0.85), 0.7), ((0.9, 0.9), 0.5)]
)
def test_intervals_of_shares_hold(n, right, correlation):
    random, shape = np.random.default_rng(n), (4000, n)
    luck = random.random(shape)
    a, b = (
        luck < right[0],
        np.where(random.random(shape) < correlation, luck, random.random(shape)) < right[1],
    )
    cells = np.stack([np.sum(some, axis=1) for some in (a & b, a & ~b, b & ~a, ~a & ~b)], axis=1)
    low, high = np.array([newcombe(*row) for row in cells.tolist()]).T
    assert 0.93 <= np.mean((low <= right[1] - right[0]) & (right[1] - right[0] <= high)) <= 0.98


@pytest.mark.parametrize("metric", ["macro-f1", "log-loss"])
def test_intervals_of_other_measures_hold(metric):
    random = np.random.default_rng(5)
    a, b = (METRICS[metric].of(one) for one in two(random, 400_000, (1.0, 1.2)))
    ends = [compared(two(random, 500, (1.0, 1.2)), metric).difference.interval for _ in range(300)]
    assert 0.92 <= np.mean([low <= b - a <= high for low, high in ends]) <= 0.98
