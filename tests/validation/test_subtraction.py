"""Exact parts of naive Bayes: the totals of all documents minus those of a part."""

import numpy as np
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.validation.subtraction import count, subtracting, takes_one_pass

PAIRS = [("a", "x"), ("a b", "x"), ("b", "y"), ("b b", "y")]
WEIGHTED = read(
    {
        "text": [text for text, _ in PAIRS],
        "label": [label for _, label in PAIRS],
        "weight": [1.0, 0.5, 1.0, 2.0],
    },
    weight="weight",
)
PART = np.array([0, 1, 0, 1])


def training_part(fold, part=PART, documents=PAIRS, **settings):
    """What is left without a fold, and the documents of the fold as its rows."""
    recipe = Recipe.of(**{"smoothing": 1.0, **settings})
    counted = count(documents, recipe, threads=1)
    left = subtracting(counted, part)(fold)
    held = counted.rows.take(np.flatnonzero(part == fold)).renumber(left.place)
    return left, np.exp(left.scores(held, recipe, counted.n_labels))


def test_totals_without_a_fold_are_those_of_the_others():
    left, probabilities = training_part(0)
    # "a b" of x and "b b" of y are left.
    assert left.table.labels == ("x", "y")
    assert left.table.starts.tolist() == [0, 1, 3]
    assert left.table.pair_labels.tolist() == [0, 0, 1]
    assert left.table.sums.tolist() == [1, 1, 2]
    assert left.table.presences.tolist() == [1, 1, 1]
    assert left.place.tolist() == [0, 1]
    # "a": 1/2 · (1 + 1) / (2 + 2), and 1/2 · (0 + 1) / (2 + 2); "b": the same, and 1/2 · 3/4.
    np.testing.assert_allclose(probabilities, [[1 / 4, 1 / 8], [1 / 4, 3 / 8]])


def test_a_label_that_is_only_in_the_fold_is_never_given():
    left, probabilities = training_part(1, part=np.array([0, 0, 1, 1]))
    assert (left.table.labels, left.label_codes.tolist()) == (("x",), [0])
    # x has a twice and b once: (1 + 1) / (3 + 2), and its square for "b b".
    np.testing.assert_allclose(probabilities, [[2 / 5, 0], [4 / 25, 0]])


def test_a_word_that_is_too_rare_in_what_is_left_is_dropped():
    left, probabilities = training_part(0, min_documents=2)
    assert left.place.tolist() == [-1, 0]
    assert left.table.sums.tolist() == [1, 2]
    # Of "b" alone every label is sure; "a" is unknown.
    np.testing.assert_allclose(probabilities, [[1 / 2, 1 / 2], [1 / 2, 1 / 2]])


def test_weights_count_in_sums_and_documents_in_limits():
    left, _ = training_part(0, documents=WEIGHTED)
    assert left.table.weights.tolist() == [0.5, 2]
    assert left.table.sums.tolist() == [0.5, 0.5, 4]
    assert left.table.presences.tolist() == [0.5, 0.5, 2]
    limited, _ = training_part(0, documents=WEIGHTED, min_documents=2)
    assert limited.place.tolist() == [-1, 0]  # one document has a, two have b


def test_hashed_columns_stay_and_where_every_label_is_vetoed_the_prior_is_left():
    left, _ = training_part(0, hash_bits=4)
    assert (left.table.n_columns, left.place.tolist()) == (16, [*range(16)])
    _, probabilities = training_part(1, smoothing=0)
    # Without the second and fourth, x has only a and y only b: "a b" can be neither.
    np.testing.assert_allclose(probabilities, [[1 / 2, 1 / 2], [0, 1 / 2]])


@pytest.mark.parametrize(
    ("settings", "documents", "wanted"),
    [
        ({}, PAIRS, True),
        ({}, WEIGHTED, True),
        ({"learner": "bernoulli"}, PAIRS, True),
        ({"learner": "bernoulli"}, WEIGHTED, False),
        ({"most_frequent": 1}, PAIRS, False),
        ({"class_weights": "balanced"}, PAIRS, False),
        ({"learner": "svm"}, PAIRS, False),
    ],
)
def test_one_pass_is_for_tables_that_do_not_change_with_each_document(settings, documents, wanted):
    recipe = Recipe.of(**settings)
    assert takes_one_pass(count(documents, recipe, threads=1), recipe) is wanted


def test_documents_that_cannot_be_told_apart_are_refused():
    with pytest.raises(InputError, match="there must be at least two labels; got 'x' only"):
        count(PAIRS[:2], Recipe(), threads=1)
    with pytest.raises(SettingError, match="cross-validation needs labels; got documents without"):
        count(read(["a", "b"], labelled=False), Recipe(), threads=1)
    assert count([("a", ["x"]), ("b", [])], Recipe(), threads=1).n_labels == 1


def test_names_in_a_recipe_must_be_labels():
    with pytest.raises(SettingError, match="a given prior must"):
        count(PAIRS, Recipe.of(prior={"x": 0.5, "z": 0.5}), threads=1)
    with pytest.raises(SettingError, match="class weights must name labels that are there"):
        count(PAIRS, Recipe.of(class_weights={"z": 2.0}), threads=1)
