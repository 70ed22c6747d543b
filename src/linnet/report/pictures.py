"""The counts behind the confusion matrix and the threshold slider."""

from collections.abc import Sequence
from typing import Any

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.report.examples import MOST_LABELS, MOST_PAIRS, confusion_cells
from linnet.report.thresholds import points_each, thresholds

Json = dict[str, Any]


def pictures(predictions: LabelledPredictions, labels: Sequence[int]) -> Json:
    """Return what the charts of a report show; thresholds only for these labels, as places."""
    return {
        "confusion": _confusion(predictions),
        "thresholds": _thresholds(predictions, labels),
    }


def _confusion(predictions: LabelledPredictions) -> list[list[int]]:
    """Return [predicted, true, documents] of every cell, or of the most confused of many labels."""
    rows = [[*cell, n] for cell, n in confusion_cells(predictions)]
    if len(predictions.labels) <= MOST_LABELS:
        return rows
    mistakes = [row for row in rows if row[0] != row[1]]
    return mistakes[:MOST_PAIRS]


def _thresholds(predictions: LabelledPredictions, labels: Sequence[int]) -> list[Json]:
    table = predictions.probabilities
    middle = 0.5
    if table is None:
        table = predictions.scores
        middle = 0.0

    points = points_each(len(labels))
    result = []
    for place in labels:
        counts = thresholds(table[:, place], predictions.truth == place, points, middle)
        if counts:
            result.append({"label": place, **counts})
    return result
