"""Recipes in a line, and as a table of settings."""

import pytest

from linnet.learning.learners import LEARNERS
from linnet.recipe.recipe import Recipe
from linnet.recipe.recipe_display import unusual_settings
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES

NEEDED = {
    "binomial": {"trials": "3"},
    "full-gaussian": {"words": None, "numeric": ["age"]},
    "lexicon": {"lexicons": {"a": ["good"]}},
}


def test_a_line_is_the_recipe_in_words():
    assert repr(Recipe.of(words="1-2")) == (
        "Recipe(multinomial naive Bayes, smoothing 1, prior learned, on words 1-2)"
    )


def test_only_settings_that_differ_from_the_usual_are_listed():
    recipe = Recipe.of(learner="bernoulli", weighting="tfidf", seed=7)
    assert unusual_settings(recipe) == {"learner": "bernoulli", "weighting": "tfidf", "seed": 7}
    assert "'tfidf'" in check_html(recipe._repr_html_())
    assert unusual_settings(Recipe()) == {"learner": "multinomial"}


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_recipe_of_every_learner_is_shown(learner):
    recipe = Recipe.of(learner=learner, **NEEDED.get(learner, {}))
    check_shown(recipe)
    check_shown(recipe.features)
    assert unusual_settings(recipe)["learner"] == learner


def test_hostile_and_endless_settings_are_cut():
    words = {f"word{n}": 1.0 for n in range(20_000)}
    recipe = Recipe.of(lexicons={NAMES[0]: words}, stop_words=[f"s{n}" for n in range(5_000)])
    check_shown(recipe)
    check_shown(recipe.features)
    check_shown(Recipe.of(class_weights=dict.fromkeys(NAMES, 2.0), categorical=NAMES[:3]))
