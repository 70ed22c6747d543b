"""The strongest features of each label, by hand."""

import math

import pytest

import linnet
from linnet.explanation.strongest import strongest
from linnet.recipe.recipe import Recipe


def test_strongest_by_hand():
    pairs = [("good film", "pos"), ("good one", "pos"), ("bad film", "neg"), ("bad one", "neg")]
    found = strongest(linnet.train(pairs), 5)
    # smoothing 1, 4 features, 4 tokens each: log(3/8) - log(1/8); film and one lead nowhere
    assert [(one.feature, one.documents) for one in found["pos"]] == [("good", 2)]
    assert found["pos"][0].contrast == pytest.approx(math.log(3))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"learner": "bernoulli"},
        {"learner": "complement"},
        {"learner": "complement", "norm": True},
        {"hash_bits": 8},
        {"min_documents": 2},
        {"chars": "1-2"},
        {"private": 2},
    ],
)
def test_leads_are_those_of_the_dense_weights(settings):
    pairs = [
        ("a b c", "x"),
        ("a b d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    classifier = linnet.train(pairs, Recipe.of(**settings))
    model = classifier.model
    names = {model.features.name(column): column for column in range(model.features.n_columns)}
    for number, label in enumerate(classifier.labels):
        found = strongest(classifier, 10)[label]
        assert found
        for one in found:
            weights = model.weight_of(names[one.feature])[0]
            others = [w for place, w in enumerate(weights) if place != number]
            assert one.contrast == pytest.approx(weights[number] - sum(others) / len(others))
            assert one.documents >= 2


def test_odds_by_hand():
    pairs = [("good film", "pos"), ("good one", "pos"), ("bad film", "neg"), ("bad one", "neg")]
    # smoothing 1, 4 features, 4 tokens each: (3/8) / (1/8)
    assert strongest(linnet.train(pairs, {}), 1)["pos"][0].odds == pytest.approx(3)
    three = [*pairs, ("odd good", "new"), ("odd good", "new")]
    # good: 3/9 in pos, 1/9 in neg, 3/9 in new; the rest is neg and new in equal shares: (3/9) /
    # (2/9)
    found = {one.feature: one for one in strongest(linnet.train(three, {}), 5)["pos"]}
    assert found["good"].odds == pytest.approx(1.5)
    assert (found["good"].documents, found["good"].of_label) == (4, 2)


def test_odds_multiply_those_of_the_prior():
    pairs = [
        ("a b c", "x"),
        ("a b d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    for settings in ({}, {"learner": "logistic", "weighting": "tfidf"}, {"learner": "bernoulli"}):
        classifier = linnet.train(pairs, settings)
        for label, features in strongest(classifier, 5).items():
            for one in features:
                empty, alone = (classifier.probabilities(text)[label] for text in ("", one.feature))
                if classifier.model.link == "softmax":
                    assert one.odds == pytest.approx(alone / (1 - alone) / (empty / (1 - empty)))


@pytest.mark.parametrize(
    "settings",
    [{}, {"hash_bits": 8}, {"min_documents": 2}, {"learner": "bernoulli"}, {"private": 2}],
)
def test_documents_of_the_label_are_those_that_have_the_feature(settings):
    pairs = [
        ("a b c", "x"),
        ("a b d d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    classifier = linnet.train(pairs, Recipe.of(**settings))
    for label, features in strongest(classifier, 10).items():
        for one in features:
            name = one.feature
            if not settings.get("hash_bits"):
                assert one.of_label == sum(
                    name in text.split() for text, own in pairs if own == label
                )
            assert 0 < one.of_label <= one.documents
