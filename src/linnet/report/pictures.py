"""The counts behind the confusion matrix, the threshold slider and the calibration curve."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from linnet.evaluation.answers import Answers
from linnet.evaluation.intervals import wilson
from linnet.report.examples import MOST_LABELS, MOST_PAIRS, confusion_cells
from linnet.report.rounding import rounded
from linnet.report.thresholds import points_each, thresholds

BINS = 15

Json = dict[str, Any]


def pictures(answers: Answers, labels: Sequence[int]) -> Json:
    """Return what the charts of a report show; thresholds only for these labels, given as places."""
    return {
        "confusion": _confusion(answers),
        "thresholds": _thresholds(answers, labels),
        "calibration": rounded(_calibration(answers)),
    }


def _confusion(answers: Answers) -> list[list[int]]:
    """Return [predicted, true, documents] of every cell; where labels are many, of the most confused pairs."""
    cells = confusion_cells(answers)
    if len(answers.labels) > MOST_LABELS:
        cells = [cell for cell in cells if cell[0][0] != cell[0][1]][:MOST_PAIRS]
    return [[*cell, n] for cell, n in cells]


def _thresholds(answers: Answers, labels: Sequence[int]) -> list[Json]:
    table = answers.scores if answers.probabilities is None else answers.probabilities
    points, middle = points_each(len(labels)), 0.0 if answers.probabilities is None else 0.5
    moved = ((place, thresholds(table[:, place], answers.truth == place, points, middle)) for place in labels)
    return [{"label": place, **found} for place, found in moved if found]


def _calibration(answers: Answers) -> list[Json] | None:
    """Return 15 bins of as many documents each, by the probability of the highest label."""
    if answers.probabilities is None or len(answers) < BINS:
        return None
    top = answers.probabilities.max(axis=1)
    right = answers.probabilities.argmax(axis=1) == answers.truth
    bins = []
    for places in np.array_split(np.argsort(top, kind="stable"), BINS):
        n, hits = len(places), int(right[places].sum())
        share = {"probability": float(top[places].mean()), "right": hits / n}
        bins.append({**share, "documents": n, "interval": wilson(hits, n)})
    return bins
