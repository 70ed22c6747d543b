"""Lecture 000: features and weights, naive Bayes, smoothing, traffic lights.

The numbers are worked out by hand.
"""

import math

import numpy as np
import pytest

from linnet import Recipe, lexicon_classifier, read, train
from linnet.classifier import sampling
from linnet.errors import SettingError

# pos: good 3, film 1 of 4 words; neg: bad 2, film 1 of 3 words; 2 of 3 documents are pos
FILMS = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
LIGHTS = [("ns_red ew_red", "broken")] + [("ew_red", "working")] * 3 + [("ns_red", "working")] * 3
BOTH_RED = "ns_red ew_red"


# 1 Linear classification and features


def test_a_document_is_a_vector_of_counts(vectors):
    """R1: x[i, j] is how often word j stands in document i."""
    classifier = train(
        [("free calls free", "spam"), ("bayesian", "ham")], Recipe.of(learner="multinomial")
    )
    # the words in order: bayesian, calls, free
    assert vectors(classifier, ["free calls free", "Bayesian free"]).tolist() == [
        [0, 1, 2],
        [1, 0, 1],
    ]


def test_the_score_is_the_product_with_the_joint_feature_vector():
    """R3, R4: f(x, y) puts x, with a constant 1 at its end, into the block of y.

    Score = w · f(x, y).

    Equation 5 calls the last label K; counted from 0 as the others are, it is K - 1, and there are
    K blocks.
    """
    ant, bee, offset = (-2.0, -1.0, 0.5), (1.0, 2.0, 3.0), (0.5, -1.0, 0.25)
    words = {y: {"ant": ant[k], "bee": bee[k]} for k, y in enumerate("abc")}
    classifier = lexicon_classifier(words, offset=dict(zip("abc", offset, strict=True)))
    w = np.array(
        [ant, bee, offset]
    ).T.ravel()  # [ant bee 1] of a, then of b, then of c: (M + 1) K = 9
    x = [1, 2, 1]  # "bee ant bee" and the constant
    f = [np.concatenate([np.zeros(3 * y), x, np.zeros(3 * (2 - y))]) for y in range(3)]
    scores = classifier.score(["bee ant bee"])
    assert scores.values[0].tolist() == pytest.approx([w @ f[y] for y in range(3)])
    assert scores.values[0].tolist() == [
        0.5,
        2.0,
        6.75,
    ]  # -2 + 2·1 + 0.5, -1 + 2·2 - 1, 0.5 + 2·3 + 0.25
    assert scores.labels() == ["c"]


@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
@pytest.mark.parametrize("k", [2, 3, 7])
def test_any_number_of_labels(learner, k):
    """R4: sports, celebrities, music, business: K labels, for any K of 2 or more."""
    classifier = train(
        [(f"word{y}", f"label{y}") for y in range(k)] * 3, Recipe.of(learner=learner)
    )
    assert classifier.score(["word1"]).values.shape == (1, k)
    assert classifier.classify([f"word{y}" for y in range(k)]) == [f"label{y}" for y in range(k)]


def test_dictionaries_as_weights_tell_english_from_spanish():
    """R5: weights by hand. The lecture's table means the 1 of "bicicleta" for Spanish, and writes
    "bicycle" there.
    """
    classifier = lexicon_classifier(
        {"english": ["bicycle", "con"], "spanish": ["bicicleta", "con"]}
    )
    scores = classifier.score(["bicycle", "bicicleta", "con", "ordinateur", "con bicicleta"])
    assert scores.values.tolist() == [[1, 0], [0, 1], [1, 1], [0, 0], [1, 2]]
    assert scores.labels() == [
        "english",
        "spanish",
        "english",
        "english",
        "spanish",
    ]  # a tie goes to the first
    assert classifier.documents == 0


def test_sentiment_lexicons_as_weights():
    """R5: words of two lexicons, with scores of their own."""
    classifier = lexicon_classifier(
        {"neg": {"dull": 1, "awful": 3}, "pos": {"fine": 1, "great": 2}}
    )
    assert classifier.score(["great, but dull and awful"]).values.tolist() == [[4, 2]]
    assert classifier.classify("a fine, great film") == "pos"


