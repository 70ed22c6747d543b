"""Confidence intervals: they hold the true number in `level` of all such evaluations."""

import math
from statistics import NormalDist

from linnet.errors import SettingError

Interval = tuple[float, float]

LARGEST_EXPONENT = 700.0  # beyond this, exp overflows


def wilson(successes: int, n: int, level: float = 0.95) -> Interval | None:
    """Return Wilson's confidence interval of a share, or None when there is nothing to judge by.

    With p = successes / n and z the normal quantile of the level,
    (p + z²/2n ± z √(p (1 - p) / n + z²/4n²)) / (1 + z²/n).

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    _check_wilson(successes, n, level)
    if n == 0:
        return None

    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    extra = z * z / n
    middle = (share + extra / 2) / (1 + extra)
    variance = share * (1 - share) / n + extra / (4 * n)
    half = z * math.sqrt(variance) / (1 + extra)

    # The ends are exact where every trial went the same way; rounding would leave a trace.
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return low, high


def _check_wilson(successes: int, n: int, level: float) -> None:
    if not 0 < level < 1:
        raise SettingError(
            f"the level of an interval must be between 0 and 1; got {level}. Use 0.95 if unsure."
        )
    if not 0 <= successes <= n:
        raise SettingError(
            f"successes must be from 0 to {n}, the number of trials; got {successes}."
        )


def mean_interval(value: float, error: float, trials: float, freedom: float = math.inf) -> Interval:
    """Return the confidence interval of a mean of numbers from 0 to 1, given its standard error.

    A mean of 0 or 1 says nothing of how it varies: it is taken as a share of so many trials, as
    Wilson does.

    >>> [round(end, 3) for end in mean_interval(1.0, 0.0, 40)]
    [0.912, 1.0]
    """
    if 0 < value < 1:
        return logit_interval(value, error, freedom=freedom)
    n = max(1, round(trials))
    interval = wilson(round(value) * n, n)
    assert interval is not None
    return interval


def difference_interval(
    difference: float, error: float, trials: float, freedom: float = math.inf
) -> Interval:
    """Return the confidence interval of a difference of two such means, from -1 to 1.

    >>> [round(end, 3) for end in difference_interval(0.1, 0.02, 40)]
    [0.061, 0.139]
    """
    low, high = mean_interval((1 + difference) / 2, error / 2, trials, freedom)
    return 2 * low - 1, 2 * high - 1


def logit_interval(
    value: float, error: float, level: float = 0.95, freedom: float = math.inf
) -> Interval:
    """Return the confidence interval of a number between 0 and 1, given its standard error.

    The error may be known, or found with degrees of freedom. The interval is even on the scale of
    log(value / (1 - value)), so that it never leaves 0 to 1.

    >>> [round(end, 3) for end in logit_interval(0.9, 0.03)]
    [0.824, 0.945]
    """
    z = _quantile((1 + level) / 2, freedom)
    odds = value / (1 - value)
    width = z * error / (value * (1 - value))
    factor = math.exp(min(LARGEST_EXPONENT, width))
    low = odds / (odds + factor)
    high = 1 / (1 + 1 / (odds * factor))
    return low, high


def _quantile(share: float, freedom: float) -> float:
    """Return Student's quantile; the normal one where the degrees of freedom are infinite."""
    if math.isinf(freedom):
        return NormalDist().inv_cdf(share)
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))
