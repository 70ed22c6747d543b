"""Lecture 003: what features are, tf-idf, Bernoulli estimates, and why models differ.

Numbers worked out by hand.
"""

import math

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from linnet import Recipe, train

REVIEWS = [
    ("this movie was great! would watch again", "pos"),
    ("I liked it well enough for an action flick", "pos"),
    ("I expected a great film and left happy", "pos"),
    ("brilliant directing and stunning visuals", "pos"),
    ("that film was awful, I'll never watch again", "neg"),
    ("I didn't really like that movie", "neg"),
    ("dry and a bit distasteful, it misses the mark", "neg"),
    ("great potential but ended up being a flop", "neg"),
]
# As You Like It, Twelfth Night, Julius Caesar, Henry V
PLAYS = {
    "battle": (1, 0, 7, 17),
    "soldier": (2, 80, 62, 89),
    "fool": (36, 58, 1, 4),
    "clown": (20, 15, 2, 3),
}


def texts_of(counts):
    """Return the texts whose words are counted so."""
    n = len(next(iter(counts.values())))
    return [" ".join(f"{word} " * counts[word][number] for word in counts) for number in range(n)]


# The bag of words


def test_the_blue_dog_as_presence_and_as_counts(vectors):
    """R1, R2: V = blue, red, dog, cat, biscuit, apple; (1, 0, 1, 0, 1, 0), (2, 0, 1, 0, 1, 0)."""
    vocabulary = ["blue", "red", "dog", "cat", "biscuit", "apple"]
    text = "the blue dog ate a blue biscuit"
    for weighting, vector in (("presence", [1, 0, 1, 0, 1, 0]), ("counts", [2, 0, 1, 0, 1, 0])):
        recipe = Recipe.of(learner="multinomial", weighting=weighting)
        classifier = train([("blue red dog", "x"), ("cat biscuit apple", "y")], recipe)
        found = dict(zip(sorted(vocabulary), vectors(classifier, [text])[0].tolist(), strict=True))
        assert [found[word] for word in vocabulary] == vector


def test_weights_have_the_names_of_word_and_label(weight):
    """R4, R12: (whale, fiction) is the key of a weight, as in the footnote's dictionaries."""
    classifier = train(
        [("whale whale", "fiction"), ("molybdenum", "fact")], Recipe.of(learner="multinomial")
    )
    # smoothing 1, V = 2: (2 + 1) / (2 + 2) and (0 + 1) / (1 + 2)
    theta = {
        (word, y): weight(classifier, word, y)
        for word in ("whale", "molybdenum")
        for y in classifier.labels
    }
    assert theta["whale", "fiction"] == pytest.approx(math.log(3 / 4))
    assert theta["whale", "fact"] == pytest.approx(math.log(1 / 3))
    added = {c.feature: c.scores for c in classifier.explain("whale whale").contributions}
    assert added == {"whale": pytest.approx((2 * math.log(1 / 3), 2 * math.log(3 / 4)))}


def test_documents_may_bring_features_with_names(vectors):
    """R12: numbers, truth values and strings by name; f(x) holds only those that are there."""
    data = [
        {"features": {"whale": 3, "long": True}, "label": "fiction"},
        {"features": {"molybdenum": 1, "author": "curie"}, "label": "fact"},
    ]
    classifier = train(data, Recipe.of(learner="multinomial", words=None, named="features"))
    names = [classifier.model.features.name(column) for column in range(4)]
    assert names == ["author=curie", "long", "molybdenum", "whale"]
    new = [{"features": {"whale": 2, "author": "curie", "unknown": 5}}]
    assert vectors(classifier, new).tolist() == [[1, 0, 0, 2]]
    assert classifier.classify({"features": {"whale": 1}}) == "fiction"


def test_the_constant_feature_is_the_offset(single, vectors):
    """R3: [0.5, 1.6, 0.3] becomes [0.5, 1.6, 0.3, 1], and the bias is the weight of that 1."""
    data = {"a": [0.5, 2.0, -1.0, 0.0], "one": [1.0] * 4, "label": ["x", "y", "x", "y"]}
    kept = {
        "learner": "logistic",
        "words": None,
        "numeric_as": "plain",
        "strength": 0.1,
        "tolerance": 1e-9,
    }
    bias = train(data, Recipe.of(numeric=["a"], offset="penalised", **kept))
    augmented = train(data, Recipe.of(numeric=["a", "one"], offset="none", **kept))
    # the features of each column: missing, value
    (_, a, b), (_, w, _, constant, _) = single(bias), single(augmented)
    assert (w, constant) == pytest.approx((a, b), abs=1e-5)


