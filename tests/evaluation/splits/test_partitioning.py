"""Documents dealt to parts by label, time, group and sets of labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.evaluation.splits.splits import SplitCriteria, folds, split


def counts(codes, part):
    """Return parts × labels."""
    table = np.zeros((part.max() + 1, codes.max() + 1), int)
    np.add.at(table, (part, codes), 1)
    return table


@given(codes=st.lists(st.integers(0, 3), min_size=20, max_size=200), seed=st.integers(0, 99))
def test_a_split_has_its_share_of_every_label_to_one_document(codes, seed):
    codes = np.array(codes)
    part = split(SplitCriteria(codes), test=0.2, development=0.1, seed=seed)
    sizes = np.bincount(part)
    assert np.all(np.abs(sizes - len(codes) * np.array([0.7, 0.1, 0.2])) <= 1)
    for label in np.unique(codes):
        own = np.bincount(part[codes == label], minlength=3)
        assert np.all(np.abs(own - own.sum() * np.array([0.7, 0.1, 0.2])) < 2)


def test_a_split_without_development_has_two_parts():
    part = split(SplitCriteria(np.arange(50) % 2), test=0.2)
    assert np.bincount(part, minlength=3).tolist() == [40, 0, 10]
    assert counts(np.arange(50) % 2, part).tolist() == [[20, 20], [0, 0], [5, 5]]


def test_the_latest_documents_are_the_test_part_and_ties_stay_together():
    # Wanted: 8 and 2. The two cuts near are after 7 (three in the test part) and after 9 (one).
    times = np.array([0, 1, 2, 3, 4, 5, 6, 7, 7, 9])
    assert (
        split(SplitCriteria(np.zeros(10, int), times=times), test=0.2).tolist() == [0] * 7 + [2] * 3
    )
    shuffled = np.array([9, 7, 0, 7, 1, 2, 3, 4, 5, 6])
    assert split(SplitCriteria(np.zeros(10, int), times=shuffled), test=0.2).tolist() == [
        2,
        2,
        0,
        2,
        0,
        0,
        0,
        0,
        0,
        0,
    ]


def test_a_group_split_fills_every_part_even_from_few_large_groups():
    groups = np.repeat([0, 1, 2], [50, 50, 1])
    part = split(SplitCriteria(np.arange(101) % 2, groups=groups), test=0.2, development=0.2)
    assert sorted(part[[0, 50, 100]].tolist()) == [0, 1, 2]


def test_labels_of_documents_with_several_are_shared_out_to_one_document():
    chance = np.random.default_rng(0)
    flags = chance.random((1000, 20)) < 0.5 / np.arange(1, 21)
    starts, codes = np.append(0, np.cumsum(flags.sum(axis=1))), np.nonzero(flags)[1]
    part = folds(SplitCriteria(codes, starts), 10, seed=3).part
    assert np.bincount(part).tolist() == [100] * 10
    inside = np.stack([flags[part == fold].sum(axis=0) for fold in range(10)])
    assert np.abs(inside - flags.sum(axis=0) / 10).max() < 1.5


@pytest.mark.parametrize(
    ("test", "dev"), [(0, 0), (1, 0), (0.5, 0.5), (-0.1, 0), (0.2, -0.1), (float("nan"), 0)]
)
def test_shares_that_leave_nothing_are_a_sentence(test, dev):
    with pytest.raises(SettingError, match="must"):
        split(SplitCriteria(np.arange(10) % 2), test=test, development=dev)


def test_too_few_documents_groups_or_times_are_a_sentence():
    two = np.array([0, 1])
    with pytest.raises(SettingError, match="each part must have a document; got 2 in all"):
        split(SplitCriteria(two), test=0.2)
    with pytest.raises(InputError, match="at least as many groups as parts, 3; got 2"):
        split(SplitCriteria(two.repeat(9), groups=two.repeat(9)), test=0.2, development=0.1)
    with pytest.raises(InputError, match="at least as many times as parts, 3; got 2"):
        folds(SplitCriteria(two.repeat(9), times=two.repeat(9)), 2)
    with pytest.raises(SettingError, match="by group or by time"):
        split(SplitCriteria(two, groups=two, times=two), test=0.5)
