"""The measures of a spam filter, by hand."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.evaluation.metrics.evaluation import evaluate_predictions
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.spam import spam_measures


def measured(truth, predicted, scores, label="spam"):
    labels = ("ham", "news", "spam")
    predictions = LabelledPredictions(labels, np.array(truth), np.array(predicted), scores)
    return spam_measures(evaluate_predictions(predictions), predictions, label)


def of_spam(scores):
    """Return scores where ham and news have none."""
    spam = np.array(scores)
    return np.column_stack([np.zeros_like(spam), np.zeros_like(spam), spam])


def test_every_other_label_is_ham():
    # Ham, news, news called spam, ham; then spam, and spam called news.
    found = measured([0, 1, 1, 0, 2, 2], [0, 1, 2, 0, 2, 1], of_spam([1.0, 2, 5, 0, 9, 3]))
    # 9 is above all four, 3 above three of them: one of eight pairs is lost.
    assert found["1-auc-percent"] == Measure(12.5)
    assert found["ham-misclassification-percent"].value == 25
    assert found["spam-misclassification-percent"].value == 50
    # Odds of a mistake 1/3 and 1/1, their logistic mean √(1/3): 1 / (1 + √3).
    assert found["lam-percent"].value == pytest.approx(100 / (1 + 3**0.5))


def test_intervals_of_areas_are_turned_around():
    truth = np.repeat([0, 2], 20)
    found = measured(truth, truth, of_spam(truth.astype(float)))
    low, high = wilson(0, 20)
    assert found["1-auc-percent"].interval == pytest.approx((100 * low, 100 * high))
    assert found["1-auc-percent"].value == 0
    assert found["ham-misclassification-percent"].interval == pytest.approx((0, 100 * high))
    assert found["lam-percent"].value == 0


def test_where_there_is_no_interval_the_reason_stays():
    truth = np.repeat([0, 2], 20)
    groups = np.tile(np.arange(20), 2)
    scores = of_spam(truth.astype(float))
    predictions = LabelledPredictions(("ham", "news", "spam"), truth, truth, scores, groups=groups)
    evaluation = evaluate_predictions(predictions)
    reason = evaluation.per_label["spam"]["roc-area"].reason
    assert reason is not None
    found = spam_measures(evaluation, predictions, "spam")
    assert found["1-auc-percent"] == Measure(0.0, None, reason)


def test_without_spam_only_ham_can_be_judged():
    found = measured([0, 1], [0, 2], of_spam([1.0, 2]))
    assert found["ham-misclassification-percent"].value == 50
    assert found["1-auc-percent"] == Measure(None)
    assert found["spam-misclassification-percent"] == Measure(None)
    assert found["lam-percent"].value is None


def test_an_unknown_label_is_a_sentence():
    said = "the label of spam must be one of 'ham', 'news', 'spam'; got 'junk'. Name one of these."
    with pytest.raises(SettingError) as refused:
        measured([0], [0], of_spam([1.0]), "junk")
    assert str(refused.value) == said