# 2 Probability


def test_ice_creams():
    """G9, G13: 80 % sunny, three ice creams then and one otherwise: 0.8 · 3 + 0.2 · 1 = 2.6."""
    days = train([("", "sunny")] * 4 + [("", "rainy")], Recipe.of(learner="multinomial"))
    chances = days.probabilities("")
    assert chances == pytest.approx({"sunny": 0.8, "rainy": 0.2})
    assert sum(chances[y] * {"sunny": 3, "rainy": 1}[y] for y in chances) == pytest.approx(2.6)


def test_the_posterior_is_the_joint_divided_by_its_sum():
    """G9: Bayes' rule. pos 2/3 · 3/4 · 1/4 = 1/8, neg 1/3 · 0: so with smoothing 1 instead, where
    nothing is 0.
    """
    classifier = train(FILMS, Recipe.of(learner="multinomial", smoothing=1))
    # "good film": pos 2/3 · 4/7 · 2/7, neg 1/3 · 1/6 · 2/6
    joint = {"pos": 2 / 3 * 4 / 7 * 2 / 7, "neg": 1 / 3 * 1 / 6 * 2 / 6}
    assert np.exp(classifier.score(["good film"]).values[0]).tolist() == pytest.approx(
        [joint["neg"], joint["pos"]]
    )
    expected = {y: joint[y] / sum(joint.values()) for y in joint}
    assert classifier.probabilities("good film") == pytest.approx(expected)


@pytest.mark.parametrize(
    ("prior", "pos"), [("learned", 2 / 3), ("uniform", 1 / 2), ({"pos": 0.9, "neg": 0.1}, 0.9)]
)
def test_priors_are_learned_uniform_or_given(prior, pos):
    """G13: "film" has probability 2/8 with either label after smoothing 1, so it leaves the prior
    as it is.
    """
    # pos 3 words of which film 1, V = 5: (1 + 1) / (3 + 5); neg the same
    documents = [("good film", "pos"), ("fine", "pos"), ("bad film poor", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=1, prior=prior))
    for text in ("", "film"):
        assert classifier.probabilities(text)["pos"] == pytest.approx(pos)


# 3 Naive Bayes


def test_multinomial_phi_and_theta(weight):
    """G1, G10: phi = count / all counts, theta = N_y / N, and the model is the weights log phi and
    log theta.
    """
    classifier = train(FILMS, Recipe.of(learner="multinomial", smoothing=0))
    phi = {("good", "pos"): 3 / 4, ("film", "pos"): 1 / 4, ("bad", "pos"): 0, ("bad", "neg"): 2 / 3}
    for (word, label), probability in phi.items():
        assert math.exp(weight(classifier, word, label)) == pytest.approx(probability)
    assert np.exp(classifier.model.weights.offset).tolist() == pytest.approx([1 / 3, 2 / 3])
    # w · f(x, y): log theta + 2 log phi(film | pos) = log 2/3 + 2 log 1/4
    assert classifier.score(["film film"]).values[0, 1] == pytest.approx(math.log(2 / 3 / 16))


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "complement", "poisson"])
def test_every_naive_bayes_over_counts_is_a_linear_classifier(learner, weight, vectors):
    """G10: the score is offset + x · w, and nothing else."""
    classifier = train(FILMS, Recipe.of(learner=learner, smoothing=0.5))
    texts = ["good film film", "bad", "", "unknown words"]
    table = [
        [weight(classifier, word, y) for y in classifier.labels] for word in ("bad", "film", "good")
    ]
    expected = vectors(classifier, texts) @ table + classifier.model.weights.offset
    np.testing.assert_allclose(classifier.score(texts).values, expected, rtol=1e-12)


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_a_zero_vetoes_and_is_never_nan(learner):
    """G6: without smoothing a word never seen with a label makes it impossible."""
    documents = [
        ("good film", "pos"),
        ("good plot", "pos"),
        ("bad film", "neg"),
        ("bad plot", "neg"),
    ]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0))
    scores = classifier.score(["good film", "good bad", "film plot", ""])
    assert not np.isnan(scores.values).any()
    assert np.isneginf(scores.values[0]).tolist() == [True, False]  # neg never saw "good"
    assert np.isneginf(scores.values[1]).all()
    assert scores.probabilities()[0].tolist() == [0, 1]
    # Bernoulli: every pos document has "good", so a document without it cannot be pos; and so for
    # "bad".
    assert np.isneginf(scores.values[2]).all() == (learner == "bernoulli")
    assert scores.vetoed().tolist() == [False, True, learner == "bernoulli", learner == "bernoulli"]


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_what_every_label_vetoes_gets_the_prior(learner):
    """G6: minus infinity for all labels leaves P(y)."""
    documents = [("good", "pos"), ("good", "pos"), ("bad", "neg")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0))
    assert classifier.score(["good bad"]).vetoed().tolist() == [True]
    assert classifier.probabilities("good bad") == pytest.approx({"neg": 1 / 3, "pos": 2 / 3})
    assert classifier.classify("good bad") == classifier.classify(["good bad"])[0] == "pos"


