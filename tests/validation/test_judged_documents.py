"""Documents judged by models of other folds, by hand."""

import numpy as np
import pytest

from linnet import cross_validate
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.measures import Measure
from linnet.validation.folds import Folds
from linnet.validation.judged_documents import JudgedDocuments

NOBODY = np.zeros(4, np.bool_)
FOLD = np.array([0, 0, 0, 1])


def test_a_large_fold_counts_as_much_as_a_small_one_in_the_mean_of_folds():
    judged = JudgedDocuments(FOLD, NOBODY)
    # 2 of 3 and 0 of 1
    assert judged.mean_error_of_folds(np.array([True, True, False, False])) == pytest.approx(1 / 3)


def test_documents_judged_twice_count_once_for_the_interval():
    wrong = np.array([True, False, False, True])
    assert JudgedDocuments(FOLD, NOBODY).accuracy(wrong) == Measure(0.5, wilson(2, 4))
    assert JudgedDocuments(FOLD, NOBODY, repeats=2).accuracy(wrong) == Measure(0.5, wilson(1, 2))
    assert JudgedDocuments(FOLD[:0], NOBODY[:0]).accuracy(wrong[:0]) == Measure(None)


def test_what_leaks_is_left_out():
    wrong = np.array([True, False, False, True])
    leaking = np.array([False, True, True, False])
    groups = np.array([0, 0, 1, 1])
    assert JudgedDocuments(FOLD, NOBODY).without_leaks(wrong) is None
    assert JudgedDocuments(FOLD, leaking).without_leaks(wrong) == Measure(0.0, wilson(0, 2))
    assert JudgedDocuments(FOLD, leaking, groups).without_leaks(wrong) == Measure(0.0)


def test_documents_of_a_group_are_drawn_together():
    # 40 groups of 25 documents, each all right or all wrong: as good as 40 documents.
    groups = np.repeat(np.arange(40), 25)
    wrong = groups % 4 == 0
    fold = groups % 2
    low, high = JudgedDocuments(fold, wrong & False, groups).accuracy(wrong).interval
    expected_low, expected_high = wilson(30, 40)
    assert low == pytest.approx(expected_low, abs=0.04)
    assert high == pytest.approx(expected_high, abs=0.04)
    assert JudgedDocuments(fold, wrong & False, groups // 4).accuracy(wrong).interval is None


def test_cross_validation_by_group_has_intervals_of_groups():
    authors = [f"author {number // 10}" for number in range(300)]
    texts = [f"{author} likes {'tea' if len(author) % 2 else 'ale'}" for author in authors]
    labels = ["x" if number // 10 % 3 else "y" for number in range(300)]
    data = {"text": texts, "label": labels, "author": authors}
    by_group = cross_validate(data, folds=Folds(5, group="author")).best.accuracy
    low, high = by_group.interval
    plain_low, plain_high = wilson(round(300 * by_group.value), 300)
    assert high - low > 2 * (plain_high - plain_low)
