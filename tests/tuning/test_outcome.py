"""What a search came to, as plain data and in words."""

import pytest

from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make
from linnet.tuning.outcome import (
    best_first,
    best_of_each_kind,
    choice_facts,
    finished,
    kind_in_words,
    settings_in_words,
    value_in_words,
)
from linnet.tuning.tried import Tried
from linnet.tuning.tuned import Tuned

CLASSIFIER = make([("good", "pos"), ("bad", "neg")], {})


def tried(value, **settings):
    by_part = () if value is None else (value,)
    return Tried(settings, Recipe(), by_part, documents=10)


SVM = tried(0.75, learner="svm", words="1-2", strength=0.1)
WEAK_SVM = tried(0.25, learner="svm", words="1-2", strength=10.0)
BAYES = tried(0.5, learner="multinomial", chars_in_words="3-5", weighting="tfidf", min_documents=2)
UNFINISHED = tried(None, learner="logistic")
TRIED = (UNFINISHED, BAYES, WEAK_SVM, SVM)


def tuned_of(*tried, metric="accuracy"):
    best = tried[-1] if tried else Tried({}, Recipe())
    return Tuned(CLASSIFIER, Recipe(), best, tried, metric, 10, held=None, stopped="budget")


def test_the_best_comes_first_and_what_was_not_finished_last():
    assert best_first(tuned_of(*TRIED)) == [SVM, BAYES, WEAK_SVM, UNFINISHED]
    assert finished(tuned_of(*TRIED)) == [SVM, BAYES, WEAK_SVM]
    assert finished(tuned_of(*TRIED, metric="log-loss")) == [WEAK_SVM, BAYES, SVM]


def test_each_kind_is_told_by_its_best_recipe():
    assert best_of_each_kind(tuned_of(*TRIED)) == {
        "svm · words 1-2": SVM,
        "multinomial · chars in words 3-5 · tfidf": BAYES,
    }


def test_a_choice_is_told_with_the_recipes_that_were_finished():
    assert choice_facts(tuned_of(*TRIED)) == {
        "recipes": 3,
        "metric": "accuracy",
        "settings": {"learner": "svm", "words": "1-2", "strength": 0.1},
        "value": 0.75,
        "estimate": None,  # no documents were reserved
        "reserved": 0,
        "stopped": "budget",
        "duplicates": None,  # not looked for
    }
    assert choice_facts(tuned_of()) is None


def test_settings_that_make_no_other_kind_are_left_out_of_its_words():
    assert kind_in_words(tried(0.5, words="1", smoothing=0.1)) == "words 1"
    assert kind_in_words(tried(0.5, weighting="bm25")) == "bm25"
    assert kind_in_words(tried(0.5)) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "none"), (0.1, "0.1"), (1e-6, "1e-06"), (2, "2"), ((1, 2), "(1, 2)")],
)
def test_a_value_in_words(value, words):
    assert value_in_words(value) == words


def test_all_settings_in_words():
    assert settings_in_words(tried(0.5, most_frequent=None, smoothing=1.0)) == (
        "most frequent none, smoothing 1"
    )
    assert settings_in_words(tried(0.5)) == "as it is"