# 3.4 Smoothing


@pytest.mark.parametrize("smoothing", [0.01, 1, 7])
def test_smoothing_of_the_multinomial(smoothing, weight):
    """G7: equation 13 with count(y, j), where it writes count(i, j): the sum over the documents of
    a label.
    """
    # pos: good 3 of 4 words, V = 3: (3 + a) / (4 + 3 a), and (0 + a) / (4 + 3 a) for "bad"
    classifier = train(FILMS, Recipe.of(learner="multinomial", smoothing=smoothing))
    below = 4 + 3 * smoothing
    assert weight(classifier, "good", "pos") == pytest.approx(math.log((3 + smoothing) / below))
    assert weight(classifier, "bad", "pos") == pytest.approx(math.log(smoothing / below))


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_boundless_smoothing_gives_uniform_words_and_the_prior(learner, weight):
    """G7: alpha → infinity is the same classifier, whatever words the data have."""
    classifier = train(FILMS, Recipe.of(learner=learner, smoothing=1e100))
    weights = [
        weight(classifier, word, label)
        for word in ("bad", "film", "good")
        for label in ("neg", "pos")
    ]
    uniform = math.log(1 / 3) if learner == "multinomial" else 0.0  # log(1/2 / (1 - 1/2))
    assert weights == pytest.approx([uniform] * 6)
    assert classifier.probabilities("good bad bad") == pytest.approx({"neg": 1 / 3, "pos": 2 / 3})


# 3.2 Logarithms


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "complement", "poisson"])
def test_a_hundred_thousand_words_do_not_underflow(learner):
    """G8: products of 100,000 probabilities as sums of logs."""
    documents = [("ant ant bee", "x"), ("ant bee bee", "y"), ("cow", "z")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0.5))
    probabilities = classifier.score(["ant bee cow ant " * 25_000]).probabilities()
    assert np.isfinite(probabilities).all()
    assert probabilities.sum() == pytest.approx(1)


def test_a_hundred_thousand_words_are_exact():
    """G8: x has ant 2/3, bee 1/3, y the reverse.

    50,001 ants and 49,999 bees: odds 2^2 = 4, so P(x) = 4 / 5.
    """
    classifier = train(
        [("ant ant bee", "x"), ("ant bee bee", "y")], Recipe.of(learner="multinomial", smoothing=0)
    )
    text = "ant " * 50_001 + "bee " * 49_999
    assert classifier.probabilities(text)["x"] == pytest.approx(0.8, abs=1e-9)


# 3 Generating, and the likelihood of data


def test_joint_log_likelihood_of_the_multinomial():
    """G12: equation 10, which lacks the log before P(y): log P(x given y) + log P(y), summed over
    the documents.
    """
    classifier = train(FILMS, Recipe.of(learner="multinomial", smoothing=0))
    # log 2/3 + log(3! / 2! 1!) + 2 log 3/4 + log 1/4;  log 2/3 + log 3/4;  log 1/3 + log 3 + 2 log
    # 2/3 + log 1/3
    first, second = 2 / 3 * 3 * (3 / 4) ** 2 / 4, 2 / 3 * 3 / 4
    third = 1 / 3 * 3 * (2 / 3) ** 2 / 3
    expected = math.log(first) + math.log(second) + math.log(third)
    assert sampling.log_likelihood(classifier, read(FILMS)) == pytest.approx(expected)


