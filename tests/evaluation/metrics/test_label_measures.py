"""Measures of each label with the interval of its own counts."""

import pytest

from linnet.evaluation.metrics.intervals import wilson
from tests.evaluation.metrics.counted import BOTH, GAPS, evaluated

SHARES = ("precision", "recall", "f1", "tpr", "fpr", "tnr", "fnr")


def test_shares_have_the_interval_of_their_own_counts():
    assert BOTH.accuracy.interval == BOTH.measures["micro-f1"].interval == wilson(70, 100)
    assert BOTH.per_label["ham"]["precision"].interval == wilson(40, 50)
    assert BOTH.per_label["spam"]["recall"].interval == wilson(30, 40)
    assert BOTH.per_label["spam"]["fpr"].interval == wilson(20, 60)


def test_too_few_documents_of_a_label_have_no_interval():
    evaluation = evaluated(("a", "b"), [[19, 0], [0, 20]])
    for name in SHARES:
        assert evaluation.per_label["a"][name].interval is None
        assert evaluation.per_label["b"][name].interval is not None
    assert evaluation.macro_f1.interval is not None
    assert GAPS.macro_f1.interval is None


def test_the_interval_of_f1_is_near_that_of_the_delta_method():
    # F1 = 2s / (1 + s), where s is the share of right ones among the documents that are or are
    # called ham: 40 of 70. Its sd is √(s (1 - s) / 70) = 0.0591, times the slope 2 / (1 + s)² =
    # 0.8099: 0.0479.
    low, high = BOTH.per_label["ham"]["f1"].interval
    assert low < 80 / 110 < high
    assert high - low == pytest.approx(2 * 1.96 * 0.0479, rel=0.1)
