"""The worked examples of the lectures, with the numbers that come out by hand."""

import math

import numpy as np
import pytest

from linnet import Recipe, read, sampling, train
from linnet.errors import SettingError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.features.rows import count
from linnet.model.linear_model import LinearModel, Weights

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
LIGHTS = [("ns_red ew_red", "broken")] + [("ew_red", "working")] * 3 + [("ns_red", "working")] * 3


def by_hand(names, labels, weights, offset=None, presence=False):
    """A LinearModel with one row of weights per name, all written by hand."""
    names = dict(sorted(zip(names, weights, strict=True)))
    n, dense = len(labels), np.array(list(names.values()), float)
    features = Features(("text",), (Block(BlockSettings(presence=presence), Names.of(names)),))
    prior = np.full(n, -math.log(n))
    starts = np.arange(len(names) + 1) * n
    pair_labels = np.tile(np.arange(n, dtype=np.int32), len(names))
    offset = np.zeros(n) if offset is None else np.array(offset, float)
    return LinearModel(features, labels, Weights(offset, prior, np.zeros(n), starts, pair_labels, dense.ravel()))


def weight(classifier, feature, label):
    model = classifier.model
    column = model.engine.find(0, feature)
    assert column >= 0
    weights, vetoes = model.weight_of(column)
    number = classifier.labels.index(label)
    return -math.inf if vetoes[number] > 0 else float(weights[number])


def presence_of(classifier, feature, label):
    """P(feature is there | label) of a Bernoulli model, whose weights are log(t / (1 - t))."""
    odds = math.exp(weight(classifier, feature, label))
    return odds / (1 + odds)


# Representation


def test_the_blue_dog_as_presence_and_as_counts():
    vocabulary = ["blue", "red", "dog", "cat", "biscuit", "apple"]
    text = "the blue dog ate a blue biscuit"
    for presence, vector in ((True, [1, 0, 1, 0, 1, 0]), (False, [2, 0, 1, 0, 1, 0])):
        model = by_hand(vocabulary, ("x", "y"), [(0, 0)] * 6, presence=presence)
        row = model.rows([[text]]).matrix(6).toarray()[0]
        assert [row[model.engine.find(0, word)] for word in vocabulary] == vector


def test_only_what_is_there_is_stored():
    # 2 of 5 words in the first document, 4 in the second
    features, rows = count([["the dog", "a dog and a cat"]], [BlockSettings()])
    assert (features.n_columns, len(rows.values)) == (5, 6)


def test_not_boring_is_a_feature_of_its_own():
    recipe = Recipe.of(learner="multinomial", words="1-2")
    classifier = train([("not boring", "pos"), ("so boring", "neg")], recipe)
    # "boring" tells nothing, "not boring" was seen with pos only
    assert classifier.classify("boring not boring") == "pos"
    assert [c.feature for c in classifier.explain("not boring").contributions] == ["boring", "not", "not boring"]


def test_score_is_the_product_with_the_joint_feature_vector():
    # f(x, y) puts x, with a constant 1 at its end, into the block of y; the score is w · f(x, y); K = 3
    weights, offset = np.arange(6.0).reshape(2, 3) - 2, np.array([0.5, -1.0, 0.25])
    model = by_hand(["ant", "bee"], ("a", "b", "c"), weights, offset)
    w = np.vstack([weights, offset]).T.ravel()
    x = np.array([1, 2, 1])  # "bee ant bee"
    for y in range(3):
        f = np.zeros(9)
        f[3 * y : 3 * y + 3] = x
        assert model.score(model.rows([["bee ant bee"]])).values[0, y] == pytest.approx(w @ f)


def test_dictionaries_as_weights_tell_english_from_spanish():
    words = {"bicycle": (1, 0), "bicicleta": (0, 1), "con": (1, 1), "ordinateur": (0, 0)}
    model = by_hand(list(words), ("english", "spanish"), list(words.values()))
    scores = model.score(model.rows([["con bicycle", "con bicicleta", "ordinateur"]]))
    assert scores.values.tolist() == [[2, 1], [1, 2], [0, 0]]
    assert scores.labels() == ["english", "spanish", "english"]  # a tie goes to the first


def test_correlated_words_compound():
    # 0.1 · 0.1 · 0.1 · 0.01 against 0.01 · 0.01 · 0.01 · 0.1: ratio 10 · 10 · 10 / 10 = 100, log-odds 2 log 10
    likely = {"beautiful": (0.1, 0.01), "stunning": (0.1, 0.01), "gorgeous": (0.1, 0.01), "boring": (0.01, 0.1)}
    model = by_hand(list(likely), ("+", "-"), [tuple(map(math.log, pair)) for pair in likely.values()])
    text = "the film was beautiful, stunning cinematography and gorgeous sets, but boring"
    scores = model.score(model.rows([[text]]))
    assert scores.values[0, 0] - scores.values[0, 1] == pytest.approx(2 * math.log(10))
    assert scores.probabilities()[0].tolist() == pytest.approx([100 / 101, 1 / 101])


