"""Gaussian, Poisson, binomial, categorical, mixed naive Bayes: by hand, and as in scikit-learn."""

import math

import numpy as np
import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import SettingError

rng = np.random.default_rng(7)
N = 300
LABELS = rng.integers(0, 3, N)
NUMBERS = rng.normal(size=(N, 2)) * [1, 5] + LABELS[:, None] * [0.5, 3] + 1e4
LEVELS = np.stack([(LABELS + rng.integers(0, 2, N)) % 4, rng.integers(0, 3, N)], axis=1)
DATA = {
    "a": NUMBERS[:, 0].tolist(),
    "b": NUMBERS[:, 1].tolist(),
    "c": [f"l{level}" for level in LEVELS[:, 0]],
    "d": [f"l{level}" for level in LEVELS[:, 1]],
    "label": [str(label) for label in LABELS],
}


def trained(data, **chosen):
    """A classifier that says the same after it was saved."""
    classifier = train(data, Recipe.of(**chosen))
    twin = from_bytes(classifier.to_bytes())
    documents = data if isinstance(data, dict) else [text for text, _ in data]
    assert (twin.score(documents).values == classifier.score(documents).values).all()
    assert twin.to_bytes() == classifier.to_bytes()
    return classifier


def test_gaussian_is_that_of_scikit_learn():
    from sklearn.naive_bayes import GaussianNB

    ours = trained(DATA, learner="gaussian", words=None, numeric=["a", "b"])
    theirs = GaussianNB().fit(NUMBERS, LABELS)
    np.testing.assert_allclose(
        ours.score(DATA).probabilities(), theirs.predict_proba(NUMBERS), atol=1e-9
    )


def test_gaussian_by_hand():
    # x: 1 and 3, mean 2, variance 1; y: 5 and 9, mean 7, variance 4; uniform prior
    data = {"n": [1, 3, 5, 9], "label": ["x", "x", "y", "y"]}
    classifier = trained(data, learner="gaussian", words=None, numeric=["n"])
    density = [math.exp(-((4 - 2) ** 2) / 2), math.exp(-((4 - 7) ** 2) / 8) / 2]
    assert classifier.probabilities({"n": 4})["x"] == pytest.approx(
        density[0] / sum(density), rel=1e-6
    )


@pytest.mark.parametrize("numeric_as", ["auto", "plain", "standard"])
def test_a_missing_number_says_nothing(numeric_as):
    data = {"n": ["1", "3", "5", "9", "", ""], "label": ["x", "x", "y", "y", "y", "y"]}
    classifier = trained(data, learner="gaussian", words=None, numeric=["n"], numeric_as=numeric_as)
    assert classifier.probabilities({"n": None}) == pytest.approx({"x": 2 / 6, "y": 4 / 6})


def test_gaussian_over_counts_is_that_of_scikit_learn():
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import GaussianNB

    texts, labels = (
        ["ant bee bee", "ant", "bee cow", "cow cow ant", "bee"],
        ["x", "x", "y", "y", "y"],
    )
    counts = CountVectorizer().fit_transform(texts).toarray()
    ours = trained(list(zip(texts, labels, strict=True)), learner="gaussian")
    theirs = GaussianNB().fit(counts, labels)
    np.testing.assert_allclose(
        ours.score(texts).probabilities(), theirs.predict_proba(counts), atol=1e-9
    )


@pytest.mark.parametrize("smoothing", [0.1, 1.0])
def test_categorical_is_that_of_scikit_learn(smoothing):
    from sklearn.naive_bayes import CategoricalNB

    ours = trained(
        DATA, learner="categorical", words=None, categorical=["c", "d"], smoothing=smoothing
    )
    theirs = CategoricalNB(alpha=smoothing).fit(LEVELS, LABELS)
    np.testing.assert_allclose(
        ours.score(DATA).probabilities(), theirs.predict_proba(LEVELS), atol=1e-12
    )


def test_mixed_adds_the_log_likelihoods():
    from sklearn.naive_bayes import CategoricalNB, GaussianNB

    ours = trained(DATA, learner="mixed", words=None, categorical=["c"], numeric=["a", "b"])
    normal, levels = GaussianNB().fit(NUMBERS, LABELS), CategoricalNB().fit(LEVELS[:, :1], LABELS)
    joint = normal.predict_joint_log_proba(NUMBERS) + levels.predict_joint_log_proba(LEVELS[:, :1])
    joint -= np.log(normal.class_prior_)
    expected = np.exp(joint - joint.max(axis=1, keepdims=True))
    expected /= expected.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(ours.score(DATA).probabilities(), expected, atol=1e-9)


