"""Probability estimators that are functions, and classifiers of given distributions.

As NLTK's, number for number.
"""

import math
import pickle
import subprocess
import sys

import nltk
import pytest
from nltk.classify.util import accuracy

from linnet.errors import InputError, SettingError
from linnet.nltk import Classifier, NaiveBayesClassifier
from linnet.nltk.smoothed_counts import SmoothedCounts
from tests.nltk.book import EXAMPLES
from tests.nltk.test_naive_bayes import odd_pairs

TINY = -1e299  # NLTK's logarithm of 0 is -1e300


def lidstone(freqdist, bins=None):
    return nltk.LidstoneProbDist(freqdist, 0.1, bins)


def half_of_more_bins(freqdist, bins=None):
    return nltk.LidstoneProbDist(freqdist, 0.5, (bins or freqdist.B()) + 3)


def uniform(freqdist, bins=None):
    return nltk.UniformProbDist(list(freqdist))


def half(freqdist, bins=None):
    return 0.5


class OneMore(nltk.ELEProbDist):
    """A subclass that thinks of every value as seen once more."""

    def prob(self, sample):
        return (self._freqdist[sample] + 1.5) / (self._divisor + self._bins)


ESTIMATORS = {
    "lidstone": lidstone,
    "more bins": half_of_more_bins,
    "a lambda": lambda freqdist, bins=None: nltk.LaplaceProbDist(freqdist, bins),
    "a subclass": OneMore,
    "mle": nltk.MLEProbDist,
    "witten-bell": lambda freqdist, bins=None: nltk.WittenBellProbDist(
        freqdist, (bins or freqdist.B()) + 1
    ),
    "uniform": uniform,
}
every_estimator = pytest.mark.parametrize("estimator", ESTIMATORS.values(), ids=ESTIMATORS)


def assert_same(ours, theirs, featuresets):
    assert ours.labels() == theirs.labels()
    expected = theirs.prob_classify_many(featuresets)
    for featureset, mine, other in zip(
        featuresets, ours.prob_classify_many(featuresets), expected, strict=True
    ):
        top = other.prob(other.max())
        assert ours.classify(featureset) == mine.max()
        assert other.prob(mine.max()) == pytest.approx(
            top, rel=1e-12
        )  # where two labels tie, rounding decides
        for label in other.samples():
            assert mine.prob(label) == pytest.approx(other.prob(label), abs=1e-9)
            if other.logprob(label) > TINY:
                assert mine.logprob(label) == pytest.approx(
                    other.logprob(label), rel=1e-9, abs=1e-9
                )
            else:
                assert mine.logprob(label) == -math.inf


@pytest.mark.parametrize("pairs", EXAMPLES.values(), ids=EXAMPLES)
@every_estimator
def test_estimators_that_are_functions(pairs, estimator, capsys):
    training, test = pairs[100:400], pairs[:60]
    ours, theirs = (
        kind.train(training, estimator)
        for kind in (NaiveBayesClassifier, nltk.NaiveBayesClassifier)
    )
    assert_same(ours, theirs, [one for one, _ in test])
    assert accuracy(ours, test) == accuracy(theirs, test)
    for n in (1, 100, 10**6, 0, -1):
        assert ours.most_informative_features(n) == theirs.most_informative_features(n)
    theirs.show_most_informative_features(20)
    expected = capsys.readouterr().out
    ours.show_most_informative_features(20)
    assert capsys.readouterr().out == expected


@every_estimator
@pytest.mark.parametrize("seed", range(3))
def test_values_of_any_kind_that_come_and_go(estimator, seed):
    pairs = odd_pairs(seed)
    ours, theirs = (
        kind.train(pairs[:60], estimator)
        for kind in (NaiveBayesClassifier, nltk.NaiveBayesClassifier)
    )
    others = [*(one for one, _ in pairs), {}, {"new": 1}, {"p": "new", "new": "p"}, {"q": None}]
    assert_same(ours, theirs, others)


@pytest.mark.parametrize(("estimator", "added"), [(lidstone, 0.1), (ESTIMATORS["a lambda"], 1.0)])
def test_what_adds_the_same_to_every_count_runs_in_the_engine(estimator, added):
    model = NaiveBayesClassifier.train(EXAMPLES["names"], estimator)._model
    assert isinstance(model, SmoothedCounts)
    assert model.smoothing == added