# Estimates


def test_the_coin_as_labels_and_as_words():
    # H, H, H, T: read the counts off and normalise, 3 / 4
    coin = train([("", "H"), ("", "H"), ("", "H"), ("", "T")], Recipe.of(learner="multinomial"))
    assert coin.probabilities("") == pytest.approx({"H": 3 / 4, "T": 1 / 4})
    words = train([("h h h t", "coin"), ("x", "other")], Recipe.of(learner="multinomial", smoothing=0))
    assert math.exp(weight(words, "h", "coin")) == pytest.approx(3 / 4)
    tosses = [("h", "coin")] * 3 + [("t", "coin"), ("x", "other")]
    bernoulli = train(tosses, Recipe.of(learner="bernoulli", smoothing=0))
    assert presence_of(bernoulli, "h", "coin") == pytest.approx(3 / 4)


def test_multinomial_phi_and_theta():
    # pos: good 3, film 1 of 4 words; neg: bad 2, film 1 of 3 words; 2 of 3 documents are pos
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=0))
    phi = {("good", "pos"): 3 / 4, ("film", "pos"): 1 / 4, ("bad", "pos"): 0, ("bad", "neg"): 2 / 3}
    for (word, label), probability in phi.items():
        assert math.exp(weight(classifier, word, label)) == pytest.approx(probability)
    assert np.exp(classifier.model.weights.offset).tolist() == pytest.approx([1 / 3, 2 / 3])
    # the model as weights: log theta + 2 log phi(film | pos) = log 2/3 + 2 log 1/4
    assert classifier.score(["film film"]).values[0, 1] == pytest.approx(math.log(2 / 3 / 16))


@pytest.mark.parametrize("smoothing", [0.01, 1, 7])
def test_smoothing_of_the_multinomial(smoothing):
    # pos: good 3 of 4 words, V = 3: (3 + a) / (4 + 3 a), and (0 + a) / (4 + 3 a) for "bad"
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=smoothing))
    below = 4 + 3 * smoothing
    assert weight(classifier, "good", "pos") == pytest.approx(math.log((3 + smoothing) / below))
    assert weight(classifier, "bad", "pos") == pytest.approx(math.log(smoothing / below))


@pytest.mark.parametrize("smoothing", [0.01, 1, 7])
def test_smoothing_of_bernoulli(smoothing):
    # "good" is in 2 of 2 pos documents: (2 + a) / (2 + 2 a); "bad" in none: a / (2 + 2 a)
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner="bernoulli", smoothing=smoothing))
    below = 2 + 2 * smoothing
    assert presence_of(classifier, "good", "pos") == pytest.approx((2 + smoothing) / below)
    assert presence_of(classifier, "bad", "pos") == pytest.approx(smoothing / below)


def test_add_one_adds_one_once_per_word_and_label():
    # Not once per document, as a slide has it: 2 documents with "good" 3 times give (3 + 1) / (4 + 3), not (3 + 2) / …
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=1))
    assert math.exp(weight(classifier, "good", "pos")) == pytest.approx(4 / 7)


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_boundless_smoothing_gives_uniform_words_and_the_prior(learner):
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=1e100))
    weights = [weight(classifier, word, label) for word in ("bad", "film", "good") for label in ("neg", "pos")]
    uniform = math.log(1 / 3) if learner == "multinomial" else 0.0  # log(1/2 / (1 - 1/2))
    assert weights == pytest.approx([uniform] * 6)
    assert classifier.probabilities("good bad bad") == pytest.approx({"neg": 1 / 3, "pos": 2 / 3})


# The eight reviews


@pytest.mark.parametrize(
    ("word", "pos", "neg"),  # in how many of the four documents of each label
    [("great", 2, 1), ("film", 1, 1), ("and", 2, 1), ("a", 1, 2), ("that", 0, 2), ("stunning", 1, 0)],
)
def test_bernoulli_reads_the_reviews(word, pos, neg):
    exact = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=0))
    smooth = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=1))
    for label, seen in (("pos", pos), ("neg", neg)):
        assert presence_of(exact, word, label) == pytest.approx(seen / 4)  # great | pos: 2 / 4
        assert presence_of(smooth, word, label) == pytest.approx((seen + 1) / 6)  # great | pos: 3 / 6


