"""Columns of numbers, however they are written."""

import numpy as np
import pyarrow as pa

from linnet.reading.numbers import parse_number, parse_numbers, parse_weights


def test_weights_are_finite_and_not_negative():
    values, wrong = parse_weights(pa.array([0.0, 2.5, -1.0, np.inf, None]))
    assert values[:3].tolist() == [0, 2.5, -1]
    assert wrong.tolist() == [False, False, True, True, True]


def test_missing_numbers_are_not_wrong_but_infinite_ones_are():
    values, wrong = parse_numbers(pa.array([1, None]))
    assert np.array_equal(values, [1, np.nan], equal_nan=True)
    assert not wrong.any()
    assert parse_numbers(pa.array([np.inf, np.nan]))[1].tolist() == [True, False]


def test_words_among_written_numbers():
    values, wrong = parse_numbers(pa.array(["1e2", "", None, "old", "1_0", " 7"]))
    assert values.tolist()[0] == 100
    assert values.tolist()[5] == 7
    assert wrong.tolist() == [False, False, False, True, True, False]


def test_a_number_that_is_written():
    assert parse_number("-1.5") == -1.5
    assert parse_number(None) is None
    assert parse_number("1_000") is None
    assert parse_number("1" * 5000) == np.inf
