"""Measures of ranks: their values by hand, and when they have an interval."""

import math

import numpy as np
import pytest

from linnet.evaluation.metrics.intervals import logit_interval, wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import ALL_THE_SAME, Measure
from linnet.evaluation.metrics.rank_measures import rank_measures
from linnet.evaluation.metrics.resampler import Resampler

TWENTY_EACH = np.repeat([0, 1], 20)
PERFECT = np.eye(2)[TWENTY_EACH]


def measured(truth, scores, groups=None):
    truth = np.asarray(truth)
    labels = ("a", "b", "c")[: np.shape(scores)[1]]
    predictions = LabelledPredictions(labels, truth, truth, np.asarray(scores), groups=groups)
    return rank_measures(predictions, Resampler.of(groups, len(truth), threads=1))


def test_few_documents_have_values_alone():
    # By a: yes, no, yes, no: 3 of 4 pairs, precisions 1 and 2/3. By b: both first. c is never true.
    scores = [[4.0, 1.0, 0.0], [2.0, 2.0, 0.0], [3.0, 4.0, 0.0], [1.0, 3.0, 0.0]]
    found = measured([0, 0, 1, 1], scores)
    assert found.per_label == [
        {"roc-area": Measure(3 / 4), "average-precision": Measure(pytest.approx(5 / 6))},
        {"roc-area": Measure(1.0), "average-precision": Measure(1.0)},
        {"roc-area": Measure(None), "average-precision": Measure(None)},
    ]
    assert found.overall == {
        "macro-roc-area": Measure(7 / 8),
        "macro-average-precision": Measure(pytest.approx(11 / 12)),
    }
    assert list(found.curves) == ["a", "b"]


@pytest.mark.parametrize("truth", [[], [0, 1]])
def test_without_documents_or_scores_nothing_is_known(truth):
    found = measured(np.array(truth, np.int64), np.full((len(truth), 2), np.nan))
    unknown = {"roc-area": Measure(None), "average-precision": Measure(None)}
    assert found.per_label == [unknown, unknown]
    assert set(found.overall.values()) == {Measure(None)}
    assert found.curves == {}


def test_the_interval_of_an_area_is_delongs():
    # Half of the documents of a are above all of b, half below: placements 1 and 0, of b 1/2.
    of_a = np.repeat([2.0, 0.0, 1.0], [10, 10, 20])
    found = measured(TWENTY_EACH, np.column_stack([of_a, -of_a])).per_label[0]["roc-area"]
    # The variance of placements, 20 · 1/4 / 19, over 20 documents.
    error = math.sqrt(20 / 4 / 19 / 20)
    assert found.value == 0.5
    assert found.interval == pytest.approx(logit_interval(0.5, error))


def test_a_perfect_ranking_is_as_sure_as_twenty_trials():
    found = measured(TWENTY_EACH, PERFECT)
    expected = Measure(1.0, wilson(20, 20))
    assert found.per_label[0] == {"roc-area": expected, "average-precision": expected}
    assert found.overall["macro-roc-area"] == expected


def test_groups_without_a_mistake_say_nothing_of_one_label():
    # Twenty groups, each with a document of both labels.
    found = measured(TWENTY_EACH, PERFECT, np.tile(np.arange(20), 2))
    same = Measure(1.0, None, ALL_THE_SAME)
    assert found.per_label[0] == {"roc-area": same, "average-precision": same}
    assert found.overall["macro-average-precision"] == Measure(1.0, wilson(20, 20))


def test_few_groups_and_rare_labels_have_no_interval():
    ten = measured(TWENTY_EACH, PERFECT, np.tile(np.arange(10), 4))
    assert ten.per_label[1]["roc-area"] == Measure(1.0)
    assert ten.overall["macro-roc-area"] == Measure(1.0)

    # a is in groups 0 to 19, b in 0 to 9 only.
    groups = np.concatenate([np.arange(20), np.arange(20) // 2])
    rare = measured(TWENTY_EACH, PERFECT, groups).overall["macro-roc-area"]
    assert rare.interval is None
    assert rare.reason.startswith("1 of 2 labels occur in fewer than 20 groups")
