"""Random numbers: known ones, in range, spread evenly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linnet.evaluation.random import keys, shuffled, uniforms

M = 2**64 - 1


def by_hand(seed: int, n: int) -> list[int]:
    """Return splitmix64 as its inventors wrote it: one number after the other."""
    found, state = [], seed & M
    for _ in range(n):
        state = (state + 0x9E3779B97F4A7C15) & M
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & M
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & M
        found.append(mixed ^ (mixed >> 31))
    return found


def test_the_published_numbers_come_out():
    assert keys(1234567, 3).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@given(seed=st.integers(-(2**70), 2**70), n=st.integers(0, 20))
def test_numbers_equal_the_sequential_generator(seed, n):
    assert keys(seed, n).tolist() == by_hand(seed, n)
    assert uniforms(seed, n).tolist() == [(key >> 11) / 2**53 for key in by_hand(seed, n)]


@given(seed=st.integers(0, 2**64 - 1), n=st.integers(0, 200))
def test_a_shuffle_has_every_number_once(seed, n):
    assert sorted(shuffled(seed, n).tolist()) == list(range(n))


def test_uniforms_are_even_and_below_one():
    numbers = uniforms(3, 100_000)
    assert 0 <= numbers.min() < numbers.max() < 1
    # The standard deviation of each tenth's count is 95; five of them leave room.
    assert np.abs(np.bincount((numbers * 10).astype(int), minlength=10) - 10_000).max() < 475


@pytest.mark.parametrize("seed", range(4))
def test_neighbouring_seeds_are_not_alike(seed):
    assert abs(np.corrcoef(uniforms(seed, 10_000), uniforms(seed + 1, 10_000))[0, 1]) < 0.05
