"""Documents that get an answer and those left open: how many, and how right the answers are.

The risk-coverage curve answers the surest documents first: how many are wrong among those answered
(the risk) when so many are answered (the coverage). Its area, AURC, is the mean of the risk over
all coverages: 0 is perfect, the share of all mistakes what an order by chance comes to.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.errors import counted
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Floats, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import ENOUGH, Measure, resampled_measure
from linnet.evaluation.metrics.resampler import Resampler

MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class RiskCoverage:
    """Points of the risk-coverage curve, the surest documents first, and its area."""

    thresholds: Floats  # answered are documents whose confidence is at least this
    coverage: Floats  # the share of documents answered
    risk: Floats  # the share of those that is wrong
    area: float

    def __repr__(self) -> str:
        from linnet.display.words import line

        points = counted(len(self.thresholds), "point")
        return line("RiskCoverage", points, f"area {self.area:.4f}")

    def as_json(self) -> dict[str, Any]:
        """Return the points for `--json`."""
        return {
            "area": self.area,
            "thresholds": [_rounded(value) for value in self.thresholds.tolist()],
            "coverage": [_rounded(value) for value in self.coverage.tolist()],
            "risk": [_rounded(value) for value in self.risk.tolist()],
        }


def _rounded(value: float) -> float | None:
    return float(f"{value:.6g}") if np.isfinite(value) else None


@dataclass(frozen=True, eq=False)
class Selective:
    """How many documents got an answer, how right the answers are, and the curve."""

    coverage: Measure
    answered_accuracy: Measure  # of the documents that got a label
    curve: RiskCoverage | None  # None where nothing says how sure the predictions are

    def __repr__(self) -> str:
        from linnet.display.words import line

        area = f"area of the curve {self.curve.area:.4f}" if self.curve else ""
        accuracy = f"accuracy of those {self.answered_accuracy}"
        return line("Selective", f"coverage {self.coverage}", accuracy, area)

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "coverage": self.coverage.as_json(),
            "answered_accuracy": self.answered_accuracy.as_json(),
            "risk_coverage": None if self.curve is None else self.curve.as_json(),
        }


def selective(predictions: LabelledPredictions, resampler: Resampler) -> Selective:
    """Return how many documents got an answer, how right these are, and the curve."""
    answered = predictions.predicted != UNSURE
    right = predictions.predicted == predictions.truth
    n = len(predictions)
    n_answered = int(answered.sum())
    n_right = int(right.sum())
    coverage = n_answered / n if n else None
    accuracy = n_right / n_answered if n_answered else None
    curve = risk_coverage(predictions)

    if predictions.groups is None:
        of_all = Measure(coverage, wilson(n_answered, n))
        return Selective(of_all, Measure(accuracy, wilson(n_right, n_answered)), curve)
    if resampler.n_units < ENOUGH:
        return Selective(Measure(coverage), Measure(accuracy), curve)
    means = resampler.means(np.column_stack([answered, right]).astype(np.float64))
    with np.errstate(invalid="ignore"):
        drawn_accuracies = means[:, 1] / means[:, 0]
    return Selective(
        resampled_measure(means[:, 0], coverage),
        resampled_measure(drawn_accuracies, accuracy),
        curve,
    )


def risk_coverage(predictions: LabelledPredictions) -> RiskCoverage | None:
    """Return the risk-coverage curve; None where there are no scores, or no documents.

    A document that is unsure counts with its most probable label.

    >>> probabilities = np.array([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])
    >>> truth, predicted = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 0])
    >>> scores = np.log(probabilities)
    >>> predictions = LabelledPredictions(("a", "b"), truth, predicted, scores, probabilities)
    >>> curve = risk_coverage(predictions)
    >>> curve.coverage.tolist(), curve.risk.tolist(), curve.area
    ([0.25, 0.5, 0.75, 1.0], [0.0, 0.0, 0.0, 0.25], 0.0625)
    """
    if not len(predictions) or np.isnan(predictions.confidences).any():
        return None
    best = predictions.confidences.argmax(axis=1)
    answers = np.where(predictions.predicted == UNSURE, best, predictions.predicted)
    confidences = _confidences(predictions, answers)
    wrong = answers != predictions.truth

    order = np.argsort(-confidences, kind="stable")
    ends = _ends_of_equals(confidences[order])
    n_wrong = np.cumsum(wrong[order])[ends - 1]
    area = _area(ends, n_wrong)
    shown = _spread(ends)
    thresholds = confidences[order][ends[shown] - 1]
    risk = n_wrong[shown] / ends[shown]
    return RiskCoverage(thresholds, ends[shown] / len(predictions), risk, area)


def _confidences(predictions: LabelledPredictions, answers: Ints) -> Floats:
    """Return how sure each answer is: its probability, or how far its score lies above others."""
    table = predictions.confidences
    own = np.take_along_axis(table, answers[:, None], axis=1)[:, 0]
    if predictions.probabilities is not None or table.shape[1] < 2:
        return own
    others = table.copy()
    np.put_along_axis(others, answers[:, None], -np.inf, axis=1)
    return np.asarray(own - others.max(axis=1))


def _ends_of_equals(confidences: Floats) -> Ints:
    """Return how many documents are at least as sure as each different confidence, high to low."""
    is_last = np.append(confidences[1:] != confidences[:-1], True)
    return np.flatnonzero(is_last) + 1


def _area(ends: Ints, n_wrong: Ints) -> float:
    """Return the mean over k of the risk of the k surest; equally sure ones in any order."""
    n_answered = np.arange(1, ends[-1] + 1)
    expected_wrong = np.interp(n_answered, np.append(0, ends), np.append(0, n_wrong))
    return float(np.mean(expected_wrong / n_answered))


def _spread(ends: Ints) -> Ints:
    """Return the places of at most 200 points, evenly along the coverage, first and last kept."""
    if len(ends) <= MOST_POINTS:
        return np.arange(len(ends))
    even = np.linspace(ends[0], ends[-1], MOST_POINTS)
    return np.unique(np.searchsorted(ends, even))
