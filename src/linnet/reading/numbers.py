"""Columns of numbers, however they are written: as float64, and which values are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import is_number, null_for_empty, strings


def parse_weights(column: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64, and which of its values are no finite number, 0 or above.

    >>> values, wrong = parse_weights(pa.array(["1.5", "-1", "x"]))
    >>> values.tolist(), wrong.tolist()
    ([1.5, -1.0, nan], [False, True, True])
    """
    values = _as_floats(column)
    with np.errstate(invalid="ignore"):
        right = np.isfinite(values) & (values >= 0)
    return values, ~right


def parse_numbers(column: pa.Array) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as float64, NaN for what is missing, and which values are no finite number.

    >>> values, wrong = parse_numbers(pa.array(["1.5", "", "old", "nan"]))
    >>> values.tolist(), wrong.tolist()
    ([1.5, nan, nan, nan], [False, False, True, True])
    """
    if is_number(column.type):
        floats = column.cast(pa.float64(), safe=False)
        values: np.ndarray = floats.to_numpy(zero_copy_only=False)
        return values, np.isinf(values)
    texts = null_for_empty(strings(column))
    values = _as_floats(texts)
    there = texts.is_valid().to_numpy(zero_copy_only=False)
    return values, ~np.isfinite(values) & there


def _as_floats(column: pa.Array) -> np.ndarray:
    try:
        floats = column.cast(pa.float64())
    except pa.ArrowException:
        parsed = [parse_number(value) for value in column.to_pylist()]
        floats = pa.array(parsed, pa.float64())
    values: np.ndarray = floats.to_numpy(zero_copy_only=False)
    return values


def parse_number(value: Any) -> float | None:
    """Return the number that is written, None where there is none.

    >>> parse_number("1e3"), parse_number("1_000"), parse_number("old")
    (1000.0, None, None)
    """
    try:
        if "_" in str(value):  # Python would read it, other programs do not
            return None
        return float(value)
    except (TypeError, ValueError):
        return None
