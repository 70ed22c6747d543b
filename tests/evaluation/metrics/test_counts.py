"""Metrics from counts: undefined is NaN, means count only labels that occur."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from linnet.evaluation.metrics.evaluation import evaluate
from tests.evaluation.metrics.counted import GAPS, values

pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=60)


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
