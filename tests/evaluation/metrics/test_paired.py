"""McNemar, Newcombe, Holm and coin flips: numbers worked out by hand, and those of scipy."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.paired import (
    coin_flips,
    holm,
    mcnemar,
    newcombe,
    randomisation_p_value,
)

counts = st.integers(0, 300)


def test_mcnemar_by_hand():
    # 5 of 6: (C(6,0) + C(6,1)) / 2^6, twice
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    # 10 of 10: 1 / 2^10, twice
    assert mcnemar(10, 0) == pytest.approx(2 / 1024)
    assert mcnemar(3, 3) == 1
    assert mcnemar(0, 0) == 1


@given(a=counts, b=counts)
def test_mcnemar_is_the_binomial_test(a, b):
    expected = binomtest(a, a + b, 0.5).pvalue if a + b else 1.0
    assert mcnemar(a, b) == mcnemar(b, a) == pytest.approx(expected, rel=1e-9)


def test_mcnemar_of_many_documents():
    assert mcnemar(500_000, 502_000) == pytest.approx(
        binomtest(500_000, 1_002_000).pvalue, rel=1e-6
    )


@pytest.mark.parametrize("n", range(1, 60))
def test_mcnemar_gives_false_alarms_in_at_most_5_percent(n):
    # All that can come up with n documents that just one gets right, each as often as chance has it.
    alarms = sum(comb(n, a) for a in range(n + 1) if mcnemar(a, n - a) <= 0.05)
    assert alarms / 2**n <= 0.05


def test_newcombe_of_the_published_table():
    # Newcombe 1998, method 10: 20 both, 12 only the first, 2 only the second, 16 neither.
    assert newcombe(20, 2, 12, 16) == pytest.approx((0.0562, 0.3292), abs=5e-5)


@given(both=counts, a=counts, b=counts, neither=counts)
def test_newcombe_holds_the_difference_and_turns_around(both, a, b, neither):
    n = both + a + b + neither
    if n == 0:
        return
    low, high = newcombe(both, a, b, neither)
    assert -1 <= low <= (b - a) / n <= high <= 1
    assert newcombe(both, b, a, neither) == pytest.approx((-high, -low))


def test_newcombe_without_any_correlation_adds_squares():
    # All that A gets right: the correlation is undefined and counts as 0.
    low, _ = newcombe(10, 10, 0, 0)
    (low_b, _), (low_a, high_a) = wilson(10, 20), wilson(20, 20)
    assert (high_a, low) == (1.0, pytest.approx(-0.5 - np.hypot(0.5 - low_b, 0.0)))
    assert low_a < 1


def test_the_p_value_counts_the_real_one():
    assert randomisation_p_value(0.5, 0.5, np.zeros(9)) == 1
    assert randomisation_p_value(0.0, 0.5, np.array([0.49, -0.49, 0.0])) == 1 / 4
    assert randomisation_p_value(0.0, 0.5, np.array([0.5, -0.5, 0.0])) == 3 / 4
    # Rounding does not break a tie, and an undefined difference counts against us.
    assert randomisation_p_value(0.1, 0.3, np.array([0.2 - 1e-15, np.nan])) == 1


def test_holm_by_hand():
    # 3 × 0.01, 2 × 0.03, 1 × 0.04 but not below the one before
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([0.2]) == [0.2]
    assert holm([]) == []


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 1000])
def test_coin_flips_are_fair_in_any_number(n):
    thrown = np.concatenate(list(coin_flips(n, resamples=4000)))
    assert thrown.shape == (4000, n)
    assert set(np.unique(thrown)) <= {0, 1}
    # Five standard deviations, for each coin and all together.
    assert np.abs(thrown.mean(axis=0) - 0.5).max(initial=0) < 5 * 0.5 / 4000**0.5
    assert n == 0 or abs(thrown.mean() - 0.5) < 5 * 0.5 / (4000 * n) ** 0.5


def test_coin_flips_are_the_same_each_time_and_differ_from_row_to_row():
    first, again = (np.concatenate(list(coin_flips(100, resamples=50))) for _ in range(2))
    assert (first == again).all()
    assert len(np.unique(first, axis=0)) == 50
