"""Weights of documents: too large sums are refused, fractions leave no dust, whole numbers stay."""

import pytest

from linnet import read, train
from linnet.errors import InputError


def weighted(rows, weight):
    columns = {
        "text": [t for t, _ in rows],
        "label": [n for _, n in rows],
        "w": [str(weight)] * len(rows),
    }
    return read(columns, text="text", label="label", weight="w")


@pytest.mark.parametrize("weight", [1e16, 1e300])
def test_weights_that_sums_cannot_hold_are_refused_before_anything_is_written(weight):
    classifier = train([("ant", "x"), ("bee", "y")])
    with pytest.raises(InputError, match="Scale the weights"):
        classifier.learn(weighted([("ant", "x")], weight))


def test_fractional_weights_are_forgotten_in_parts():
    rows = [("ant bee", "x")] * 3000 + [("cow", "y")] * 10
    classifier = train(weighted([("ant", "x"), ("bee", "y")], 1)).learn(weighted(rows, 0.1))
    left = classifier.forget(weighted(rows[:1500], 0.1)).forget(weighted(rows[1500:], 0.1))
    assert left.documents == 2
    assert left.classify("ant") == "x"


def test_whole_totals_are_never_taken_for_dust():
    rows = [("ant", "x"), ("bee", "y")]
    classifier = train(weighted(rows, 4_000_000_000)).learn(weighted(rows, 1))
    left = classifier.forget(weighted(rows, 4_000_000_000))
    assert left.totals.weights.tolist() == [1.0, 1.0]
    assert left.totals.blocks[0].sums.tolist() == [1.0, 1.0]
