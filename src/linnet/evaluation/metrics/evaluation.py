"""How well predictions agree with the truth, in numbers with confidence intervals.

Shares of documents have Wilson's interval, ROC areas that of DeLong on the scale of log-odds, means
over labels what `label_means` says. All others, and all where documents come in groups, have the
2.5 and 97.5 percentiles of 1,000 resamples of the documents or groups. With fewer than 20
documents, or documents of a label, there are none: too few to say how sure a measure is. Nor is
there one where resamples are all the same, as where no document is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.baseline import MajorityBaseline
from linnet.evaluation.metrics.bootstrap import resampled_counts
from linnet.evaluation.metrics.confusion import Confusion, confusion_of
from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.curves import Curve
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.label_means import LabelMeans
from linnet.evaluation.metrics.label_measures import share_measures
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Flags, LabelledPredictions
from linnet.evaluation.metrics.measures import (
    ENOUGH,
    Measure,
    measures_as_json,
    resampled_measure,
)
from linnet.evaluation.metrics.probability_metrics import Bin, calibration_bins
from linnet.evaluation.metrics.rank_measures import rank_measures
from linnet.evaluation.metrics.register import METRICS, Metric, averaged
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.selective import Selective, selective
from linnet.evaluation.metrics.training_facts import TrainingFacts

# The same number as accuracy, unless documents were left without a label.
MICRO = ("micro-precision", "micro-recall", "micro-f1")


def _are_unsure(predictions: LabelledPredictions) -> Flags:
    return np.asarray(predictions.predicted == UNSURE)


UNSURE_SHARE = averaged("unsure", False, _are_unsure)


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
    selective: Selective  # how many documents got a label, and how right these are
    training_facts: TrainingFacts | None = None  # of the classifier; None: nobody looked

    @property
    def accuracy(self) -> Measure:
        """The share of documents with the right label."""
        return self.measures["accuracy"]

    @property
    def macro_f1(self) -> Measure:
        """The mean of the F1 of all labels that were predicted or true."""
        return self.measures["macro-f1"]

    @property
    def baseline(self) -> MajorityBaseline | None:
        """What always giving the most frequent label of these documents comes to."""
        return MajorityBaseline.of(self.confusion.labels, self.confusion.true)

    @property
    def on_training_documents(self) -> bool | None:
        """Whether the classifier has learned just these documents; None where it is not known."""
        return None if self.training_facts is None else self.training_facts.on_training_documents

    def __repr__(self) -> str:
        from linnet.evaluation.metrics.evaluation_display import evaluation_line

        return evaluation_line(self, "accuracy", "macro-f1")

    def _repr_html_(self) -> str:
        from linnet.evaluation.metrics.evaluation_display import evaluation_html

        return evaluation_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        baseline = None if self.baseline is None else self.baseline.as_json()
        calibration = None
        if self.calibration is not None:
            calibration = [bin_.as_json() for bin_ in self.calibration]
        curves = {label: curve.as_json() for label, curve in self.curves.items()}
        result: dict[str, Any] = {"documents": self.documents, "groups": self.groups}
        result["accuracy"] = self.accuracy.as_json()
        result["baseline"] = baseline
        result["macro_f1"] = self.macro_f1.as_json()
        result["measures"] = measures_as_json(self.measures)
        result["unsure"] = self.unsure.as_json()
        result |= self.selective.as_json()
        result["labels"] = self._labels_as_json()
        result["confusion"] = self.confusion.as_json()
        result["calibration"] = calibration
        result["curves"] = curves
        return result | self._training_as_json()

    def _training_as_json(self) -> dict[str, Any]:
        if self.training_facts is None:
            return {}
        accuracy = self.training_facts.estimates.get("accuracy")
        return {
            "on_training_documents": self.on_training_documents,
            "estimated_accuracy": None if accuracy is None else accuracy.as_json(),
        }

    def _labels_as_json(self) -> dict[str, Any]:
        documents = dict(zip(self.confusion.labels, self.confusion.true.tolist(), strict=True))
        result = {}
        for label, measures in self.per_label.items():
            result[label] = measures_as_json(measures)
            result[label]["documents"] = documents[label]
        return result


def evaluate(
    predicted_codes: npt.NDArray[np.integer[Any]],
    true_codes: npt.NDArray[np.integer[Any]],
    labels: Sequence[str],
) -> Evaluation:
    """Compare predicted labels with true ones, each given as a position in `labels`, no scores.

    `labels` holds every label that is predicted or true, also those the model has never seen.

    >>> evaluation = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["ham", "spam"])
    >>> evaluation.accuracy.value, evaluation.per_label["spam"]["recall"].value
    (0.75, 0.6666666666666666)
    """
    no_scores = np.full((len(true_codes), len(labels)), np.nan)
    predicted = predicted_codes.astype(int)
    truth = true_codes.astype(int)
    predictions = LabelledPredictions(tuple(labels), truth, predicted, no_scores)
    return evaluate_predictions(predictions)


def evaluate_predictions(
    predictions: LabelledPredictions, extra: Sequence[Metric] = (), *, threads: int | None = None
) -> Evaluation:
    """Return how well predictions agree with the truth, by all metrics and by `extra` ones."""
    labels = predictions.labels
    confusion = confusion_of(predictions.predicted, predictions.truth, labels)
    resampler = Resampler.of(predictions.groups, len(predictions), threads)
    grouped = predictions.groups is not None
    drawn = _drawn_counts(predictions, confusion, resampler)

    ranks = rank_measures(predictions, resampler)
    metrics = [*METRICS.values(), UNSURE_SHARE, *extra]
    others = [metric for metric in metrics if metric.name not in ranks.overall]
    measures = measures_by_name(predictions, others, drawn, resampler)
    measures |= ranks.overall
    unsure = measures.pop(UNSURE_SHARE.name)
    if not unsure.value:
        measures |= dict.fromkeys(MICRO, measures["accuracy"])

    shares = share_measures(Counts.of(confusion), drawn, grouped=grouped)
    per_label = [first | second for first, second in zip(shares, ranks.per_label, strict=True)]
    return Evaluation(
        documents=len(predictions),
        groups=resampler.n_units if grouped else None,
        measures=measures,
        per_label=dict(zip(labels, per_label, strict=True)),
        confusion=confusion,
        unsure=unsure,
        calibration=calibration_bins(predictions),
        curves=ranks.curves,
        selective=selective(predictions, resampler),
    )


def measure_by(
    predictions: LabelledPredictions, metrics: Sequence[Metric], *, threads: int = 1
) -> dict[str, Measure]:
    """Return some measures by name.

    Those made from counts, or means over documents, have confidence intervals.
    """
    resampler = Resampler.of(predictions.groups, len(predictions), threads)
    confusion = confusion_of(predictions.predicted, predictions.truth, predictions.labels)
    drawn = _drawn_counts(predictions, confusion, resampler)
    return measures_by_name(predictions, metrics, drawn, resampler)


def _drawn_counts(
    predictions: LabelledPredictions, confusion: Confusion, resampler: Resampler
) -> Counts | None:
    """Return the counts of resamples; None where there are too few documents or groups."""
    if resampler.n_units < ENOUGH:
        return None
    if predictions.groups is None:
        return resampled_counts(confusion)
    return resampler.counts(predictions)


def measures_by_name(
    predictions: Any, metrics: Sequence[Metric], drawn: Counts | None, resampler: Resampler
) -> dict[str, Measure]:
    """Return some measures of predictions of any kind, given the counts of resamples."""
    label_means = LabelMeans(predictions, drawn, resampler)
    measures = dict[str, Measure]()
    averages = dict[str, npt.NDArray[np.float64]]()
    for metric in metrics:
        name = metric.name
        value = metric.of(predictions)
        values = metric.averaged(predictions) if metric.averaged else None
        if values is None:
            measures[name] = _counted_measure(metric, value, label_means)
        elif values.dtype == np.bool_ and predictions.groups is None:
            measures[name] = Measure(value, wilson(int(values.sum()), len(values)))
        else:
            measures[name] = Measure(value)
            averages[name] = values.astype(np.float64)

    if averages and drawn is not None:
        # All means together, so that documents are drawn only once.
        table = np.column_stack(list(averages.values()))
        means = resampler.means(table)
        for name, drawn_means in zip(averages, means.T, strict=True):
            measures[name] = resampled_measure(drawn_means, measures[name].value)
    return measures


def _counted_measure(metric: Metric, value: float | None, label_means: LabelMeans) -> Measure:
    """Return a measure, with a confidence interval if it is made from counts."""
    if metric.over_labels or metric.weighted:
        return label_means.measure(metric, value)
    if metric.counted is None or label_means.drawn is None:
        return Measure(value)
    drawn_values = metric.counted(label_means.drawn)
    return resampled_measure(drawn_values, value)
