"""Numbers short enough for a report."""

from math import isfinite
from typing import Any

DIGITS = 6  # more than anyone reads, and a third of the bytes


def rounded(value: Any) -> Any:
    """Return whatever JSON can hold, its numbers with six digits; what is infinite or no number is null.

    >>> rounded({"value": 0.123456789, "interval": (0.1, float("inf"))})
    {'value': 0.123457, 'interval': [0.1, None]}
    """
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value
