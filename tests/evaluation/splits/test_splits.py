"""Splits and folds: even, stratified, groups whole, times in order, the same for the same seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.errors import InputError, SettingError
from linnet.evaluation.splits.splits import SplitCriteria, folds, stratified_folds

codes_and_folds = st.lists(st.integers(0, 4), min_size=2, max_size=80).flatmap(
    lambda codes: st.tuples(st.just(np.array(codes)), st.integers(2, len(codes)))
)


def spread(counts: np.ndarray) -> int:
    return int(counts.max() - counts.min())


@given(given_=codes_and_folds, seed=st.integers(0, 2**32))
def test_folds_and_labels_in_folds_differ_by_at_most_one_document(given_, seed):
    codes, folds = given_
    found = stratified_folds(codes, folds, seed)
    assert found.dtype == np.int32
    assert spread(np.bincount(found, minlength=folds)) <= 1
    for label in np.unique(codes):
        assert spread(np.bincount(found[codes == label], minlength=folds)) <= 1


def test_a_seed_decides_the_folds():
    codes = np.arange(100) % 3
    first = stratified_folds(codes, 5, seed=1).tolist()
    assert stratified_folds(codes, 5, seed=1).tolist() == first
    assert stratified_folds(codes, 5, seed=2).tolist() != first


def test_documents_of_a_label_are_shuffled():
    # In order, document i would be in fold i % 2.
    found = stratified_folds(np.zeros(1000, int), 2, seed=3)
    assert 400 < np.sum(found == np.arange(1000) % 2) < 600


def test_as_many_folds_as_documents_leave_one_out():
    assert sorted(stratified_folds(np.array([0, 1, 1, 0, 2]), 5, seed=0).tolist()) == [
        0,
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize("folds", [-1, 0, 1, 4])
def test_too_few_or_too_many_folds_are_a_sentence(folds):
    with pytest.raises(SettingError, match=rf"folds must be from 2 to 3, .*; got {folds}\."):
        stratified_folds(np.array([0, 1, 0]), folds, seed=0)


def counts(codes, part):
    """Return parts × labels."""
    table = np.zeros((part.max() + 1, codes.max() + 1), int)
    np.add.at(table, (part, codes), 1)
    return table


def test_folds_by_time_are_those_of_scikit_learn():
    from sklearn.model_selection import TimeSeriesSplit

    times = np.random.default_rng(1).permutation(60)
    parts = folds(SplitCriteria(np.zeros(60, int), times=times), 5)
    in_order = np.argsort(times)
    wanted = [(set(in_order[a]), set(in_order[b])) for a, b in TimeSeriesSplit(5).split(times)]
    found = [
        (np.flatnonzero(parts.training(k)), np.flatnonzero(parts.held_out(k)))
        for k in parts.held_out_parts()
    ]
    assert [(set(a), set(b)) for a, b in found] == wanted


@given(seed=st.integers(0, 200), n_folds=st.integers(2, 6))
def test_a_group_is_in_one_fold_only_and_no_fold_is_empty(seed, n_folds):
    chance = np.random.default_rng(seed)
    groups = np.append(np.arange(n_folds), chance.integers(0, 20, 40))
    parts = folds(SplitCriteria(chance.integers(0, 3, len(groups)), groups=groups), n_folds, seed)
    assert all(len(set(parts.part[groups == group])) == 1 for group in groups)
    assert len(set(parts.part)) == n_folds


def test_labels_in_folds_of_groups_are_no_less_even_than_those_of_scikit_learn():
    from sklearn.model_selection import StratifiedGroupKFold

    def unevenness(codes, part):
        table = counts(codes, part)
        return np.abs(table / table.sum(axis=0) - 0.2).mean()

    ours, theirs = [], []
    for seed in range(10):
        chance = np.random.default_rng(seed)
        groups, codes = chance.integers(0, 60, 400) ** 2 // 60, chance.binomial(2, 0.3, 400)
        ours.append(unevenness(codes, folds(SplitCriteria(codes, groups=groups), 5, seed).part))
        part = np.zeros(400, int)
        sklearns = StratifiedGroupKFold(5, shuffle=True, random_state=seed)
        for number, (_, held) in enumerate(sklearns.split(codes, codes, groups)):
            part[held] = number
        theirs.append(unevenness(codes, part))
    assert np.mean(ours) <= np.mean(theirs)


def test_leave_one_out_leaves_out_documents_or_groups():
    assert folds(SplitCriteria(np.array([0, 1, 1])), None).part.tolist() == [0, 1, 2]
    assert folds(
        SplitCriteria(np.array([0, 1, 1]), groups=np.array([7, 3, 7])), None
    ).part.tolist() == [
        1,
        0,
        1,
    ]
    with pytest.raises(InputError, match="at least as many groups as parts, 2; got 1"):
        folds(SplitCriteria(np.array([0, 1]), groups=np.array([7, 7])), None)
