"""A number and how sure it is."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

ENOUGH = 20  # with fewer documents, or documents of a label, nothing is said about how sure a measure is

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measure:
    """A number and the interval it could as well be in; None where there is nothing to judge by."""

    value: float | None
    interval: Interval | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the measure for `--json`.

        >>> Measure(0.9, (0.85, 0.95)).as_json()
        {'value': 0.9, 'interval': [0.85, 0.95]}
        """
        return {"value": self.value, "interval": None if self.interval is None else list(self.interval)}


def percentiles(values: npt.NDArray[np.float64]) -> Interval | None:
    """Return the interval that 95 of 100 resampled values are in, of those that are defined."""
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)


def number(value: npt.NDArray[np.float64] | np.float64) -> float | None:
    """Return a plain number, None where it is undefined."""
    return None if np.isnan(value) else float(value)
