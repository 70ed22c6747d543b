"""Measures by hand, against scikit-learn, and what holds for every one of them."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, f1_score, precision_recall_fscore_support

from linnet.evaluation.confusion import Confusion, confusion_of
from linnet.evaluation.intervals import wilson
from linnet.evaluation.measures import METRICS, Measure, accuracy, f1, macro_f1, precision, recall

# Predicted ham: 40 ham, 10 spam; predicted spam: 20 ham, 30 spam.
BOTH = Confusion(("ham", "spam"), np.array([[40, 10], [20, 30]]))
# Label c is neither predicted nor true, b is true and never predicted, d predicted and never true.
GAPS = Confusion(("a", "b", "c", "d"), np.array([[5, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]))
pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=60)


def test_measures_by_hand():
    assert accuracy(BOTH).value == 0.7
    assert {label: measure.value for label, measure in precision(BOTH).items()} == {"ham": 0.8, "spam": 0.6}
    assert recall(BOTH)["ham"].value == pytest.approx(2 / 3)
    assert recall(BOTH)["spam"].value == 0.75
    assert f1(BOTH)["ham"].value == pytest.approx(80 / 110)
    assert f1(BOTH)["spam"].value == pytest.approx(60 / 90)
    assert macro_f1(BOTH).value == pytest.approx((8 / 11 + 2 / 3) / 2)


def test_shares_have_the_interval_of_their_own_counts():
    assert accuracy(BOTH).interval == wilson(70, 100)
    assert precision(BOTH)["ham"].interval == wilson(40, 50)
    assert recall(BOTH)["spam"].interval == wilson(30, 40)


def test_undefined_measures_are_none():
    values = {
        metric.__name__: [measure.value for measure in metric(GAPS).values()] for metric in (precision, recall, f1)
    }
    assert values == {
        "precision": [5 / 7, None, None, 0.0],
        "recall": [5 / 6, 0.0, None, None],
        "f1": [10 / 13, 0.0, None, 0.0],
    }
    assert macro_f1(GAPS).value == pytest.approx(10 / 13 / 3)


def test_too_few_documents_of_a_label_have_no_interval():
    confusion = Confusion(("a", "b"), np.array([[19, 0], [0, 20]]))
    for metric in (precision, recall, f1):
        assert metric(confusion)["a"].interval is None
        assert metric(confusion)["b"].interval is not None
    assert macro_f1(confusion).interval is not None
    assert macro_f1(GAPS).interval is None


def test_no_documents_have_no_measures():
    empty = Confusion(("a",), np.zeros((1, 1), np.int64))
    assert accuracy(empty) == macro_f1(empty) == f1(empty)["a"] == Measure(None, None)


def test_the_interval_of_f1_is_near_that_of_the_delta_method():
    # F1 = 2s / (1 + s), where s is the share of right ones among the documents that are or are called ham: 40
    # of 70. Its sd is √(s (1 - s) / 70) = 0.0591, times the slope 2 / (1 + s)² = 0.8099: 0.0479.
    low, high = f1(BOTH)["ham"].interval
    assert low < 80 / 110 < high
    assert high - low == pytest.approx(2 * 1.96 * 0.0479, rel=0.1)


@given(pairs)
@settings(deadline=None)
def test_values_are_those_of_scikit_learn(pairs):
    predicted, truth = np.array(pairs).T
    confusion = confusion_of(predicted, truth, "abcd")
    expected = precision_recall_fscore_support(truth, predicted, labels=range(4), zero_division=np.nan)
    for metric, values in zip((precision, recall, f1), expected, strict=False):
        found = [np.nan if measure.value is None else measure.value for measure in metric(confusion).values()]
        np.testing.assert_allclose(found, values, rtol=0, atol=1e-12)
    assert accuracy(confusion).value == pytest.approx(accuracy_score(truth, predicted), abs=1e-12)
    macro = f1_score(truth, predicted, average="macro")
    assert macro_f1(confusion).value == pytest.approx(macro, abs=1e-12)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("confusion", [BOTH, GAPS, Confusion((), np.zeros((0, 0), np.int64))])
def test_every_metric_is_in_range_repeats_itself_and_is_json(name, confusion):
    found = METRICS[name](confusion)
    assert found == METRICS[name](Confusion(confusion.labels, confusion.counts.copy()))
    measures = [found] if isinstance(found, Measure) else list(found.values())
    assert isinstance(found, Measure) or tuple(found) == confusion.labels
    for measure in measures:
        assert measure.value is None or 0 <= measure.value <= 1
        assert measure.interval is None or 0 <= measure.interval[0] <= measure.interval[1] <= 1
        assert json.loads(json.dumps(measure.as_json(), allow_nan=False)) == measure.as_json()
