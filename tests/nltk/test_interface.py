"""What NLTK expects of classifiers and of probabilities."""

import math

import numpy as np
import pytest

from linnet.nltk.interface import FeaturesetClassifier, Probabilities, best_of, descending_order


class Coin(FeaturesetClassifier):
    """Says heads with the probability that a featureset names."""

    def labels(self):
        return ["tails", "heads"]

    def log_probabilities(self, featuresets):
        shares = np.array([one["heads"] for one in featuresets])
        return np.log(np.stack([1 - shares, shares], axis=1))


def test_a_classifier_gives_the_more_probable_label():
    coin = Coin()
    assert coin.classify({"heads": 0.75}) == "heads"
    assert coin.classify_many([{"heads": 0.75}, {"heads": 0.25}]) == ["heads", "tails"]


def test_a_tie_is_the_last_label_in_order():
    assert Coin().classify({"heads": 0.5}) == "tails"
    assert Coin().prob_classify({"heads": 0.5}).max() == "tails"
    tied = np.zeros((1, 3))
    assert best_of(tied, ["b", "c", "a"]).tolist() == [1]


def test_labels_without_an_order_stay_as_they_stand():
    assert descending_order([1, "x", 2]).tolist() == [0, 1, 2]
    assert best_of(np.zeros((1, 2)), [1, "x"]).tolist() == [0]
    assert best_of(np.array([[-2.0, -1.0]]), [1, "x"]).tolist() == [1]


def test_logs_of_probabilities_are_to_base_2():
    found = Coin().prob_classify({"heads": 0.25})
    assert found.prob("heads") == pytest.approx(0.25)
    assert found.logprob("heads") == pytest.approx(-2)  # 2 ** -2 is a quarter
    first, second = Coin().prob_classify_many([{"heads": 0.25}, {"heads": 0.125}])
    assert (first.max(), second.logprob("heads")) == ("tails", pytest.approx(-3))


def test_a_label_that_is_not_known_is_impossible():
    found = Probabilities(["ham", "spam"], [math.log(0.4), math.log(0.6)])
    assert found.prob("eggs") == 0
    assert found.logprob("eggs") == -math.inf
    assert list(found.samples()) == ["ham", "spam"]
    assert repr(found) == "<Probabilities of 2 labels>"


def test_a_subclass_must_say_what_it_knows():
    bare = FeaturesetClassifier()
    for ask in (bare.labels, bare.most_informative_features, lambda: bare.log_probabilities([{}])):
        with pytest.raises(NotImplementedError):
            ask()