# What are features?


def test_not_boring_is_a_feature_of_its_own(vectors):
    """R6: count("boring") and count("not boring") side by side."""
    classifier = train(
        [("not boring", "pos"), ("so boring", "neg")], Recipe.of(learner="multinomial", words="1-2")
    )
    names = ["boring", "not", "not boring", "so", "so boring"]
    assert [classifier.model.features.name(column) for column in range(5)] == names
    # twice "boring", once after "not"
    assert vectors(classifier, ["boring, not boring"]).tolist() == [[2, 1, 1, 0, 0]]
    assert classifier.classify("boring not boring") == "pos"
    assert [c.feature for c in classifier.explain("not boring").contributions] == [
        "boring",
        "not",
        "not boring",
    ]


def test_character_n_grams(vectors):
    """R6: "abab" has ab twice and ba once; inside words padded with a space also " a" and "b "."""
    classifier = train(
        [("abab", "x"), ("ba", "y")], Recipe.of(learner="multinomial", words=None, chars="2-2")
    )
    assert [classifier.model.features.name(column) for column in range(2)] == ["ab", "ba"]
    assert vectors(classifier, ["abab", "ba"]).tolist() == [[2, 1], [0, 1]]
    padded = train(
        [("abab", "x"), ("ba", "y")],
        Recipe.of(learner="multinomial", words=None, chars_in_words="2-2"),
    )
    names = [padded.model.features.name(column) for column in range(6)]
    assert names == [" a", " b", "a ", "ab", "b ", "ba"]
    assert vectors(padded, ["abab"]).tolist() == [[1, 0, 0, 2, 1, 1]]


def test_the_length_of_a_document(vectors):
    """R6: the number of its words, known or not."""
    recipe = Recipe.of(learner="logistic", words=None, length=True, numeric_as="plain")
    classifier = train([("so it goes on", "long"), ("stop", "short")], recipe)
    assert vectors(classifier, ["one two three", ""]).tolist() == [[0, 3], [0, 0]]


def test_the_author_of_a_document():
    """R7: one word in common, so that only the author tells. Smoothing 1: 2/3 against 1/3."""
    data = {"text": ["film", "film"], "author": ["ann", "bob"], "label": ["pos", "neg"]}
    classifier = train(data, Recipe.of(learner="mixed", categorical=["author"]))
    assert classifier.probabilities({"text": "film", "author": "ann"}) == pytest.approx(
        {"neg": 1 / 3, "pos": 2 / 3}
    )


def test_tf_idf_of_the_plays(vectors):
    """R10: tf = log10(count + 1), idf = log10(N / df).

    Battle is in 3 of the 4 plays, the others in all: idf 0.

    A learner that keeps words without a weight is taken, so that these are seen.
    """
    pairs = list(zip(texts_of(PLAYS), ["comedy", "comedy", "history", "history"], strict=True))
    classifier = train(pairs, Recipe.of(learner="perceptron", weighting="tfidf-log10"))
    table = vectors(classifier, [text for text, _ in pairs])  # battle, clown, fool, soldier
    expected = [math.log10(n + 1) * math.log10(4 / 3) for n in PLAYS["battle"]]
    assert table[:, 0].tolist() == pytest.approx(
        expected
    )  # Henry V: log10(18) · log10(4/3) = 0.157
    assert table[3, 0] == pytest.approx(0.15684, abs=1e-5)
    assert table[:, 1:].tolist() == np.zeros((4, 3)).tolist()


def test_most_values_are_not_stored():
    """R11: f(x) = [0, 0, 1, 1, 0, …]: of 40 words of the reviews, the second review has 9."""
    classifier = train(REVIEWS, Recipe.of(learner="bernoulli"))
    rows = classifier.model.rows([[REVIEWS[1][0]]])
    assert (classifier.model.features.n_columns, len(rows.values)) == (len({*all_words()}), 9)


def all_words():
    """The words of all reviews; an apostrophe ends a word."""
    return [
        word.strip(",!") for text, _ in REVIEWS for word in text.lower().replace("'", " ").split()
    ]


# Logarithms


