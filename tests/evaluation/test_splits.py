"""Folds: even, stratified, the same for the same seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.errors import SettingError
from linnet.evaluation.splits import stratified_folds

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
    assert sorted(stratified_folds(np.array([0, 1, 1, 0, 2]), 5, seed=0).tolist()) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("folds", [-1, 0, 1, 4])
def test_too_few_or_too_many_folds_are_a_sentence(folds):
    with pytest.raises(SettingError, match=rf"folds must be from 2 to 3, .*; got {folds}\."):
        stratified_folds(np.array([0, 1, 0]), folds, seed=0)