def test_absent_words_of_the_reviews_count():
    # log P(y) + sum over all words of log t where present, log(1 - t) where absent, word by word
    classifier = train(REVIEWS, Recipe.of(learner="bernoulli", smoothing=1))
    words = list(classifier.model.features.blocks[0].names)
    present = {"great", "film"}
    for number, label in enumerate(("neg", "pos")):
        t = {word: presence_of(classifier, word, label) for word in words}
        terms = [math.log(t[word] if word in present else 1 - t[word]) for word in words]
        got = classifier.score(["great great film zyzzyva"]).values[0, number]
        assert got == pytest.approx(math.log(1 / 2) + sum(terms))


# The traffic lights


def test_naive_bayes_is_fooled_by_two_red_lights():
    # broken: 1/7 · 1 · 1 = 4/28; working: 6/7 · 1/2 · 1/2 = 6/28
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    assert classifier.probabilities("ns_red ew_red") == pytest.approx({"broken": 0.4, "working": 0.6})
    # One light is green: broken lights are always red, so its veto is exact.
    assert classifier.probabilities("ew_red") == {"broken": 0.0, "working": 1.0}


def test_multinomial_is_fooled_by_two_red_lights_too():
    # two words per document: broken 1/7 · 1/2 · 1/2 = 4/112, working 6/7 · 1/4 · 1/4 = 6/112
    documents = [("ns_red ew_red", "broken")]
    documents += [("ns_green ew_red", "working")] * 3 + [("ns_red ew_green", "working")] * 3
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=0))
    assert classifier.probabilities("ns_red ew_red") == pytest.approx({"broken": 0.4, "working": 0.6})


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_a_model_of_the_pair_is_not_fooled(learner):
    pairs = [("redred", "broken")] + [("greenred", "working")] * 3 + [("redgreen", "working")] * 3
    classifier = train(pairs, Recipe.of(learner=learner, smoothing=0))
    assert classifier.probabilities("redred") == {"broken": 1.0, "working": 0.0}


# Vetoes, logs, priors


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_a_zero_vetoes_and_is_never_nan(learner):
    documents = [("good film", "pos"), ("good plot", "pos"), ("bad film", "neg"), ("bad plot", "neg")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0))
    scores = classifier.score(["good film", "good bad", "film plot", ""])
    assert not np.isnan(scores.values).any()
    assert np.isneginf(scores.values[0]).tolist() == [True, False]  # neg never saw "good"
    assert np.isneginf(scores.values[1]).all()
    assert scores.probabilities()[0].tolist() == [0, 1]
    # Bernoulli: every pos document has "good", so a document without it cannot be pos; and so for "bad".
    assert np.isneginf(scores.values[2]).all() == (learner == "bernoulli")
    assert scores.vetoed().tolist() == [False, True, learner == "bernoulli", learner == "bernoulli"]


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli"])
def test_what_every_label_vetoes_gets_the_prior(learner):
    documents = [("good", "pos"), ("good", "pos"), ("bad", "neg")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0))
    assert classifier.score(["good bad"]).vetoed().tolist() == [True]
    assert classifier.probabilities("good bad") == pytest.approx({"neg": 1 / 3, "pos": 2 / 3})
    assert classifier.classify("good bad") == classifier.classify(["good bad"])[0] == "pos"


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "complement"])
def test_a_hundred_thousand_words_do_not_underflow(learner):
    documents = [("ant ant bee", "x"), ("ant bee bee", "y"), ("cow", "z")]
    classifier = train(documents, Recipe.of(learner=learner, smoothing=0.5))
    probabilities = classifier.score(["ant bee cow ant " * 25_000]).probabilities()
    assert np.isfinite(probabilities).all()
    assert probabilities.sum() == pytest.approx(1)


def test_a_hundred_thousand_words_are_exact():
    # x: ant 2/3, bee 1/3; y: the reverse; 50,001 ants and 49,999 bees: odds 2^2 = 4, so P(x) = 4 / 5
    classifier = train([("ant ant bee", "x"), ("ant bee bee", "y")], Recipe.of(learner="multinomial", smoothing=0))
    text = "ant " * 50_001 + "bee " * 49_999
    assert classifier.probabilities(text)["x"] == pytest.approx(0.8, abs=1e-9)


@pytest.mark.parametrize(("prior", "pos"), [("learned", 2 / 3), ("uniform", 1 / 2), ({"pos": 0.9, "neg": 0.1}, 0.9)])
def test_priors_are_learned_uniform_or_given(prior, pos):
    # "film" has probability 1/4 with either label after smoothing 1, so it leaves the prior as it is:
    # pos 3 words of which film 1, V = 5: 2/8; neg the same
    documents = [("good film", "pos"), ("fine", "pos"), ("bad film poor", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=1, prior=prior))
    for text in ("", "film"):
        assert classifier.probabilities(text)["pos"] == pytest.approx(pos)