def test_logs_are_natural_but_for_the_lectures_tf_idf(weight):
    """G8: y = ln x means e^y = x; the slide writes 10^e = x."""
    classifier = train(
        [("h h h t", "coin"), ("x", "other")], Recipe.of(learner="multinomial", smoothing=0)
    )
    assert math.e ** weight(classifier, "h", "coin") == pytest.approx(3 / 4)


# Maximum likelihood


def test_the_coin_as_labels_and_as_words(weight, presence):
    """G1, G2, G6: H, H, H, T: read the counts off and normalise, 3 / 4."""
    coin = train([("", "H"), ("", "H"), ("", "H"), ("", "T")], Recipe.of(learner="multinomial"))
    assert coin.probabilities("") == pytest.approx({"H": 3 / 4, "T": 1 / 4})
    words = train(
        [("h h h t", "coin"), ("x", "other")], Recipe.of(learner="multinomial", smoothing=0)
    )
    assert math.exp(weight(words, "h", "coin")) == pytest.approx(3 / 4)
    tosses = [("h", "coin")] * 3 + [("t", "coin"), ("x", "other")]
    bernoulli = train(tosses, Recipe.of(learner="bernoulli", smoothing=0))
    assert presence(bernoulli, "h", "coin") == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    ("word", "pos", "neg"),  # in how many of the four documents of each label
    [
        ("great", 2, 1),
        ("film", 1, 1),
        ("and", 2, 1),
        ("a", 1, 2),
        ("that", 0, 2),
        ("stunning", 1, 0),
    ],
)
def test_bernoulli_reads_the_reviews(word, pos, neg, presence):
    """G2, G6, G7: the share of a label's four reviews with the word, and the same with add-1
    smoothing.
    """
    exact = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=0))
    smooth = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=1))
    for label, seen in (("pos", pos), ("neg", neg)):
        assert presence(exact, word, label) == pytest.approx(seen / 4)  # great | pos: 2 / 4
        assert presence(smooth, word, label) == pytest.approx((seen + 1) / 6)  # great | pos: 3 / 6


def test_absent_words_of_the_reviews_count(presence):
    """G2: log P(y) + the sum over all words of log t where present, log(1 - t) where absent, word
    by word.
    """
    classifier = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=1))
    words = list(classifier.model.features.blocks[0].names)
    present = {"great", "film"}
    for number, label in enumerate(("neg", "pos")):
        t = {word: presence(classifier, word, label) for word in words}
        terms = [math.log(t[word] if word in present else 1 - t[word]) for word in words]
        got = classifier.score(["great great film zyzzyva"]).values[0, number]
        assert got == pytest.approx(math.log(1 / 2) + sum(terms))


def test_the_posterior_is_proportional_to_the_product_and_sums_to_one():
    """G9: the slides write = where P(x) is left out. Two reviews each say P(y) = 1/2."""
    classifier = train(REVIEWS, Recipe.of(learner="bernoulli"))
    scores = classifier.score(["a great film", "that movie"])
    assert np.exp(scores.values).sum(axis=1).max() < 1e-3  # the products
    assert scores.probabilities().sum(axis=1).tolist() == pytest.approx([1, 1])
    assert np.exp(classifier.model.weights.prior).tolist() == pytest.approx([1 / 2, 1 / 2])  # G13


# Problems with naive Bayes, and linear functions


def test_correlated_words_compound():
    """G8, G10: 0.1 · 0.1 · 0.1 · 0.01 against 0.01 · 0.01 · 0.01 · 0.1: 100 to 1, log-odds 2 log
    10.
    """
    # of 100 words each: "film" makes up the rest
    counts = {
        "beautiful": (10, 1),
        "stunning": (10, 1),
        "gorgeous": (10, 1),
        "boring": (1, 10),
        "film": (69, 87),
    }
    pairs = list(zip(texts_of(counts), ["+", "-"], strict=True))
    classifier = train(pairs, Recipe.of(learner="multinomial", smoothing=0, prior="uniform"))
    scores = classifier.score(
        ["it was beautiful, stunning cinematography and gorgeous sets, but boring"]
    )
    assert scores.label_names == ("+", "-")
    assert scores.values[0, 0] - scores.values[0, 1] == pytest.approx(2 * math.log(10))
    assert scores.probabilities()[0].tolist() == pytest.approx([100 / 101, 1 / 101])


