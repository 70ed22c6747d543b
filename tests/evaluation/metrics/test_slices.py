"""Slices: the largest fifty, and lengths in four parts."""

import numpy as np

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.slices import length_quarters, slices_of


def test_the_fifty_largest_are_told_and_the_rest_counted():
    # Sixty slices; slice n has n + 1 documents.
    codes = np.repeat(np.arange(60), np.arange(60) + 1)
    n = len(codes)
    predictions = LabelledPredictions(("a", "b"), codes % 2, np.zeros(n, int), np.zeros((n, 2)))
    found = slices_of(predictions, "author", tuple(f"{code:02}" for code in range(60)), codes)
    assert [one.name for one in found.slices] == [f"{code:02}" for code in range(10, 60)]
    assert [one.measures["accuracy"].value for one in found.slices[:2]] == [1, 0]
    assert (found.left_out, found.left_out_documents) == (10, 55)
    assert found.slices[-1].measures["macro-f1"].interval is not None


def test_quarters_of_all_the_same_length_are_one():
    names, codes = length_quarters(np.full(5, 7))
    assert (names, codes.tolist()) == (("all lengths",), [0] * 5)
    assert length_quarters(np.zeros(0, np.int64))[0] == ("all lengths",)


def test_quarters_have_a_quarter_of_the_documents():
    names, codes = length_quarters(np.arange(1, 101))
    assert names == ("up to 25", "26 to 50", "51 to 75", "76 or more")
    assert np.bincount(codes).tolist() == [25, 25, 25, 25]
