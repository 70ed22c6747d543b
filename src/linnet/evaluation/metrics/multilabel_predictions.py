"""What a classifier predicted where a document may have any number of labels."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.labelled_predictions import (
    Flags,
    Floats,
    Ints,
    LabelledPredictions,
    concatenated,
    concatenated_or_none,
    labels_of_all,
    places_of,
)

MOST_RANKS = 5
TABLES = ("truth", "predicted", "groups", "scores", "probabilities")


@dataclass(frozen=True, eq=False)
class MultilabelPredictions:
    """Documents with a set of labels each: the true and the predicted one; scores where known."""

    labels: tuple[str, ...]  # sorted: all that the classifier knows or some document has
    truth: Flags  # documents × labels
    predicted: Flags
    groups: Ints | None = None  # as in LabelledPredictions
    # Documents × labels; minus infinity for a label unknown to the classifier.
    scores: Floats | None = None
    # Documents × labels, 0 for an unknown label; None where scores are margins.
    probabilities: Floats | None = None

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        documents = counted(len(self), "document")
        return line("MultilabelPredictions", documents, f"labels {label_list(self.labels)}")

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.truth)

    @property
    def flags(self) -> tuple[Flags, Flags, Flags]:
        """Documents × labels: labels rightly predicted, predicted, and true."""
        return self.predicted & self.truth, self.predicted, self.truth

    def select(self, chosen: Flags | Ints) -> "MultilabelPredictions":
        """Return the sets of some of the documents; groups keep their numbers."""
        tables: list[Any] = [getattr(self, name) for name in TABLES]
        selected: list[Any] = [None if table is None else table[chosen] for table in tables]
        return MultilabelPredictions(self.labels, *selected)

    def among(self, labels: tuple[str, ...]) -> "MultilabelPredictions":
        """Return the same sets among more labels, of which nothing is known."""
        places = places_of(self.labels, labels)

        def widened(table: Any, missing: Any) -> Any:
            if table is None:
                return None
            wide = np.full((len(self), len(labels)), missing, table.dtype)
            wide[:, places] = table
            return wide

        return MultilabelPredictions(
            labels,
            widened(self.truth, False),
            widened(self.predicted, False),
            self.groups,
            widened(self.scores, -np.inf),
            widened(self.probabilities, 0.0),
        )

    @cached_property
    def hits(self) -> Ints:
        """Documents × ranks: how many of the labels that score highest a document has."""
        assert self.scores is not None
        order = np.argsort(-self.scores, axis=1, kind="stable")
        is_true = np.take_along_axis(self.truth, order[:, :MOST_RANKS], axis=1)
        return np.cumsum(is_true, axis=1)

    def margins(self) -> Floats:
        """Return documents × labels: how far each score speaks for what is true; below 0, against.

        >>> truth = np.array([[True, False]])
        >>> scores = np.array([[-2.0, 3.0]])
        >>> MultilabelPredictions(("a", "b"), truth, truth, scores=scores).margins().tolist()
        [[-2.0, -3.0]]
        """
        assert self.scores is not None
        return np.where(self.truth, self.scores, -self.scores)

    def counts(self) -> Counts:
        """Return for each label the documents that rightly get it, that get it, that have it."""
        return self._sums(axis=0)

    def counts_by_document(self) -> Counts:
        """Return for each document the labels that it rightly gets, that it gets, that it has."""
        return self._sums(axis=1)

    def _sums(self, axis: int) -> Counts:
        sums = [flags.sum(axis=axis).astype(np.float64) for flags in self.flags]
        right, predicted, true = sums
        return Counts(right, predicted, true)


AnyPredictions = LabelledPredictions | MultilabelPredictions


def concatenated_predictions(parts: Sequence[Any]) -> AnyPredictions:
    """Return the predictions of several parts of documents, among the labels of all of them."""
    if isinstance(parts[0], LabelledPredictions):
        return concatenated(parts)

    labels = labels_of_all(part.labels for part in parts)
    parts = [part.among(labels) for part in parts]
    tables = []
    for name in TABLES:
        tables_of_parts = [getattr(part, name) for part in parts]
        tables.append(concatenated_or_none(tables_of_parts))
    return MultilabelPredictions(labels, *tables)


def without_lone_groups(predictions: AnyPredictions) -> AnyPredictions:
    """Return the predictions; without groups where each of them has one document."""
    groups = predictions.groups
    if groups is None or len(np.unique(groups)) < len(groups):
        return predictions
    return replace(predictions, groups=None)
