"""What of a column's features depends on other documents, kind by kind."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import ColumnSettings
from linnet.features.names import Names
from linnet.features.other_documents import block_with_names, is_fixed, is_learned, is_whole

LEVELS = ColumnSettings("categorical", ("who",), "reference")
NUMBER = ColumnSettings("numeric", ("n",), scaling="standard")
PRODUCTS = ColumnSettings("products", ("a", "b"))


def block(settings, *names, learned=(), reference=None):
    numbers = np.array(learned, np.float64)
    return ColumnBlock(settings, Names.of(names), numbers, reference)


@pytest.mark.parametrize(
    ("settings", "fixed", "learned"),
    [
        (LEVELS, False, False),
        (ColumnSettings("cross", ("a", "b")), False, False),
        (ColumnSettings("named", ("extra",)), False, False),
        (ColumnSettings("bins", ("n",)), True, True),
        (NUMBER, True, True),
        (ColumnSettings("length"), True, False),
        (ColumnSettings("length", scaling="centre"), True, True),
        (ColumnSettings("trials", ("12",)), True, False),
    ],
)
def test_names_of_levels_and_values_of_scaled_numbers_depend_on_others(settings, fixed, learned):
    assert (is_fixed(settings), is_learned(settings)) == (fixed, learned)


def test_a_block_is_made_of_names_alone():
    names = Names.of(["ann", "bob"])
    named = block_with_names(ColumnSettings("named", ("extra",)), names)
    assert (list(named.names), named.reference) == (["ann", "bob"], None)
    crossed = block_with_names(replace(LEVELS, kind="cross"), names)
    assert (list(crossed.names), crossed.reference) == (["bob"], "ann")
    length = block_with_names(ColumnSettings("length"), Names.of([]))
    assert list(length.names) == ["missing", "value"]


@pytest.mark.parametrize(
    "sound",
    [
        block(LEVELS, "bob", reference="ann"),
        block(NUMBER, "missing", "value", learned=(3.0, 2.0)),
        block(ColumnSettings("bins", ("n",)), "1 of 1: any"),
        block(PRODUCTS, "a × b", learned=(0, 1, 0, 1)),
        block(ColumnSettings("trials", ("12",)), "trials"),
    ],
)
def test_a_block_that_has_what_its_kind_needs_is_whole(sound):
    assert is_whole(sound)


@pytest.mark.parametrize(
    "broken",
    [
        block(NUMBER, "missing", "value", learned=(3.0, 2.0), reference="ann"),
        block(NUMBER, "missing", "value", learned=(3.0,)),
        block(NUMBER, "missing", "value", learned=(3.0, 0.0)),
        block(NUMBER, "value", learned=(3.0, 2.0)),
        block(PRODUCTS, "a × b", learned=(0, 1)),
        block(PRODUCTS, "b × a", learned=(0, 1, 0, 1)),
    ],
)
def test_a_block_without_what_its_kind_needs_is_not_whole(broken):
    assert not is_whole(broken)
