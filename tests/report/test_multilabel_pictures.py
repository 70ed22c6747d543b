"""What a report shows of documents with any number of labels."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.report.multilabel_pictures import multilabel_pictures, worst_pairs
from tests.films import FILMS

LABELS = ("funny", "neg", "pos")
FUNNY, NEG, POS = range(3)
NEW = [("good jokes", ["pos"]), ("dull film", ["neg"]), ("fun", [])]
TRUTH = np.array([[0, 0, 1], [0, 1, 0], [0, 0, 0]], np.bool_)
PROBABILITIES = np.array([[0.8, 0.1, 0.9], [0.2, 0.4, 0.25], [0.3, 0.2, 0.3]])
# "good jokes" is not funny, "dull film" is neg, and "fun" is not pos: 0.3 is above its cutoff.
PREDICTIONS = MultilabelPredictions(
    LABELS,
    TRUTH,
    PROBABILITIES > [0.5, 0.5, 0.25],
    scores=np.log(PROBABILITIES / (1 - PROBABILITIES)),
    probabilities=PROBABILITIES,
)


@pytest.fixture(scope="module")
def classifier():
    return linnet.train(FILMS, {"learner": "logistic", "cutoff": {"pos": 0.25}})


def pictures_of(classifier, predictions, labels):
    asked = []

    def classifier_of(place):
        asked.append(place)
        return classifier

    documents = linnet.read(NEW)
    found = multilabel_pictures(classifier, classifier_of, documents, predictions, labels)
    return found, asked


def test_a_slider_starts_above_the_cutoff_of_its_label_not_at_it(classifier):
    found, _ = pictures_of(classifier, PREDICTIONS, [FUNNY, POS])
    assert found["probable"]
    (pos,) = found["thresholds"]  # no document is funny: nothing to choose by
    assert (pos["label"], pos["at"], pos["start"]) == (POS, [0.9, 0.3, 0.25], 1)
    assert (pos["right"], pos["wrong"]) == ([1, 1, 1], [0, 1, 2])


def test_a_mistake_is_a_document_and_a_label_explained_by_whoever_made_it(classifier):
    found, asked = pictures_of(classifier, PREDICTIONS, [FUNNY, NEG, POS])
    wrong, missing, other = found["mistakes"]
    assert asked == [0, 1, 2]
    assert (wrong["row"], wrong["text"]) == (0, "good jokes")
    assert (wrong["label"], wrong["kind"], wrong["score"]) == (FUNNY, "wrong", 0.8)
    assert (wrong["predicted"], wrong["true"]) == ([FUNNY, POS], [POS])
    assert (missing["label"], missing["kind"], missing["score"]) == (NEG, "missing", 0.4)
    assert (missing["predicted"], missing["true"]) == ([], [NEG])
    assert (other["row"], other["label"], other["kind"]) == (2, POS, "wrong")
    # Every film with jokes is funny.
    values = dict(wrong["why"]["pieces"])
    assert values["jokes"] > 0


def test_without_probabilities_scores_stand_for_them(classifier):
    margins = replace(PREDICTIONS, scores=PROBABILITIES - 0.5, probabilities=None)
    found, _ = pictures_of(classifier, margins, [FUNNY])
    assert not found["probable"]
    assert [one["score"] for one in found["mistakes"]] == [0.3]


def test_the_surest_mistakes_in_the_labels_asked_for_come_first():
    # Against the truth: 0.8 for funny, 0.6 against neg, 0.3 for pos.
    everywhere = [FUNNY, NEG, POS]
    assert worst_pairs(PREDICTIONS, everywhere, 9) == [(0, FUNNY), (1, NEG), (2, POS)]
    assert worst_pairs(PREDICTIONS, everywhere, 1) == [(0, FUNNY)]
    assert worst_pairs(PREDICTIONS, [NEG, POS], 9) == [(1, NEG), (2, POS)]
    assert worst_pairs(PREDICTIONS, [], 9) == []


def test_probabilities_rounded_to_1_are_told_apart_by_the_score():
    scores = np.array([[40.0, 50.0]])
    ones = np.ones((1, 2))
    nothing = np.zeros((1, 2), np.bool_)
    predictions = MultilabelPredictions(("a", "b"), nothing, ~nothing, None, scores, ones)
    assert worst_pairs(predictions, [0, 1], 2) == [(0, 1), (0, 0)]


def test_a_label_that_the_model_cannot_score_is_no_mistake_to_explain():
    truth = np.array([[True, True]])
    scores = np.array([[-np.inf, -1.0]])
    predictions = MultilabelPredictions(("new", "pos"), truth, ~truth, scores=scores)
    assert worst_pairs(predictions, [0, 1], 2) == [(0, 1)]
