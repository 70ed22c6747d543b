"""The recipe of a model file, and what a program must know to follow it."""

import pytest

from linnet import Recipe, train
from linnet.errors import ModelFileError
from linnet.storage.sections.recipe import RECIPE
from tests.golden_models import opened
from tests.storage.sections.changed_files import changed_file, parts_of

PAIRS = [("good film", "pos"), ("bad film", "neg")]


def trained(tokenizer=None, **settings):
    return train(PAIRS, settings, tokenizer=tokenizer)


def needs_of(classifier):
    return {need for need, is_needed in RECIPE.needs.items() if is_needed(classifier)}


def test_a_recipe_comes_back_as_it_was():
    classifier = trained(learner="svm", words="1-2", strength=0.25)
    recipe = parts_of(changed_file(classifier), RECIPE).recipe
    assert recipe == Recipe.of(learner="svm", words="1-2", strength=0.25)


@pytest.mark.parametrize(
    ("settings", "needs"),
    [
        ({}, {"naive-bayes"}),
        ({"learner": "logistic", "lexicons": {"tone": ["good"]}}, {"linear", "lexicon"}),
        ({"learner": "svm", "tokenizer": str.split}, {"linear", "tokenizer"}),
        ({"html": True}, {"naive-bayes", "html"}),
    ],
)
def test_a_model_needs_what_its_recipe_has(settings, needs):
    assert needs_of(trained(**settings)) == needs


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("full-gaussian", {"linear", "products"}),
        ("converted", {"linear", "hashing"}),
        ("converted-ascii", {"linear", "ascii-only"}),
    ],
)
def test_a_saved_model_needs_what_its_recipe_has(name, needs):
    assert needs_of(opened(name)) == needs


def test_a_learner_from_elsewhere_is_named():
    recipe = RECIPE.pack(trained()).header["recipe"]
    file = changed_file(trained(), {"recipe": recipe | {"learner": {"name": "forest"}}})
    with pytest.raises(ModelFileError) as refused:
        parts_of(file, RECIPE)
    assert str(refused.value) == (
        "a model in memory: the learner of a model must be one that this linnet knows; "
        "got 'forest'. Open it with the linnet that it was trained with, or train it again."
    )


@pytest.mark.parametrize(
    ("settings", "needs"), [({}, ["linear"]), ({"learner": "svm"}, ["linear", "naive-bayes"])]
)
def test_needs_of_another_learner_are_refused(settings, needs):
    file = changed_file(trained(**settings), {"needs": needs})
    with pytest.raises(ModelFileError, match="it must need the learner of its recipe"):
        parts_of(file, RECIPE)