def test_what_no_line_can_part_a_cross_can():
    """D9: + - on one diagonal, - + on the other: no weights of two columns by themselves tell them
    apart.
    """
    data = {
        "a": ["0", "0", "1", "1"] * 3,
        "b": ["0", "1", "0", "1"] * 3,
        "label": ["+", "-", "-", "+"] * 3,
    }
    points = [{"a": a, "b": b} for a in "01" for b in "01"]
    chosen = {"learner": "logistic", "words": None, "tolerance": 1e-9}
    apart = train(data, Recipe.of(categorical=["a", "b"], **chosen)).score(points).probabilities()
    np.testing.assert_allclose(apart, 0.5, atol=1e-4)
    crossed = train(data, Recipe.of(cross=[["a", "b"]], **chosen))
    assert crossed.classify(points) == ["+", "-", "-", "+"]


def test_pairs_of_words_are_crosses_too():
    """D9: n-grams as feature expansion. "not" and "boring" are as frequent with either label.

    Their pairs are not.
    """
    documents = [("not boring fun", "pos"), ("not fun boring", "neg")]
    chosen = {"learner": "logistic", "tolerance": 1e-9}
    single, pairs = (
        train(documents * 3, Recipe.of(words=words, **chosen)) for words in ("1-1", "1-2")
    )
    assert single.probabilities("not boring fun")["pos"] == pytest.approx(0.5, abs=1e-4)
    assert pairs.classify(["not boring fun", "not fun boring"]) == ["pos", "neg"]


# Three discriminative models


def test_three_models_tell_the_reviews_apart():
    """D1, D5, D6: logistic regression, perceptron and SVM: the same linear shape, other weights."""
    texts, labels = zip(*REVIEWS, strict=True)
    for learner in ("logistic", "perceptron", "svm"):
        classifier = train(REVIEWS, Recipe.of(learner=learner))
        assert classifier.classify(list(texts)) == list(labels)


def test_perceptron_on_three_documents(single):
    """D5: with the offset as a feature that is always 1."""
    recipe = Recipe.of(learner="perceptron", averaged=False, rounds=1)
    start = train([("", "neg"), ("good", "pos")], recipe)
    # either order: the empty one is a mistake at score 0, or at 1 after "good"; "good" one at 0 or
    # at -1
    assert single(start) == [1, 0]
    # "good" of neg: score 1 + 0 is a mistake: w -= (1, 1); "good good" of pos: 2 · 0 - 1 is one: w
    # += (2, 1)
    assert single(start.learn([("good", "neg")])) == [0, -1]
    assert single(start.learn([("good", "neg"), ("good good", "pos")])) == [2, 0]


@pytest.mark.parametrize(
    ("loss", "strength", "w"),
    [
        (
            "squared-hinge",
            0.5,
            2 / 3,
        ),  # ((1 - w)² + 1) / 2 + s/2 w²: slope -(1 - w) + s w = 0, so w = 1 / (1 + s)
        ("squared-hinge", 1.0, 1 / 2),
        (
            "hinge",
            1.0,
            1 / 2,
        ),  # ((1 - w) + 1) / 2 + s/2 w²: w = 1 / (2 s) as long as that is below 1
        ("hinge", 0.25, 1.0),  # the corner: margin 1
    ],
)
def test_svm_by_hand(loss, strength, w, single):
    """D6: "good" of pos against an empty document of neg, without an offset."""
    chosen = {"loss": loss, "strength": strength, "offset": "none", "tolerance": 1e-8}
    classifier = train([("good", "pos"), ("", "neg")], Recipe.of(learner="svm", **chosen))
    assert single(classifier) == pytest.approx([w, 0], abs=1e-4)


@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_svm_is_that_of_scikit_learn(loss, single, vectors):
    """D6: C = 1 / (strength · n)."""
    chosen = {"loss": loss, "strength": 0.05, "offset": "none", "tolerance": 1e-8}
    classifier = train(REVIEWS, Recipe.of(learner="svm", **chosen))
    c = 1 / (0.05 * len(REVIEWS))
    peer = LinearSVC(
        loss=loss.replace("-", "_"), C=c, fit_intercept=False, tol=1e-9, max_iter=1_000_000
    )
    peer.fit(vectors(classifier, [text for text, _ in REVIEWS]), [label for _, label in REVIEWS])
    assert single(classifier)[:-1] == pytest.approx(peer.coef_[0].tolist(), abs=1e-3)
