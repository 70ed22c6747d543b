"""A number and how sure it is."""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.intervals import wilson

ENOUGH = (
    20  # with fewer documents, or documents of a label, nothing is said about how sure a measure is
)

Z = NormalDist().inv_cdf(0.975)

Interval = tuple[float, float]

ROUNDING = 1e-12  # what numbers that should be the same may be off by, as a share of them
ONE_SIDE = "resamples lie to one side of the value"
ALL_THE_SAME = "it is the same in every resample, which says nothing of other documents"


@dataclass(frozen=True)
class Measure:
    """A number and the interval it could as well be in; None where there is nothing to judge by."""

    value: float | None
    interval: Interval | None = None
    reason: str | None = None  # why there is no interval, where this is not for lack of documents

    def as_json(self) -> dict[str, Any]:
        """Return the measure for `--json`.

        >>> Measure(0.9, (0.85, 0.95)).as_json()
        {'value': 0.9, 'interval': [0.85, 0.95]}
        """
        interval = None if self.interval is None else list(self.interval)
        reason = {} if self.reason is None else {"reason": self.reason}
        return {"value": self.value, "interval": interval, **reason}


def percentiles(values: npt.NDArray[np.float64], value: float | None = None) -> Interval | None:
    """Return the interval that 95 of 100 resampled values are in, of those that are defined.

    Given the value itself, the interval is corrected for bias: where resamples tend to lie above the value, as they do
    for average precision, so does the value above the truth, and both ends move down: with z the normal quantile of
    the share of resamples below the value, to the shares Φ(2z ± 1.96). A value that is not among 95 of 100 resamples
    would be outside of such an interval: then resamples are no guide, and there is none.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    bias = 0.0
    if value is not None:
        below = float(np.mean(known < value) + np.mean(known == value) / 2)
        if not 0.025 <= below <= 0.975:
            return None
        bias = 2 * NormalDist().inv_cdf(below)
    low, high = np.quantile(known, [NormalDist().cdf(bias - Z), NormalDist().cdf(bias + Z)])
    return float(low), float(high)


def are_the_same(values: npt.NDArray[np.float64]) -> bool:
    """Return whether there are values that do not vary, but for rounding."""
    known = values[~np.isnan(values)]
    return len(known) > 0 and bool(np.ptp(known) <= ROUNDING * np.abs(known).max())


def spread(value: float, interval: Interval) -> Measure:
    """Return a measure with an interval of some width; a single point is none.

    >>> spread(0.5, (0.5, 0.5)).interval, spread(0.5, (0.4, 0.6)).interval
    (None, (0.4, 0.6))
    """
    low, high = interval
    return Measure(value, interval) if low < high else Measure(value, None, ALL_THE_SAME)


def resampled(values: npt.NDArray[np.float64], value: float | None) -> Measure:
    """Return a measure with the interval that resamples give, or with the reason why they give none."""
    known = values[~np.isnan(values)]
    if value is None or not len(known):
        return Measure(value)
    if are_the_same(known):
        return Measure(value, None, ALL_THE_SAME)
    interval = percentiles(known, value)
    return Measure(value, interval, ONE_SIDE if interval is None else None)


def share(successes: int, n: int, enough: bool = True) -> Measure:
    """Return a share of documents with Wilson's interval, if there are enough to say how sure it is."""
    return Measure(successes / n if n else None, wilson(successes, n) if enough else None)


def number(value: npt.NDArray[np.float64] | np.float64) -> float | None:
    """Return a plain number, None where it is undefined."""
    return None if np.isnan(value) else float(value)
