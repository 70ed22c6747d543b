"""How well answers agree with the truth, in numbers with intervals.

Shares of documents have Wilson's interval, ROC areas that of DeLong on the scale of log-odds, means over labels what
`label_means` says. All others, and all where documents come in groups, have the 2.5 and 97.5 percentiles of 1,000
resamples of the documents or groups. With fewer than 20 documents, or documents of a label, there are none: too few to
say how sure a measure is. Nor is there one where resamples are all the same, as where no document is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.bootstrap import resampled_counts
from linnet.evaluation.metrics.confusion import Confusion, confusion_of
from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.curves import Curve
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.label_means import LabelMeans
from linnet.evaluation.metrics.label_measures import share_measures
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.measures import ENOUGH, Measure, resampled
from linnet.evaluation.metrics.probability_metrics import Bin, calibration_bins
from linnet.evaluation.metrics.rank_measures import rank_measures
from linnet.evaluation.metrics.register import METRICS, Metric, averaged
from linnet.evaluation.metrics.resampler import Resampler

# The same number as accuracy, unless documents were left without a label.
MICRO = ("micro-precision", "micro-recall", "micro-f1")
UNSURE_SHARE = averaged(
    "unsure", False, lambda predictions: np.asarray(predictions.predicted == UNSURE)
)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The measures of one set of documents, over all of them and per label."""

    documents: int
    groups: int | None  # how many groups the documents come in
    measures: dict[str, Measure]
    per_label: dict[str, dict[str, Measure]]
    confusion: Confusion
    unsure: Measure  # the share of documents that got no label
    calibration: tuple[Bin, ...] | None  # None where there are no probabilities
    curves: dict[str, Curve]

    @property
    def accuracy(self) -> Measure:
        """The share of documents with the right label."""
        return self.measures["accuracy"]

    @property
    def macro_f1(self) -> Measure:
        """The mean of the F1 of all labels that were predicted or true."""
        return self.measures["macro-f1"]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "documents": self.documents,
            "groups": self.groups,
            "accuracy": self.accuracy.as_json(),
            "macro_f1": self.macro_f1.as_json(),
            "measures": {name: measure.as_json() for name, measure in self.measures.items()},
            "unsure": self.unsure.as_json(),
            "labels": self._labels_json(),
            "confusion": self.confusion.as_json(),
            "calibration": None
            if self.calibration is None
            else [one.as_json() for one in self.calibration],
            "curves": {label: curve.as_json() for label, curve in self.curves.items()},
        }

    def _labels_json(self) -> dict[str, Any]:
        documents = dict(zip(self.confusion.labels, self.confusion.true.tolist(), strict=True))
        return {
            label: {name: measure.as_json() for name, measure in measures.items()}
            | {"documents": documents[label]}
            for label, measures in self.per_label.items()
        }


def evaluate(
    predicted_codes: npt.NDArray[np.integer[Any]],
    true_codes: npt.NDArray[np.integer[Any]],
    labels: Sequence[str],
) -> Evaluation:
    """Compare predicted labels with true ones, each given as a position in `labels`; scores are not known.

    `labels` holds every label that is predicted or true, also those the model has never seen.

    >>> evaluation = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["ham", "spam"])
    >>> evaluation.accuracy.value, evaluation.per_label["spam"]["recall"].value
    (0.75, 0.6666666666666666)
    """
    unknown = np.full((len(true_codes), len(labels)), np.nan)
    return evaluate_predictions(
        LabelledPredictions(
            tuple(labels), true_codes.astype(int), predicted_codes.astype(int), unknown
        )
    )


def evaluate_predictions(
    predictions: LabelledPredictions, extra: Sequence[Metric] = (), *, threads: int | None = None
) -> Evaluation:
    """Return how well answers agree with the truth, by all measures and by `extra` ones."""
    confusion = confusion_of(predictions.predicted, predictions.truth, predictions.labels)
    resampler = Resampler.of(predictions.groups, len(predictions), threads)
    grouped = predictions.groups is not None
    drawn = _drawn(predictions, confusion, resampler)
    ranks = rank_measures(predictions, resampler)
    others = [
        metric
        for metric in (*METRICS.values(), UNSURE_SHARE, *extra)
        if metric.name not in ranks.overall
    ]
    measures = measured_by(predictions, others, drawn, resampler) | ranks.overall
    unsure = measures.pop(UNSURE_SHARE.name)
    if not unsure.value:
        measures |= dict.fromkeys(MICRO, measures["accuracy"])
    shares = share_measures(Counts.of(confusion), drawn, grouped=grouped)
    per_label = [first | second for first, second in zip(shares, ranks.per_label, strict=True)]
    return Evaluation(
        len(predictions),
        resampler.n_units if grouped else None,
        measures,
        dict(zip(predictions.labels, per_label, strict=True)),
        confusion,
        unsure,
        calibration_bins(predictions),
        ranks.curves,
    )


def measured(
    predictions: LabelledPredictions, metrics: Sequence[Metric], *, threads: int = 1
) -> dict[str, Measure]:
    """Return some measures by name; intervals for those that are made from counts or are means over documents."""
    resampler = Resampler.of(predictions.groups, len(predictions), threads)
    confusion = confusion_of(predictions.predicted, predictions.truth, predictions.labels)
    return measured_by(predictions, metrics, _drawn(predictions, confusion, resampler), resampler)


def _drawn(
    predictions: LabelledPredictions, confusion: Confusion, resampler: Resampler
) -> Counts | None:
    """Return the counts of resamples; None where there are too few documents or groups."""
    if resampler.n_units < ENOUGH:
        return None
    return (
        resampled_counts(confusion) if predictions.groups is None else resampler.counts(predictions)
    )


def measured_by(
    predictions: Any, metrics: Sequence[Metric], drawn: Counts | None, resampler: Resampler
) -> dict[str, Measure]:
    """Return some measures of Answers or LabelSets by name, given the counts of resamples."""
    label_means = LabelMeans(predictions, drawn, resampler)
    found, averages = {}, {}
    for metric in metrics:
        value = metric.of(predictions)
        values = metric.averaged(predictions) if metric.averaged else None
        if values is None:
            found[metric.name] = _counted(metric, value, label_means)
        elif values.dtype == np.bool_ and predictions.groups is None:
            found[metric.name] = Measure(value, wilson(int(values.sum()), len(values)))
        else:
            found[metric.name] = Measure(value)
            averages[metric.name] = values.astype(np.float64)
    if averages and drawn is not None:
        means = resampler.means(np.column_stack(list(averages.values())))
        for name, column in zip(averages, means.T, strict=True):
            found[name] = resampled(column, found[name].value)
    return found


def _counted(metric: Metric, value: float | None, label_means: LabelMeans) -> Measure:
    """Return a measure with its interval if it is made from counts, by itself if not."""
    if metric.over_labels or metric.weighted:
        return label_means.measure(metric, value)
    if metric.counted is None or label_means.drawn is None:
        return Measure(value)
    return resampled(metric.counted(label_means.drawn), value)