# Generating, and the likelihood of data


def test_joint_log_likelihood_of_the_multinomial():
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    classifier = train(documents, Recipe.of(learner="multinomial", smoothing=0))
    # log 2/3 + log(3! / 2! 1!) + 2 log 3/4 + log 1/4;  log 2/3 + log 3/4;  log 1/3 + log 3 + 2 log 2/3 + log 1/3
    first, second = 2 / 3 * 3 * (3 / 4) ** 2 / 4, 2 / 3 * 3 / 4
    third = 1 / 3 * 3 * (2 / 3) ** 2 / 3
    expected = math.log(first) + math.log(second) + math.log(third)
    assert sampling.log_likelihood(classifier, read(documents)) == pytest.approx(expected)


def test_joint_log_likelihood_of_the_traffic_lights():
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    # broken once: 1/7 · 1 · 1; working six times: 6/7 · 1/2 · 1/2
    expected = math.log(1 / 7) + 6 * math.log(6 / 28)
    assert sampling.log_likelihood(classifier, read(LIGHTS)) == pytest.approx(expected)


def test_no_other_estimate_makes_the_data_more_likely():
    # maximum likelihood: smoothing takes away from it
    documents = [("good good film", "pos"), ("good", "pos"), ("bad bad film", "neg")]
    likelihoods = [
        sampling.log_likelihood(train(documents, Recipe.of(learner="multinomial", smoothing=a)), documents)
        for a in (0, 0.01, 0.1, 1, 10)
    ]
    assert likelihoods == sorted(likelihoods, reverse=True)


def test_drawn_labels_and_words_follow_the_model():
    # theta 3/4 and 1/4; pos: good 3/4, film 1/4; neg: bad always. 4,000 draws: four standard deviations are below 0.04
    rows = [("good good good film", "pos")] * 3 + [("bad", "neg")]
    classifier = train(rows, Recipe.of(learner="multinomial", smoothing=0))
    drawn = sampling.sample(classifier, 4000, length=2, seed=7)
    positive = [dict(features) for label, features in drawn if label == "pos"]
    assert len(positive) / 4000 == pytest.approx(3 / 4, abs=0.04)
    assert sum(bag.get("good", 0) for bag in positive) / (2 * len(positive)) == pytest.approx(3 / 4, abs=0.04)
    assert all(features == [("bad", 2)] for label, features in drawn if label == "neg")
    assert (
        drawn
        == sampling.sample(classifier, 4000, length=2, seed=7)
        != sampling.sample(classifier, 4000, length=2, seed=8)
    )


def test_drawn_documents_are_as_long_as_those_of_their_label():
    # pos documents have 4 words on average, neg ones 1; the mean of 3,000 Poisson lengths is within 0.15 of 4
    rows = [("good good good film", "pos"), ("bad", "neg")]
    classifier = train(rows, Recipe.of(learner="multinomial"))
    drawn = sampling.sample(classifier, 6000, length=None, seed=3)
    lengths = {label: [sum(n for _, n in bag) for one, bag in drawn if one == label] for label in ("pos", "neg")}
    assert np.mean(lengths["pos"]) == pytest.approx(4, abs=0.15)
    assert np.var(lengths["pos"]) == pytest.approx(4, abs=0.5)
    assert np.mean(lengths["neg"]) == pytest.approx(1, abs=0.08)


def test_drawn_traffic_lights():
    classifier = train(LIGHTS, Recipe.of(learner="bernoulli", smoothing=0))
    drawn = sampling.sample(classifier, 3000, seed=5)
    broken = [bag for label, bag in drawn if label == "broken"]
    assert len(broken) / 3000 == pytest.approx(1 / 7, abs=0.03)
    assert all(bag == [("ew_red", 1), ("ns_red", 1)] for bag in broken)
    # working: each light is red with 1/2 and, as the model believes, on its own: both with 1/4
    working = [bag for label, bag in drawn if label == "working"]
    assert sum(len(bag) == 2 for bag in working) / len(working) == pytest.approx(1 / 4, abs=0.04)


def test_the_complement_learner_is_not_generative():
    classifier = train(REVIEWS, Recipe.of(learner="complement"))
    with pytest.raises(SettingError, match="not generative, so it has no sample"):
        sampling.sample(classifier, 1, length=1, seed=0)
    with pytest.raises(SettingError, match="not generative, so it has no likelihood"):
        sampling.log_likelihood(classifier, REVIEWS)
