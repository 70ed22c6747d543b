"""The counts behind the confusion matrix and the threshold slider."""

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.report.pictures import pictures

TRUTH = np.array([0, 1, 1])
PREDICTED = np.array([0, 0, 1])


def scored(of_spam, *, probable):
    """Three documents, of which the second, a spam, is told wrong."""
    scores = np.column_stack([np.zeros(3), of_spam])
    probabilities = scores if probable else None
    return LabelledPredictions(("ham", "spam"), TRUTH, PREDICTED, scores, probabilities)


def test_counts_at_each_threshold_and_in_each_cell():
    found = pictures(scored([0.1, 0.4, 0.8], probable=True), [1])
    # predicted, true, documents: the mistake comes first
    assert found["confusion"] == [[0, 1, 1], [0, 0, 1], [1, 1, 1]]
    # Of two spam, one scores 0.8 or more and both 0.4 or more; the ham comes last.
    assert found["thresholds"] == [
        {
            "label": 1,
            "at": [0.8, 0.4, 0.1],
            "right": [1, 2, 2],
            "wrong": [0, 0, 1],
            "with": 2,
            "without": 1,
            "start": 0,
        }
    ]


def test_the_slider_starts_at_one_half_of_probabilities_and_at_0_of_margins():
    start = {}
    for probable in (True, False):
        (spam,) = pictures(scored([0.1, 0.4, 0.8], probable=probable), [1])["thresholds"]
        start[probable] = spam["at"][spam["start"]]
    assert start == {True: 0.8, False: 0.1}


def test_a_label_that_no_document_has_or_that_was_not_asked_for_has_no_slider():
    scores = np.zeros((2, 3))
    truth = np.array([0, 2])
    predictions = LabelledPredictions(("eggs", "ham", "spam"), truth, truth, scores)
    found = pictures(predictions, [1, 2])
    assert [one["label"] for one in found["thresholds"]] == [2]
    assert pictures(predictions, [])["thresholds"] == []


def test_of_many_labels_only_the_most_confused_pairs_are_shown():
    # 31 labels, each once taken for the next and once for the one after: 62 pairs. One of them
    # comes twice, and each label is told right once.
    label = np.arange(31)
    truth = np.concatenate([label, label, label, [5]])
    predicted = np.concatenate([label, (label + 1) % 31, (label + 2) % 31, [6]])
    names = tuple(f"{number:02}" for number in range(31))
    scores = np.zeros((len(truth), 31))
    found = pictures(LabelledPredictions(names, truth, predicted, scores), [])["confusion"]
    assert len(found) == 60
    assert found[0] == [6, 5, 2]
    assert all(documents == 1 for *_, documents in found[1:])
    assert not any(predicted == true for predicted, true, _ in found)
