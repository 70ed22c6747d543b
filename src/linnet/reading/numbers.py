"""Columns of numbers, however they are written: as float64, and which values are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import is_number, null_for_empty, strings
from linnet.reading.decimals import COMMA, POINT, Decimal, parse_written


def parse_weights(
    column: pa.Array, decimal: Decimal | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64, and which of its values are no finite number, 0 or above.

    >>> values, wrong = parse_weights(pa.array(["1.5", "-1", "x"]))
    >>> values.tolist(), wrong.tolist()
    ([1.5, -1.0, nan], [False, True, True])
    """
    values = _as_floats(column, decimal)
    with np.errstate(invalid="ignore"):
        right = np.isfinite(values) & (values >= 0)
    return values, ~right


def parse_numbers(
    column: pa.Array, decimal: Decimal | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64, NaN for what is missing, and which values are no finite number.

    Numbers are written as programs do, or as people do with a decimal mark.

    >>> values, wrong = parse_numbers(pa.array(["1.5", "", "old", "nan"]))
    >>> values.tolist(), wrong.tolist()
    ([1.5, nan, nan, nan], [False, False, True, True])
    """
    if is_number(column.type):
        floats = column.cast(pa.float64(), safe=False)
        values: np.ndarray = floats.to_numpy(zero_copy_only=False)
        return values, np.isinf(values)
    texts = null_for_empty(strings(column))
    values = _as_floats(texts, decimal)
    there = texts.is_valid().to_numpy(zero_copy_only=False)
    return values, ~np.isfinite(values) & there


def _as_floats(column: pa.Array, decimal: Decimal | None) -> np.ndarray:
    floats = _cast(column, decimal)
    if floats is None:
        parsed = [parse_number(value, decimal) for value in column.to_pylist()]
        floats = pa.array(parsed, pa.float64())
    values: np.ndarray = floats.to_numpy(zero_copy_only=False)
    return values


def _cast(column: pa.Array, decimal: Decimal | None) -> pa.Array | None:
    """Return the numbers of a column as Arrow reads them; None where it does not, or may differ."""
    if decimal is not None and decimal.mark == COMMA:
        column = _with_points(column, decimal)
    try:
        return None if column is None else column.cast(pa.float64())
    except pa.ArrowException:
        return None


def _with_points(column: pa.Array, decimal: Decimal) -> pa.Array | None:
    """Return a column with its decimal commas as points; None where a number may be ambiguous."""
    from pyarrow import compute

    has_points = compute.match_substring(column, POINT)
    if not decimal.known or compute.any(has_points).as_py():
        return None
    return compute.replace_substring(column, COMMA, POINT)


def parse_number(value: Any, decimal: Decimal | None = None) -> float | None:
    """Return the number that is written, None where there is none.

    >>> parse_number("1e3"), parse_number("1_000"), parse_number("old")
    (1000.0, None, None)
    >>> parse_number("1.234,5", Decimal(COMMA))
    1234.5
    """
    if decimal is not None and isinstance(value, str):
        number = parse_written(value, decimal)
        if number is not None or decimal.mark == COMMA:
            return number
    try:
        if "_" in str(value):  # Python would read it, other programs do not
            return None
        return float(value)
    except (TypeError, ValueError):
        return None
