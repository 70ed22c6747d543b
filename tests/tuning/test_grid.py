"""The recipes of a grid."""

import math

import pytest

from linnet.errors import SettingError
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import candidates_of, changed, default_grid


def settings(grid, base=None, draws=None):
    return [one.settings for one in candidates_of(base or Recipe(), grid, draws)]


def test_every_combination_comes_once_and_in_order():
    assert settings({"words": ["1", "1-2"], "smoothing": [0.1, 1.0]}) == [
        {"words": "1", "smoothing": 0.1},
        {"words": "1", "smoothing": 1.0},
        {"words": "1-2", "smoothing": 0.1},
        {"words": "1-2", "smoothing": 1.0},
    ]


def test_a_setting_is_left_out_for_learners_that_do_not_take_it():
    grid = {"learner": ["svm", "complement", "nb-svm"], "strength": [0.1, 0.2], "smoothing": [0.5]}
    assert settings(grid) == [
        {"learner": "svm", "strength": 0.1},
        {"learner": "svm", "strength": 0.2},
        {"learner": "complement", "smoothing": 0.5},
        {"learner": "nb-svm", "strength": 0.1, "smoothing": 0.5},
        {"learner": "nb-svm", "strength": 0.2, "smoothing": 0.5},
    ]


def test_a_combination_that_cannot_be_is_dropped():
    # The hinge loss needs an l2 penalty: three of four combinations are left.
    grid = {"learner": ["svm"], "loss": ["hinge", "squared-hinge"], "penalty": ["l1", "l2"]}
    assert len(settings(grid)) == 3


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        ({"weighting": ["tfidf", "tfidff"]}, "a weighting must be one of"),
        ({"smoothing": [1.0], "learner": ["svm"]}, "smoothing belongs to"),
        ({"wrods": ["1"]}, "a recipe has no setting 'wrods'"),
        ({"words": []}, "a list of values for words"),
        ({"learner": "svm"}, "a list of values for learner"),
        ({"smoothing": "0.1..1"}, "a range can only be drawn from"),
    ],
)
def test_a_value_that_no_recipe_could_have_is_an_error(grid, sentence):
    with pytest.raises(SettingError, match=sentence):
        settings(grid)


def test_another_learner_has_settings_of_its_own():
    base = Recipe.of(learner="complement", smoothing=0.2, norm=True, words="1-2")
    assert changed(base, {"learner": "svm"}) == Recipe.of(learner="svm", words="1-2")
    assert changed(base, {"smoothing": 0.5}) == Recipe.of(
        learner="complement", smoothing=0.5, norm=True, words="1-2"
    )


def test_draws_are_the_same_for_the_same_seed_and_even_by_their_logarithm():
    grid = {"learner": ["svm"], "strength": "1e-6..1e-2"}
    drawn = [one["strength"] for one in settings(grid, draws=400)]
    assert drawn == [one["strength"] for one in settings(grid, draws=400)]
    assert drawn != [one["strength"] for one in settings(grid, Recipe.of(seed=1), draws=400)]
    assert all(1e-6 <= strength <= 1e-2 for strength in drawn)
    # Half of them below the middle of the logarithms, 1e-4; 400 draws deviate by 10.
    assert sum(strength < 1e-4 for strength in drawn) == pytest.approx(200, abs=40)


def test_draws_of_whole_numbers_are_whole_and_never_more_than_there_are():
    assert all(
        type(one["most_frequent"]) is int for one in settings({"most_frequent": "10..99"}, draws=5)
    )
    assert len(settings({"smoothing": [0.1, 1.0]}, draws=50)) == 2
    with pytest.raises(SettingError, match=r"a range must be LOW\.\.HIGH"):
        settings({"smoothing": "1..0.1"}, draws=2)


def test_what_the_recipe_sets_is_not_tried():
    assert math.prod(map(len, default_grid(Recipe())[1].values())) == 12
    (svm,) = default_grid(Recipe.of(learner="svm", words="1-3"))
    assert svm == {"weighting": ["sublinear-tfidf"], "strength": [1e-5, 1e-4, 1e-3]}
    (fixed,) = default_grid(Recipe.of(learner="svm", strength=0.5, weighting="tfidf"))
    assert fixed == {"words": ["1", "1-2"]}
    assert settings(None, Recipe.of(learner="bernoulli")) == [{"words": "1"}, {"words": "1-2"}]
    assert len(settings(None, Recipe.of(learner="gaussian", words=None, numeric=["age"]))) == 1
