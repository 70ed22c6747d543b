"""Metrics of a spam filter, those of the TREC spam track: percentages, the lower the better.

1-auc-percent                    100 (1 - ROC area): how often a ham message looks more like spam
                                 than a spam message
ham-misclassification-percent    of ham, the percentage called spam
spam-misclassification-percent   of spam, the percentage not called spam
lam-percent                      the logistic average of the last two: the mean of their log-odds,
                                 turned back
"""

from dataclasses import replace

import numpy as np

from linnet.errors import SettingError, listed, quoted
from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.evaluation import Evaluation, measure_by
from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.register import Metric, counted


def spam_measures(
    evaluation: Evaluation, predictions: LabelledPredictions, label: str
) -> dict[str, Measure]:
    """Return the measures of a filter for one label; every other label is ham.

    >>> from linnet.evaluation.metrics.evaluation import evaluate_predictions
    >>> scores = np.array([[3.0, 0], [0, 1], [2, 0], [0, 2], [1, 0]])
    >>> truth, predicted = np.array([0, 0, 0, 1, 1]), np.array([0, 1, 0, 1, 0])
    >>> predictions = LabelledPredictions(("ham", "spam"), truth, predicted, scores)
    >>> measures = spam_measures(evaluate_predictions(predictions), predictions, "spam")
    >>> [round(measure.value, 1) for measure in measures.values()]
    [33.3, 33.3, 50.0, 41.4]
    """
    if label not in predictions.labels:
        raise SettingError(
            f"the label of spam must be one of {listed(predictions.labels)}; "
            f"got {quoted(label)}. Name one of these."
        )
    own = evaluation.per_label[label]
    lam = _lam_metric(predictions.labels.index(label))
    return {
        "1-auc-percent": _scaled(own["roc-area"], -100.0, 100.0),
        "ham-misclassification-percent": _scaled(own["fpr"], 100.0),
        "spam-misclassification-percent": _scaled(own["fnr"], 100.0),
        lam.name: measure_by(predictions, [lam])[lam.name],
    }


def _lam_metric(label: int) -> Metric:
    def lam(counts: Counts) -> Floats:
        right = counts.right[..., label]
        predicted = counts.predicted[..., label]
        true = counts.true[..., label]
        others_right = counts.documents - true - predicted + right
        # Odds of a mistake among spam times odds of a mistake among ham, as one fraction.
        mistakes = np.sqrt((true - right) * (predicted - right))
        successes = np.sqrt(right * others_right)
        return 100 * ratio(mistakes, mistakes + successes)

    return counted("lam-percent", lam)


def _scaled(measure: Measure, factor: float, plus: float = 0.0) -> Measure:
    """Return factor · measure + plus."""

    def scale(value: float) -> float:
        return factor * value + plus

    if measure.value is None:
        return measure
    value = scale(measure.value)
    if measure.interval is None:
        return replace(measure, value=value)
    low, high = sorted(map(scale, measure.interval))
    return replace(measure, value=value, interval=(low, high))
