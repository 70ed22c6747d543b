"""What a classifier answered beside what is true: the documents × labels that every measure is made from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError
from linnet.model import decision

UNSURE = decision.UNSURE  # in place of a label, where a classifier may say that it does not know

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class LabelledPredictions:
    """Documents with one label each: the true one and the predicted one, each as a place in `labels`.

    >>> scores = np.log([[0.9, 0.1], [0.6, 0.4]])
    >>> predictions = LabelledPredictions(("ham", "spam"), np.array([0, 1]), np.array([0, 0]), scores)
    >>> predictions.select(np.array([False, True])).truth.tolist()
    [1]
    """

    labels: tuple[
        str, ...
    ]  # sorted: all that the classifier knows, and all that are true of some document
    truth: Ints
    predicted: Ints  # UNSURE where it gave no label
    scores: (
        Floats  # documents × labels; minus infinity for a label that the classifier does not know
    )
    probabilities: Floats | None = (
        None  # documents × labels, 0 for an unknown label; None where scores are margins
    )
    groups: Ints | None = (
        None  # documents that belong together have the same number, from 0; None: each by itself
    )

    def __post_init__(self) -> None:
        """Refuse answers that do not fit each other."""
        n, k = len(self.truth), len(self.labels)
        tables = [self.scores] if self.probabilities is None else [self.scores, self.probabilities]
        if self.predicted.shape != (n,) or any(table.shape != (n, k) for table in tables):
            shapes = [self.predicted.shape, *(table.shape for table in tables)]
            raise InputError(
                f"answers must be as many as there are documents, {n}, and labels, {k}; got {shapes}."
            )

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.truth)

    def select(self, chosen: Flags | Ints) -> "LabelledPredictions":
        """Return the answers for some of the documents; groups keep their numbers."""
        return replace(
            self,
            truth=self.truth[chosen],
            predicted=self.predicted[chosen],
            scores=self.scores[chosen],
            probabilities=None if self.probabilities is None else self.probabilities[chosen],
            groups=None if self.groups is None else self.groups[chosen],
        )

    def among(self, labels: tuple[str, ...]) -> "LabelledPredictions":
        """Return the same answers among more labels, of which nothing is known."""
        if labels == self.labels:
            return self
        place = np.array([labels.index(label) for label in self.labels], np.int64)

        def wide(table: Floats, missing: float) -> Floats:
            spread = np.full((len(self), len(labels)), missing)
            spread[:, place] = table
            return spread

        return replace(
            self,
            labels=labels,
            truth=place[self.truth],
            predicted=np.where(self.predicted == UNSURE, UNSURE, place[self.predicted]),
            scores=wide(self.scores, -np.inf),
            probabilities=None if self.probabilities is None else wide(self.probabilities, 0.0),
        )


def joined(parts: Sequence[LabelledPredictions]) -> LabelledPredictions:
    """Return the answers of several parts of documents, one after the other, among the labels of all of them."""
    labels = tuple(sorted({label for part in parts for label in part.labels}, key=str.encode))
    parts = [part.among(labels) for part in parts]
    tables = [part.probabilities for part in parts if part.probabilities is not None]
    groups = [part.groups for part in parts if part.groups is not None]
    return LabelledPredictions(
        labels,
        np.concatenate([part.truth for part in parts]),
        np.concatenate([part.predicted for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate(tables) if len(tables) == len(parts) else None,
        np.concatenate(groups) if len(groups) == len(parts) else None,
    )