def test_joint_log_likelihood_of_the_traffic_lights():
    """G12: broken once, 1/7 · 1 · 1; working six times, 6/7 · 1/2 · 1/2."""
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    expected = math.log(1 / 7) + 6 * math.log(6 / 28)
    assert sampling.log_likelihood(classifier, read(LIGHTS)) == pytest.approx(expected)


def test_no_other_estimate_makes_the_data_more_likely():
    """G6, G12: maximum likelihood; smoothing takes away from it."""
    likelihoods = [
        sampling.log_likelihood(train(FILMS, Recipe.of(learner="multinomial", smoothing=a)), FILMS)
        for a in (0, 0.01, 0.1, 1, 10)
    ]
    assert likelihoods == sorted(likelihoods, reverse=True)


def test_drawn_labels_and_words_follow_the_model():
    """G11: theta 3/4 and 1/4; pos: good 3/4, film 1/4.

    Neg: bad always. 4 deviations of 4,000 draws are below 0.04.
    """
    rows = [("good good good film", "pos")] * 3 + [("bad", "neg")]
    classifier = train(rows, Recipe.of(learner="multinomial", smoothing=0))
    drawn = sampling.sample(classifier, 4000, length=2, seed=7)
    positive = [dict(features) for label, features in drawn if label == "pos"]
    assert len(positive) / 4000 == pytest.approx(3 / 4, abs=0.04)
    assert sum(bag.get("good", 0) for bag in positive) / (2 * len(positive)) == pytest.approx(
        3 / 4, abs=0.04
    )
    assert all(features == [("bad", 2)] for label, features in drawn if label == "neg")
    assert drawn == sampling.sample(classifier, 4000, length=2, seed=7)
    assert drawn != sampling.sample(classifier, 4000, length=2, seed=8)


def test_drawn_documents_are_as_long_as_those_of_their_label():
    """G11: pos has 4 words on average, neg 1.

    The mean of 3,000 Poisson lengths is within 0.15 of 4.
    """
    classifier = train(
        [("good good good film", "pos"), ("bad", "neg")], Recipe.of(learner="multinomial")
    )
    drawn = sampling.sample(classifier, 6000, length=None, seed=3)
    lengths = {
        label: [sum(n for _, n in bag) for one, bag in drawn if one == label]
        for label in ("pos", "neg")
    }
    assert np.mean(lengths["pos"]) == pytest.approx(4, abs=0.15)
    assert np.var(lengths["pos"]) == pytest.approx(4, abs=0.5)
    assert np.mean(lengths["neg"]) == pytest.approx(1, abs=0.08)


def test_drawn_traffic_lights():
    """G11: broken 1/7, then always both red.

    Working lights are red with 1/2 each and, as it believes, on their own.
    """
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    drawn = sampling.sample(classifier, 3000, seed=5)
    broken = [bag for label, bag in drawn if label == "broken"]
    assert len(broken) / 3000 == pytest.approx(1 / 7, abs=0.03)
    assert all(bag == [("ew_red", 1), ("ns_red", 1)] for bag in broken)
    working = [bag for label, bag in drawn if label == "working"]
    assert sum(len(bag) == 2 for bag in working) / len(working) == pytest.approx(1 / 4, abs=0.04)


def test_the_complement_learner_is_not_generative():
    classifier = train(FILMS, Recipe.of(learner="complement"))
    with pytest.raises(SettingError, match="not generative, so it has no sample"):
        sampling.sample(classifier, 1, length=1, seed=0)
    with pytest.raises(SettingError, match="not generative, so it has no likelihood"):
        sampling.log_likelihood(classifier, FILMS)


# 3.5 Tuning: the slack weight of passive-aggressive


