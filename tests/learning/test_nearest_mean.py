"""The toy learner by hand."""

import numpy as np
import pytest

from linnet import Recipe, cross_validate, read, train
from linnet.learning.learners import LEARNERS
from tests.learning.nearest_mean import LINE

ROWS = [("ant ant", "x"), ("ant bee", "x"), ("bee cow", "y")]


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """Put the one line into the register."""
    for name, path in LINE.items():
        monkeypatch.setitem(LEARNERS, name, path)


def test_scores_by_hand():
    # means over ant, bee, cow: x (1.5, 0.5, 0), y (0, 1, 1); half of their squared lengths: 1.25
    # and 1
    classifier = train(ROWS, Recipe.of(learner="nearest-mean"))
    scores = classifier.score(["", "ant", "cow bee"]).values
    np.testing.assert_allclose(scores, [[-1.25, -1], [0.25, -1], [-0.75, 1]])
    assert classifier.classify(["ant", "cow bee"]) == ["x", "y"]


def test_leave_one_out_is_training_on_the_others():
    rows = [*ROWS, ("cow", "y"), ("ant", "x")]
    found = cross_validate(rows, Recipe.of(learner="nearest-mean"), folds=None).best
    errors = 0
    for place, (text, label) in enumerate(rows):
        others = [row for number, row in enumerate(rows) if number != place]
        errors += train(others, Recipe.of(learner="nearest-mean")).classify(text) != label
    assert found.errors == errors


def test_each_of_several_labels_is_told_from_the_rest_without_the_learner_knowing():
    # over ant, bee: label x has the mean (1, 0), its rest (0, 1); label y (0.5, 0.5),
    # its rest (0, 1) and (1, 0) …
    documents = {"text": ["ant", "bee"], "label": [["x"], []]}
    classifier = train(read(documents, several_labels=True), Recipe.of(learner="nearest-mean"))
    # score = (own − rest) · text − (½ − ½)
    np.testing.assert_allclose(classifier.score(["ant", "bee", ""]).values, [[1], [-1], [0]])
    assert classifier.classify(["ant", "bee"]) == [["x"], []]
