"""Sets of labels: equal to scikit-learn's measures, with intervals that hold."""

import numpy as np
import pytest
from sklearn import metrics

from linnet import SettingError, evaluate, evaluate_multilabel, train
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import (
    MultilabelPredictions,
    concatenated_predictions,
)
from tests.evaluation.metrics.judged import LABELS, judged


@pytest.mark.parametrize("seed", range(5))
def test_equal_to_scikit_learn(seed):
    sets = judged(60, seed)
    found, predicted, truth = evaluate_multilabel_predictions(sets), sets.predicted, sets.truth
    assert found.subset_accuracy.value == pytest.approx(
        metrics.accuracy_score(truth, predicted), abs=1e-12
    )
    assert found.hamming_loss.value == pytest.approx(
        metrics.hamming_loss(truth, predicted), abs=1e-12
    )
    assert found.micro_f1.value == pytest.approx(
        metrics.f1_score(truth, predicted, average="micro"), abs=1e-12
    )
    macro = metrics.f1_score(truth, predicted, average="macro", zero_division=np.nan)
    assert found.macro_f1.value == pytest.approx(macro, abs=1e-12)
    samples = metrics.f1_score(truth, predicted, average="samples", zero_division=1.0)
    assert found.sample_f1.value == pytest.approx(samples, abs=1e-12)
    for place, label in enumerate(LABELS):
        precision, recall, f1, _ = metrics.precision_recall_fscore_support(
            truth[:, place], predicted[:, place], average="binary"
        )
        measures = found.per_label[label]
        assert [measures[name].value for name in ("precision", "recall", "f1")] == pytest.approx(
            [precision, recall, f1]
        )


def test_documents_that_belong_together_are_drawn_together():
    sets = judged(100, 3)
    twice = concatenated_predictions([sets, sets])
    grouped = MultilabelPredictions(
        LABELS, twice.truth, twice.predicted, np.tile(np.arange(100), 2)
    )
    once, doubled, together = (
        evaluate_multilabel_predictions(one).subset_accuracy for one in (sets, twice, grouped)
    )
    assert once.value == doubled.value == together.value
    widths = [high - low for low, high in (once.interval, doubled.interval, together.interval)]
    assert widths[1] < 0.8 * widths[0]
    assert widths[2] == pytest.approx(widths[0], rel=0.15)


def test_by_hand():
    # Document 1 is right, document 2 misses b, document 3 has no label and gets none.
    predicted = np.array([[1, 0], [1, 0], [0, 0]], bool)
    truth = np.array([[1, 0], [1, 1], [0, 0]], bool)
    scores = np.array([[2.0, 1], [2, 1], [2, 1]])
    found = evaluate_multilabel_predictions(
        MultilabelPredictions(("a", "b"), truth, predicted, scores=scores)
    )
    assert found.subset_accuracy.value == pytest.approx(2 / 3)
    assert found.hamming_loss.value == pytest.approx(1 / 6)
    assert found.micro_f1.value == pytest.approx(4 / 5)
    assert found.macro_f1.value == pytest.approx((1 + 0) / 2)
    assert found.sample_f1.value == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert found.precision_at[1].value == pytest.approx(2 / 3)
    assert set(found.precision_at) == {1}  # there are not three labels
    assert found.label_documents == {"a": 2, "b": 1}
    assert found.hamming_loss.interval is None  # three documents say too little


def test_labels_that_nobody_has_are_undefined():
    nothing = np.zeros((2, 2), bool)
    found = evaluate_multilabel_predictions(
        MultilabelPredictions(("a", "b"), nothing, nothing, scores=np.zeros((2, 2)))
    )
    assert (found.subset_accuracy.value, found.sample_f1.value, found.micro_f1.value) == (
        1.0,
        1.0,
        None,
    )
    assert found.per_label["a"]["f1"].value is None


def test_intervals_are_around_the_value_and_the_same_each_time():
    found, again = (evaluate_multilabel_predictions(judged(400, 1)).as_json() for _ in range(2))
    assert found == again
    for name in ("subset_accuracy", "hamming_loss", "micro_f1", "macro_f1", "sample_f1"):
        low, high = found[name]["interval"]
        assert low < found[name]["value"] < high
        assert high - low < 0.15


def test_intervals_hold_about_as_often_as_they_say():
    many = judged(200_000, 0)
    right = metrics.f1_score(many.truth, many.predicted, average="macro")
    inside = 0
    for seed in range(1, 61):
        low, high = evaluate_multilabel_predictions(judged(300, seed)).macro_f1.interval
        inside += low <= right <= high
    assert inside >= 52  # 57 of 60 expected


def test_labels_the_model_does_not_know_are_never_right():
    classifier = train([("good fun", ["fun"]), ("dull", [])] * 3)
    found = evaluate_multilabel(classifier, [("good fun", ["fun", "new"]), ("dull", ["new"])])
    assert found.per_label["new"]["recall"].value == 0
    assert found.label_documents == {"fun": 1, "new": 2}


def test_each_kind_of_classifier_has_its_own_measures():
    with pytest.raises(SettingError, match=r"Use linnet\.evaluate_multilabel"):
        evaluate(train([("a", ["x"]), ("b", [])]), [("a", ["x"])])
    with pytest.raises(SettingError, match=r"Use linnet\.evaluate\."):
        evaluate_multilabel(train([("a", "x"), ("b", "y")]), [("a", "x")])
