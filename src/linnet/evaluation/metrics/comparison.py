"""Which of two classifiers is better, by how much, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics.difference import Comparison, Difference
from linnet.evaluation.metrics.intervals import Interval, difference_interval
from linnet.evaluation.metrics.label_means import (
    can_draw_within_labels,
    resampled_error,
    too_rare,
)
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats
from linnet.evaluation.metrics.measures import (
    ALL_THE_SAME,
    ENOUGH,
    ONE_SIDE,
    Measure,
    are_the_same,
    percentiles,
)
from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.paired import holm, mcnemar, newcombe, randomisation_p_value
from linnet.evaluation.metrics.ranked_pair import AREAS, RankedPair
from linnet.evaluation.metrics.recomputed_pair import RecomputedPair
from linnet.evaluation.metrics.register import METRICS, PROBABILITY_METRICS, Metric
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.summed_pair import SummedPair
from linnet.settings.sklearn_names import hint_of

MCNEMAR, RANDOMISATION = "exact McNemar", "paired randomisation"
USUAL_METRICS = ("accuracy", "subset-accuracy")  # the first is of one label, the second of several

AnyPair = SummedPair | RankedPair | RecomputedPair
IntervalOrReason = tuple[Interval | None, str | None]


def compare_predictions(
    a: AnyPredictions,
    b: AnyPredictions,
    metrics: Sequence[str] = (),
    threads: int | None = None,
) -> Comparison:
    """Compare two classifiers' predictions for the same documents.

    Without metrics they are compared by how many documents are right.

    >>> from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
    >>> truth, scores = np.zeros(6, np.int64), np.zeros((6, 2))
    >>> def predictions(wrong):
    ...     predicted = np.repeat([1, 0], [wrong, 6 - wrong])
    ...     return LabelledPredictions(("ham", "spam"), truth, predicted, scores)
    >>> a = predictions(wrong=5)
    >>> b = predictions(wrong=0)
    >>> print(compare_predictions(a, b))
    No difference can be told: B is right for 83.3 points more (27.7 to 97.0); a difference this \
