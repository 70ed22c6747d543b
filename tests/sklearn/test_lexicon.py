"""A classifier of texts by words with weights, given by hand."""

import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline

from linnet import sklearn as ours
from linnet.errors import LinnetError

THREE = {"bad": {"awful": 2, "poor": 1}, "good": ["fine", "lovely"], "odd": {"fine": -1}}


def test_a_lexicon_takes_texts():
    moods = make_pipeline(
        ours.LexiconClassifier({"bad": ["poor"], "good": {"fine": 2.0}}, offset={"bad": 0.5})
    ).fit(["win a prize now", "see you at noon"])
    assert moods.predict(["fine, if poor", "nothing"]).tolist() == ["good", "bad"]
    assert moods.decision_function(["fine"]).tolist() == [1.5]


def test_three_labels_have_a_score_each():
    moods = ours.LexiconClassifier(THREE).fit()
    assert moods.classes_.tolist() == ["bad", "good", "odd"]
    # awful 2 and poor twice 1; fine 1 for good and -1 for odd
    scores = moods.decision_function(["awful, poor, POOR", "a fine day", ""])
    assert scores.tolist() == [[4, 0, 0], [0, 1, -1], [0, 0, 0]]
    assert moods.predict(["awful, poor, POOR", "a fine day", ""]).tolist() == ["bad", "good", "bad"]


def test_its_accuracy_is_the_share_of_right_labels():
    moods = ours.LexiconClassifier(THREE).fit()
    assert moods.score(["awful", "lovely", "fine", "poor"], ["bad", "good", "odd", "bad"]) == 0.75


def test_it_reads_its_lexicons_when_it_is_fitted():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        ours.LexiconClassifier(THREE).predict(["fine"])
    with pytest.raises(NotFittedError, match="not fitted yet"):
        ours.LexiconClassifier(THREE).decision_function(["fine"])


def test_what_is_no_lexicon_is_refused():
    with pytest.raises(ValueError, match=r"'lexicons' parameter .* must be an instance of 'dict'"):
        ours.LexiconClassifier(["fine"]).fit()
    with pytest.raises(LinnetError, match="got"):
        ours.LexiconClassifier({"good": ["fine"]}).fit()
