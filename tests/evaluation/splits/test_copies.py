"""Copies of documents that a split keeps together, as far as labels and parts allow it."""

import numpy as np
import pytest

from linnet.evaluation.splits.copies import (
    connected,
    groups_with_copies,
    in_several_units,
    joined_groups,
    kept_units,
    set_apart,
    units_of,
)
from linnet.evaluation.splits.splits import SplitCriteria, folds, split, stratified_folds

CODES = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])


def with_pairs():
    """Twelve documents, each beside its copy."""
    return SplitCriteria(CODES, copies=np.repeat(np.arange(6), 2))


def test_without_copies_each_document_is_a_unit_and_its_label_the_stratum():
    units = units_of(SplitCriteria(CODES), 3)
    assert units.unit.tolist() == list(range(12))
    assert units.strata is CODES
    assert not units.has_copies


def test_copies_are_one_unit_and_the_largest_come_first_within_a_label():
    codes = np.array([0, 0, 0, 1, 1, 1])
    units = units_of(SplitCriteria(codes, copies=np.array([4, 9, 9, 2, 3, 5])), 2)
    assert units.unit.tolist() == [2, 4, 4, 0, 1, 3]
    of_pair, of_single = units.strata[units.unit[1]], units.strata[units.unit[0]]
    assert of_pair < of_single < units.strata[units.unit[3]]


def test_copies_are_in_one_fold_and_labels_even():
    part = folds(with_pairs(), 3).part
    assert part[::2].tolist() == part[1::2].tolist()
    assert np.bincount(part[:6]).tolist() == [2, 2, 2]
    assert np.bincount(part[6:]).tolist() == [2, 2, 2]


def test_copies_are_on_one_side_of_a_reserved_part():
    part = split(with_pairs(), test=1 / 3)
    assert part[::2].tolist() == part[1::2].tolist()
    assert np.count_nonzero(part) == 4


@pytest.mark.parametrize("seed", range(5))
def test_documents_without_copies_are_divided_as_ever(seed):
    alone = SplitCriteria(CODES, copies=np.arange(12))
    plain = SplitCriteria(CODES)
    assert folds(alone, 3, seed).part.tolist() == folds(plain, 3, seed).part.tolist()
    assert (split(alone, test=0.3, seed=seed) == split(plain, test=0.3, seed=seed)).all()


def test_a_group_with_all_documents_of_a_label_is_divided():
    criteria = SplitCriteria(CODES, copies=np.array([0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6]))
    part = folds(criteria, 2).part
    assert np.bincount(part[6:]).tolist() == [3, 3]  # a model of either fold knows the label


def test_where_units_are_fewer_than_parts_documents_are_divided():
    copies = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1])
    part = folds(SplitCriteria(CODES, copies=copies), 4).part
    assert np.bincount(part).tolist() == [3, 3, 3, 3]


def test_copies_with_several_labels_stay_together_too():
    starts = np.arange(0, 25, 2)
    codes = np.tile([0, 1, 0, 2], 6)
    criteria = SplitCriteria(codes, starts, copies=np.repeat(np.arange(6), 2))
    part = folds(criteria, 3).part
    assert part[::2].tolist() == part[1::2].tolist()
    assert np.bincount(part).tolist() == [4, 4, 4]


def test_documents_without_any_label_have_copies_too():
    starts = np.array([0, 0, 0, 0, 1, 2, 3, 4])
    copies = np.array([0, 0, 1, 2, 3, 4, 5])
    part = folds(SplitCriteria(np.array([0, 0, 1, 1]), starts, copies=copies), 2).part
    assert part[0] == part[1]


