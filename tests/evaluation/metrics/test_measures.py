"""Measures of labels by hand, against scikit-learn, and what holds for every one of them."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from linnet.evaluation.metrics.evaluation import Evaluation, evaluate
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.measures import Measure, percentiles

SHARES = ("precision", "recall", "f1", "tpr", "fpr", "tnr", "fnr")


def evaluated(labels, counts) -> Evaluation:
    """The evaluation that has these counts: rows predicted, columns true."""
    predicted, truth = (
        np.repeat(part, np.ravel(counts)) for part in np.indices(np.shape(counts)).reshape(2, -1)
    )
    return evaluate(predicted, truth, labels)


# Predicted ham: 40 ham, 10 spam; predicted spam: 20 ham, 30 spam.
BOTH = evaluated(("ham", "spam"), [[40, 10], [20, 30]])
# Label c is neither predicted nor true, b is true and never predicted, d predicted and never true.
GAPS = evaluated(("a", "b", "c", "d"), [[5, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]])
pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=60)


def values(evaluation, name):
    return [measures[name].value for measures in evaluation.per_label.values()]


def test_measures_by_hand():
    assert BOTH.accuracy.value == 0.7
    assert values(BOTH, "precision") == [0.8, 0.6]
    assert values(BOTH, "recall") == values(BOTH, "tpr") == [pytest.approx(2 / 3), 0.75]
    assert values(BOTH, "f1") == [pytest.approx(80 / 110), pytest.approx(60 / 90)]
    assert values(BOTH, "fpr") == [0.25, pytest.approx(1 / 3)]
    assert values(BOTH, "tnr") == [0.75, pytest.approx(2 / 3)]
    assert values(BOTH, "fnr") == [pytest.approx(1 / 3), 0.25]
    assert BOTH.macro_f1.value == pytest.approx((8 / 11 + 2 / 3) / 2)


def test_shares_have_the_interval_of_their_own_counts():
    assert BOTH.accuracy.interval == BOTH.measures["micro-f1"].interval == wilson(70, 100)
    assert BOTH.per_label["ham"]["precision"].interval == wilson(40, 50)
    assert BOTH.per_label["spam"]["recall"].interval == wilson(30, 40)
    assert BOTH.per_label["spam"]["fpr"].interval == wilson(20, 60)


def test_undefined_measures_are_none_and_count_as_nothing_in_means():
    assert {name: values(GAPS, name) for name in ("precision", "recall", "f1")} == {
        "precision": [5 / 7, None, None, 0.0],
        "recall": [5 / 6, 0.0, None, None],
        "f1": [10 / 13, 0.0, None, 0.0],
    }
    assert GAPS.macro_f1.value == pytest.approx(10 / 13 / 3)
    assert GAPS.measures["macro-precision"].value == pytest.approx(5 / 7 / 3)
    assert GAPS.measures["macro-recall"].value == pytest.approx(5 / 6 / 3)
    assert GAPS.measures["balanced-accuracy"].value == pytest.approx(5 / 6 / 2)


def test_too_few_documents_of_a_label_have_no_interval():
    evaluation = evaluated(("a", "b"), [[19, 0], [0, 20]])
    for name in SHARES:
        assert evaluation.per_label["a"][name].interval is None
        assert evaluation.per_label["b"][name].interval is not None
    assert evaluation.macro_f1.interval is not None
    assert GAPS.macro_f1.interval is None


def test_no_documents_have_no_measures():
    empty = evaluated(("a",), [[0]])
    assert {*empty.measures.values(), *empty.per_label["a"].values()} == {Measure(None, None)}


def test_the_interval_of_f1_is_near_that_of_the_delta_method():
    # F1 = 2s / (1 + s), where s is the share of right ones among the documents that are or are
    # called ham: 40 of 70. Its sd is √(s (1 - s) / 70) = 0.0591, times the slope 2 / (1 + s)² =
    # 0.8099: 0.0479.
    low, high = BOTH.per_label["ham"]["f1"].interval
    assert low < 80 / 110 < high
    assert high - low == pytest.approx(2 * 1.96 * 0.0479, rel=0.1)


@given(pairs)
@settings(deadline=None)
def test_values_are_those_of_scikit_learn(pairs):
    predicted, truth = np.array(pairs).T
    found = evaluate(predicted, truth, "abcd")
    expected = precision_recall_fscore_support(
        truth, predicted, labels=range(4), zero_division=np.nan
    )
    for name, wanted in zip(("precision", "recall", "f1"), expected, strict=False):
        np.testing.assert_allclose(np.array(values(found, name), float), wanted, rtol=0, atol=1e-12)


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
