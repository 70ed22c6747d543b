"""Which type a column of JSON values, or of several files, has in a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pyarrow as pa

from linnet.reading.arrow_columns import is_plain
from linnet.reading.named import Numeral

MOST_DIGITS = 18  # of a whole number that 64 bits surely hold

# By the types of the values that are not null; a column of others holds strings.
_TYPES = {
    frozenset({bool}): pa.bool_(),
    frozenset({int}): pa.int64(),
    frozenset({float}): pa.float64(),
    frozenset({int, float}): pa.float64(),
}


def kind_of_value(value: Any) -> type:
    """Return the type of a JSON value whose numbers are as they were written; large ones are str.

    >>> kind_of_value(Numeral("7")).__name__, kind_of_value(Numeral("7.0")).__name__
    ('int', 'float')
    """
    if not isinstance(value, Numeral):
        return type(value)
    digits = value.removeprefix("-")
    if not digits.isdigit():
        return float
    return int if len(digits) <= MOST_DIGITS else str


def kept_type(kinds: set[type]) -> pa.DataType:
    """Return the type of a column with values of these types; strings where they differ.

    >>> kept_type({int, type(None)}), kept_type({int, str})
    (DataType(int64), DataType(string))
    """
    return _TYPES.get(frozenset(kinds - {type(None)}), pa.string())


def common_type(types: Collection[pa.DataType]) -> pa.DataType | None:
    """Return the type of a column of several files; None where it has one type in all of them.

    >>> common_type([pa.int32(), pa.int64()]), common_type([pa.int64(), pa.string()])
    (DataType(int64), DataType(string))
    """
    kinds = set(types)
    if len(kinds) == 1 or all(map(is_plain, kinds)):
        return None
    kinds.discard(pa.null())
    if len(kinds) == 1:
        return kinds.pop()
    if all(map(pa.types.is_integer, kinds)):
        return pa.int64()
    if all(pa.types.is_integer(kind) or pa.types.is_floating(kind) for kind in kinds):
        return pa.float64()
    return pa.string()
