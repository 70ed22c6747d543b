"""Measures of labels by hand, against scikit-learn, and what holds for every one of them."""

import json

import numpy as np
import pytest

from linnet.evaluation.metrics.measures import Measure, percentiles
from tests.evaluation.metrics.counted import BOTH, GAPS, evaluated, values


def test_measures_by_hand():
    assert BOTH.accuracy.value == 0.7
    assert values(BOTH, "precision") == [0.8, 0.6]
    assert values(BOTH, "recall") == values(BOTH, "tpr") == [pytest.approx(2 / 3), 0.75]
    assert values(BOTH, "f1") == [pytest.approx(80 / 110), pytest.approx(60 / 90)]
    assert values(BOTH, "fpr") == [0.25, pytest.approx(1 / 3)]
    assert values(BOTH, "tnr") == [0.75, pytest.approx(2 / 3)]
    assert values(BOTH, "fnr") == [pytest.approx(1 / 3), 0.25]
    assert BOTH.macro_f1.value == pytest.approx((8 / 11 + 2 / 3) / 2)


def test_no_documents_have_no_measures():
    empty = evaluated(("a",), [[0]])
    assert {*empty.measures.values(), *empty.per_label["a"].values()} == {Measure(None, None)}


@pytest.mark.parametrize("evaluation", [BOTH, GAPS, evaluated((), np.zeros((0, 0), int))])
def test_every_measure_is_in_range_and_is_json(evaluation):
    for measures in (evaluation.measures, *evaluation.per_label.values()):
        for name, measure in measures.items():
            least = -1 if name in ("mcc", "kappa") else 0
            assert measure.value is None or least <= measure.value <= 1
            assert (
                measure.interval is None or least <= measure.interval[0] <= measure.interval[1] <= 1
            )
            assert json.loads(json.dumps(measure.as_json(), allow_nan=False)) == measure.as_json()


def test_resamples_without_a_value_say_nothing():
    assert percentiles(np.array([np.nan, 0.5, 0.5])) == (0.5, 0.5)
    assert percentiles(np.array([np.nan])) is None


def test_resamples_that_lie_too_high_move_the_interval_down():
    # 84.1 % of the resamples lie above the value, so z = -1: from Φ(-2 - 1.96) to Φ(-2 + 1.96).
    values = (np.arange(100_000) + 0.5) / 100_000
    assert percentiles(values) == pytest.approx((0.025, 0.975), abs=1e-5)
    assert percentiles(values, 0.158655) == pytest.approx((3.7e-5, 0.4841), abs=1e-4)
    assert percentiles(np.ones(10), 1.0) == (1.0, 1.0)
