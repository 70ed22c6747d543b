"""Weights by hand: a lexicon for each label."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.learning.by_hand import ByHand
from linnet.learning.learner import TrainingData
from tests.learning.tables import scores

LEXICONS = {
    "bad": {("dull",): 2.0, ("good",): -1.0},
    "fine": {("good",): 1.0, ("not", "bad"): 0.5},
}


def test_each_label_has_the_weights_of_its_lexicon():
    learner = ByHand(offset={"fine": 0.25})
    names, fitted = learner.weights_by_hand(LEXICONS)
    assert list(names) == ["dull", "good", "not bad"]
    assert fitted.link == "margin"
    assert fitted.weights.offset.tolist() == [0, 0.25]
    assert np.exp(fitted.weights.prior).tolist() == pytest.approx([0.5, 0.5])
    # dull good: bad 2 - 1, fine 0.25 + 1; good good not bad: bad -2, fine 0.25 + 2 + 0.5
    found = scores(fitted.weights, [[1, 1, 0], [0, 2, 1]], 3)
    assert found.tolist() == [[1, 1.25], [-2, 2.75]]


def test_words_are_sorted_by_their_bytes():
    names, fitted = ByHand().weights_by_hand({"x": {("äon",): 1.0, ("zoo",): 2.0}, "y": {}})
    assert list(names) == ["zoo", "äon"]
    assert fitted.weights.weights.tolist() == [2, 1]
    assert fitted.weights.labels.tolist() == [0, 0]


def test_offsets_of_labels_without_a_lexicon_are_refused():
    sentence = r"^offsets must name labels that have a lexicon \('bad', 'fine'\); got 'good'\.$"
    with pytest.raises(SettingError, match=sentence):
        ByHand(offset={"bad": 1.0, "good": 1.0}).weights_by_hand(LEXICONS)


def test_there_is_nothing_to_learn():
    with pytest.raises(SettingError, match="the lexicon learner takes no documents, its weights"):
        ByHand().fit(TrainingData(("x", "y")))
