"""The documents that a report shows, each once."""

import json

import numpy as np
import pytest

import linnet
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.report.shown_documents import SEPARATOR_BYTES, shown_documents

HAM, SPAM = range(2)
DOCUMENTS = [("see you", "ham"), ("cheap pills", "ham"), ("at noon", "spam"), ("lunch", "ham")]
# Right; wrong by 1; wrong by 3; and right, though spam scores higher.
PREDICTIONS = LabelledPredictions(
    ("ham", "spam"),
    np.array([HAM, HAM, SPAM, HAM]),
    np.array([HAM, SPAM, HAM, HAM]),
    np.array([[1.0, 0.0], [0.0, 1.0], [3.0, 0.0], [0.0, 0.5]]),
)
CELLS = [(HAM, SPAM), (SPAM, HAM), (HAM, HAM)]
ENOUGH = 100_000


@pytest.fixture
def show(classifier):
    """Give a function predictions, bytes → what is shown, and who was asked to explain."""

    def shown(predictions=PREDICTIONS, most_bytes=ENOUGH, cells=CELLS):
        asked = []

        def classifier_of(place):
            asked.append(place)
            return classifier

        documents = linnet.read(DOCUMENTS[: len(predictions)])
        found = shown_documents(classifier_of, documents, predictions, cells, most_bytes)
        return found, asked

    return shown


def test_worst_mistakes_come_first_then_doubtful_labels_then_the_rest(show):
    found, asked = show()
    assert [one["text"] for one in found["documents"]] == [
        "at noon",
        "cheap pills",
        "lunch",
        "see you",
    ]
    assert [one["row"] for one in found["documents"]] == [2, 1, 3, 0]
    assert found["mistakes"] == [0, 1]
    assert found["doubtful"] == [0, 1, 2]  # deficits 3, 1 and 0.5
    # Of the right ones, the surest first: 0 above itself, in the order of the documents.
    assert found["examples"] == [[HAM, SPAM, [0]], [SPAM, HAM, [1]], [HAM, HAM, [3, 2]]]
    assert asked == [1, 2]
    assert ["why" in one for one in found["documents"]] == [True, True, False, False]


def test_scores_are_those_of_the_predicted_and_of_the_true_label(show):
    worst = show()[0]["documents"][0]
    assert (worst["predicted"], worst["true"], worst["scores"]) == (HAM, SPAM, [3.0, 0.0])
    probabilities = np.array([[0.75, 0.25]])
    one = PREDICTIONS.select(np.array([2]))
    probable = LabelledPredictions(one.labels, one.truth, one.predicted, one.scores, probabilities)
    assert show(probable)[0]["documents"][0]["scores"] == [0.75, 0.25]


def test_an_unsure_document_has_no_score_of_a_predicted_label(show):
    unsure = LabelledPredictions(
        ("ham", "spam"), np.array([HAM]), np.array([UNSURE]), np.array([[0.25, 0.5]])
    )
    (document,) = show(unsure, cells=[(UNSURE, HAM)])[0]["documents"]
    assert (document["predicted"], document["scores"]) == (UNSURE, [None, 0.25])


def test_a_label_that_the_model_does_not_know_is_not_doubtful(show):
    scam = np.array([1])
    scores = np.array([[1.0, -np.inf, 0.0]])
    unknown = LabelledPredictions(("ham", "scam", "spam"), scam, np.array([HAM]), scores)
    found, _ = show(unknown)
    assert (found["mistakes"], found["doubtful"]) == ([0], [])
    assert found["documents"][0]["scores"] == [1.0, None]


def test_what_does_not_fit_is_left_out_the_least_important_first(show):
    whole, _ = show()
    first = json.dumps(whole["documents"][0], ensure_ascii=False)
    size = len(first.encode()) + SEPARATOR_BYTES
    fitting, _ = show(most_bytes=size)
    assert fitting["documents"] == whole["documents"][:1]
    assert fitting["mistakes"] == fitting["doubtful"] == [0]
    assert fitting["examples"] == [[HAM, SPAM, [0]], [SPAM, HAM, []], [HAM, HAM, []]]
    none, _ = show(most_bytes=size - 1)
    assert (none["documents"], none["mistakes"]) == ([], [])