large comes by chance in 62 of 1,000 such comparisons (exact McNemar).
    """
    known = metrics_named(metrics, multilabel=isinstance(a, MultilabelPredictions))
    for name in known:
        _check_probabilities(name, {"A": a, "B": b})
    resampler = Resampler.of(a.groups, len(a), threads)
    both = _Both(a, b, resampler)
    differences = [both.difference(metric) for metric in known.values()]
    groups = None if a.groups is None else resampler.n_units
    return Comparison(len(a), groups, _adjusted(differences))


def metrics_named(names: Sequence[str], *, multilabel: bool) -> dict[str, Metric]:
    """Return the metrics of these names, each once; without names, how many documents are right."""
    known = MULTILABEL_METRICS if multilabel else METRICS
    for name in names:
        if name not in known:
            raise SettingError(
                f"a measure must be one of {', '.join(known)}; got {quoted(name)}. "
                f"{hint_of(name, known) or 'Choose one of these.'}"
            )
    return {name: known[name] for name in names or USUAL_METRICS if name in known}


def _check_probabilities(name: str, both: dict[str, AnyPredictions]) -> None:
    if name not in PROBABILITY_METRICS:
        return
    without = [name for name, predictions in both.items() if predictions.probabilities is None]
    if without:
        raise SettingError(
            f"{name} needs probabilities; got none from {' and '.join(without)}: margins, or "
            "labels alone. Choose another measure, or compare logistic, naive Bayes or calibrated "
            "models."
        )


@dataclass(frozen=True, eq=False)
class _Both:
    """The predictions of A and B for the same documents."""

    a: AnyPredictions
    b: AnyPredictions
    resampler: Resampler

    def difference(self, metric: Metric) -> Difference:
        """Return what can be said of one metric, before it is corrected for others."""
        pair = _pair(metric, self.a, self.b, self.resampler)
        value_a, value_b = pair.values()
        result = Difference(
            metric.name, metric.more_is_better, value_a, value_b, Measure(None), RANDOMISATION, None
        )
        if value_a is None or value_b is None:
            return result

        difference = value_b - value_a
        right = self._right_documents(metric)
        if right is not None:
            p_value, interval = _by_mcnemar(*right)
            measure = Measure(difference, interval)
            return replace(result, difference=measure, test=MCNEMAR, p_value=p_value)
        p_value = randomisation_p_value(value_a, value_b, pair.swapped())
        measure = Measure(difference, *self._interval(pair, difference))
        return replace(result, difference=measure, p_value=p_value)

    def _right_documents(self, metric: Metric) -> tuple[Flags, Flags] | None:
        """Return which documents are right; None where the metric is not a share of these.

        Nor where documents belong together: McNemar's test is for independent ones.
        """
        if metric.averaged is None or self.a.groups is not None:
            return None
        a = metric.averaged(self.a)
        b = metric.averaged(self.b)
        if a is None or b is None or a.dtype != np.bool_ or b.dtype != np.bool_:
            return None
        return a.astype(np.bool_), b.astype(np.bool_)

    def _interval(self, pair: AnyPair, difference: float) -> IntervalOrReason:
        """Return the confidence interval of a difference, or why there is none."""
        metric = pair.metric
        units = self.resampler.n_units
        if units < ENOUGH:
            return None, None
        if metric.over_labels and can_draw_within_labels(self.a):
            return pair.interval(difference), None
        reason = too_rare(self.a, self.resampler) if metric.over_labels else None
        drawn = None if reason else pair.drawn()
        if drawn is None:
            return None, reason
        if are_the_same(drawn):
            return None, ALL_THE_SAME
        if not metric.over_labels and not metric.weighted:
            return _percentiles(drawn, difference)
        error = resampled_error(drawn, units)
        return difference_interval(difference, error, units, units - 1), None


def _percentiles(drawn: Floats, difference: float) -> IntervalOrReason:
    """Return the interval of resamples, or why there is none.

    One that excludes the difference is no guide.
    """
    interval = percentiles(drawn)
    if interval is None:
        return None, None
    low, high = interval
    if low <= difference <= high:
        return interval, None
    return None, ONE_SIDE


def _pair(metric: Metric, a: AnyPredictions, b: AnyPredictions, resampler: Resampler) -> AnyPair:
    if metric.counted or metric.averaged:
        return SummedPair.of(metric, a, b, resampler)
    # All other metrics are of one label per document.
    assert not isinstance(a, MultilabelPredictions)
    assert not isinstance(b, MultilabelPredictions)
    if metric.name in AREAS:
        return RankedPair(metric, a, b, resampler)
    return RecomputedPair(metric, a, b, resampler)


def _by_mcnemar(a: Flags, b: Flags) -> tuple[float, Interval | None]:
    """Return p-value and confidence interval, given which documents are right."""
    both = int(np.count_nonzero(a & b))
    only_a = int(np.count_nonzero(a & ~b))
    only_b = int(np.count_nonzero(b & ~a))
    neither = len(a) - both - only_a - only_b
    return mcnemar(only_a, only_b), newcombe(both, only_a, only_b, neither)


def _adjusted(differences: list[Difference]) -> dict[str, Difference]:
    """Return the differences by metric, with Holm's correction for their number."""
    p_values = {}
    for difference in differences:
        if difference.p_value is not None:
            p_values[difference.metric] = difference.p_value
    corrected = holm(list(p_values.values()))
    adjusted = dict(zip(p_values, corrected, strict=True))

    by_metric = {}
    for difference in differences:
        p_value = adjusted.get(difference.metric)
        by_metric[difference.metric] = replace(difference, adjusted=p_value, measures=len(p_values))
    return by_metric
