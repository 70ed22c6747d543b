"""What matters in a spam filter, as the TREC spam track measured it: percentages, the lower the better.

1-auc-percent                    100 (1 - ROC area): how often a ham message looks more like spam than a spam message
ham-misclassification-percent    of ham, the percentage called spam
spam-misclassification-percent   of spam, the percentage not called spam
lam-percent                      the logistic average of the last two: the mean of their log-odds, turned back
"""

import numpy as np

from linnet.errors import SettingError, listed, quoted
from linnet.evaluation.metrics.counts import Counts, ratio
from linnet.evaluation.metrics.evaluation import Evaluation, measured
from linnet.evaluation.metrics.labelled_predictions import Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.register import Metric, counted


def spam_measures(
    evaluation: Evaluation, predictions: LabelledPredictions, label: str
) -> dict[str, Measure]:
    """Return the measures of a filter for one label; every other label is ham.

    >>> from linnet.evaluation.metrics.evaluation import evaluate_predictions
    >>> scores = np.array([[3.0, 0], [0, 1], [2, 0], [0, 2], [1, 0]])
    >>> predictions = LabelledPredictions(("ham", "spam"), np.array([0, 0, 0, 1, 1]), np.array([0, 1, 0, 1, 0]), scores)
    >>> found = spam_measures(evaluate_predictions(predictions), predictions, "spam")
    >>> [round(measure.value, 1) for measure in found.values()]
    [33.3, 33.3, 50.0, 41.4]
    """
    if label not in predictions.labels:
        raise SettingError(
            f"the label of spam must be one of {listed(predictions.labels)}; got {quoted(label)}. Name one of these."
        )
    own = evaluation.per_label[label]
    lam = _lam_metric(predictions.labels.index(label))
    return {
        "1-auc-percent": _scaled(own["roc-area"], -100.0, 100.0),
        "ham-misclassification-percent": _scaled(own["fpr"], 100.0),
        "spam-misclassification-percent": _scaled(own["fnr"], 100.0),
        lam.name: measured(predictions, [lam])[lam.name],
    }


def _lam_metric(place: int) -> Metric:
    def lam(counts: Counts) -> Floats:
        right, predicted, true = (
            part[..., place] for part in (counts.right, counts.predicted, counts.true)
        )
        # Odds of a mistake among spam times odds of a mistake among ham, as one fraction.
        wrong = np.sqrt((true - right) * (predicted - right))
        well = np.sqrt(right * (counts.documents - true - predicted + right))
        return 100 * ratio(wrong, wrong + well)

    return counted("lam-percent", lam)


def _scaled(measure: Measure, factor: float, plus: float = 0.0) -> Measure:
    def scale(value: float) -> float:
        return factor * value + plus

    if measure.value is None or measure.interval is None:
        return Measure(None if measure.value is None else scale(measure.value))
    low, high = sorted(map(scale, measure.interval))
    return Measure(scale(measure.value), (low, high))
