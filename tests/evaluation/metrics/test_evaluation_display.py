"""Evaluations in a line, and as tables."""

import numpy as np

from linnet.evaluation.metrics.confusion import Confusion
from linnet.evaluation.metrics.evaluation import evaluate
from linnet.evaluation.metrics.evaluation_display import confusion_table, most_confused
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.slices import slices_of
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES, SCRIPT


def test_a_line_has_the_main_measures():
    evaluation = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["ham", "spam"])
    # ham: 2·1 / (2 + 1), spam: 2·2 / (2 + 3)
    # Wilson's interval of 3 of 4
    accuracy = "0.750 (0.301 to 0.954)"
    assert repr(evaluation) == (
        f"Evaluation(4 documents, accuracy {accuracy}, macro-f1 0.733, majority baseline 0.750)"
    )
    assert str(evaluation.accuracy) == accuracy


def test_a_measure_says_why_it_has_no_interval():
    assert repr(Measure(0.9, (0.85, 0.95))) == "Measure(0.900 (0.850 to 0.950))"
    assert repr(Measure(1.0, None, "it never varies")) == (
        "Measure(1.000, no interval: it never varies)"
    )
    assert repr(Measure(None)) == "Measure(-)"


def test_a_table_has_measures_labels_and_the_matrix():
    evaluation = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["ham", "spam"])
    shown = check_html(evaluation._repr_html_())
    for part in ("accuracy", "0.750", "macro-f1", "precision", "predicted ↓ true →", "spam"):
        assert part in shown
    assert "micro-f1" not in shown  # the accuracy again
    assert "majority baseline: always spam0.750" in shown
    assert "estimated" not in shown  # nobody knows of an estimate


def test_documents_without_a_label_are_a_row_of_their_own():
    evaluation = evaluate(np.array([0, -1, 1]), np.array([0, 1, 1]), ["ham", "spam"])
    shown = check_html(evaluation._repr_html_())
    assert "(unsure)" in shown
    assert "micro-f1" in shown
    # Of the two that got a label, both are right.
    assert "coverage0.667" in shown
    assert "answered-accuracy1.000" in shown
    assert "coverage 0.667, accuracy of those 1.000" in repr(evaluation)


def test_of_many_labels_the_most_confused_are_shown():
    n_labels = 300
    labels = [f"label {n:03}" for n in range(n_labels)]
    truth = np.repeat(np.arange(n_labels), 5)
    predicted = truth.copy()
    predicted[500:505] = 7  # documents of label 100
    evaluation = evaluate(predicted, truth, labels)
    assert {7, 100} <= set(most_confused(evaluation.confusion))
    assert len(most_confused(evaluation.confusion)) == 12
    html = evaluation._repr_html_()
    shown = check_html(html)
    assert "12 of 300 labels: those with most mistakes" in shown
    assert "288 labels more" in shown
    assert len(html) < 40_000
    check_shown(evaluation)
    check_shown(evaluation.confusion)


def test_mistakes_have_another_colour_than_what_is_right():
    confusion = Confusion(("ham", "spam"), np.array([[9, 1], [0, 3]]))
    html = confusion_table(confusion, [0, 1])
    assert html.count("rgba(0, 140, 200, 0.45)") == 1  # all ham
    assert html.count("rgba(225, 110, 20") == 1
    assert repr(confusion) == "Confusion(13 documents, 12 right, labels ham, spam)"


def test_hostile_labels_are_mere_text():
    truth = np.arange(len(NAMES)).repeat(2)
    evaluation = evaluate(np.roll(truth, 1), truth, NAMES)
    check_shown(evaluation)
    check_shown(evaluation.confusion)
    assert SCRIPT not in evaluation._repr_html_()


def test_sets_of_labels_have_measures_and_labels():
    truth = np.array([[1, 0], [0, 1]], bool)
    predicted = np.array([[1, 0], [1, 1]], bool)
    predictions = MultilabelPredictions(("a", "b"), truth, predicted)
    evaluation = evaluate_multilabel_predictions(predictions)
    subset = "subset-accuracy 0.500 (0.095 to 0.905)"  # Wilson's interval of 1 of 2
    assert repr(evaluation) == f"MultilabelEvaluation(2 documents, {subset}, micro-f1 0.800)"
    assert "hamming-loss" in check_html(evaluation._repr_html_())


def test_slices_are_a_table():
    truth = np.array([[1, 0], [0, 1]] * 30, bool)
    predictions = MultilabelPredictions(("a", "b"), truth, truth)
    names = tuple(NAMES[:3])
    slices = slices_of(predictions, SCRIPT, names, np.arange(60) % 3)
    check_shown(slices)
    many = slices_of(predictions, "row", tuple(map(str, range(60))), np.arange(60))
    assert "48 slices more" in check_html(many._repr_html_())
