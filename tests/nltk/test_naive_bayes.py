"""Our NaiveBayesClassifier beside NLTK's: the same answers, probabilities and table."""

import math
import pickle
import random
import subprocess
import sys

import nltk
import pytest
from nltk.classify.util import accuracy, apply_features

from linnet.errors import InputError, SettingError
from linnet.nltk import NaiveBayesClassifier
from tests.nltk.book import EXAMPLES, gender_features, names

every_example = pytest.mark.parametrize("pairs", EXAMPLES.values(), ids=EXAMPLES)
ESTIMATORS = [nltk.ELEProbDist, nltk.LaplaceProbDist]


def odd_pairs(seed):
    """Featuresets of all kinds of values, with names that come and go, and explicit None."""
    chance = random.Random(seed)
    values = ["a", "b", 1, True, 2.5, None, (1, 2), "", "None", False, 0]
    labels = ["x", "y", "z"]
    features = [
        {name: chance.choice(values) for name in "pqrst" if chance.random() < 0.6}
        for _ in range(80)
    ]
    return [(one, chance.choice(labels)) for one in features]


def assert_same(ours, theirs, featuresets):
    assert ours.labels() == theirs.labels()
    answers = ours.classify_many(featuresets)
    assert [ours.classify(one) for one in featuresets[:20]] == answers[:20]
    probabilities = ours.prob_classify_many(featuresets), theirs.prob_classify_many(featuresets)
    for answer, mine, expected in zip(answers, *probabilities, strict=True):
        assert list(mine.samples()) == list(expected.samples())
        assert mine.max() == answer
        # Where two labels tie, rounding decides.
        assert answer == expected.max() or expected.prob(answer) == pytest.approx(
            expected.prob(expected.max()), 1e-12
        )
        for label in expected.samples():
            assert mine.prob(label) == pytest.approx(expected.prob(label), abs=1e-9)
            assert mine.logprob(label) == pytest.approx(expected.logprob(label), rel=1e-9, abs=1e-9)


@every_example
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_examples_of_the_book(pairs, estimator, capsys):
    training, test = pairs[100:], pairs[:100]
    ours, theirs = (
        kind.train(training, estimator)
        for kind in (NaiveBayesClassifier, nltk.NaiveBayesClassifier)
    )
    assert_same(ours, theirs, [one for one, _ in test])
    assert accuracy(ours, test) == accuracy(theirs, test) > 0.75
    for n in (1, 5, 100, 10**6, 0, -1):
        assert ours.most_informative_features(n) == theirs.most_informative_features(n)
    theirs.show_most_informative_features(20)
    expected = capsys.readouterr().out
    ours.show_most_informative_features(20)
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("seed", range(20))
def test_values_of_any_kind_that_come_and_go(seed):
    pairs = odd_pairs(seed)
    ours, theirs = (
        kind.train(pairs[:60]) for kind in (NaiveBayesClassifier, nltk.NaiveBayesClassifier)
    )
    others = [*(one for one, _ in pairs), {}, {"new": 1}, {"p": "new", "new": "p"}, {"q": None}]
    assert_same(ours, theirs, others)
    mine, expected = ours.most_informative_features(1000), theirs.most_informative_features(1000)
    assert (set(mine), len(mine)) == (set(expected), len(expected))


def test_one_label_by_hand():
    # 2 of 3 documents are ham; "word" has the values "a" and None: P(a | ham) = 1.5 / 3, P(a |
    # spam) = 1.5 / 2
    classifier = NaiveBayesClassifier.train(
        [({"word": "a"}, "ham"), ({}, "ham"), ({"word": "a"}, "spam")]
    )
    ham, spam = 2.5 / 4 * 1.5 / 3, 1.5 / 4 * 1.5 / 2
    found = classifier.prob_classify({"word": "a"})
    assert found.prob("ham") == pytest.approx(ham / (ham + spam), abs=1e-12)
    assert found.logprob("ham") == pytest.approx(math.log2(ham / (ham + spam)), abs=1e-12)
    assert (found.prob("other"), found.logprob("other")) == (0, -math.inf)


def test_a_tie_is_the_last_label_in_order():
    pairs = [({}, "b"), ({}, "c"), ({}, "a")]
    assert (
        NaiveBayesClassifier.train(pairs).classify({})
        == nltk.NaiveBayesClassifier.train(pairs).classify({})
        == "c"
    )


def test_labels_need_no_order():
    assert NaiveBayesClassifier.train([({"a": 1}, 1), ({"a": 2}, "x")]).classify({"a": 2}) == "x"


def test_it_is_a_classifier_of_nltk():
    classifier = NaiveBayesClassifier.train(EXAMPLES["names"])
    assert isinstance(classifier, nltk.ClassifierI)
    assert isinstance(classifier.prob_classify({}), nltk.ProbDistI)
    assert classifier.prob_classify({}).generate() in ("female", "male")


def test_lazy_featuresets_and_other_mappings():
    pairs = names(200)
    lazy = apply_features(gender_features, pairs, labeled=True)
    ready = [(gender_features(name), label) for name, label in pairs]
    test = [gender_features(name) for name, _ in names(50, seed=1)]
    expected = NaiveBayesClassifier.train(ready).classify_many(test)
    assert NaiveBayesClassifier.train(lazy).classify_many(iter(test)) == expected
    assert NaiveBayesClassifier.train(map(list, ready)).classify_many(test) == expected


def test_pickled_it_says_the_same():
    classifier = NaiveBayesClassifier.train(odd_pairs(0), nltk.LaplaceProbDist)
    twin = pickle.loads(pickle.dumps(classifier))  # noqa: S301
    test = [one for one, _ in odd_pairs(1)]
    assert twin.labels() == classifier.labels()
    assert (twin.log_probabilities(test) == classifier.log_probabilities(test)).all()
    assert twin.most_informative_features(50) == classifier.most_informative_features(50)


def test_nothing_to_classify():
    assert NaiveBayesClassifier.train(EXAMPLES["names"]).classify_many([]) == []


@pytest.mark.parametrize("pairs", [[], [({"a": 1},)], [3], [({"a": []}, "x")], [("ab", "x")]])
def test_what_cannot_be_learned_is_refused_in_a_sentence(pairs):
    with pytest.raises(InputError, match="got"):
        NaiveBayesClassifier.train(pairs)


@pytest.mark.parametrize("estimator", [0, -1, "ele", None])
def test_other_estimators_are_refused(estimator):
    with pytest.raises(
        SettingError, match="the estimator must be one of ELEProbDist, LaplaceProbDist, a number"
    ):
        NaiveBayesClassifier.train(EXAMPLES["names"], estimator)


def test_a_featureset_must_be_a_dict():
    classifier = NaiveBayesClassifier.train(EXAMPLES["names"])
    for featureset in ("Anna", {"first": []}):
        with pytest.raises(
            InputError, match="a featureset must be a dict whose values can be keys"
        ):
            classifier.classify(featureset)


def test_without_nltk():
    script = """
import sys
sys.modules["nltk"] = None
from linnet.nltk import NaiveBayesClassifier
classifier = NaiveBayesClassifier.train([({"last": "a"}, "f"), ({"last": "k"}, "m")])
print(classifier.classify({"last": "k"}), classifier.prob_classify({"last": "k"}).max())
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "m m\n"
