"""Decimal commas and points, thousands in groups, and numbers that may be two."""

import pytest

from linnet.reading.decimals import (
    COMMA,
    POINT,
    Decimal,
    decimal_of,
    is_ambiguous,
    is_of_other_mark,
    parse_written,
)

KNOWN_COMMA = Decimal(COMMA, known=True)
KNOWN_POINT = Decimal(POINT, known=True)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("3,5", 3.5),
        ("-1.234,56", -1234.56),
        ("1 234,5", 1234.5),
        ("1\u00a0234\u00a0567", 1234567),
        ("1\u202f234,5", 1234.5),
        ("1.234", 1234),
        ("1,234", 1.234),
        ("1.234.567", 1234567),
        ("1'234,5", 1234.5),
        (",5", 0.5),
        ("7,", 7),
        ("1,5e3", 1500),
        (" 12 ", 12),
        ("3.5", None),
        ("1.23.456", None),
        ("1.234 567", None),
        ("12,34,56", None),
        ("", None),
        (",", None),
        ("abc", None),
        ("1.234,5.6", None),
    ],
)
def test_numbers_with_a_decimal_comma(written, number):
    assert parse_written(written, KNOWN_COMMA) == number


@pytest.mark.parametrize(
    ("written", "number"),
    [("1,234.56", 1234.56), ("1,234", 1234), ("3.5", 3.5), ("1 234.5", 1234.5), ("3,5", None)],
)
def test_numbers_with_a_decimal_point(written, number):
    assert parse_written(written, KNOWN_POINT) == number


@pytest.mark.parametrize(
    ("values", "decimal"),
    [
        (["3,5"], KNOWN_COMMA),
        (["0,125"], KNOWN_COMMA),  # a group of thousands does not start with 0
        (["1234,567"], KNOWN_COMMA),
        (["1.234.567"], KNOWN_COMMA),
        (["1.234", "5,5"], KNOWN_COMMA),
        (["1,234.56"], KNOWN_POINT),
        (["1,234,567"], KNOWN_POINT),
        (["1,234", "0.5"], KNOWN_POINT),
        (["1,234", "12", "", None, "old"], Decimal(POINT)),
        (["3,5", "3.5"], Decimal(POINT)),
    ],
)
def test_what_the_numbers_of_a_column_prove(values, decimal):
    assert decimal_of(values, POINT) == decimal


def test_the_usual_mark_is_taken_where_nothing_is_proved():
    assert decimal_of(["12", "1.234"], COMMA) == Decimal(COMMA)


@pytest.mark.parametrize("written", ["1,234", "-12,345", "123,456"])
def test_a_group_of_three_may_be_thousands_or_decimals(written):
    assert is_ambiguous(written, Decimal(POINT))
    assert is_ambiguous(written, Decimal(COMMA))
    assert parse_written(written, Decimal(POINT)) is None
    assert not is_ambiguous(written, KNOWN_POINT)


def test_a_point_is_a_decimal_point_unless_commas_are_expected():
    assert parse_written("1.234", Decimal(POINT)) == 1.234
    assert parse_written("1.234", Decimal(COMMA)) is None


def test_numbers_that_need_the_other_mark():
    assert is_of_other_mark("3,5", Decimal(POINT))
    assert is_of_other_mark("3.5", Decimal(COMMA))
    assert not is_of_other_mark("old", Decimal(POINT))
    assert not is_of_other_mark("12", Decimal(POINT))
