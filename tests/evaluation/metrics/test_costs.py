"""What mistakes cost."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.evaluation.metrics.costs import cost_metric
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions


def test_no_answer_has_a_cost_of_its_own():
    predictions = LabelledPredictions(
        ("a", "b"), np.array([0, 1]), np.array([UNSURE, 0]), np.zeros((2, 2))
    )
    costs = {"a": {"b": 5, "(unsure)": 1}, "b": {"a": 3, "(unsure)": 1}}
    assert cost_metric(costs).of(predictions) == 2
    with pytest.raises(SettingError, match=r"'a' predicted as '\(unsure\)'"):
        cost_metric({"a": {"b": 5}, "b": {"a": 3}}).of(predictions)
