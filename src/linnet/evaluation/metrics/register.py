"""The metrics of a whole set of documents, by the name they have on the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from linnet.evaluation.metrics import counts as c
from linnet.evaluation.metrics.counts import Counts, counts_of
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import float_or_none
from linnet.evaluation.metrics.probability_metrics import (
    among_best,
    brier_scores,
    calibration_error,
    log_losses,
)
from linnet.evaluation.metrics.ranking import average_precision, mean_defined, rankings, roc_area


@dataclass(frozen=True)
class Metric:
    """A metric of predictions.

    It is None where it is undefined, or where predictions lack the scores or probabilities that it
    needs. Many metrics are made from three counts per label, or are the mean of one value per
    document: then resamples of the documents do not need the predictions again.
    """

    name: str
    more_is_better: bool
    of: Callable[[Any], float | None]  # of LabelledPredictions, or of MultilabelPredictions
    # The same from counts, of any number of resamples at once.
    counted: Callable[[Counts], Floats] | None = None
    # A value per document, of which it is the mean; flags where it is a share.
    averaged: Callable[[Any], Floats | Flags | None] | None = None
    # A mean over labels, each counting the same however few documents it has.
    over_labels: bool = False
    weighted: bool = False  # a mean over labels too, each counted by its documents


def counted(
    name: str,
    formula: Callable[[Counts], Floats],
    *,
    over_labels: bool = False,
    weighted: bool = False,
) -> Metric:
    """Return a metric that is made from counts."""

    def of(predictions: LabelledPredictions) -> float | None:
        return float_or_none(formula(counts_of(predictions)))

    return Metric(name, True, of, counted=formula, over_labels=over_labels, weighted=weighted)


def averaged(
    name: str, more_is_better: bool, values: Callable[[Any], Floats | Flags | None]
) -> Metric:
    """Return a metric that is the mean of a value per document."""

    def of(predictions: Any) -> float | None:
        return _mean(values(predictions))

    return Metric(name, more_is_better, of, averaged=values)


def _mean(values: Floats | Flags | None) -> float | None:
    if values is None or not len(values):
        return None
    return float(np.mean(values))


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
    counted("macro-precision", c.macro_precision, over_labels=True),
    counted("macro-recall", c.macro_recall, over_labels=True),
    counted("macro-f1", c.macro_f1, over_labels=True),
    counted("weighted-precision", c.weighted_precision, weighted=True),
    averaged("weighted-recall", True, right),
    counted("weighted-f1", c.weighted_f1, weighted=True),
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
