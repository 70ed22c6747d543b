"""Lecture 004: other distributions, Bernoulli spam filtering, ridge, confusion.

The numbers are worked out by hand.
"""

import math

import numpy as np
import pytest

from linnet import Recipe, evaluate, train
from linnet.classifier import sampling

# spam: prize in 2 of 2, now in 1; ham: prize in 1 of 3, now in none, lunch in 2
MAIL = [
    ("prize now", "spam"),
    ("prize", "spam"),
    ("lunch", "ham"),
    ("prize lunch", "ham"),
    ("", "ham"),
]


def normal(x, mean, variance):
    return math.exp(-((x - mean) ** 2) / (2 * variance)) / math.sqrt(2 * math.pi * variance)


# 2, 3 The multivariate Gaussian


def test_full_covariance():
    """G5: a is the corners of a square around (1, 1), covariance I.

    B is (5, 5) ± (2, 0) and ± (1, 1), covariance.
    ½ (4 0; 0 0) + ½ (1 1; 1 1) = (2.5 .5; .5 .5), determinant 1, inverse (.5 -.5; -.5 2.5); divided
    by T, not T - 1."""
    points = {
        "x": [0, 2, 0, 2, 7, 3, 6, 4],
        "y": [0, 0, 2, 2, 5, 5, 6, 4],
        "label": list("aaaabbbb"),
    }
    classifier = train(points, Recipe.of(learner="full-gaussian", words=None, numeric=["x", "y"]))
    # (6, 4): a is (5, 3) off, 25 + 9 = 34; b is (1, -1) off, .5 + 2 · .5 + 2.5 = 4
    both = math.log(1 / 2) - math.log(2 * math.pi)
    expected = [both - 34 / 2, both - 4 / 2]
    assert classifier.score([{"x": 6, "y": 4}]).values[0].tolist() == pytest.approx(expected)


# 5 Naive Bayes with other distributions


def test_gaussian():
    """G3: x has mean 2 and variance 1, y mean 7 and variance 4 (divided by T, not T - 1).

    P = 2/4 each.
    """
    data = {"n": [1, 3, 5, 9], "label": ["x", "x", "y", "y"]}
    classifier = train(data, Recipe.of(learner="gaussian", words=None, numeric=["n"]))
    for n in (0, 2, 4, 7.5):
        joint = {"x": normal(n, 2, 1) / 2, "y": normal(n, 7, 4) / 2}
        scores = classifier.score([{"n": n}])
        assert np.exp(scores.values[0]).tolist() == pytest.approx(list(joint.values()), rel=1e-6)
        assert scores.probabilities()[0, 0] == pytest.approx(
            joint["x"] / sum(joint.values()), rel=1e-6
        )


def test_binomial():
    """G3: k of n = 4 trials. x has 3 of 4, y 1 of 4.

    Smoothing 1: t = (3 + 1) / (4 + 2) and (1 + 1) / (4 + 2).
    """
    data = {"text": ["hit hit hit", "hit"], "n": [4, 4], "label": ["x", "y"]}
    classifier = train(data, Recipe.of(learner="binomial", trials="n"))
    # 2 of 4 leaves both alike; 3 of 5: 2/3^3 1/3^2 against 1/3^3 2/3^2, 2 to 1
    assert classifier.probabilities({"text": "hit hit", "n": 4})["x"] == pytest.approx(1 / 2)
    assert classifier.probabilities({"text": "hit hit hit", "n": 5})["x"] == pytest.approx(2 / 3)


def test_categorical():
    """G3: x has red twice and blue once, y green once.

    Smoothing 1, 3 levels: 3/6, 2/6, 1/6 and 1/4, 1/4, 2/4.
    """
    data = {"colour": ["red", "red", "blue", "green"], "label": ["x", "x", "x", "y"]}
    classifier = train(data, Recipe.of(learner="categorical", words=None, categorical=["colour"]))
    joint = {"red": (3 / 4 * 3 / 6, 1 / 4 * 1 / 4), "green": (3 / 4 * 1 / 6, 1 / 4 * 2 / 4)}
    for colour, (x, y) in joint.items():
        assert np.exp(classifier.score([{"colour": colour}]).values[0]).tolist() == pytest.approx(
            [x, y]
        )
        assert classifier.probabilities({"colour": colour})["x"] == pytest.approx(x / (x + y))


