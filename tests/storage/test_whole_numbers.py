"""Arrays of whole numbers: the narrowest type, and what goes up."""

import numpy as np
import pytest

from linnet.storage.whole_numbers import ascend, ascend_within, narrow


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        ([0, 255], "u1"),
        ([256], "u2"),
        ([70_000.0], "u4"),
        ([-1.0], "f8"),
        ([0.5], "f8"),
        ([], "u1"),
    ],
)
def test_numbers_take_the_narrowest_type_that_holds_them(numbers, kind):
    array = np.array(numbers, np.float64)
    assert narrow(array).dtype == np.dtype(kind)
    assert narrow(array).tolist() == numbers


def test_what_ascends_starts_at_zero_and_ends_at_the_last():
    assert ascend(np.array([0, 1, 1, 4]), 4)
    assert not ascend(np.array([1, 4]), 4)
    assert not ascend(np.array([0, 3]), 4)
    assert not ascend(np.array([0, 2, 1, 4]), 4)
    assert not ascend(np.array([0.0, 4.0]), 4)
    assert not ascend(np.empty(0, np.int64), 0)


def test_what_ascends_within_has_no_number_twice():
    assert ascend_within(np.array([2, 3]), 4)
    assert not ascend_within(np.array([2, 2]), 4)
    assert not ascend_within(np.array([2, 5]), 4)
    assert not ascend_within(np.array([-1, 2]), 4)