def test_groups_that_share_a_copy_are_one():
    groups = np.repeat(np.arange(6), 2)
    copies = np.array([0, 1, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    criteria = SplitCriteria(np.tile([0, 1], 6), groups=groups, copies=copies)
    assert groups_with_copies(criteria, 2).tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    part = folds(criteria, 2).part
    assert len(set(part[:4].tolist())) == 1


def test_groups_stay_as_they_are_where_a_label_would_be_in_one_of_them_only():
    criteria = SplitCriteria(
        np.array([0, 1, 1, 0, 0]),
        groups=np.array([0, 0, 1, 2, 2]),
        copies=np.array([0, 1, 1, 2, 3]),
    )
    assert groups_with_copies(criteria, 2) is criteria.groups


def test_by_time_copies_are_of_no_use():
    criteria = SplitCriteria(CODES, times=np.arange(12), copies=np.array([0] * 6 + [0] * 6))
    assert folds(criteria, 2).part.tolist() == [0] * 4 + [1] * 4 + [2] * 4


def test_some_documents_have_copies_and_others_of_the_selection_keep_theirs():
    chosen = np.array([True, True, False, True] * 3)
    assert with_pairs().select(chosen).copies.tolist() == [0, 0, 1, 2, 2, 3, 4, 4, 5]


def test_chains_connect():
    assert connected(5, np.array([0, 1]), np.array([1, 2])).tolist() == [0, 0, 0, 1, 2]
    assert joined_groups(np.array([0, 0, 1, 1]), np.array([7, 8, 8, 9])).tolist() == [0] * 4
    assert joined_groups(np.array([], np.int64), np.array([], np.int64)).tolist() == []


def test_some_are_set_apart():
    apart = set_apart(np.array([3, 3, 3]), np.array([True, False, False]))
    assert apart[1:].tolist() == [3, 3]
    assert apart[0] != 3


def test_units_that_parts_keep_together():
    codes = np.array([0, 0, 1, 1, 0, 1])
    copies = np.array([0, 0, 1, 1, 2, 3])
    criteria = SplitCriteria(codes, copies=copies)
    assert not in_several_units(copies, kept_units(criteria, 4)).any()
    apart = in_several_units(copies, kept_units(criteria, 5))  # only four units
    assert apart.tolist() == [True] * 4 + [False] * 2


def test_units_that_groups_keep_together():
    groups, copies = np.array([0, 0, 1, 2, 2]), np.array([5, 6, 6, 7, 8])
    criteria = SplitCriteria(np.array([0, 1, 1, 0, 1]), groups=groups, copies=copies)
    assert not in_several_units(copies, kept_units(criteria, 2)).any()
    apart = in_several_units(copies, kept_units(criteria, 3))
    assert apart.tolist() == [False, True, True, False, False]


@pytest.mark.parametrize("seed", range(3))
def test_groups_of_copies_make_folds_of_about_the_same_size(seed):
    sizes = np.tile(np.arange(1, 11), 50)
    labels = np.repeat(np.arange(50), 10)
    criteria = SplitCriteria(np.repeat(labels, sizes), copies=np.repeat(np.arange(500), sizes))
    parts = folds(criteria, 5, seed)
    shares = np.bincount(parts.part) / len(criteria)
    assert shares.min() > 0.19
    assert shares.max() < 0.21
    pairs = np.unique(np.stack([criteria.codes, parts.part]), axis=1)
    assert pairs.shape[1] == 250  # each label is in each fold


def test_a_label_of_two_groups_is_in_two_folds():
    codes = np.repeat(np.arange(20), 6)
    criteria = SplitCriteria(codes, copies=np.repeat(np.arange(40), 3))
    for seed in range(5):
        part = folds(criteria, 5, seed).part
        pairs = np.unique(np.stack([codes, part]), axis=1)
        assert pairs.shape[1] == 40


def test_without_copies_folds_are_those_of_stratified_folds():
    codes = np.random.default_rng(5).integers(0, 7, 200)
    part = folds(SplitCriteria(codes), 5, seed=3).part
    assert part.tolist() == stratified_folds(codes, 5, seed=3).tolist()
    known = [2, 0, 1, 1, 1, 1, 3, 3]
    assert part[:8].tolist() == known
