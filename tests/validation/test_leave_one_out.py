"""Leave-one-out in one pass: the scores of a model of all other documents."""

import numpy as np

from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.validation import leave_one_out
from linnet.validation.leave_one_out import leave_one_out_scores
from linnet.validation.subtraction import count

PAIRS = [("a", "x"), ("a b", "x"), ("b", "y"), ("b", "y")]
NEVER = 0.0  # a probability whose log is minus infinity


def scores_of(documents, *recipes):
    """The score of each document for each label by the first recipe, or by each of them."""
    counted = count(documents, recipes[0], threads=1)
    scores = np.full((len(recipes), len(counted.codes), counted.n_labels), np.nan)
    for number, places, values in leave_one_out_scores(counted, recipes):
        scores[number, places] = values
    return scores


def assert_probabilities(scores, wanted):
    np.testing.assert_allclose(np.exp(scores), wanted, rtol=1e-12)


def test_multinomial_by_hand():
    (scores,) = scores_of(PAIRS, Recipe.of(smoothing=1.0))
    # Without the first: x has a and b, y has b twice; one of three is x.
    # Without the second: x has a. Without the third: x has a twice and b, y has b.
    first = [1 / 3 * 2 / 4, 2 / 3 * 1 / 4]
    second = [1 / 3 * (2 / 3 * 1 / 3), 2 / 3 * (1 / 4 * 3 / 4)]
    third = [2 / 3 * 2 / 5, 1 / 3 * 2 / 3]
    assert_probabilities(scores, [first, second, third, third])


def test_bernoulli_counts_the_words_that_are_absent():
    (scores,) = scores_of(PAIRS, Recipe.of(learner="bernoulli", smoothing=1.0))
    # Of x one document is left, with a and b; of y two, with b: a is there, and b is not.
    assert_probabilities(scores[0], [1 / 3 * (2 / 3) * (1 / 3), 2 / 3 * (1 / 4) * (1 / 4)])


def test_a_word_and_a_label_of_one_document_are_gone_with_it():
    (scores,) = scores_of([("a", "x"), ("c", "x"), ("b", "y")], Recipe.of(smoothing=1.0))
    assert_probabilities(scores[1], [1 / 2, 1 / 2])
    assert_probabilities(scores[2], [1, NEVER])


def test_where_every_label_is_vetoed_the_prior_decides():
    (scores,) = scores_of(PAIRS, Recipe.of(smoothing=0))
    # y never has a; and without the second document x never has b.
    assert_probabilities(scores[0], [1 / 3 * 1 / 2, NEVER])
    assert_probabilities(scores[1], [1 / 3, 2 / 3])


def test_a_prior_may_be_uniform_or_given():
    uniform = Recipe.of(smoothing=1.0, prior="uniform")
    given = Recipe.of(smoothing=1.0, prior={"y": 0.25, "x": 0.75})
    scores = scores_of(PAIRS, uniform, given)
    assert_probabilities(scores[0, 0], [1 / 2 * 2 / 4, 1 / 2 * 1 / 4])
    assert_probabilities(scores[1, 0], [3 / 4 * 2 / 4, 1 / 4 * 1 / 4])


def test_weights_count_a_document_several_times():
    texts, labels = zip(*PAIRS, strict=True)
    rows = {"text": list(texts), "label": list(labels), "weight": [1, 2, 1, 1]}
    (scores,) = scores_of(read(rows, weight="weight"), Recipe.of(smoothing=1.0))
    # Without the first, x has a twice and b twice, and weighs as much as y.
    assert_probabilities(scores[0], [1 / 2 * 3 / 6, 1 / 2 * 1 / 4])


def test_limits_hold_for_what_is_left_and_hashed_columns_are_always_there():
    (limited,) = scores_of(PAIRS, Recipe.of(smoothing=1.0, min_documents=2))
    assert_probabilities(limited[0], [1 / 3, 2 / 3])  # a is too rare without it
    pairs = [("a", "x"), ("a", "x"), ("b", "y"), ("b", "y")]
    (hashed,) = scores_of(pairs, Recipe.of(smoothing=1.0, hash_bits=10))
    assert_probabilities(hashed[0], [1 / 3 * 2 / (1 + 1024), 2 / 3 * 1 / (2 + 1024)])


def test_documents_that_do_not_fit_at_once_come_in_turn(monkeypatch):
    recipe = Recipe.of(smoothing=1.0)
    at_once = scores_of(PAIRS, recipe)
    monkeypatch.setattr(leave_one_out, "CELLS_AT_ONCE", 4)
    counted = count(PAIRS, recipe, threads=1)
    parts = [places.tolist() for _, places, _ in leave_one_out_scores(counted, [recipe])]
    # Two features at a time: one, then two of the second document, then one and one.
    assert parts == [[0], [1], [2, 3]]
    assert scores_of(PAIRS, recipe).tolist() == at_once.tolist()
