"""Documents in, a classifier out: as a recipe says, or the one that suits them best."""

from types import SimpleNamespace

import pytest

from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make
from linnet.tuning.train import train
from linnet.tuning.tried import SearchProgress

FILMS = [("good film", "pos"), ("bad film", "neg")] * 2
SVM = {"learner": "svm", "strength": 0.1}
TOGETHER = {"split_duplicates": False}


@pytest.fixture
def asked(monkeypatch):
    """The searches that were asked for, none of which is run: they tell a quarter of progress."""
    asked = []

    def searching(name):
        def search(*given, progress, **settings):
            asked.append((name, given, settings))
            progress(SearchProgress(done=2, to_do=8))
            return SimpleNamespace(classifier=name)

        return search

    monkeypatch.setattr("linnet.tuning.choose.choose", searching("chosen"))
    monkeypatch.setattr("linnet.tuning.choose.make_small", searching("small"))
    return asked


def test_a_recipe_is_followed_without_a_search(asked):
    assert train(FILMS, SVM).to_bytes() == make(FILMS, SVM).to_bytes()
    assert train(FILMS, {}).recipe == Recipe()  # one that names nothing is a recipe, too
    assert asked == []


def test_without_a_recipe_one_is_chosen(asked):
    assert train(FILMS, threads=3) == "chosen"
    assert train(FILMS, small=True, tokenizer=str.split) == "chosen"
    assert asked == [
        ("chosen", (FILMS,), {"small": False, "threads": 3, **TOGETHER, "tokenizer": None}),
        (
            "chosen",
            (FILMS,),
            {"small": True, "threads": None, **TOGETHER, "tokenizer": str.split},
        ),
    ]


def test_a_recipe_can_be_made_small(asked):
    assert train(FILMS, SVM, small=True, threads=2) == "small"
    assert asked == [("small", (FILMS, SVM), {"threads": 2, **TOGETHER, "tokenizer": None})]


@pytest.mark.parametrize("recipe", [None, SVM])
def test_copies_may_be_divided(asked, recipe):
    train(FILMS, recipe, small=True, split_duplicates=True)
    [(_, _, settings)] = asked
    assert settings["split_duplicates"]


@pytest.mark.parametrize("recipe", [None, SVM])
def test_progress_of_a_search_is_the_share_of_its_recipes(asked, recipe):
    told = []
    train(FILMS, recipe, small=True, progress=lambda share, done: told.append((share, done)))
    assert len(asked) == 1
    assert told == [(0.25, 2)]


def test_of_few_documents_the_usual_recipe_is_taken_and_nothing_is_said_of_a_search():
    classifier = train(FILMS, tokenizer=str.split)
    assert (classifier.recipe.learner, classifier.record) == (Recipe().learner, None)
    assert classifier.classify("good film!") == "pos"
    assert train(FILMS, SVM, small=True).recipe.narrow
