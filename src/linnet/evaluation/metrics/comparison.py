"""Which of two classifiers is better, by how much, and how sure that is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics.intervals import difference_interval
from linnet.evaluation.metrics.label_means import resampled_error, too_rare, within_labels
from linnet.evaluation.metrics.labelled_predictions import Floats
from linnet.evaluation.metrics.measures import (
    ALL_THE_SAME,
    ENOUGH,
    ONE_SIDE,
    Interval,
    Measure,
    are_the_same,
    percentiles,
)
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.paired import chance, holm, mcnemar, newcombe
from linnet.evaluation.metrics.ranked_pair import AREAS, RankedPair
from linnet.evaluation.metrics.recomputed_pair import RecomputedPair
from linnet.evaluation.metrics.register import METRICS, PROBABILITY_METRICS, Metric
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.summed_pair import SummedPair

FALSE_ALARMS = 0.05
MCNEMAR, RANDOMISATION = "exact McNemar", "paired randomisation"
RIGHT = ("accuracy", "subset-accuracy")  # shares of documents that are right

AnyPair = SummedPair | RankedPair | RecomputedPair


@dataclass(frozen=True)
class Difference:
    """One measure of A and of B, and what can be said of the difference."""

    metric: str
    more_is_better: bool
    a: float | None
    b: float | None
    difference: Measure  # B - A
    test: str
    p_value: float | None  # None where the measure is undefined
    adjusted: float | None = None  # the p-value after Holm's correction
    measures: int = 1  # for so many measures

    @property
    def better(self) -> str | None:
        """The one that is better, "A" or "B"; None where no difference can be told."""
        return self._leader if self.adjusted is not None and self.adjusted <= FALSE_ALARMS else None

    @property
    def _leader(self) -> str:
        return "B" if ((self.difference.value or 0.0) > 0) == self.more_is_better else "A"

    @property
    def sentence(self) -> str:
        """Which is better, by how much, and how sure that is."""
        if self.difference.value is None or self.adjusted is None:
            lacking = " and ".join(
                who for who, value in (("A", self.a), ("B", self.b)) if value is None
            )
            return f"No difference can be told: {self.metric} is undefined for {lacking}."
        if self.difference.value == 0:
            return f"No difference can be told: A and B have the same {self.metric}."
        by = f"{self.test}, Holm for {self.measures} measures" if self.measures > 1 else self.test
        or_raise = f"a difference this large comes by chance in {frequency_in_words(self.adjusted)} such comparisons"
        found = self._size(self.difference.value)
        return f"{'' if self.better else 'No difference can be told: '}{found}; {or_raise} ({by})."

    def _size(self, difference: float) -> str:
        """Return who leads, and by how much, in words."""
        scale, digits = (100, 1) if self.metric in RIGHT else (1, 4)
        ends = sorted(
            math.copysign(scale, difference) * end for end in self.difference.interval or ()
        )
        size = f"{abs(difference) * scale:.{digits}f}"
        within = f" ({ends[0]:.{digits}f} to {ends[1]:.{digits}f})" if ends else ""
        if self.metric in RIGHT:
            return f"{self._leader} is right for {size} points more{within}"
        return f"{self._leader} has the {'higher' if self.more_is_better else 'lower'} {self.metric}, by {size}{within}"

    def as_json(self) -> dict[str, Any]:
        """Return the difference for `--json`."""
        return {
            "a": self.a,
            "b": self.b,
            "difference": self.difference.as_json(),
            "test": self.test,
            "p_value": self.p_value,
            "adjusted_p_value": self.adjusted,
            "better": self.better,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Comparison:
    """Two classifiers on the same documents."""

    documents: int
    groups: int | None  # how many, where documents belong together
    differences: dict[str, Difference]  # by measure

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        differences = {name: difference.as_json() for name, difference in self.differences.items()}
        return {"documents": self.documents, "groups": self.groups, "measures": differences}

    def __str__(self) -> str:
        return "\n".join(difference.sentence for difference in self.differences.values())


def compare_predictions(
    a: Any, b: Any, metrics: Sequence[str] = (), threads: int | None = None
) -> Comparison:
    """Compare two classifiers' Answers, or LabelSets, to the same documents; by how many are right if nothing is asked.

    >>> from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
    >>> truth, scores = np.zeros(6, np.int64), np.zeros((6, 2))
    >>> def predictions(wrong):
    ...     predicted = np.repeat([1, 0], [wrong, 6 - wrong])
    ...     return LabelledPredictions(("ham", "spam"), truth, predicted, scores)
    >>> a = predictions(wrong=5)
    >>> b = predictions(wrong=0)
    >>> print(compare_predictions(a, b))
    No difference can be told: B is right for 83.3 points more (27.7 to 97.0); a difference this large comes by chance \
