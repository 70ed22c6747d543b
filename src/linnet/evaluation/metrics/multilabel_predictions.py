"""What a classifier answered where a document may have any number of labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.labelled_predictions import (
    Flags,
    Floats,
    Ints,
    LabelledPredictions,
    joined,
)

MOST_RANKS = 5
TABLES = ("truth", "predicted", "groups", "scores", "probabilities")


@dataclass(frozen=True, eq=False)
class MultilabelPredictions:
    """Documents with a set of labels each: the true one and the predicted one; scores where they are known."""

    labels: tuple[
        str, ...
    ]  # sorted: all that the classifier knows, and all that are true of some document
    truth: Flags  # documents × labels
    predicted: Flags
    groups: Ints | None = None  # as in Answers
    scores: Floats | None = (
        None  # documents × labels; minus infinity for a label that the classifier does not know
    )
    probabilities: Floats | None = (
        None  # documents × labels, 0 for an unknown label; None where scores are margins
    )

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.truth)

    def select(self, chosen: Flags | Ints) -> "MultilabelPredictions":
        """Return the sets of some of the documents; groups keep their numbers."""

        def picked(name: str) -> Any:
            table = getattr(self, name)
            return None if table is None else table[chosen]

        return MultilabelPredictions(self.labels, *map(picked, TABLES))

    def among(self, labels: tuple[str, ...]) -> "MultilabelPredictions":
        """Return the same sets among more labels, of which nothing is known."""
        place = np.array([labels.index(label) for label in self.labels], np.int64)

        def wide(table: Any, missing: Any) -> Any:
            if table is None:
                return None
            spread = np.full((len(self), len(labels)), missing, table.dtype)
            spread[:, place] = table
            return spread

        truth, predicted = wide(self.truth, False), wide(self.predicted, False)
        return MultilabelPredictions(
            labels,
            truth,
            predicted,
            self.groups,
            wide(self.scores, -np.inf),
            wide(self.probabilities, 0.0),
        )

    @cached_property
    def hits(self) -> Ints:
        """Documents × ranks: how many of the labels that score highest, up to each rank, a document has."""
        assert self.scores is not None
        order = np.argsort(-self.scores, axis=1, kind="stable")[:, :MOST_RANKS]
        return np.cumsum(np.take_along_axis(self.truth, order, axis=1), axis=1)

    def margins(self) -> Floats:
        """Return documents × labels: how far the score of each label speaks for what is true of it; below 0, against.

        >>> truth = np.array([[True, False]])
        >>> MultilabelPredictions(("a", "b"), truth, truth, scores=np.array([[-2.0, 3.0]])).margins().tolist()
        [[-2.0, -3.0]]
        """
        assert self.scores is not None
        return np.where(self.truth, self.scores, -self.scores)

    def counts(self) -> Counts:
        """Return, for each label, the documents that rightly have it, that are given it, and that have it."""
        flags = (self.predicted & self.truth, self.predicted, self.truth)
        return Counts(*(one.sum(axis=0).astype(np.float64) for one in flags))


AnyPredictions = LabelledPredictions | MultilabelPredictions


def concatenated_predictions(parts: Sequence[Any]) -> AnyPredictions:
    """Return what was said of several parts of documents, one after the other, among the labels of all of them."""
    return joined(parts) if isinstance(parts[0], LabelledPredictions) else _joined_sets(parts)


def _joined_sets(parts: Sequence[MultilabelPredictions]) -> MultilabelPredictions:
    labels = tuple(sorted({label for part in parts for label in part.labels}, key=str.encode))
    parts = [part.among(labels) for part in parts]

    def whole(name: str) -> Any:
        tables = [getattr(part, name) for part in parts]
        return None if any(table is None for table in tables) else np.concatenate(tables)

    return MultilabelPredictions(labels, *map(whole, TABLES))
