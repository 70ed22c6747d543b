"""Resamples: as many documents, spread as a multinomial spreads them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from linnet.evaluation.metrics.bootstrap import binomials, multinomials, resampled_counts
from linnet.evaluation.metrics.confusion import Confusion
from linnet.evaluation.metrics.counts import f1s
from linnet.evaluation.random import uniforms


@pytest.mark.parametrize(
    ("n", "share"), [(1, 0.5), (5, 0.2), (20, 0.97), (400, 0.5), (3000, 0.001)]
)
def test_each_outcome_is_as_long_as_it_is_likely(n, share):
    # Evenly spaced chances fall on every outcome in proportion to its length.
    chance = (np.arange(20_000) + 0.5) / 20_000
    drawn = binomials(chance, np.full(20_000, n), np.full(20_000, share))
    shares = np.bincount(drawn, minlength=n + 1) / 20_000
    np.testing.assert_allclose(shares, binom.pmf(np.arange(n + 1), n, share), atol=1.01 / 20_000)


def test_certain_outcomes_need_no_chance():
    n, share = np.array([0, 7, 7, 0]), np.array([0.5, 0.0, 1.0, 1.0])
    assert binomials(np.full(4, 0.999), n, share).tolist() == [0, 0, 7, 0]


@given(chance=st.floats(0, 1, exclude_max=True), n=st.integers(0, 10**6), share=st.floats(0, 1))
@settings(deadline=None)
def test_outcomes_stay_in_range(chance, n, share):
    assert 0 <= binomials(np.array([chance]), np.array([n]), np.array([share]))[0] <= n


@given(st.lists(st.integers(0, 30), min_size=1, max_size=20), st.integers(0, 2**32))
@settings(deadline=None, max_examples=50)
def test_every_resample_has_as_many_documents_and_no_new_cells(counts, seed):
    drawn = multinomials(seed, np.array(counts), 5)
    assert drawn.shape == (5, len(counts))
    assert (drawn >= 0).all()
    assert (drawn.sum(axis=1) == sum(counts)).all()
    assert (drawn[:, np.array(counts) == 0] == 0).all()


def test_means_and_covariances_are_those_of_a_multinomial():
    counts, resamples = np.array([40, 3, 0, 50, 7]), 40_000
    drawn, share = multinomials(5, counts, resamples), counts / 100
    np.testing.assert_allclose(drawn.mean(axis=0), counts, atol=0.15)
    np.testing.assert_allclose(
        np.cov(drawn.T), 100 * (np.diag(share) - np.outer(share, share)), atol=0.6
    )


def test_f1_of_resamples_equals_f1_of_drawn_documents():
    # The same distribution as drawing documents one by one, seen by its mean and spread.
    counts = np.array([[30, 5], [10, 55]])
    cells = np.searchsorted(
        np.cumsum(counts.ravel()), np.floor(uniforms(9, 400_000) * 100), side="right"
    )
    tables = np.array([np.bincount(row, minlength=4) for row in cells.reshape(4000, 100)]).reshape(
        -1, 2, 2
    )
    expected = 2 * tables[:, 0, 0] / (tables[:, 0].sum(axis=1) + tables[:, :, 0].sum(axis=1))
    found = f1s(resampled_counts(Confusion(("a", "b"), counts)))[:, 0]
    assert found.mean() == pytest.approx(expected.mean(), abs=0.006)
    assert found.std() == pytest.approx(expected.std(), rel=0.1)


def test_a_label_that_never_comes_up_is_not_a_number():
    resamples = f1s(resampled_counts(Confusion(("a", "b", "c"), np.diag([30, 0, 40]))))
    assert resamples.shape == (1000, 3)
    assert np.isnan(resamples[:, 1]).all()
    assert (resamples[:, [0, 2]] == 1).all()
