"""Classifiers of documents that were counted, and of their totals."""

import pytest

from linnet import Recipe, read
from linnet.classifier.fit import count
from linnet.classifier.trained import from_counted, from_totals
from linnet.errors import InputError, SettingError

FILMS = [("good", "pos"), ("bad", "neg")]
BAYES = Recipe.of(learner="multinomial")
SVM = Recipe.of(learner="svm")


def counted(pairs, recipe):
    return count(read(pairs), recipe)


def test_totals_are_all_that_naive_bayes_needs():
    totals = counted(FILMS, BAYES)
    classifier = from_totals(totals, BAYES, ("text",), "opinion")
    # Of one word and two features, smoothing 1: 2/3 in pos, 1/3 in neg.
    assert classifier.probabilities("good")["pos"] == pytest.approx(2 / 3)
    assert (classifier.label, classifier.documents, classifier.exact) == ("opinion", 2, True)
    # Twice: (2 + 1) / (2 + 2)
    twice = from_totals(totals + totals, BAYES, ("text",))
    assert twice.probabilities("good")["pos"] == pytest.approx(3 / 4)
    assert twice.label is None


def test_whatever_a_recipe_counts_it_can_be_trained_on():
    bayes = from_counted(counted(FILMS, BAYES), BAYES, ("title",), "opinion")
    assert bayes.fields == ("title",)
    assert bayes.probabilities("good")["pos"] == pytest.approx(2 / 3)
    svm = from_counted(counted(FILMS, SVM), SVM, ("text",), "opinion", threads=2)
    assert svm.classify(["good", "bad"]) == ["pos", "neg"]
    assert (svm.label, svm.exact) == ("opinion", False)


@pytest.mark.parametrize("recipe", [BAYES, SVM])
def test_one_label_is_nothing_to_tell_apart(recipe):
    with pytest.raises(InputError, match="at least two labels to tell apart; got 'pos'"):
        from_counted(counted(FILMS[:1], recipe), recipe, ("text",), "label")


@pytest.mark.parametrize("learner", ["multinomial", "svm"])
def test_a_recipe_that_names_a_label_must_find_it(learner):
    recipe = Recipe.of(learner=learner, class_weights={"new": 2.0})
    said = r"class weights must name labels that are there \('neg', 'pos'\); got 'new'"
    with pytest.raises(SettingError, match=said):
        from_counted(counted(FILMS, recipe), recipe, ("text",), "label")
