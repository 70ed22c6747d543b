"""Any learner behind NLTK's methods."""

import math

import nltk
import pytest
from nltk.classify.util import accuracy
from sklearn.linear_model import LogisticRegression

from linnet.classifier.classifier import load
from linnet.errors import InputError, SettingError
from linnet.learning.learners import LEARNERS
from linnet.nltk import Classifier
from linnet.recipe.recipe import Recipe
from tests.nltk.book import EXAMPLES

NEED_MORE = ("binomial", "full-gaussian", "lexicon", "converted")
TRAINED = [name for name in LEARNERS if name not in NEED_MORE]
every_learner = pytest.mark.parametrize("learner", TRAINED)
FLOWERS = [
    ({"length": 4.0 + n % 3, "width": n % 2, "colour": c}, c)
    for n in range(12)
    for c in ("red", "blue")
]


@every_learner
@pytest.mark.parametrize("pairs", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_of_the_book(pairs, learner):
    classifier = Classifier.train(pairs[100:], {"learner": learner})
    assert isinstance(classifier, nltk.ClassifierI)
    assert classifier.labels() == sorted({label for _, label in pairs})
    assert accuracy(classifier, pairs[:100]) > 0.7
    name, value = classifier.most_informative_features(1)[0]
    assert name in pairs[0][0]
    assert value is None or any(features[name] == value for features, _ in pairs)


def test_probabilities_are_those_of_linnet():
    classifier = Classifier.train(EXAMPLES["documents"], {"learner": "logistic"})
    featureset, _ = EXAMPLES["documents"][0]
    found = classifier.prob_classify(featureset)
    [expected] = classifier.linnet.probabilities({"features": [featureset]})
    assert {label: found.prob(label) for label in found.samples()} == pytest.approx(expected)


def test_logistic_regression_by_scikit_learn():
    pairs = EXAMPLES["names"]
    peer = nltk.SklearnClassifier(LogisticRegression(tol=1e-8, max_iter=1000)).train(pairs)
    ours = Classifier.train(
        pairs, {"learner": "logistic", "tolerance": 1e-8}
    )  # strength 1/n is scikit-learn's C = 1
    featuresets = [one for one, _ in pairs[:50]]
    for mine, theirs in zip(
        ours.prob_classify_many(featuresets), peer.prob_classify_many(featuresets), strict=True
    ):
        assert mine.prob("male") == pytest.approx(theirs.prob("male"), abs=1e-5)


def test_margins_have_no_probabilities():
    classifier = Classifier.train(EXAMPLES["names"], {"learner": "svm"})
    with pytest.raises(SettingError, match="margins, not probabilities"):
        classifier.prob_classify({"first": "a"})


def test_numbers_levels_and_what_is_missing():
    for learner in ("mixed", "logistic", "gaussian"):
        classifier = Classifier.train(FLOWERS, {"learner": learner})
        assert classifier.classify_many(
            [{"colour": "red"}, {"colour": "blue", "length": 5.0, "new": 1}]
        ) == [
            "red",
            "blue",
        ]
        assert ("colour", "red") in classifier.most_informative_features(5)
    numbers = [({"a": n % 5, "b": n % 3 + 9 * (n % 2)}, n % 2) for n in range(40)]
    classifier = Classifier.train(numbers, {"learner": "full-gaussian", "ridge": 0.1})
    assert (classifier.labels(), classifier.classify({"a": 1, "b": 10})) == ([0, 1], 1)


def test_a_recipe_and_a_file(tmp_path):
    classifier = Classifier.train(FLOWERS, Recipe.of(learner="bernoulli", smoothing=0.5))
    classifier.linnet.save(tmp_path / "m.linnet")
    assert load(tmp_path / "m.linnet").classify({"features": {"colour": "red"}}) == "red"


def test_names_of_columns_are_no_trap():
    pairs = [
        ({"label": "a", "text": "x", "features": "z"}, "p"),
        ({"label": "b", "text": "y", "features": "z"}, "q"),
    ]
    for learner in ("categorical", "multinomial"):
        assert Classifier.train(pairs, {"learner": learner}).classify({"label": "b"}) == "q"


def test_show_most_informative_features(capsys):
    Classifier.train(FLOWERS, {"learner": "logistic"}).show_most_informative_features(2)
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "Most Informative Features"
    assert sorted(lines) == [
        "                  colour = 'blue'",
        "                  colour = 'red'",
    ]


def test_labels_must_differ_as_strings():
    with pytest.raises(InputError, match="labels must differ as strings"):
        Classifier.train([({"a": 1}, 1), ({"a": 2}, "1")], {"learner": "logistic"})
    for pairs in ([], [3]):
        with pytest.raises(InputError, match="training needs pairs"):
            Classifier.train(pairs, {"learner": "logistic"})


@pytest.mark.parametrize("learner", ["logistic", "bernoulli", "svm"])
def test_featuresets_score_as_documents_that_are_read(learner):
    classifier = Classifier.train(FLOWERS, {"learner": learner})
    others = [
        {},
        {"colour": "red", "width": 0},
        {"colour": None, "new": True},
        {"length": 1, "width": True, 3: 2.5},
    ]
    there = [
        {name: value for name, value in one.items() if value or value is None} for one in others
    ]
    expected = classifier.linnet.score({"features": there})
    assert (classifier._scores(others).values == expected.values).all()
    for odd in ({"length": math.inf}, {"length": [1]}, {1: "a", "1": "a"}):
        with pytest.raises(InputError, match="feature"):
            classifier.classify(odd)
