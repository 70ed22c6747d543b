"""Wilson's interval, by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.errors import SettingError
from linnet.evaluation.metrics.intervals import wilson

Z = 1.959963984540054


def test_half_of_one_hundred_by_hand():
    # p = 1/2: the middle stays 1/2 and the half width is z √(1/400 + z²/40000) / (1 + z²/100).
    half = Z * math.sqrt(1 / 400 + Z * Z / 40_000) / (1 + Z * Z / 100)
    assert wilson(50, 100) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-14)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=5e-5)


def test_none_of_ten_by_hand():
    # p = 0: from 0 to z² / (n + z²) = 3.8415 / 13.8415.
    assert wilson(0, 10) == (0.0, pytest.approx(Z * Z / (10 + Z * Z), abs=1e-14))
    assert wilson(10, 10) == (pytest.approx(10 / (10 + Z * Z), abs=1e-14), 1.0)


def test_a_wider_level_by_hand():
    # z = 2.5758 for 99 %: z² / (n + z²) = 6.6349 / 16.6349.
    assert wilson(0, 10, level=0.99) == (0.0, pytest.approx(0.39886, abs=1e-5))


def test_nothing_to_judge_by_is_none():
    assert wilson(0, 0) is None


@given(n=st.integers(1, 10**9), share=st.floats(0, 1), level=st.floats(0.01, 0.999))
def test_the_interval_holds_the_share_and_stays_in_range(n, share, level):
    successes = round(n * share)
    low, high = wilson(successes, n, level)
    assert 0 <= low <= successes / n <= high <= 1
    assert wilson(n - successes, n, level) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize(
    ("successes", "n", "level"), [(-1, 3, 0.9), (4, 3, 0.9), (1, 3, 0), (1, 3, 1), (0, -1, 0.9)]
)
def test_impossible_settings_are_a_sentence(successes, n, level):
    with pytest.raises(SettingError, match="must be"):
        wilson(successes, n, level)
