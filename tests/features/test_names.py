"""Many names side by side: one by one, united with others, and some of them taken."""

import numpy as np
import pytest

from linnet.features.names import Names, offsets_of

ANIMALS = Names.of(["ant", "bär", "", "cow"])


def test_names_lie_side_by_side_as_utf8():
    # ä takes two bytes: 3, 4, 0 and 3 bytes
    assert ANIMALS.offsets.tolist() == [0, 3, 7, 7, 10]
    assert ANIMALS.bytes.tobytes() == "antbärcow".encode()
    assert len(ANIMALS) == 4
    assert [ANIMALS[1], ANIMALS[2]] == ["bär", ""]
    assert list(ANIMALS) == ["ant", "bär", "", "cow"]


def test_bytes_that_are_no_text_are_shown_as_such():
    broken = Names(np.frombuffer(b"a\xffb", np.uint8), np.array([0, 2, 3]))
    assert broken[0] == "a\ufffd"
    assert list(broken) == ["a\ufffd", "b"]


@pytest.mark.parametrize(
    ("chosen", "taken"),
    [
        (np.array([True, False, True, True]), ["ant", "", "cow"]),
        (np.array([1, 3]), ["bär", "cow"]),
        (np.array([], np.int64), []),
    ],
)
def test_some_names_are_taken_by_a_mask_or_by_their_places(chosen, taken):
    assert list(ANIMALS.take(chosen)) == taken


def test_two_lists_are_united_in_the_order_of_bytes():
    mine = Names.of(["ant", "cow"])
    others = Names.of(["bee", "cow", "äff"])
    united = mine.united(others)
    # Letters with accents come after z.
    assert list(Names.of_engine(united.names)) == ["ant", "bee", "cow", "äff"]
    assert united.from_a.tolist() == [0, 2]
    assert united.from_b.tolist() == [1, 2, 3]
    assert mine.among(others).tolist() == [False, True]
    assert Names.of([]).among(others).tolist() == []


def test_offsets_of_nothing_are_one_zero():
    assert offsets_of(np.array([], np.int64)).tolist() == [0]
    assert offsets_of(np.array([2, 0, 5])).tolist() == [0, 2, 2, 7]
