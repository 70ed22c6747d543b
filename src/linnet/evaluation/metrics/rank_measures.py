"""ROC areas, average precisions and curves of each label, and their means over labels.

All with confidence intervals.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.bootstrap import RESAMPLES
from linnet.evaluation.metrics.curves import Curve, curve_of
from linnet.evaluation.metrics.influences import RANK_METRICS, InfluenceAdder
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.label_means import resampled_interval, too_rare
from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import ENOUGH, Measure, measure_within, resampled_measure
from linnet.evaluation.metrics.rank_influences import area_interval, delong_influences
from linnet.evaluation.metrics.ranking import (
    Ranks,
    average_precision,
    mean_defined,
    ranked,
    roc_area,
)
from linnet.evaluation.metrics.ranking_scores import has_scores, ranking_scores
from linnet.evaluation.metrics.resampler import Resampler, mean_over_labels

MOST_CURVES = 50
NAMES = ("roc-area", "average-precision")  # in the order that the engine gives them


@dataclass(frozen=True, eq=False)
class RankMeasures:
    """What ranks say of each label and of all; curves only of labels with the most documents."""

    per_label: list[dict[str, Measure]]
    overall: dict[str, Measure]
    curves: dict[str, Curve]


def rank_measures(predictions: LabelledPredictions, resampler: Resampler) -> RankMeasures:
    """Return the measures of ranks: nothing is known where predictions lack scores."""
    if has_scores(predictions):
        return _RankEvaluation(predictions, resampler).measures()
    unknown = {name: Measure(None) for name in NAMES}
    overall = {f"macro-{name}": Measure(None) for name in NAMES}
    return RankMeasures([unknown for _ in predictions.labels], overall, {})


class _RankEvaluation:
    """Goes through the labels, one ranking at a time."""

    def __init__(self, predictions: LabelledPredictions, resampler: Resampler) -> None:
        self.predictions = predictions
        self.resampler = resampler
        self.grouped = predictions.groups is not None
        n_labels = len(predictions.labels)
        self.documents = np.bincount(predictions.truth, minlength=n_labels)
        # Areas and precisions in resamples; None where there are too few documents for some.
        self.drawn: Floats | None = None
        if resampler.n_units >= ENOUGH:
            self.drawn = np.empty((len(NAMES), RESAMPLES, n_labels))
        self.adders = {name: InfluenceAdder(name, predictions.truth) for name in RANK_METRICS}

    def measures(self) -> RankMeasures:
        """Return the measures of each label and of all, and the curves."""
        largest_first = np.argsort(-self.documents, kind="stable")
        with_curve = set(largest_first[:MOST_CURVES].tolist())
        values = self.predictions.confidences
        per_label = []
        curves = {}
        for label, ranks in self._rankings():
            area = self._area(ranks, label)
            precision = self._precision(ranks, label)
            self._add_influences(ranks, label, (area, precision))
            per_label.append(dict(zip(NAMES, (area, precision), strict=True)))
            if label in with_curve and self.documents[label]:
                name = self.predictions.labels[label]
                curves[name] = curve_of(ranks, values[:, label])
        return RankMeasures(per_label, self._overall(per_label), curves)

    def _rankings(self) -> Iterator[tuple[int, Ranks]]:
        """Yield each label with its ranks, once its resamples are drawn."""
        truth = self.predictions.truth
        for first, table in ranking_scores(self.predictions):
            if self.drawn is not None:
                last = first + table.shape[1]
                self.drawn[:, :, first:last] = self.resampler.areas(table, truth - first)
            for label, column in enumerate(table.T, first):
                yield label, ranked(column, truth == label)

    def _area(self, ranks: Ranks, label: int) -> Measure:
        area = roc_area(ranks)
        if area is None:
            return Measure(None)
        fewest = min(ranks.n_positives, ranks.n_negatives)
        if fewest < ENOUGH:
            return Measure(area)
        if self.grouped:
            return self._resampled(0, area, label)
        interval = area_interval(area, delong_influences(ranks, area), fewest)
        return measure_within(area, interval)

    def _precision(self, ranks: Ranks, label: int) -> Measure:
        value = average_precision(ranks)
        documents = int(self.documents[label])
        if documents < ENOUGH:
            return Measure(value)
        if value == 1 and not self.grouped:
            # No resample differs: the documents are taken as trials that all went the same way.
            return Measure(value, wilson(documents, documents))
        return self._resampled(1, value, label)

    def _add_influences(self, ranks: Ranks, label: int, measures: tuple[Measure, Measure]) -> None:
        """Add what the documents do to the means over labels."""
        has = self.predictions.truth == label
        for name, measure in zip(NAMES, measures, strict=True):
            self.adders[f"macro-{name}"].add(ranks, has, measure.value)

    def _overall(self, per_label: list[dict[str, Measure]]) -> dict[str, Measure]:
        overall = {}
        for which, name in enumerate(NAMES):
            value = mean_defined([measures[name].value for measures in per_label])
            overall[f"macro-{name}"] = self._mean(which, value)
        return overall

    def _mean(self, which: int, value: float | None) -> Measure:
        """Return a mean over labels: from influences of documents, or from resamples of groups."""
        if value is None or self.drawn is None:
            return Measure(value)
        if not self.grouped:
            influences = self.adders[f"macro-{NAMES[which]}"].influences()
            return measure_within(value, influences.interval(value))
        reason = too_rare(self.predictions, self.resampler)
        if reason:
            return Measure(value, None, reason)
        means = mean_over_labels(self.drawn[which])
        return Measure(value, resampled_interval(means, value, self.resampler.n_units))

    def _resampled(self, which: int, value: float | None, label: int) -> Measure:
        """Return a label's area (0) or precision (1) with the interval of resamples."""
        if self.drawn is None:
            return Measure(value)
        return resampled_measure(self.drawn[which][:, label], value)
