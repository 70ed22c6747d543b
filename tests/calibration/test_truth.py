"""What is true of documents, and which of them tell something."""

import numpy as np

from linnet.calibration.truth import (
    contested,
    counts_with_and_without,
    has_own_map,
    has_scores,
    is_informative,
    label_flags,
)

INF = np.inf
# Ordinary, label b vetoed, all labels vetoed, no scores at all.
SCORES = np.array([[1.0, 2.0], [1.0, -INF], [-INF, -INF], [np.nan, np.nan]])


def test_documents_without_a_finite_score_have_none():
    assert has_scores(SCORES).tolist() == [True, True, False, False]


def test_a_document_whose_own_label_is_vetoed_tells_nothing():
    truth_a = np.array([0, 0, 0, 0])
    truth_b = np.array([1, 1, 1, 1])
    assert is_informative(SCORES, truth_a).tolist() == [True, True, False, False]
    assert is_informative(SCORES, truth_b).tolist() == [True, False, False, False]
    any_number = np.array([[False, True]] * 4)
    assert is_informative(SCORES, any_number).tolist() == [True, True, False, False]


def test_a_label_is_contested_where_another_one_is_possible():
    scores, truth = contested(SCORES[:3], np.array([1, 0, 0]))
    assert scores.tolist() == [[1.0, 2.0]]
    assert truth.tolist() == [1]


def test_one_label_each_or_any_number_make_the_same_flags():
    flags = [[False, True, False], [True, False, False]]
    assert label_flags(np.array([1, 0]), 3).tolist() == flags
    assert label_flags(np.array(flags).astype(np.int8), 3).tolist() == flags


def test_a_map_of_its_own_needs_ten_documents_with_the_label_and_ten_without():
    # Of 21 documents, 10 have a, 9 have b and 2 have c.
    truth = np.repeat([0, 1, 2], [10, 9, 2])
    assert counts_with_and_without(truth, 3).tolist() == [[10, 9, 2], [11, 12, 19]]
    assert has_own_map(truth, 3).tolist() == [True, False, False]
    # All 20 have a, and none is without it; 10 of them have b too.
    both = np.column_stack([np.ones(20, np.bool_), np.arange(20) < 10])
    assert has_own_map(both, 2).tolist() == [False, True]
