"""Numbers short enough for a report."""

import math

from linnet.report.rounding import rounded


def test_a_number_has_six_digits_wherever_its_point_is():
    assert rounded(1234567.0) == 1234570.0
    assert rounded(-0.00012345678) == -0.000123457


def test_what_is_infinite_or_no_number_is_null():
    assert rounded([math.nan, math.inf, -math.inf, 0.0]) == [None, None, None, 0.0]


def test_whole_numbers_texts_flags_and_nothing_stay_as_they_are():
    plain = {"documents": 123456789, "text": "0.123456789", "exact": True, "id": None}
    assert rounded(plain) == plain


def test_numbers_are_found_at_any_depth():
    curve = {"points": ({"at": 1 / 3, "band": [2 / 3, math.inf]},)}
    assert rounded(curve) == {"points": [{"at": 0.333333, "band": [0.666667, None]}]}
