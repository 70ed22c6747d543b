"""Words without a weight are left out where that changes no score."""

import numpy as np
import pytest

from linnet import read, sample, train
from linnet.classifier.classifier import from_bytes
from linnet.classifier.fit import fit
from linnet.recipe.recipe import Recipe
from linnet.validation.subtraction import count

TEXTS = ["win a prize now", "see you at noon", "", "zzz", "free cheap pills"] * 50
L1 = {"learner": "logistic", "penalty": "l1", "strength": 0.003}


def whole(recipe):
    """Every word the documents have, with the same learner."""
    counted = count(read(sample.path("messages.csv")), recipe, 1)
    return fit(counted, recipe.preparation.learn(counted), recipe)


@pytest.mark.parametrize(
    "settings",
    [
        {"words": "1-2"},
        {"words": "1", "chars": "3", "weighting": "tfidf-log10"},
        {"weighting": "sublinear"},
        {"learner": "svm", "loss": "squared-hinge", "penalty": "l2", "strength": "1/n"},
    ],
)
def test_scores_stay_exactly_the_same(settings):
    recipe = Recipe.of(**L1 | settings)
    model, classifier = whole(recipe), train(sample.path("messages.csv"), recipe)
    assert (
        classifier.model.features.n_columns
        == classifier.model.n_used
        == model.n_used
        < model.features.n_columns
    )
    expected = model.score(model.rows([TEXTS])).values
    for one in (classifier, from_bytes(classifier.to_bytes())):
        assert np.array_equal(one.score(TEXTS).values, expected)
        assert np.array_equal(one.score(TEXTS[:3]).values, expected[:3])
    assert classifier.explain(TEXTS[0]).strongest()


@pytest.mark.parametrize(
    "settings", [{"weighting": "tfidf"}, {"unit_length": "l1"}, {"weighting": "bm25"}]
)
def test_words_that_count_for_the_length_of_a_document_stay(settings):
    recipe = Recipe.of(**L1 | settings)
    features = train(sample.path("messages.csv"), recipe).model.features
    assert features.n_columns == whole(recipe).features.n_columns


def test_levels_and_hashed_features_stay_and_so_does_the_last_word():
    rows = {
        "text": ["ant bee", "ant", "bee", "ant bee"],
        "place": ["n", "s", "n", "s"],
        "label": list("xyxy"),
    }
    read_rows = read(rows, text="text", categorical=["place"])
    model = train(read_rows, Recipe.of(**L1 | {"strength": 100.0, "categorical": ["place"]})).model
    assert [block.n_columns for block in model.features.blocks] == [0, 2]
    hashed = train(
        list(zip(rows["text"], rows["label"], strict=True)), Recipe.of(**L1, hash_bits=4)
    )
    assert hashed.model.features.n_columns == 16
    nothing = train(
        list(zip(rows["text"], rows["label"], strict=True)), Recipe.of(**L1 | {"strength": 100.0})
    )
    assert (nothing.model.features.n_columns, nothing.model.n_used) == (1, 0)
    assert from_bytes(nothing.to_bytes()).classify("ant") in "xy"


def test_learners_that_go_on_online_keep_all_words():
    pairs = [("ant", "x"), ("bee", "y"), ("cow ant", "x")]
    assert train(pairs, {"learner": "perceptron"}).model.features.n_columns == 3
