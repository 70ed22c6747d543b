"""Lecture 002: features as binary vectors, and Bernoulli naive Bayes.

The numbers are worked out by hand.
"""

import math

import numpy as np
import pytest

from linnet import Recipe, train
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count

FILMS = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
CASES = ["dc", "lower", "mixed", "title", "upper"]


# 2.1 Binary encoding


def test_presence_is_0_or_1(vectors):
    """R2: however often a word stands there, it is there. The words in order: bad, film, good."""
    classifier = train(FILMS, Recipe.of(learner="logistic", weighting="presence"))
    assert vectors(classifier, ["good good good", "bad film bad", "else"]).tolist() == [
        [0, 0, 1],
        [1, 1, 0],
        [0, 0, 0],
    ]


def test_casing_in_four_columns(vectors):
    """R8: n levels in n - 1 columns; the first, dc, is all zeros."""
    data = {"case": CASES * 2, "label": ["noun", "name"] * 5}
    recipe = Recipe.of(learner="logistic", words=None, categorical=["case"], coding="reference")
    codes = vectors(train(data, recipe), [{"case": case} for case in CASES])
    assert codes.tolist() == [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_a_level_never_seen_looks_like_the_reference_and_is_warned_of(vectors):
    """R8: n - 1 columns cannot tell it from the reference; one column per level can."""
    data = {"case": CASES * 2, "label": ["noun", "name"] * 5}
    classifier = train(
        data, Recipe.of(learner="logistic", words=None, categorical=["case"], coding="reference")
    )
    with pytest.warns(
        UserWarning,
        match="'digits' was never seen in training, so it is taken for the reference 'dc'",
    ):
        assert vectors(classifier, [{"case": "digits"}]).tolist() == [[0, 0, 0, 0]]
    one_hot = train(data, Recipe.of(learner="logistic", words=None, categorical=["case"]))
    assert vectors(one_hot, [{"case": "dc"}, {"case": "digits"}]).tolist() == [
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]


def test_quartiles_in_three_columns(vectors):
    """R9: 1st quartile 000, 2nd 100, 3rd 010, 4th 001.

    Of 1 to 8 the edges are 2.75, 4.5 and 6.25.
    """
    data = {"size": list(range(1, 9)), "label": ["x", "y"] * 4}
    recipe = Recipe.of(
        learner="logistic", words=None, numeric=["size"], numeric_as="bins", coding="reference"
    )
    codes = vectors(
        train(data, recipe), [{"size": size} for size in (1, 2.75, 2.76, 4.5, 5, 6.25, 7, 99)]
    )
    first, second, third, fourth = [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]
    assert codes.tolist() == [first, first, second, second, third, third, fourth, fourth]


def test_columns_beside_the_text(vectors):
    """R7: the author as levels and the age as a number, after the words."""
    data = {
        "text": ["good", "bad"],
        "author": ["ann", "bob"],
        "age": [30, 50],
        "label": ["pos", "neg"],
    }
    recipe = Recipe.of(
        learner="logistic", categorical=["author"], numeric=["age"], numeric_as="plain"
    )
    classifier = train(data, recipe)
    names = [
        classifier.model.features.name(column)
        for column in range(classifier.model.features.n_columns)
    ]
    assert names == [
        "text.words:bad",
        "text.words:good",
        "author.categorical:ann",
        "author.categorical:bob",
        "age.numeric:missing",
        "age.numeric:value",
    ]
    documents = [
        {"text": "good", "author": "bob", "age": 41},
        {"text": "", "author": "ann", "age": None},
    ]
    # a missing number counts as the mean of 30 and 50, and is marked
    assert vectors(classifier, documents).tolist() == [[0, 1, 0, 1, 0, 41], [0, 0, 1, 0, 1, 40]]


# 2.2 Sparsity


def test_only_what_is_there_is_stored():
    """R11: 2 of 5 words in the first document, 4 in the second."""
    features, rows = count([["the dog", "a dog and a cat"]], [BlockSettings()])
    assert (features.n_columns, len(rows.values)) == (5, 6)


# 3 Naive Bayes


@pytest.mark.parametrize("smoothing", [0, 0.01, 1, 7])
def test_estimates_of_bernoulli(smoothing, weight, presence):
    """G2, G6, G7: equations 2 to 4: P(y) = 2/3.

    "good" is in 2 of 2 pos documents, "film" in 1, "bad" in none.
    """
    classifier = train(FILMS, Recipe.of(learner="bernoulli", smoothing=smoothing))
    below = 2 + 2 * smoothing
    assert presence(classifier, "film", "pos") == pytest.approx((1 + smoothing) / below)
    if smoothing:
        assert presence(classifier, "good", "pos") == pytest.approx((2 + smoothing) / below)
    assert presence(classifier, "bad", "pos") == pytest.approx(smoothing / below)
    assert np.exp(classifier.model.weights.prior).tolist() == pytest.approx([1 / 3, 2 / 3])


def test_absent_features_count():
    """G2: equations 6 to 10 leave them out.

    The model has 1 - P(F_i = 1 given y) for each of them.
    """
    # smoothing 1; pos: bad 1/4, film 2/4, good 3/4; neg: bad 2/3, film 2/3, good 1/3. "film": the
    # others are absent
    classifier = train(FILMS, Recipe.of(learner="bernoulli", smoothing=1))
    joint = {"neg": 1 / 3 * (1 / 3) * (2 / 3) * (2 / 3), "pos": 2 / 3 * (3 / 4) * (2 / 4) * (1 / 4)}
    assert np.exp(classifier.score(["film"]).values[0]).tolist() == pytest.approx(
        list(joint.values())
    )


def test_the_joint_is_not_the_posterior():
    """G9: equations 6 and 7 write the one for the other.

    They differ by P(F), the sum of the joints.
    """
    classifier = train(FILMS, Recipe.of(learner="bernoulli", smoothing=1))
    joint = np.exp(classifier.score(["film"]).values[0])
    assert joint.sum() == pytest.approx(4 / 81 + 1 / 16)  # P(F)
    assert list(classifier.probabilities("film").values()) == pytest.approx(
        (joint / joint.sum()).tolist()
    )


def test_above_one_half_is_the_highest_of_two():
    """G9: equation 9."""
    classifier = train(FILMS, Recipe.of(learner="bernoulli"))
    for text in ("good", "bad", "film", "good bad film", ""):
        assert (classifier.classify(text) == "pos") == (classifier.probabilities(text)["pos"] > 0.5)


def test_sums_of_logs():
    """G8: 1,000 features, each with probability 2/3 or 1/3: 3^-1000 is too small for a float."""
    words = " ".join(f"w{number}" for number in range(1000))
    classifier = train([(words, "x"), ("", "y")], Recipe.of(learner="bernoulli", smoothing=1))
    scores = classifier.score([words])
    assert scores.values[0].tolist() == pytest.approx(
        [math.log(1 / 2) + 1000 * math.log(p) for p in (2 / 3, 1 / 3)]
    )
    assert (scores.log_probabilities()[0, 1], scores.probabilities()[0, 0]) == (
        pytest.approx(-1000 * math.log(2)),
        1,
    )


def test_more_than_two_labels():
    """R4, G2: the same formulas for any number of labels: three here, each word in 1 of 1
    documents, smoothing 1.
    """
    classifier = train(
        [("news", "a"), ("sport", "b"), ("poem", "c")], Recipe.of(learner="bernoulli")
    )
    # own word 2/3, others 1/3, absent ones 2/3: a 2/3 · 2/3 · 2/3, b and c 1/3 · 1/3 · 2/3: 4 to 1
    # to 1
    assert classifier.probabilities("news") == pytest.approx({"a": 4 / 6, "b": 1 / 6, "c": 1 / 6})


# The perceptron, which the software note names


def test_perceptron_by_hand(single):
    """D5: two documents that share no word, one round, so that their order does not matter.

    Then a third.
    """
    recipe = Recipe.of(learner="perceptron", averaged=False, offset="none", rounds=1)
    classifier = train([("ant", "x"), ("bee bee", "y")], recipe)
    # a score of 0 is a mistake: w -= (1, 0) for x, w += (0, 2) for y
    assert single(classifier) == [-1, 2, 0]
    # "ant bee" of x: the score -1 + 2 = 1 says y, so w -= (1, 1); of y it is right and nothing
    # moves
    assert single(classifier.learn([("ant bee", "x")])) == [-2, 1, 0]
    assert single(classifier.learn([("ant bee", "y")])) == [-1, 2, 0]


def test_averaged_perceptron_by_hand(single):
    """D5: the mean of the weights after each document; what is learned later starts from it."""
    start = train([("ant", "x"), ("bee bee", "y")], Recipe.of(learner="perceptron", offset="none"))
    # Two rounds, the second without a mistake: after each document (-1, 0), then (-1, 2) three
    # times; or "bee" first,
    # (0, 2) and then (-1, 2) three times.
    ant, bee, _ = single(start)
    assert (ant, bee) in ((-1.0, 1.5), (-0.75, 2.0))
    # 2 ant < 0 is a mistake for y: ant + 2; then "bee" is right: the mean of two equal weights
    assert single(start.learn([("ant ant", "y"), ("bee", "y")])) == pytest.approx([ant + 2, bee, 0])