@pytest.mark.parametrize(
    ("variant", "cap", "ant", "bee"),
    [
        # "ant" of x: loss 1, |x|² 1; "bee bee" of y: loss 1, |x|² 4, and the weight moves by twice
        # the step
        ("pa", 1.0, -1.0, 0.5),  # steps 1/1 and 1/4
        ("pa-1", 1.0, -1.0, 0.5),  # min(1, 1) and min(1, 1/4)
        ("pa-1", 0.1, -0.1, 0.2),  # min(0.1, 1) and min(0.1, 1/4)
        ("pa-2", 0.5, -0.5, 0.4),  # 1 / (1 + 1) and 1 / (4 + 1)
    ],
)
def test_passive_aggressive_by_hand(variant, cap, ant, bee, single):
    """D7: two documents that share no word, one round, so that their order does not matter.

    Then a third.
    """
    chosen = {"variant": variant, "cap": cap, "averaged": False, "offset": "none", "rounds": 1}
    classifier = train(
        [("ant", "x"), ("bee bee", "y")], Recipe.of(learner="passive-aggressive", **chosen)
    )
    assert single(classifier) == pytest.approx([ant, bee, 0], abs=1e-6)
    # "ant bee" of y: loss 1 - (ant + bee), |x|² 2
    loss = 1 - (ant + bee)
    step = {"pa": loss / 2, "pa-1": min(cap, loss / 2), "pa-2": loss / (2 + 1 / (2 * cap))}[variant]
    third = single(classifier.learn([("ant bee", "y")]))
    assert third == pytest.approx([ant + step, bee + step, 0], abs=1e-6)


# 3.6 The traffic lights


def test_naive_bayes_is_fooled_by_two_red_lights():
    """G2, G9: broken 1/7 · 1 · 1 = 4/28, working 6/7 · 1/2 · 1/2 = 6/28: so 60 % working."""
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    assert np.exp(classifier.score([BOTH_RED]).values[0]).tolist() == pytest.approx(
        [4 / 28, 6 / 28]
    )
    assert classifier.probabilities(BOTH_RED) == pytest.approx({"broken": 0.4, "working": 0.6})
    # One light is green: broken lights are always red, so its veto is exact.
    assert classifier.probabilities("ew_red") == {"broken": 0.0, "working": 1.0}


def test_multinomial_is_fooled_by_two_red_lights_too():
    """G1: two words per document.

    Broken 1/7 · 1/2 · 1/2 = 4/112, working 6/7 · 1/4 · 1/4 = 6/112.
    """
    documents = [("ns_red ew_red", "broken")]
    documents += [("ns_green ew_red", "working")] * 3 + [("ns_red ew_green", "working")] * 3
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=0))
    assert classifier.probabilities(BOTH_RED) == pytest.approx({"broken": 0.4, "working": 0.6})


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_a_model_of_the_pair_is_not_fooled(learner):
    pairs = [("redred", "broken")] + [("greenred", "working")] * 3 + [("redgreen", "working")] * 3
    classifier = train(pairs, Recipe.of(learner=learner, smoothing=0))
    assert classifier.probabilities("redred") == {"broken": 1.0, "working": 0.0}


@pytest.mark.parametrize("learner", ["categorical", "mixed", "logistic"])
def test_a_cross_is_a_model_of_the_pair(learner):
    """D9: two columns by themselves say 40 %.

    Crossed, their pair says broken: exactly, where nothing is smoothed.
    """
    north, east = (
        ["red", "red", "red", "red", "green", "green", "green"],
        ["red"] + ["green"] * 3 + ["red"] * 3,
    )
    data = {"north": north, "east": east, "label": ["broken"] + ["working"] * 6}
    settings = {"strength": 1e-4} if learner == "logistic" else {"smoothing": 0}
    both = {"north": "red", "east": "red"}
    chosen = {"learner": learner, "words": None, **settings}
    crossed = train(data, Recipe.of(cross=[["north", "east"]], **chosen)).probabilities(both)
    apart = train(data, Recipe.of(categorical=["north", "east"], **chosen)).probabilities(both)
    if learner == "logistic":
        assert crossed["broken"] > 0.98
    else:
        assert crossed == {"broken": 1.0, "working": 0.0}
        assert apart == pytest.approx({"broken": 0.4, "working": 0.6})
