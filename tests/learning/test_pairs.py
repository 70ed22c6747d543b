"""Totals added pair by pair: places, dust, and what no documents have."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.learning.class_totals import NO_COLUMNS, BlockTotals, ClassTotals

NUMBER = ColumnSettings("numeric", ("n",))


def totals(*numbers, settings=NUMBER, label="x", weight=1.0, squares=True):
    """The totals of one label whose documents have these numbers in one feature."""
    n, values = len(numbers), np.array(numbers)
    block = BlockTotals(
        settings,
        Names.of(["value"]),
        NO_COLUMNS,
        np.array([n]),
        np.array([0, min(n, 1)]),
        np.zeros(min(n, 1), np.int32),
        np.array([weight * values.sum()] if n else []),
        np.array([weight * n] if n else []),
        squares=np.array([weight * (values**2).sum()] if n else []) if squares else np.empty(0),
    )
    return ClassTotals((label,), np.array([n]), np.array([weight * n]), (block,))


def told(added):
    block = added.blocks[0]
    return block.sums.tolist(), block.presences.tolist(), block.squares.tolist()


def test_sums_presences_and_squares_add_by_label():
    added = totals(1.0, 3.0) + totals(-2.0, label="y") + totals(5.0)
    # x: 1 + 3 + 5 over three documents, squares 1 + 9 + 25; y: -2, square 4
    assert added.labels == ("x", "y")
    assert told(added) == ([9.0, -2.0], [3.0, 1.0], [35.0, 4.0])


def test_what_was_added_can_be_taken_away():
    assert told(totals(1.0, -3.0, 7.5) - totals(-3.0)) == ([8.5], [2.0], [57.25])
    left = totals(1.0, 3.0) + totals(-2.0, label="y") - totals(-2.0, label="y")
    assert (left.labels, told(left)) == (("x",), ([4.0], [2.0], [10.0]))


def test_fractions_leave_no_dust_behind():
    both = totals(0.1, 0.2, weight=0.1) + totals(0.7, weight=0.3, label="y")
    left = both + totals(1e-7, 0.3, weight=0.7, label="y") - totals(0.7, weight=0.3, label="y")
    gone = left - totals(1e-7, 0.3, weight=0.7, label="y")
    assert gone.labels == ("x",)
    assert told(gone) == told(totals(0.1, 0.2, weight=0.1))


def test_features_without_documents_stay_where_they_are_fixed_and_go_where_not():
    more = totals(2.0, label="y")
    assert len((totals() + more + totals(1.0) - more).blocks[0]) == 1
    level = {"settings": ColumnSettings("categorical", ("n",)), "squares": False}
    one = totals(1.0, label="y", **level)
    assert len((one + one - one).blocks[0]) == 1
    assert len((one - one).blocks[0]) == 0
    assert len((one.frozen() - one).blocks[0]) == 1


@pytest.mark.parametrize(
    ("mine", "gone"),
    [
        (totals(1.0), totals(1.0, 1.0)),  # more documents than there are
        (totals(1.0, 2.0), totals(3.0)),  # squares 5 - 9
        (totals(1.0, 3.0), totals(-1.0)),  # one document left, of sum 5 and squares 9
        (totals(1.0, 3.0), totals(2.0, 2.0)),  # none left, but squares
        (totals(0.5, squares=False), totals(0.75, squares=False)),
        (totals(1.0, weight=0.5), totals(1.0, weight=0.4)),  # none left, but weight
    ],
)
def test_what_no_documents_have_is_refused(mine, gone):
    with pytest.raises(InputError, match="only documents that were learned can be forgotten"):
        mine - gone
