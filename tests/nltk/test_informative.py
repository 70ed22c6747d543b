"""Which values of features tell most about labels, and the lines that say so."""

import pytest

from linnet.nltk.informative import (
    Informative,
    line_of,
    most_probable_first,
    order_of,
    table_lines,
)
from linnet.nltk.value_counts import count_values


def informative_of(labelled, smoothing=0.5):
    counts = count_values(labelled)
    return Informative(counts, counts.probabilities(smoothing))


@pytest.fixture
def names():
    """Last letters: three of four female names end in a, one of two male ones does."""
    female = [({"last": last}, "female") for last in "aaak"]
    male = [({"last": last}, "male") for last in "ak"]
    return informative_of(female + male)


def test_the_value_whose_probabilities_differ_most_comes_first(names):
    # P(k) is 1.5 / 5 of female and 1.5 / 3 of male names, a ratio of 0.6; that of a is 0.5 / 0.7.
    assert names.strongest(2) == [("last", "k"), ("last", "a")]
    assert names.strongest(1) == [("last", "k")]


def test_a_number_of_pairs_counts_as_in_a_slice(names):
    assert names.strongest(0) == []
    assert names.strongest(-1) == [("last", "k")]
    assert names.strongest(99) == [("last", "k"), ("last", "a")]


def test_labels_of_a_pair_come_by_their_probability(names):
    [(place, pair)] = names.ranked(1)
    assert pair == ("last", "k")
    [(most, label), (least, other)] = names.by_label(place)
    assert (label, other) == ("male", "female")
    assert (most, least) == pytest.approx((0.5, 0.3))


def test_pairs_that_tie_come_by_name_and_truth_values_come_last():
    # With one label every ratio is 1.
    tied = informative_of([({"b": "x", "a": True}, "one"), ({"b": "x", "a": "Z"}, "one")])
    assert tied.strongest(9) == [("a", "Z"), ("a", True), ("b", "x")]
    assert order_of(("a", None)) > order_of(("a", "Z"))
    assert most_probable_first([(0.5, "y"), (0.5, "x"), (0.9, "z")]) == [
        (0.9, "z"),
        (0.5, "x"),
        (0.5, "y"),
    ]


def test_a_table_has_a_line_for_each_pair_that_two_labels_have(names):
    # 0.5 / 0.3 and 0.7 / 0.5
    assert list(table_lines(names, 9)) == [
        "                    last = 'k'              male : female =      1.7 : 1.0",
        "                    last = 'a'            female : male   =      1.4 : 1.0",
    ]
    apart = informative_of([({"last": "a"}, "female"), ({"last": "k"}, "male")])
    assert list(table_lines(apart, 9)) == []


def test_a_line_cuts_labels_to_six_characters():
    line = line_of(("has(x)", True), [(0.8, "masculine"), (0.5, "neuter"), (0.1, "no")])
    assert line == "                  has(x) = True           mascul : no     =      8.0 : 1.0"
