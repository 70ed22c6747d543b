"""Numbers short enough for a report."""

from math import isfinite
from typing import Any

DIGITS = 6  # more than anyone reads, and a third of the bytes


def rounded(value: Any) -> Any:
    """Return JSON data with numbers of six digits; what is infinite or no number is null.

    >>> rounded({"value": 0.123456789, "interval": (0.1, float("inf"))})
    {'value': 0.123457, 'interval': [0.1, None]}
    """
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value
