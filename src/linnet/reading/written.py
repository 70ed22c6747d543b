"""How a value of Python is written as a string: the same in lists, dicts, frames and JSON lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

_FLAGS = (bool, np.bool_)
_FLOATS = (float, np.floating)


def written(value: Any) -> str | None:
    """Return a value as Arrow writes it in a frame, None for one that is missing.

    >>> written(True), written(1), written(1.0), written(0.5), written("1.0")
    ('true', '1', '1', '0.5', '1.0')
    >>> written(None), written(float("nan"))
    (None, None)
    """
    if isinstance(value, _FLAGS):
        return "true" if value else "false"
    if is_missing(value):
        return None
    if isinstance(value, _FLOATS):
        return _float(float(value))
    return str(value)


@lru_cache(1000)
def _float(value: float) -> str:
    text: str = pa.scalar(value).cast(pa.string()).as_py()
    return text


def is_missing(value: Any) -> bool:
    """Return whether this stands for no value: None, or NaN, NA and NaT as pandas has them."""
    if isinstance(value, float | np.floating):
        return bool(value != value)  # noqa: PLR0124
    return value is None or type(value).__name__ in ("NAType", "NaTType")
