"""A number and its confidence interval."""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.intervals import Interval, wilson

# With fewer documents, or documents of a label, there is no confidence interval.
ENOUGH = 20

Z = NormalDist().inv_cdf(0.975)
LEAST_BELOW, MOST_BELOW = 0.025, 0.975  # shares of resamples below the value

Floats = npt.NDArray[np.float64]

ROUNDING = 1e-12  # what numbers that should be the same may be off by, as a share of them
ONE_SIDE = "resamples lie to one side of the value"
ALL_THE_SAME = "it is the same in every resample, which says nothing of other documents"


@dataclass(frozen=True)
class Measure:
    """The value of a metric and its confidence interval; None where nothing is known."""

    value: float | None
    interval: Interval | None = None
    reason: str | None = None  # why there is no interval, where this is not for lack of documents

    def __str__(self) -> str:
        from linnet.display.words import measured

        return measured(self.value, self.interval)

    def __repr__(self) -> str:
        from linnet.display.words import line

        reason = f"no interval: {self.reason}" if self.reason else ""
        return line("Measure", str(self), reason)

    def as_json(self) -> dict[str, Any]:
        """Return the measure for `--json`.

        >>> Measure(0.9, (0.85, 0.95)).as_json()
        {'value': 0.9, 'interval': [0.85, 0.95]}
        """
        interval = None if self.interval is None else list(self.interval)
        result: dict[str, Any] = {"value": self.value, "interval": interval}
        if self.reason is not None:
            result["reason"] = self.reason
        return result


def measures_as_json(measures: dict[str, Measure]) -> dict[str, Any]:
    """Return measures by name for `--json`."""
    return {name: measure.as_json() for name, measure in measures.items()}


def percentiles(values: Floats, value: float | None = None) -> Interval | None:
    """Return the interval that 95 of 100 resampled values are in, of those that are defined.

    Given the value itself, the interval is corrected for bias: where resamples tend to lie above
    the value, as they do for average precision, so does the value above the truth, and both ends
    move down: with z the normal quantile of the share of resamples below the value, to the shares
    Φ(2z ± 1.96). A value that is not among 95 of 100 resamples would be outside of such an
    interval: then resamples are no guide, and there is none.
    """
    defined = _defined(values)
    if not len(defined):
        return None
    normal = NormalDist()
    bias = 0.0
    if value is not None:
        below = float(np.mean(defined < value) + np.mean(defined == value) / 2)
        if not LEAST_BELOW <= below <= MOST_BELOW:
            return None
        bias = 2 * normal.inv_cdf(below)
    shares = [normal.cdf(bias - Z), normal.cdf(bias + Z)]
    low, high = np.quantile(defined, shares)
    return float(low), float(high)


def are_the_same(values: Floats) -> bool:
    """Return whether there are values that do not vary, but for rounding."""
    defined = _defined(values)
    if not len(defined):
        return False
    largest = np.abs(defined).max()
    return bool(np.ptp(defined) <= ROUNDING * largest)


def measure_within(value: float, interval: Interval) -> Measure:
    """Return a measure with an interval of some width; a single point is none.

    >>> measure_within(0.5, (0.5, 0.5)).interval, measure_within(0.5, (0.4, 0.6)).interval
    (None, (0.4, 0.6))
    """
    low, high = interval
    if low < high:
        return Measure(value, interval)
    return Measure(value, None, ALL_THE_SAME)


def resampled_measure(values: Floats, value: float | None) -> Measure:
    """Return a measure with the interval that resamples give, or the reason why they give none."""
    defined = _defined(values)
    if value is None or not len(defined):
        return Measure(value)
    if are_the_same(defined):
        return Measure(value, None, ALL_THE_SAME)
    interval = percentiles(defined, value)
    reason = ONE_SIDE if interval is None else None
    return Measure(value, interval, reason)


def share_measure(successes: int, n: int, enough: bool = True) -> Measure:
    """Return a share of documents, with Wilson's interval if there are enough for one."""
    share = successes / n if n else None
    interval = wilson(successes, n) if enough else None
    return Measure(share, interval)


def float_or_none(value: Floats | np.float64) -> float | None:
    """Return a plain number, None where it is undefined."""
    return None if np.isnan(value) else float(value)


def _defined(values: Floats) -> Floats:
    return values[~np.isnan(values)]
