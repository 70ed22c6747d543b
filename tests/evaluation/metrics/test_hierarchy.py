"""Measures of labels that are paths."""

import numpy as np
import pytest

import linnet
from linnet.errors import SettingError
from linnet.evaluation.metrics.evaluation import evaluate_predictions
from linnet.evaluation.metrics.hierarchy import MOST_DEPTHS, hierarchical_measures
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from tests.display.checks import check_html

LABELS = ("a", "a/b", "a/b/c", "d/e")


def predictions(predicted, truth, labels=LABELS, groups=None):
    scores = np.zeros((len(truth), len(labels)))
    return LabelledPredictions(labels, np.array(truth), np.array(predicted), scores, groups=groups)


def values(measures):
    return {name: measure.value for name, measure in measures.items()}


def test_measures_by_hand():
    # predicted a/b for a/b/c: 2 right of 2, 3 true; d/e for a: 0 of 2, 1; a/b for a/b: 2 of 2, 2.
    found = values(hierarchical_measures(predictions([1, 3, 1], [2, 0, 1]), "/"))
    assert found == {
        "hierarchical-precision": pytest.approx(4 / 6),
        "hierarchical-recall": pytest.approx(4 / 6),
        "hierarchical-f1": pytest.approx(8 / 12),
        "accuracy-at-depth-1": pytest.approx(2 / 3),
        "accuracy-at-depth-2": pytest.approx(2 / 3),
        "accuracy-at-depth-3": pytest.approx(1 / 3),
    }


def test_no_label_lowers_recall_and_accuracy_but_not_precision():
    # a/b is right: 2 of 2; no label for a/b/c: 0 of 0 of 3.
    found = values(hierarchical_measures(predictions([1, UNSURE], [1, 2]), "/"))
    assert found["hierarchical-precision"] == 1.0
    assert found["hierarchical-recall"] == pytest.approx(2 / 5)
    assert found["hierarchical-f1"] == pytest.approx(4 / 7)
    assert found["accuracy-at-depth-1"] == 0.5


def test_no_label_at_all_has_no_precision():
    found = values(hierarchical_measures(predictions([UNSURE], [1]), "/"))
    assert found["hierarchical-precision"] is None
    assert found["hierarchical-recall"] == 0.0


def test_accuracy_at_the_last_depth_is_accuracy():
    rng = np.random.default_rng(0)
    drawn = predictions(rng.integers(0, 4, 200), rng.integers(0, 4, 200))
    found = hierarchical_measures(drawn, "/")
    assert found["accuracy-at-depth-3"] == evaluate_predictions(drawn).accuracy


def test_labels_without_the_mark_have_the_measures_of_one_label_each():
    labels = ("x/y", "a", "b")
    found = values(hierarchical_measures(predictions([1, 2, 1], [1, 1, 2], labels), "/"))
    assert found["hierarchical-precision"] == found["hierarchical-recall"] == pytest.approx(1 / 3)


def test_intervals_contain_the_value_and_are_wider_for_groups():
    rng = np.random.default_rng(1)
    truth = np.repeat(rng.integers(0, 4, 60), 5)
    wrong = np.repeat(rng.random(60) < 0.3, 5)
    predicted = np.where(wrong, (truth + 1) % 4, truth)
    alone = hierarchical_measures(predictions(predicted, truth), "/")
    grouped = hierarchical_measures(
        predictions(predicted, truth, groups=np.repeat(np.arange(60), 5)), "/"
    )
    for name, measure in alone.items():
        low, high = measure.interval
        group_low, group_high = grouped[name].interval
        assert low < measure.value < high
        assert group_high - group_low > 1.3 * (high - low)


def test_few_documents_have_no_interval_of_resamples():
    found = hierarchical_measures(predictions([1, 3, 1], [2, 0, 1]), "/")
    assert found["hierarchical-f1"].interval is None


def test_sets_of_labels_stand_for_all_above_them_once():
    truth = np.array([[1, 0, 1, 0], [0, 0, 0, 1]], bool)  # {a, a/b, a/b/c} and {d, d/e}
    predicted = np.array([[0, 1, 0, 1], [0, 0, 0, 1]], bool)  # {a, a/b, d, d/e} and {d, d/e}
    found = values(hierarchical_measures(MultilabelPredictions(LABELS, truth, predicted), "/"))
    assert found["hierarchical-precision"] == pytest.approx(4 / 6)
    assert found["hierarchical-recall"] == pytest.approx(4 / 5)
    assert found["accuracy-at-depth-1"] == 0.5


def test_deep_labels_take_no_more_than_their_length():
    labels = ("a" + "/" * 200_000, "b")
    found = hierarchical_measures(predictions([0, 1], [0, 0], labels), "/")
    assert len(found) == 3 + MOST_DEPTHS


@pytest.mark.parametrize("mark", ["", "|"])
def test_a_mark_that_no_label_has_is_refused(mark):
    with pytest.raises(SettingError, match="in none of 4 labels"):
        hierarchical_measures(predictions([0], [0]), mark)


def test_evaluating_a_model_adds_the_measures_to_the_others():
    pairs = [("good film", "art/film"), ("good book", "art/book"), ("old bank", "money")] * 8
    model = linnet.train(pairs, {})
    evaluation = linnet.evaluate(model, pairs, hierarchy="/")
    shown = check_html(evaluation._repr_html_())
    assert shown.index("hierarchical-f1") < shown.index("accuracy-at-depth-1")
    assert shown.index("accuracy-at-depth-1") < shown.index("balanced-accuracy")
    assert evaluation.measures["hierarchical-f1"].value == 1.0
    assert "accuracy-at-depth-2" in evaluation.as_json()["measures"]
    sets = [(text, [label]) for text, label in pairs]
    several = linnet.evaluate_multilabel(linnet.train(sets, {}), sets, hierarchy="/")
    assert several.measures["hierarchical-recall"].value == 1.0
    assert "hierarchical-f1" not in linnet.evaluate(model, pairs).measures
