"""The counts behind the confusion matrix and the threshold slider."""

from collections.abc import Sequence
from typing import Any

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.report.examples import MOST_LABELS, MOST_PAIRS, confusion_cells
from linnet.report.thresholds import points_each, thresholds

Json = dict[str, Any]


def pictures(answers: LabelledPredictions, labels: Sequence[int]) -> Json:
    """Return what the charts of a report show; thresholds only for these labels, given as places."""
    return {"confusion": _confusion(answers), "thresholds": _thresholds(answers, labels)}


def _confusion(answers: LabelledPredictions) -> list[list[int]]:
    """Return [predicted, true, documents] of every cell; where labels are many, of the most confused pairs."""
    cells = confusion_cells(answers)
    if len(answers.labels) > MOST_LABELS:
        cells = [cell for cell in cells if cell[0][0] != cell[0][1]][:MOST_PAIRS]
    return [[*cell, n] for cell, n in cells]


def _thresholds(answers: LabelledPredictions, labels: Sequence[int]) -> list[Json]:
    table = answers.scores if answers.probabilities is None else answers.probabilities
    points, middle = points_each(len(labels)), 0.0 if answers.probabilities is None else 0.5
    moved = (
        (place, thresholds(table[:, place], answers.truth == place, points, middle))
        for place in labels
    )
    return [{"label": place, **found} for place, found in moved if found]
