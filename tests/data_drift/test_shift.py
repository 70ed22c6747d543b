"""One kind of shift."""

import pytest

from linnet.data_drift.shift import KINDS, LABELS, LEAST, MOST_BY_CHANCE, NGRAMS, Shift


@pytest.mark.parametrize("kind", KINDS)
def test_a_shift_is_more_than_chance_and_large_enough(kind):
    enough = LEAST[kind] + 0.021
    assert Shift(kind, enough, 0.02, MOST_BY_CHANCE / 2).is_found
    assert not Shift(kind, enough, 0.02, MOST_BY_CHANCE).is_found
    assert not Shift(kind, enough - 0.002, 0.02, 0.0).is_found


def test_four_kinds_at_once_stay_below_five_percent():
    at_once = len(KINDS) - 1  # labels, or predicted ones
    assert at_once * MOST_BY_CHANCE < 0.05


def test_as_json():
    shift = Shift(LABELS, 0.123456789, 0.01, 1e-9, expected=0.5, found=0.6, label="spam")
    assert shift.as_json() == {
        "shifted": True,
        "distance": 0.123457,
        "by_chance": 0.01,
        "p_value": 1e-9,
        "least": 0.05,
        "expected": 0.5,
        "found": 0.6,
        "label": "spam",
    }
    assert Shift(NGRAMS, 0.1, 0.0, 0.0).as_json()["expected"] is None
