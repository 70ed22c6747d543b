"""How good probabilities are: a value per document, and whether they mean what they say."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import Measure, share_measure

BINS = 15
EPSILON = np.finfo(np.float64).eps


@dataclass(frozen=True)
class Bin:
    """Documents about as sure as each other: how sure on average, and how many were right."""

    probability: float
    right: Measure  # the share of the documents whose most probable label is the true one
    documents: int

    @property
    def calibration_gap(self) -> float:
        """How far the share that is right is from the probability."""
        share = self.right.value or 0.0
        return abs(self.probability - share)

    def as_json(self) -> dict[str, Any]:
        """Return the bin for `--json`."""
        return {
            "probability": self.probability,
            "right": self.right.as_json(),
            "documents": self.documents,
        }


def log_losses(predictions: LabelledPredictions) -> Floats | None:
    """Return minus the log of the probability of the true label.

    A probability of 0 or 1 is moved by 2.2e-16.
    """
    if predictions.probabilities is None:
        return None
    of_truth = _of_truth(predictions.probabilities, predictions)
    return np.asarray(-np.log(np.clip(of_truth, EPSILON, 1 - EPSILON)))


def brier_scores(predictions: LabelledPredictions) -> Floats | None:
    """Return the sum over labels of (probability - 1 if true else 0)²: from 0 to 2."""
    if predictions.probabilities is None:
        return None
    of_truth = _of_truth(predictions.probabilities, predictions)
    squares = np.sum(predictions.probabilities**2, axis=1)
    return np.asarray(squares - of_truth**2 + (1 - of_truth) ** 2)


def among_best(predictions: LabelledPredictions, k: int) -> Flags | None:
    """Return whether the true label is one of the k that score highest.

    Among equal scores, the first labels are. A label without a score, which the model does not know
    or rules out, is never one of them.
    """
    n_labels = len(predictions.labels)
    if k >= n_labels or np.isnan(predictions.scores).any():
        return None
    table = predictions.confidences
    of_truth = _of_truth(table, predictions)[:, None]
    comes_first = np.arange(n_labels) < predictions.truth[:, None]
    is_ahead = (table > of_truth) | ((table == of_truth) & comes_first)

    has_score = np.isfinite(_of_truth(predictions.scores, predictions))
    return np.asarray((is_ahead.sum(axis=1) < k) & has_score)


def calibration_bins(predictions: LabelledPredictions) -> tuple[Bin, ...] | None:
    """Return up to 15 bins of equally many documents, by the probability of the likeliest label.

    Documents with the same probability stay together, whatever the order they come in.
    """
    if predictions.probabilities is None or not len(predictions):
        return None
    probability, is_right = _most_probable(predictions.probabilities, predictions)
    bin_of = _equal_parts(probability, BINS)
    # Wilson's interval is for documents that do not belong together.
    independent = predictions.groups is None
    bins = []
    for number in np.unique(bin_of):
        inside = bin_of == number
        n = int(np.count_nonzero(inside))
        right = share_measure(int(is_right[inside].sum()), n, independent)
        mean = float(probability[inside].mean())
        bins.append(Bin(mean, right, n))
    return tuple(bins)


def calibration_error(predictions: LabelledPredictions) -> float | None:
    """Return how far shares of right labels are from their probabilities, averaged by document."""
    bins = calibration_bins(predictions)
    if bins is None:
        return None
    gaps = [bin_.calibration_gap * bin_.documents for bin_ in bins]
    return sum(gaps) / len(predictions)


def _of_truth(table: Floats, predictions: LabelledPredictions) -> Floats:
    """Return the number of each document's true label."""
    column = np.take_along_axis(table, predictions.truth[:, None], axis=1)
    return np.asarray(column[:, 0])


def _most_probable(probabilities: Floats, predictions: LabelledPredictions) -> tuple[Floats, Flags]:
    """Return the probability of the most probable label, and whether it is the true one."""
    best = probabilities.argmax(axis=1)
    column = np.take_along_axis(probabilities, best[:, None], axis=1)
    return np.asarray(column[:, 0]), np.asarray(best == predictions.truth)


def _equal_parts(values: Floats, parts: int) -> npt.NDArray[np.int64]:
    """Return the part of each value when sorted values are cut into parts of the same size.

    Equal values stay together.

    >>> _equal_parts(np.array([0.1, 0.9, 0.9, 0.5]), 2).tolist()
    [0, 1, 1, 0]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    part = middle * parts / len(values)
    return np.asarray(part.astype(np.int64)[place])