def test_words_of_a_mixed_model_are_multinomial():
    rows = {"text": ["good good film", "bad film"], "who": ["ann", "bob"], "label": ["p", "n"]}
    mixed = trained(rows, learner="mixed", categorical=["who"])
    words = train({"text": rows["text"], "label": rows["label"]}, Recipe.of(learner="multinomial"))
    # ann: (1 + 1) / (1 + 2) with p, (0 + 1) / (1 + 2) with n
    odds = mixed.score([{"text": "good", "who": "ann"}]).values[0] - words.score(["good"]).values[0]
    assert odds[1] - odds[0] == pytest.approx(math.log(2))


def test_poisson_by_hand():
    # "a" 3 times in 2 documents of x: rate (3 + 1) / (2 + 1); never in the one of y: 1 / 2
    classifier = trained([("a a", "x"), ("a", "x"), ("b", "y")], learner="poisson")
    rates = {"x": (4 / 3, 1 / 3), "y": (1 / 2, 2 / 2)}
    joint = {
        y: math.log(p) + 2 * math.log(a) - a - b
        for (y, (a, b)), p in zip(rates.items(), (2 / 3, 1 / 3), strict=True)
    }
    assert classifier.score(["a a"]).values[0].tolist() == pytest.approx(list(joint.values()))


def test_poisson_learns_and_forgets_exactly():
    first, more = [("a a", "x"), ("b", "y")], [("b c", "x")]
    classifier = train(first, Recipe.of(learner="poisson"))
    learned = classifier.learn(more)
    assert learned.to_bytes() == train(first + more, Recipe.of(learner="poisson")).to_bytes()
    assert learned.forget(more).to_bytes() == classifier.to_bytes()


@pytest.mark.parametrize("trials", ["length", "n", "4"])
def test_binomial_by_hand(trials):
    # Four trials each: t = (k + 1) / (n + 2) with k of "a" 3 of 4 in x, 1 of 4 in y, and of "b" the
    # rest
    data = {"text": ["a a a b", "a b b b"], "n": [4, 4], "label": ["x", "y"]}
    classifier = trained(data, learner="binomial", trials=trials)
    t = {"x": (4 / 6, 2 / 6), "y": (2 / 6, 4 / 6)}
    joint = [
        math.log(1 / 2)
        + sum(
            k * math.log(p) + (4 - k) * math.log(1 - p) for k, p in zip((2, 2), t[y], strict=True)
        )
        for y in "xy"
    ]
    document = {"text": "a b a b", "n": 4}
    assert classifier.score([document]).values[0].tolist() == pytest.approx(joint)


def test_traffic_lights_of_the_joint_pair():
    # 000 §3.6: broken lights are both red, working ones never; the cross of both tells them apart
    working = [("red", "green")] * 3 + [("green", "red")] * 3
    lights = [*working, ("red", "red")]
    data = {
        "north": [north for north, _ in lights],
        "east": [east for _, east in lights],
        "label": ["working"] * 6 + ["broken"],
    }
    apart = trained(
        data, learner="categorical", words=None, categorical=["north", "east"], smoothing=0
    )
    both = {"north": "red", "east": "red"}
    assert apart.probabilities(both) == pytest.approx({"broken": 0.4, "working": 0.6})
    joint = trained(data, learner="categorical", words=None, cross=[["north", "east"]], smoothing=0)
    assert joint.probabilities(both) == {"broken": 1.0, "working": 0.0}


def test_weights_count_as_documents():
    data = {"n": [1.0, 3.0, 3.0, 5.0, 9.0], "label": ["x", "x", "x", "y", "y"]}
    once = {
        "n": [1.0, 3.0, 5.0, 9.0, 7.0],
        "label": ["x", "x", "y", "y", "y"],
        "w": [1, 2, 1, 1, 0],
    }
    recipe = Recipe.of(learner="gaussian", words=None, numeric=["n"])
    repeated = train(data, recipe).score(data).values
    weighed = train(read(once, text=(), weight="w", numeric=["n"]), recipe).score(data).values
    np.testing.assert_allclose(weighed, repeated, rtol=1e-9)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"learner": "categorical", "words": "1-1"},
            "the categorical learner needs columns of levels; got words too",
        ),
        (
            {"learner": "mixed", "coding": "reference"},
            "counts every level, so it needs one-hot coding",
        ),
        (
            {"learner": "binomial"},
            "the binomial learner needs trials; got none. Give a number, length or a column.",
        ),
        (
            {"trials": "4"},
            "trials belong to the binomial learner; got '4' without it. Name the binomial",
        ),
        (
            {"learner": "binomial", "trials": "1", "smoothing": 0},
            "at most as often as there are trials",
        ),
    ],
)
def test_what_does_not_fit_is_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        train([("a a", "x"), ("b b", "y")], Recipe.of(**chosen))
    assert sentence in str(caught.value)
