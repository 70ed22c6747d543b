"""Drawing documents from a model, and how likely documents are."""

import math

import numpy as np
import pytest

from linnet import Recipe, train
from linnet.classifier.sampling import log_likelihood, poisson, sample
from linnet.errors import InputError, SettingError

PAIRS = [("a a b", "x"), ("a c", "x"), ("c c d", "y")]


def test_drawn_labels_follow_the_prior_and_words_their_probabilities():
    classifier = train(PAIRS, Recipe.of(learner="multinomial", smoothing=1))
    drawn = sample(classifier, 4000, length=5, seed=3)
    share = sum(label == "x" for label, _ in drawn) / len(drawn)
    assert share == pytest.approx(2 / 3, abs=0.03)
    of_x = [dict(features) for label, features in drawn if label == "x"]
    # "a" in x: (3 + 1) / (5 + 4); five words a document.
    assert np.mean([features.get("a", 0) for features in of_x]) == pytest.approx(5 * 4 / 9, abs=0.1)
    assert all(sum(features.values()) == 5 for features in of_x)


def test_the_poisson_length_has_the_mean_of_the_label():
    drawn = sample(train(PAIRS), 4000, seed=5)
    lengths = [sum(count for _, count in features) for label, features in drawn if label == "x"]
    assert np.mean(lengths) == pytest.approx(2.5, abs=0.15)
    assert np.mean([poisson(2000.0, seed) for seed in range(300)]) == pytest.approx(2000, rel=0.01)


def test_without_smoothing_unseen_words_are_never_drawn():
    for learner in ("multinomial", "bernoulli"):
        drawn = sample(train(PAIRS, Recipe.of(learner=learner, smoothing=0)), 300, seed=1)
        words = {name for label, features in drawn if label == "y" for name, _ in features}
        assert words == {"c", "d"}


def test_bernoulli_words_are_there_or_not_with_their_probability():
    drawn = sample(train(PAIRS, Recipe.of(learner="bernoulli", smoothing=1)), 4000, seed=2)
    of_x = [dict(features) for label, features in drawn if label == "x"]
    # "b" in x: (1 + 1) / (2 + 2)
    assert np.mean(["b" in features for features in of_x]) == pytest.approx(0.5, abs=0.04)
    assert all(count == 1 for features in of_x for count in features.values())


def test_the_same_seed_draws_the_same():
    classifier = train(PAIRS)
    assert sample(classifier, 5, seed=9) == sample(classifier, 5, seed=9)
    assert sample(classifier, 5, seed=9) != sample(classifier, 5, seed=10)


def test_multinomial_likelihood_by_hand():
    classifier = train(PAIRS, Recipe.of(learner="multinomial", smoothing=0))
    # P(x) = 2/3; "a a c" has 3!/(2! 1!) = 3 orders; a: 3/5, c: 1/5 in x.
    by_hand = math.log(2 / 3) + math.log(3) + 2 * math.log(3 / 5) + math.log(1 / 5)
    assert log_likelihood(classifier, [("a a c", "x")]) == pytest.approx(by_hand)
    assert log_likelihood(classifier, [("d", "x")]) == -math.inf


def test_bernoulli_likelihood_by_hand():
    classifier = train(PAIRS, Recipe.of(learner="bernoulli", smoothing=1))
    # x: a (2+1)/(2+2), b 2/4, c 2/4, d 1/4; the document has a and b.
    by_hand = (
        math.log(2 / 3) + math.log(3 / 4) + math.log(1 / 2) + math.log(1 / 2) + math.log(3 / 4)
    )
    assert log_likelihood(classifier, [("a b", "x")]) == pytest.approx(by_hand)


def test_the_complement_learner_is_not_generative():
    classifier = train(PAIRS, Recipe.of(learner="complement"))
    with pytest.raises(SettingError, match="not generative"):
        sample(classifier, 1)
    with pytest.raises(SettingError, match="not generative"):
        log_likelihood(classifier, PAIRS)


def test_unknown_labels_and_lengths_are_refused():
    with pytest.raises(InputError, match="one the model knows"):
        log_likelihood(train(PAIRS), [("a", "z")])
    with pytest.raises(SettingError, match="length"):
        sample(train(PAIRS), 1, length=-1)


def test_documents_are_drawn_independently():
    classifier = train(
        [(" ".join("abcdefghij"), "x"), ("k", "y")], Recipe.of(prior={"x": 0.999999, "y": 0.000001})
    )
    drawn = sample(classifier, 2000, seed=4)
    lengths = np.array([sum(count for _, count in features) for _, features in drawn], float)
    first = np.array([ord(features[0][0]) if features else 0 for _, features in drawn], float)
    assert abs(np.corrcoef(lengths[1:], first[:-1])[0, 1]) < 0.1


@pytest.mark.parametrize(
    "asked",
    [{"n": -1}, {"n": 1.5}, {"n": 10**12}, {"n": 1, "length": -1}, {"n": 1, "length": 10**12}],
)
def test_numbers_that_cannot_be_drawn_are_a_sentence(asked):
    with pytest.raises(SettingError, match="must be a whole number from 0 to 10000000; got"):
        sample(train(PAIRS), **asked)


def test_sampling_is_there_without_importing_it():
    import linnet

    assert linnet.classifier.sampling.sample is sample
    assert "sampling" in dir(linnet)


def test_tiny_smoothings_draw_without_overflow():
    drawn = sample(train(PAIRS, Recipe.of(learner="bernoulli", smoothing=1e-300)), 20)
    assert all("d" not in dict(features) for label, features in drawn if label == "x")