@every_estimator
def test_the_constructor_of_nltk(estimator):
    theirs = nltk.NaiveBayesClassifier.train(EXAMPLES["names"][100:400], estimator)
    ours = NaiveBayesClassifier(theirs._label_probdist, theirs._feature_probdist)
    assert_same(ours, theirs, [one for one, _ in EXAMPLES["names"][:60]])
    assert ours.most_informative_features(50) == theirs.most_informative_features(50)
    assert repr(ours) == "<NaiveBayesClassifier: 2 labels, 3 features>"


def test_distributions_by_hand():
    # P(x) = 0.4, P(y) = 0.6; only y knows the feature "b", so x is impossible where it is there
    labels = nltk.DictionaryProbDist({"x": 0.4, "y": 0.6})
    features = {
        ("x", "a"): nltk.DictionaryProbDist({1: 0.9, 2: 0.1}),
        ("y", "a"): nltk.DictionaryProbDist({1: 0.2, 2: 0.8}),
        ("y", "b"): nltk.DictionaryProbDist({True: 1.0}),
    }
    classifier = NaiveBayesClassifier(label_probdist=labels, feature_probdist=features)
    assert classifier.prob_classify({"a": 1}).prob("x") == pytest.approx(0.36 / (0.36 + 0.12))
    assert classifier.prob_classify({"a": 1, "b": True}).prob("x") == 0
    assert classifier.prob_classify({"a": 3}).prob("x") == 0.5  # neither is possible
    assert classifier.prob_classify({"never": "seen"}).prob("x") == pytest.approx(0.4)
    assert classifier.most_informative_features(2) == [("a", 2), ("a", 1)]
    assert_same(
        classifier,
        nltk.NaiveBayesClassifier(labels, features),
        [{"a": 1}, {"a": 3}, {"b": True}, {"b": 2}],
    )


def test_a_subclass_is_made_as_nltk_makes_it():
    class Own(NaiveBayesClassifier):
        def __init__(self, label_probdist, feature_probdist):
            super().__init__(label_probdist, feature_probdist)
            self.seen = len(feature_probdist)

    assert Own.train(EXAMPLES["names"], nltk.MLEProbDist).seen == 6
    assert isinstance(Own.train(EXAMPLES["names"]), Own)


@every_estimator
def test_all_of_them_are_classifiers_of_nltk(estimator):
    for classifier in (
        NaiveBayesClassifier.train(EXAMPLES["names"], estimator),
        Classifier.train(EXAMPLES["names"], {"learner": "logistic"}),
    ):
        assert isinstance(classifier, nltk.ClassifierI)
        assert isinstance(classifier.prob_classify({}), nltk.ProbDistI)


def test_pickled_it_says_the_same():
    classifier = NaiveBayesClassifier.train(odd_pairs(0), nltk.MLEProbDist)
    twin = pickle.loads(pickle.dumps(classifier))  # noqa: S301
    test = [one for one, _ in odd_pairs(1)]
    assert (twin.log_probabilities(test) == classifier.log_probabilities(test)).all()


def test_pickles_of_earlier_versions_are_opened():
    classifier = NaiveBayesClassifier.train(odd_pairs(0))
    old = NaiveBayesClassifier.__new__(NaiveBayesClassifier)
    old.__setstate__(classifier._model.__getstate__())
    test = [one for one, _ in odd_pairs(1)]
    assert (old.log_probabilities(test) == classifier.log_probabilities(test)).all()


def test_what_is_no_distribution_is_refused_in_a_sentence():
    with pytest.raises(SettingError, match=r"each with the methods of nltk\.ProbDistI; got others"):
        NaiveBayesClassifier.train(EXAMPLES["names"], half)
    for featureset in ("Anna", {"first": []}):
        with pytest.raises(
            InputError, match="a featureset must be a dict whose values can be keys"
        ):
            NaiveBayesClassifier.train(EXAMPLES["names"], nltk.MLEProbDist).classify(featureset)


def test_a_function_needs_nltk():
    script = """
import sys
sys.modules["nltk"] = None
from linnet.nltk import NaiveBayesClassifier
try:
    NaiveBayesClassifier.train([({"last": "a"}, "f"), ({"last": "k"}, "m")], lambda freqdist,
    bins=None: None)
except ValueError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "so NLTK must be installed; got none" in ran.stdout