def test_poisson():
    """G3: rates (total + 1) / (documents + 1): x 4/2, y 2/2. P(k) ∝ rate^k e^-rate.

    K! is the same for both.
    """
    classifier = train([("hit hit hit", "x"), ("hit", "y")], Recipe.of(learner="poisson"))
    x, y = 2**3 * math.exp(-2), 1**3 * math.exp(-1)
    assert classifier.probabilities("hit hit hit")["x"] == pytest.approx(x / (x + y))
    assert classifier.probabilities("")["x"] == pytest.approx(
        math.exp(-2) / (math.exp(-2) + math.exp(-1))
    )


def test_each_feature_may_have_its_own_distribution():
    """G4: words multinomial, author categorical, age Gaussian: the log-likelihoods add."""
    data = {
        "text": ["good film", "good", "bad", "film"],
        "author": ["ann", "ann", "bob", "ann"],
        "age": [20, 40, 50, 70],
        "label": ["pos", "pos", "neg", "neg"],
    }
    classifier = train(data, Recipe.of(learner="mixed", categorical=["author"], numeric=["age"]))
    # words, V = 3: pos good (2 + 1) / (3 + 3), neg (0 + 1) / (2 + 3); author: pos ann 3/4, neg 2/4
    # age: pos mean 30, variance 100; neg mean 60, variance 100
    pos = 1 / 2 * (3 / 6) * (3 / 4) * normal(45, 30, 100)
    neg = 1 / 2 * (1 / 5) * (2 / 4) * normal(45, 60, 100)
    document = {"text": "good", "author": "ann", "age": 45}
    assert np.exp(classifier.score([document]).values[0]).tolist() == pytest.approx(
        [neg, pos], rel=1e-6
    )
    assert classifier.probabilities(document)["pos"] == pytest.approx(
        3.75 / 4.75
    )  # 0.375 to 0.1, the ages alike


# 6 Bag of words


def test_reviews_as_rows_of_word_counts(vectors):
    """R1, R2: attention 1 and 0, classic 1 and 0, fun 0 and 1, silent 2 and 1.

    And the same as presence.
    """
    texts = [
        "I'm a huge classic film buff, but am just getting in to silent movies. "
        "A lot of silent films don't hold my "
        "attention",
        "fans of the silent era, with many cameos, adds to the overall fun",
    ]
    vocabulary = "attention classic fun silent"
    for weighting, rows in (
        ("counts", [[1, 1, 0, 2], [0, 0, 1, 1]]),
        ("presence", [[1, 1, 0, 1], [0, 0, 1, 1]]),
    ):
        recipe = Recipe.of(learner="logistic", weighting=weighting)
        classifier = train([(vocabulary, "x"), (vocabulary, "y")], recipe)
        assert vectors(classifier, texts).tolist() == rows


# 7 to 12 Spam


def test_parameters_of_the_spam_model(presence):
    """G2, G6: pi = 2/5; theta[0, j] is the share of ham in which a word *appears* (a line of § 8
    says absent).
    """
    classifier = train(MAIL, Recipe.of(learner="bernoulli", smoothing=0))
    assert np.exp(classifier.model.weights.prior).tolist() == pytest.approx([3 / 5, 2 / 5])
    assert presence(classifier, "now", "spam") == pytest.approx(1 / 2)
    assert [
        presence(classifier, word, "ham") for word in ("prize", "now", "lunch")
    ] == pytest.approx([1 / 3, 0, 2 / 3])


