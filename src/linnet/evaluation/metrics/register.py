"""The measures of a whole set of documents, by the name they have on the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from linnet.evaluation.metrics import counts as c
from linnet.evaluation.metrics.counts import Counts, counts_of
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import number
from linnet.evaluation.metrics.probability_metrics import (
    among_best,
    brier_scores,
    calibration_error,
    log_losses,
)
from linnet.evaluation.metrics.ranking import average_precision, mean_defined, rankings, roc_area


@dataclass(frozen=True)
class Metric:
    """A measure of answers: None where it is undefined, or where answers lack the scores or probabilities it needs.

    Many are made from three counts per label, or are the mean of one value per document: then resamples of the
    documents need no answers again.
    """

    name: str
    more_is_better: bool
    of: Callable[
        [Any], float | None
    ]  # of Answers; where documents may have several labels, of LabelSets
    counted: Callable[[Counts], Floats] | None = (
        None  # the same from counts, of any number of resamples at once
    )
    averaged: Callable[[Any], Floats | Flags | None] | None = (
        None  # the values; flags where it is a share
    )
    over_labels: bool = (
        False  # a mean over labels, each counting the same however few documents it has
    )
    weighted: bool = False  # a mean over labels too, each counted by its documents


def counted(
    name: str,
    measure: Callable[[Counts], Floats],
    *,
    over_labels: bool = False,
    weighted: bool = False,
) -> Metric:
    """Return a measure that is made from counts."""

    def of(predictions: LabelledPredictions) -> float | None:
        return number(measure(counts_of(predictions)))

    return Metric(name, True, of, counted=measure, over_labels=over_labels, weighted=weighted)


def averaged(
    name: str, more_is_better: bool, values: Callable[[LabelledPredictions], Floats | Flags | None]
) -> Metric:
    """Return a measure that is the mean of a value per document."""
    return Metric(
        name, more_is_better, lambda predictions: _mean(values(predictions)), averaged=values
    )


def _mean(values: Floats | Flags | None) -> float | None:
    return float(np.mean(values)) if values is not None and len(values) else None


def right(predictions: LabelledPredictions) -> Flags:
    """Return which documents got the right label."""
    return np.asarray(predictions.predicted == predictions.truth)


def _macro_roc_area(predictions: LabelledPredictions) -> float | None:
    return mean_defined([roc_area(ranks) for ranks in rankings(predictions)])


def _macro_average_precision(predictions: LabelledPredictions) -> float | None:
    return mean_defined([average_precision(ranks) for ranks in rankings(predictions)])


_ALL = (
    averaged("accuracy", True, right),
    counted("balanced-accuracy", c.balanced_accuracy, over_labels=True),
    counted(
        "macro-precision", lambda counts: c.macro(c.precisions(counts), counts), over_labels=True
    ),
    counted("macro-recall", lambda counts: c.macro(c.recalls(counts), counts), over_labels=True),
    counted("macro-f1", lambda counts: c.macro(c.f1s(counts), counts), over_labels=True),
    counted(
        "weighted-precision", lambda counts: c.weighted(c.precisions(counts), counts), weighted=True
    ),
    averaged("weighted-recall", True, right),
    counted("weighted-f1", lambda counts: c.weighted(c.f1s(counts), counts), weighted=True),
    counted("micro-precision", c.micro_precision),
    averaged("micro-recall", True, right),
    counted("micro-f1", c.micro_f1),
    counted("mcc", c.mcc),
    counted("kappa", c.kappa),
    averaged("log-loss", False, log_losses),
    averaged("brier", False, brier_scores),
    Metric("calibration-error", False, calibration_error),
    averaged("top-2-accuracy", True, partial(among_best, k=2)),
    averaged("top-3-accuracy", True, partial(among_best, k=3)),
    averaged("top-5-accuracy", True, partial(among_best, k=5)),
    Metric("macro-roc-area", True, _macro_roc_area, over_labels=True),
    Metric("macro-average-precision", True, _macro_average_precision, over_labels=True),
)

PROBABILITY_METRICS = ("log-loss", "brier", "calibration-error")  # which need probabilities

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
