"""Measures of a confusion table, each with an interval.

Shares (accuracy, precision, recall) have Wilson's interval; F1 and macro F1, which are not shares, have the
2.5 and 97.5 percentiles of 1,000 resamples of the documents. A label with fewer than 20 documents has
measures without intervals: too few to say how sure they are. The same holds for macro F1 with fewer than 20
documents in all. A resampled interval knows only mistakes that were made: it is a single point when there
were none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.bootstrap import f1_resamples
from linnet.evaluation.confusion import Confusion
from linnet.evaluation.intervals import wilson

ENOUGH = 20


@dataclass(frozen=True)
class Measure:
    """A number and the interval it could as well be in; None where there is nothing to judge by."""

    value: float | None
    interval: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the measure for `--json`.

        >>> Measure(0.9, (0.85, 0.95)).as_json()
        {'value': 0.9, 'interval': [0.85, 0.95]}
        """
        return {"value": self.value, "interval": None if self.interval is None else list(self.interval)}


PerLabel = dict[str, Measure]
Metric = Callable[[Confusion], Measure | PerLabel]


def accuracy(confusion: Confusion) -> Measure:
    """Return the share of documents with the right label."""
    return _share(int(confusion.right.sum()), confusion.documents)


def precision(confusion: Confusion) -> PerLabel:
    """Return, of the documents predicted to have a label, the share that has it."""
    return _shares(confusion, confusion.predicted)


def recall(confusion: Confusion) -> PerLabel:
    """Return, of the documents that have a label, the share predicted so."""
    return _shares(confusion, confusion.true)


def f1(confusion: Confusion) -> PerLabel:
    """Return 2 right / (predicted + true) per label: the harmonic mean of precision and recall.

    Undefined only for a label that was neither predicted nor true.
    """
    values = _f1_values(confusion)
    enough = confusion.true >= ENOUGH
    resamples = f1_resamples(confusion) if enough.any() else None
    return {
        label: Measure(
            number(values[at]),
            percentiles(resamples[:, at]) if resamples is not None and enough[at] else None,
        )
        for at, label in enumerate(confusion.labels)
    }


def macro_f1(confusion: Confusion) -> Measure:
    """Return the mean of the F1 of all labels that were predicted or true."""
    values = _f1_values(confusion)
    if np.isnan(values).all():
        return Measure(None)
    interval = percentiles(_means(f1_resamples(confusion))) if confusion.documents >= ENOUGH else None
    return Measure(float(_means(values)), interval)


METRICS: dict[str, Metric] = {
    "accuracy": accuracy,
    "precision": precision,
    "recall": recall,
    "f1": f1,
    "macro_f1": macro_f1,
}


def _share(successes: int, n: int) -> Measure:
    return Measure(successes / n if n else None, wilson(successes, n))


def _shares(confusion: Confusion, totals: npt.NDArray[np.int64]) -> PerLabel:
    measures = [_share(right, n) for right, n in zip(confusion.right.tolist(), totals.tolist(), strict=True)]
    enough = (confusion.true >= ENOUGH).tolist()
    return {
        label: measure if certain else Measure(measure.value)
        for label, measure, certain in zip(confusion.labels, measures, enough, strict=True)
    }


def _f1_values(confusion: Confusion) -> npt.NDArray[np.float64]:
    either = confusion.predicted + confusion.true
    values = np.full(either.shape, np.nan)
    np.divide(2.0 * confusion.right, either, out=values, where=either > 0)
    return values


def _means(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the means of the last axis over what is defined."""
    return np.asarray(np.nansum(values, axis=-1) / np.maximum(1, np.sum(~np.isnan(values), axis=-1)))


def percentiles(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return the interval that 95 of 100 resampled values are in, of those that are defined."""
    low, high = np.quantile(values[~np.isnan(values)], [0.025, 0.975])
    return float(low), float(high)


def number(value: npt.NDArray[np.float64] | np.float64) -> float | None:
    """Return a plain number, None where it is undefined."""
    return None if np.isnan(value) else float(value)