def test_likelihood_of_the_spam_model():
    """G12: § 9, document by document: pi or 1 - pi, then theta for words that are there, 1 - theta
    for the others.
    """
    classifier = train(MAIL, Recipe.of(learner="bernoulli", smoothing=0))
    # spam: prize 1, now 1/2, lunch 0; ham: prize 1/3, now 0, lunch 2/3
    spam = [2 / 5 * 1 * (1 / 2) * 1, 2 / 5 * 1 * (1 / 2) * 1]
    ham = [
        3 / 5 * (2 / 3) * 1 * (2 / 3),
        3 / 5 * (1 / 3) * 1 * (2 / 3),
        3 / 5 * (2 / 3) * 1 * (1 / 3),
    ]
    assert sampling.log_likelihood(classifier, MAIL) == pytest.approx(
        sum(map(math.log, spam + ham))
    )


def test_prediction_of_the_spam_model():
    """G9: § 11. Smoothing 1; spam: prize 3/4, now 2/4, lunch 1/4.

    Ham: prize 2/5, now 1/5, lunch 3/5.
    """
    classifier = train(MAIL, Recipe.of(learner="bernoulli", smoothing=1))
    spam, ham = 2 / 5 * (3 / 4) * (1 / 2) * (3 / 4), 3 / 5 * (2 / 5) * (4 / 5) * (2 / 5)  # "prize"
    assert classifier.probabilities("prize")["spam"] == pytest.approx(spam / (spam + ham))
    assert classifier.classify("prize") == "spam"


def test_a_word_never_seen_in_spam_does_not_forbid_it():
    """G7: § 12. Without smoothing "lunch" makes spam impossible; with it, not."""
    exact, smooth = (train(MAIL, Recipe.of(learner="bernoulli", smoothing=a)) for a in (0, 1))
    assert exact.probabilities("prize lunch")["spam"] == 0
    spam, ham = 2 / 5 * (3 / 4) * (1 / 2) * (1 / 4), 3 / 5 * (2 / 5) * (4 / 5) * (3 / 5)
    assert smooth.probabilities("prize lunch")["spam"] == pytest.approx(spam / (spam + ham))


def test_spam_is_generated_label_first():
    """G11, G13: pi = 2/5; every drawn spam has "prize", half of it "now".

    Four deviations of 3,000 draws.
    """
    drawn = sampling.sample(train(MAIL, Recipe.of(learner="bernoulli", smoothing=0)), 3000, seed=2)
    spam = [dict(bag) for label, bag in drawn if label == "spam"]
    assert len(spam) / 3000 == pytest.approx(2 / 5, abs=0.036)
    assert all("prize" in bag and "lunch" not in bag for bag in spam)
    assert sum("now" in bag for bag in spam) / len(spam) == pytest.approx(1 / 2, abs=0.06)


# 13 Ridge


def test_the_offset_is_not_penalised():
    """D3: the sum goes over j > 0.

    However strong the penalty, the offset stays log(3/1), the odds of the labels.
    """
    pairs = [("ant", "y"), ("bee", "y"), ("cow", "y"), ("ant", "x")]
    free = train(pairs, Recipe.of(learner="logistic", strength=1e6, solver="newton"))
    assert free.probabilities("ant") == pytest.approx({"x": 1 / 4, "y": 3 / 4}, abs=1e-4)
    held = train(
        pairs, Recipe.of(learner="logistic", strength=1e6, solver="newton", offset="penalised")
    )
    assert held.probabilities("ant") == pytest.approx({"x": 1 / 2, "y": 1 / 2}, abs=1e-4)


# 19 Confusion


def test_the_confusion_has_true_negatives():
    """§ 19 writes True Positive where both are 0: that cell counts true negatives."""
    classifier = train([("yes", "1"), ("no", "0")], Recipe.of(learner="multinomial"))
    pairs = [("yes", "1")] * 5 + [("no", "1")] * 2 + [("yes", "0")] * 1 + [("no", "0")] * 4
    measured = evaluate(classifier, pairs)
    assert measured.confusion.labels == ("0", "1")
    # rows are what was predicted: true and false negatives, false and true positives
    assert measured.confusion.counts.tolist() == [[4, 2], [1, 5]]
    assert measured.per_label["1"]["recall"].value == pytest.approx(5 / 7)  # TPR = TP / (TP + FN)
    assert measured.per_label["0"]["recall"].value == pytest.approx(4 / 5)  # TNR = TN / (TN + FP)
    assert measured.accuracy.value == pytest.approx(9 / 12)
