"""Comparisons in a line, and as a table."""

import numpy as np

from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from tests.display.checks import check_html, check_shown


def predictions(wrong, n=40):
    truth = np.zeros(n, np.int64)
    predicted = np.repeat([1, 0], [wrong, n - wrong])
    return LabelledPredictions(("ham", "spam"), truth, predicted, np.zeros((n, 2)))


def test_a_line_says_which_is_better():
    comparison = compare_predictions(predictions(30), predictions(0))
    assert repr(comparison) == ("Comparison(40 documents; accuracy: A 0.250, B 1.000, B is better)")
    assert repr(comparison.differences["accuracy"]) == (
        "Difference(accuracy: A 0.250, B 1.000, B is better)"
    )


def test_a_table_has_each_measure_and_a_sentence():
    metrics = ["accuracy", "macro-f1", "kappa"]
    comparison = compare_predictions(predictions(1), predictions(0), metrics)
    check_shown(comparison)
    assert "and 1 measure more)" in repr(comparison)
    shown = check_html(comparison._repr_html_())
    assert "A and B on 40 documents" in shown
    assert shown.count("No difference can be told") == 3
    check_shown(comparison.differences["kappa"])
