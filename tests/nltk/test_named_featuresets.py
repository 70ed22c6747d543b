"""Featuresets as named features."""

import math

import pytest

from linnet.nltk.named_featuresets import is_present, named_features


def entries(named):
    """Return what each document has, as a dict from name to value."""
    names = named.names.to_pylist()
    documents = []
    for begin, end in zip(named.starts[:-1], named.starts[1:], strict=True):
        codes = named.codes[begin:end].tolist()
        values = named.values[begin:end].tolist()
        documents.append({names[code]: value for code, value in zip(codes, values, strict=True)})
    return documents


def test_texts_are_levels_and_numbers_count_as_they_are():
    named = named_features([{"last": "a", "length": 4}, {"last": "k", "length": 2.5, "long": True}])
    assert entries(named) == [
        {"last=a": 1.0, "length": 4.0},
        {"last=k": 1.0, "length": 2.5, "long": 1.0},
    ]


def test_what_is_false_or_0_is_left_out():
    named = named_features([{"long": False, "length": 0, "last": ""}, {}, {"length": -1}])
    assert entries(named) == [{"last=": 1.0}, {}, {"length": -1.0}]


@pytest.mark.parametrize(
    "odd", [{"a": [1]}, {"a": math.inf}, {1: "a", "1": "a"}, {"a": (1, 2)}, 7], ids=str
)
def test_what_cannot_be_read_as_named_features_gives_none(odd):
    assert named_features([{"a": 1}, odd]) is None


def test_only_false_and_0_are_absent():
    assert [is_present(value) for value in (False, 0, 0.0)] == [False] * 3
    assert [is_present(value) for value in (True, 2, -0.5, "", None, ())] == [True] * 6
