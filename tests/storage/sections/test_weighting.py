"""What a count is worth, in a model file."""

import math

import numpy as np
import pytest

from linnet import train
from linnet.errors import ModelFileError
from linnet.storage.sections.weighting import WEIGHTING
from tests.storage.sections.changed_files import changed_file, parts_of

PAIRS = [("ant bee", "x"), ("ant cow cow", "y")]
PLAIN = train(PAIRS, {"learner": "svm"})
TFIDF = train(PAIRS, {"learner": "svm", "weighting": "tfidf"})
BM25 = train(PAIRS, {"learner": "svm", "weighting": "bm25"})
# ln((1 + 2) / (1 + df)) + 1: both documents have "ant", one has "bee", one has "cow".
RARITY = [1, math.log(3 / 2) + 1, math.log(3 / 2) + 1]


def test_a_weighting_is_its_words_and_its_numbers():
    packed = WEIGHTING.pack(TFIDF)
    assert packed.header == {"weighting": {"term": "count", "unit": "l2"}}
    assert packed.arrays["weighting.rarity"].tolist() == pytest.approx(RARITY)
    assert packed.arrays["weighting.mean_lengths"].tolist() == []
    # Two words and three words.
    assert WEIGHTING.pack(BM25).arrays["weighting.mean_lengths"].tolist() == [2.5]


def test_what_was_packed_is_what_is_read():
    weighting = parts_of(changed_file(TFIDF), WEIGHTING).features.weighting
    assert (weighting.term, weighting.unit, weighting.signs) == ("count", "l2", False)
    assert weighting.rarity.tolist() == pytest.approx(RARITY)
    assert weighting.block_ends.tolist() == [3]


def test_plain_counts_take_no_room_and_need_nothing():
    packed = WEIGHTING.pack(PLAIN)
    assert (packed.header, packed.arrays) == ({}, {})
    assert parts_of(changed_file(PLAIN), WEIGHTING).features.weighting is None
    is_needed = WEIGHTING.needs["weighting"]
    assert (is_needed(TFIDF), is_needed(PLAIN)) == (True, False)


@pytest.mark.parametrize(
    ("header", "arrays"),
    [
        ({"term": "cube", "unit": "l2"}, {}),
        ({"term": "count", "unit": "l3"}, {}),
        ({"term": "count", "unit": "l2"}, {"weighting.rarity": np.ones(2)}),
        ({"term": "count", "unit": "l2"}, {"weighting.rarity": np.ones(3, np.float32)}),
        ({"term": "count", "unit": "l2"}, {"weighting.mean_lengths": np.ones(2)}),
    ],
)
def test_a_weighting_of_other_features_is_refused(header, arrays):
    with pytest.raises(ModelFileError, match="its weighting does not fit its features"):
        parts_of(changed_file(TFIDF, {"weighting": header}, arrays), WEIGHTING)


def test_a_mean_length_must_be_a_number():
    file = changed_file(BM25, arrays={"weighting.mean_lengths": np.array([np.inf])})
    with pytest.raises(ModelFileError, match=r"weighting\.mean_lengths must be finite"):
        parts_of(file, WEIGHTING)
