"""Metrics of sets of labels, as scikit-learn has them."""

import pytest
from sklearn import metrics

from linnet import SettingError
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS, metric_named
from tests.evaluation.metrics.judged import judged


@pytest.mark.parametrize("seed", range(3))
def test_the_measures_of_the_register_are_those_of_scikit_learn(seed):
    sets = judged(60, seed)
    truth, predicted, p = sets.truth, sets.predicted, sets.probabilities
    expected = {
        "weighted-f1": metrics.f1_score(truth, predicted, average="weighted"),
        "micro-precision": metrics.precision_score(truth, predicted, average="micro"),
        "micro-recall": metrics.recall_score(truth, predicted, average="micro"),
        "macro-precision": metrics.precision_score(truth, predicted, average="macro"),
        "macro-recall": metrics.recall_score(truth, predicted, average="macro"),
        "log-loss": metrics.log_loss(truth.reshape(-1), p.reshape(-1)),
        "brier": 2 * metrics.brier_score_loss(truth.reshape(-1), p.reshape(-1)),  # of yes and of no
    }
    measures = evaluate_multilabel_predictions(sets).measures
    assert {name: measures[name].value for name in expected} == pytest.approx(expected, abs=1e-12)
    assert {name: MULTILABEL_METRICS[name].of(sets) for name in measures} == {
        name: pytest.approx(one.value, abs=1e-12) if one.value is not None else None
        for name, one in measures.items()
    }
    assert measures["precision-at-5"].value is None  # there are four labels


def test_a_metric_must_fit_the_documents():
    with pytest.raises(
        SettingError, match=r"one of subset-accuracy, .* several labels; got 'accuracy'\. Choose"
    ):
        metric_named("accuracy", multilabel=True)
    with pytest.raises(
        SettingError, match=r"one of accuracy, .*; got 'hamming-loss'\. Choose one of these"
    ):
        metric_named("hamming-loss", multilabel=False)
