"""ROC areas, average precisions and curves of each label, and their means over labels, with intervals."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linnet.evaluation.metrics.bootstrap import RESAMPLES
from linnet.evaluation.metrics.curves import Curve, curve_of
from linnet.evaluation.metrics.influences import MEASURES, InfluenceAdder
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.label_means import resampled_interval, too_rare
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.measures import ENOUGH, Measure, resampled, spread
from linnet.evaluation.metrics.ranking import (
    Ranks,
    area_interval,
    average_precision,
    influences,
    known,
    mean_defined,
    ranked,
    roc_area,
    strengths,
)
from linnet.evaluation.metrics.resampler import Resampler, mean_over_labels

MOST_CURVES = 50
UNKNOWN = {"roc-area": Measure(None), "average-precision": Measure(None)}


@dataclass(frozen=True, eq=False)
class RankMeasures:
    """What ranks say of each label, and of all of them; curves only of the labels with the most documents."""

    per_label: list[dict[str, Measure]]
    overall: dict[str, Measure]
    curves: dict[str, Curve]


def rank_measures(predictions: LabelledPredictions, resampler: Resampler) -> RankMeasures:
    """Return the measures of ranks: nothing is known where answers lack scores."""
    if not known(predictions):
        overall = {f"macro-{name}": measure for name, measure in UNKNOWN.items()}
        return RankMeasures([UNKNOWN for _ in predictions.labels], overall, {})
    return _Judge(predictions, resampler).all()


class _Judge:
    """Goes through the labels, one ranking at a time."""

    def __init__(self, predictions: LabelledPredictions, resampler: Resampler) -> None:
        self.predictions, self.resampler = predictions, resampler
        self.grouped = predictions.groups is not None
        self.documents = np.bincount(predictions.truth, minlength=len(predictions.labels))
        shape = (2, RESAMPLES, len(predictions.labels))  # areas and precisions
        self.drawn = np.empty(shape) if resampler.n_units >= ENOUGH else None
        self.adders = {name: InfluenceAdder(name, predictions.truth) for name in MEASURES}

    def all(self) -> RankMeasures:
        shown = set(np.argsort(-self.documents, kind="stable")[:MOST_CURVES].tolist())
        per_label, curves = [], {}
        for label, ranks in self._rankings():
            found = {
                "roc-area": self._area(ranks, label),
                "average-precision": self._precision(ranks, label),
            }
            per_label.append(found)
            self._add_influences(ranks, label, found)
            if label in shown and self.documents[label]:
                values = (
                    self.predictions.scores
                    if self.predictions.probabilities is None
                    else self.predictions.probabilities
                )
                curves[self.predictions.labels[label]] = curve_of(ranks, values[:, label])
        return RankMeasures(per_label, self._overall(per_label), curves)

    def _rankings(self) -> Iterator[tuple[int, Ranks]]:
        """Yield each label with its ranks, once its resamples are drawn."""
        truth = self.predictions.truth
        for first, table in strengths(self.predictions):
            if self.drawn is not None:
                self.drawn[:, :, first : first + table.shape[1]] = self.resampler.areas(
                    table, truth - first
                )
            for label, column in enumerate(table.T, first):
                yield label, ranked(column, truth == label)

    def _area(self, ranks: Ranks, label: int) -> Measure:
        area = roc_area(ranks)
        if area is None:
            return Measure(None)
        fewest = int(min(ranks.positives[-1], ranks.negatives[-1]))
        if fewest < ENOUGH:
            return Measure(area)
        if self.grouped:
            return self._resampled(0, area, label)
        return spread(area, area_interval(area, influences(ranks, area), fewest))

    def _precision(self, ranks: Ranks, label: int) -> Measure:
        value = average_precision(ranks)
        documents = int(self.documents[label])
        if documents < ENOUGH:
            return Measure(value)
        if value == 1 and not self.grouped:
            # No resample differs: the label's documents are taken as trials that all went the same way.
            return Measure(value, wilson(documents, documents))
        return self._resampled(1, value, label)

    def _add_influences(self, ranks: Ranks, label: int, found: dict[str, Measure]) -> None:
        """Add what the documents do to the means over labels."""
        has = self.predictions.truth == label
        for name, measure in found.items():
            self.adders[f"macro-{name}"].add(ranks, has, measure.value)

    def _overall(self, per_label: list[dict[str, Measure]]) -> dict[str, Measure]:
        values = {name: mean_defined([one[name].value for one in per_label]) for name in UNKNOWN}
        return {
            f"macro-{name}": self._mean(f"macro-{name}", value) for name, value in values.items()
        }

    def _mean(self, name: str, value: float | None) -> Measure:
        """Return a mean over labels: from the influences of documents, or from resamples of groups."""
        if value is None or self.drawn is None:
            return Measure(value)
        if not self.grouped:
            return spread(value, self.adders[name].influences().interval(value))
        reason = too_rare(self.predictions, self.resampler)
        if reason:
            return Measure(value, None, reason)
        means = mean_over_labels(self.drawn[list(MEASURES).index(name)])
        return Measure(value, resampled_interval(means, value, self.resampler.n_units))

    def _resampled(self, which: int, value: float | None, label: int) -> Measure:
        """Return a label's area (0) or precision (1) with the interval of resamples."""
        return (
            Measure(value) if self.drawn is None else resampled(self.drawn[which][:, label], value)
        )