in 62 of 1,000 such comparisons (exact McNemar).
    """
    known = metrics_named(metrics, multilabel=isinstance(a, MultilabelPredictions))
    for name in known:
        _check(name, {"A": a, "B": b})
    resampler = Resampler.of(a.groups, len(a), threads)
    found = [_difference(metric, a, b, resampler) for metric in known.values()]
    return Comparison(len(a), None if a.groups is None else resampler.n_units, _adjusted(found))


def metrics_named(names: Sequence[str], *, multilabel: bool) -> dict[str, Metric]:
    """Return the measures that are asked for by name, each once; how many documents are right if none are."""
    known = MULTILABEL_METRICS if multilabel else METRICS
    for name in names:
        if name not in known:
            raise SettingError(
                f"a measure must be one of {', '.join(known)}; got {quoted(name)}. Choose one of these."
            )
    return {name: known[name] for name in names or RIGHT if name in known}


def _check(name: str, both: dict[str, Any]) -> None:
    without = [
        who
        for who, predictions in both.items()
        if name in PROBABILITY_METRICS and predictions.probabilities is None
    ]
    if without:
        raise SettingError(
            f"{name} needs probabilities; got none from {' and '.join(without)}: margins, or labels alone. "
            "Choose another measure, or compare logistic, naive Bayes or calibrated models."
        )


def _difference(metric: Metric, a: Any, b: Any, resampler: Resampler) -> Difference:
    """Return what can be said of one measure, before it is corrected for others."""
    pair = _pair(metric, a, b, resampler)
    of_a, of_b = pair.values()
    if of_a is None or of_b is None:
        return Difference(
            metric.name, metric.more_is_better, of_a, of_b, Measure(None), RANDOMISATION, None
        )
    right = [metric.averaged(one) for one in (a, b)] if metric.averaged and a.groups is None else []
    if right and all(flags is not None and flags.dtype == np.bool_ for flags in right):
        test, reason = MCNEMAR, None
        p_value, interval = _by_mcnemar(*right)
    else:
        test, p_value = RANDOMISATION, chance(of_a, of_b, pair.swapped())
        interval, reason = _interval(pair, of_b - of_a, a, resampler)
    difference = Measure(of_b - of_a, interval, reason)
    return Difference(metric.name, metric.more_is_better, of_a, of_b, difference, test, p_value)


def _interval(
    pair: AnyPair, difference: float, predictions: Any, resampler: Resampler
) -> tuple[Interval | None, str | None]:
    """Return the interval of a difference, or why there is none."""
    if resampler.n_units < ENOUGH:
        return None, None
    if pair.metric.over_labels and within_labels(predictions):
        return pair.interval(difference), None
    reason = too_rare(predictions, resampler) if pair.metric.over_labels else None
    drawn = None if reason else pair.drawn()
    if drawn is None:
        return None, reason
    if are_the_same(drawn):
        return None, ALL_THE_SAME
    if pair.metric.over_labels or pair.metric.weighted:
        units = resampler.n_units
        return difference_interval(
            difference, resampled_error(drawn, units), units, units - 1
        ), None
    return _percentiles(drawn, difference)


def _percentiles(drawn: Floats, difference: float) -> tuple[Interval | None, str | None]:
    """Return the interval of resamples, or why there is none; one that excludes the difference is no guide."""
    interval = percentiles(drawn)
    if interval is None:
        return None, None
    low, high = interval
    if low <= difference <= high:
        return interval, None
    return None, ONE_SIDE


def _pair(metric: Metric, a: Any, b: Any, resampler: Resampler) -> AnyPair:
    if metric.counted or metric.averaged:
        return SummedPair.of(metric, a, b, resampler)
    return (RankedPair if metric.name in AREAS else RecomputedPair)(metric, a, b, resampler)


def _by_mcnemar(a: Any, b: Any) -> tuple[float, Interval | None]:
    """Return p-value and interval, given which documents are right."""
    both, only_a, only_b, neither = (int(np.sum(some)) for some in (a & b, a & ~b, b & ~a, ~a & ~b))
    return mcnemar(only_a, only_b), newcombe(both, only_a, only_b, neither)


def _adjusted(found: list[Difference]) -> dict[str, Difference]:
    told = {one.metric: one.p_value for one in found if one.p_value is not None}
    adjusted = dict(zip(told, holm(list(told.values())), strict=True))
    return {
        one.metric: replace(one, adjusted=adjusted.get(one.metric), measures=len(told))
        for one in found
    }


def frequency_in_words(p_value: float) -> str:
    """Return a p-value as so many of so many.

    >>> frequency_in_words(0.42), frequency_in_words(0.034), frequency_in_words(0.0031), frequency_in_words(0.00002)
    ('42 of 100', '34 of 1,000', '3 of 1,000', 'fewer than 1 of 10,000')
    """
    wholes = {0.1: 100, 0.001: 1000, 0.0001: 10_000}
    whole = next((whole for least, whole in wholes.items() if p_value >= least), None)
    return "fewer than 1 of 10,000" if whole is None else f"{p_value * whole:.0f} of {whole:,}"
