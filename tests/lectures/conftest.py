"""The numbers of a model by name: weights, probabilities, and the vectors that documents become."""

import math

import pytest


def weight_of(classifier, feature, label):
    """Return the weight of a feature for a label, minus infinity where it vetoes the label."""
    names = [
        classifier.model.features.name(column)
        for column in range(classifier.model.features.n_columns)
    ]
    weights, vetoes = classifier.model.weight_of(names.index(feature))
    number = classifier.labels.index(label)
    return -math.inf if len(vetoes) and vetoes[number] > 0 else float(weights[number])


def presence_of(classifier, feature, label):
    """Return P(feature is there given label) of a Bernoulli model, whose weights are log(t / (1 -
    t)).
    """
    odds = math.exp(weight_of(classifier, feature, label))
    return odds / (1 + odds)


def vectors_of(classifier, documents):
    """Return the feature vector of each document, as a table."""
    parts = [
        classifier.rows(batch) for batch in classifier.read(documents, labelled=False).batches()
    ]
    return parts[0].matrix(classifier.model.features.n_columns).toarray()


def single_of(classifier, words=None):
    """Return the one w that tells two labels apart, then its offset: stored as -w/2 and +w/2.

    With all words given, those that the model dropped have the weight 0.
    """
    model = classifier.model
    table = {model.features.name(n): model.weight_of(n)[0] for n in range(model.features.n_columns)}
    offset = model.weights.offset
    pairs = [table.get(word, (0.0, 0.0)) for word in (words or table)]
    return [float(second - first) for first, second in pairs] + [float(offset[1] - offset[0])]


@pytest.fixture
def weight():
    return weight_of


@pytest.fixture
def presence():
    return presence_of


@pytest.fixture
def vectors():
    return vectors_of


@pytest.fixture
def single():
    return single_of
