"""What is said of a recipe that was chosen."""

import pytest

from linnet import Recipe, train
from linnet.cli.choice import MOST_ROWS, print_choice
from linnet.tuning.tried import Tried
from linnet.tuning.tuned import Tuned

RECIPE = Recipe.of(learner="multinomial")


@pytest.fixture(scope="module")
def classifier():
    return train([("good", "pos"), ("bad", "neg")], RECIPE)


@pytest.fixture
def printed(classifier, capsys):
    """A function: the recipes that were tried, the first being the best → what is printed."""

    def print_tuned(*tried):
        best = tried[0] if tried else Tried({}, RECIPE)
        print_choice(Tuned(classifier, RECIPE, best, tried, "accuracy", 40, held=None))
        return capsys.readouterr().out

    return print_tuned


def tried(value, **settings):
    return Tried(settings, RECIPE, (value - 0.1, value + 0.1), documents=1200)


def test_the_best_of_each_kind_is_told(printed):
    out = printed(
        tried(0.9, learner="svm", strength=0.1, words="1-2", weighting="tfidf"),
        tried(0.8, learner="svm", strength=1.0, words="1-2", weighting="tfidf"),
        tried(0.7, learner="multinomial", words="1-1"),
    )
    assert out == (
        "Chosen among 3 recipes by cross-validation; the best of each kind:\n"
        "recipe                   accuracy  documents\n"
        "svm · words 1-2 · tfidf    0.9000      1,200\n"
        "multinomial · words 1-1    0.7000      1,200\n"
        "There is no honest estimate: no documents were kept out of choosing.\n"
    )


def test_many_kinds_are_cut(printed):
    kinds = [tried(0.9 - n / 100, learner=f"learner-{n}") for n in range(MOST_ROWS + 1)]
    out = printed(*kinds)
    assert "learner-5" in out
    assert "learner-6" not in out
    assert "Chosen among 7 recipes" in out


def test_one_kind_has_beaten_nothing_and_those_that_failed_are_told(printed):
    failed = Tried({"learner": "svm"}, RECIPE, problem="too few documents")
    out = printed(tried(0.9, learner="multinomial"), failed)
    assert out == (
        "1 recipe could not learn; learner svm: too few documents\n"
        "There is no honest estimate: no documents were kept out of choosing.\n"
    )


def test_with_too_few_documents_nothing_was_chosen(printed):
    assert printed() == (
        "Too few documents to choose a recipe by, or to tell how good it is: "
        "one is taken that suits few.\n"
    )
