"""How good probabilities are: a value per document, and whether they mean what they say."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.labelled_predictions import Flags, Floats, LabelledPredictions
from linnet.evaluation.metrics.measures import Measure, share

BINS = 15


@dataclass(frozen=True)
class Bin:
    """Documents about as sure as each other: how sure they were on average, and how many were right."""

    probability: float
    right: Measure  # the share of the documents whose most probable label is the true one
    documents: int

    def as_json(self) -> dict[str, Any]:
        """Return the bin for `--json`."""
        return {
            "probability": self.probability,
            "right": self.right.as_json(),
            "documents": self.documents,
        }


def log_losses(predictions: LabelledPredictions) -> Floats | None:
    """Return minus the log of the probability of the true label; a probability of 0 or 1 is moved by 2.2e-16."""
    if predictions.probabilities is None:
        return None
    least = np.finfo(np.float64).eps
    return np.asarray(
        -np.log(np.clip(_of_truth(predictions.probabilities, predictions), least, 1 - least))
    )


def brier_scores(predictions: LabelledPredictions) -> Floats | None:
    """Return the sum over labels of (probability - 1 if true else 0)²: from 0 to 2."""
    if predictions.probabilities is None:
        return None
    p = _of_truth(predictions.probabilities, predictions)
    return np.asarray(np.sum(predictions.probabilities**2, axis=1) - p**2 + (1 - p) ** 2)


def among_best(predictions: LabelledPredictions, k: int) -> Flags | None:
    """Return whether the true label is one of the k that score highest; among equal scores, the first labels.

    A label without a score, which the model does not know or rules out, is never one of them.
    """
    if k >= len(predictions.labels) or np.isnan(predictions.scores).any():
        return None
    table = predictions.scores if predictions.probabilities is None else predictions.probabilities
    own, codes = _of_truth(table, predictions)[:, None], np.arange(len(predictions.labels))
    ahead = (table > own) | ((table == own) & (codes < predictions.truth[:, None]))
    return np.asarray(
        (ahead.sum(axis=1) < k) & np.isfinite(_of_truth(predictions.scores, predictions))
    )


def calibration_bins(predictions: LabelledPredictions) -> tuple[Bin, ...] | None:
    """Return up to 15 bins of equally many documents, by the probability of the most probable label.

    Documents with the same probability stay together, whatever the order they come in.
    """
    if predictions.probabilities is None or not len(predictions):
        return None
    top, right = _most_probable(predictions)
    bins = _equal_parts(top, BINS)
    found = [(top[bins == at], right[bins == at]) for at in np.unique(bins)]
    # Wilson's interval is for documents that do not belong together.
    alone = predictions.groups is None
    return tuple(
        Bin(float(p.mean()), share(int(hits.sum()), len(p), alone), len(p)) for p, hits in found
    )


def calibration_error(predictions: LabelledPredictions) -> float | None:
    """Return how far shares of right labels are from their probabilities, on average over documents."""
    bins = calibration_bins(predictions)
    if bins is None:
        return None
    return sum(
        abs(one.probability - (one.right.value or 0.0)) * one.documents for one in bins
    ) / len(predictions)


def _of_truth(table: Floats, predictions: LabelledPredictions) -> Floats:
    return np.asarray(np.take_along_axis(table, predictions.truth[:, None], axis=1)[:, 0])


def _most_probable(predictions: LabelledPredictions) -> tuple[Floats, Flags]:
    assert predictions.probabilities is not None
    best = predictions.probabilities.argmax(axis=1)
    top = np.take_along_axis(predictions.probabilities, best[:, None], axis=1)[:, 0]
    return np.asarray(top), np.asarray(best == predictions.truth)


def _equal_parts(values: Floats, parts: int) -> npt.NDArray[np.int64]:
    """Return the part of each value when sorted values are cut into parts of the same size; equal ones stay together.

    >>> _equal_parts(np.array([0.1, 0.9, 0.9, 0.5]), 2).tolist()
    [0, 1, 1, 0]
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    return np.asarray((middle * parts / len(values)).astype(np.int64)[place])
