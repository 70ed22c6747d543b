"""What a classifier answered where a document may have any number of labels, and the measures of that."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.answers import Flags, Floats, Ints
from linnet.evaluation.counts import Counts, f1s
from linnet.evaluation.metrics import METRICS, averaged


@dataclass(frozen=True, eq=False)
class LabelSets:
    """Documents with a set of labels each: the true one and the predicted one."""

    labels: tuple[str, ...]  # sorted: all that the classifier knows, and all that are true of some document
    truth: Flags  # documents × labels
    predicted: Flags
    groups: Ints | None = None  # as in Answers

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.truth)


def _exact(sets: Any) -> Flags:
    return np.asarray(np.all(sets.predicted == sets.truth, axis=1))


def _wrong_shares(sets: Any) -> Floats:
    return np.asarray(np.mean(sets.predicted != sets.truth, axis=1))


def _sample_f1(sets: Any) -> Floats:
    """Return the F1 of each document; 1 where it has no label and gets none."""
    flags = (sets.predicted & sets.truth, sets.predicted, sets.truth)
    return np.nan_to_num(f1s(Counts(*(one.sum(axis=1).astype(np.float64) for one in flags))), nan=1.0)


SET_METRICS = {
    "subset-accuracy": averaged("subset-accuracy", True, _exact),
    "hamming-loss": averaged("hamming-loss", False, _wrong_shares),
    "micro-f1": METRICS["micro-f1"],
    "macro-f1": METRICS["macro-f1"],
    "sample-f1": averaged("sample-f1", True, _sample_f1),
}
