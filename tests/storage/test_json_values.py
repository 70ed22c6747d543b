"""Values of a JSON header are of their kind, or a sentence says what they must be."""

import pytest

from linnet.storage.json_values import (
    BadValueError,
    as_count,
    as_flag,
    as_list,
    as_number,
    as_object,
    as_text,
    optional,
    part,
)


@pytest.mark.parametrize(
    ("read", "good"),
    [(as_count, 0), (as_number, -0.5), (as_number, 3), (as_text, ""), (as_flag, False)],
)
def test_what_is_of_its_kind_comes_back(read, good):
    assert read(good) == good
    assert optional(good, read) == good
    assert optional(None, read) is None


@pytest.mark.parametrize(
    ("read", "bad"),
    [
        (as_count, -1),
        (as_count, 1.0),
        (as_count, True),
        (as_count, 2**70),
        (as_number, "1"),
        (as_number, True),
        (as_number, 1e308),
        (as_number, 10**400),
        (as_text, 1),
        (as_flag, 1),
        (as_object, []),
    ],
)
def test_anything_else_is_refused(read, bad):
    with pytest.raises(BadValueError):
        read(bad)


def test_lists_have_a_limit():
    assert as_list([1, 2], 2) == [1, 2]
    with pytest.raises(BadValueError, match="a list of at most 1"):
        as_list([1, 2], 1)


def test_a_part_must_be_there():
    assert part({"a": None}, "a") is None
    with pytest.raises(BadValueError, match="'b' must be there"):
        part({"a": None}, "b")
    with pytest.raises(BadValueError, match="an object must be there"):
        part(["a"], "a")
