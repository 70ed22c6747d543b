"""What a classifier predicted beside what is true: what every metric is made from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
    """Documents with one label each: the true and the predicted one, as positions in `labels`.

    >>> scores = np.log([[0.9, 0.1], [0.6, 0.4]])
    >>> truth, predicted = np.array([0, 1]), np.array([0, 0])
    >>> predictions = LabelledPredictions(("ham", "spam"), truth, predicted, scores)
    >>> predictions.select(np.array([False, True])).truth.tolist()
    [1]
    """

    labels: tuple[str, ...]  # sorted: all that the classifier knows or some document has
    truth: Ints
    predicted: Ints  # UNSURE where it gave no label
    scores: Floats  # documents × labels; minus infinity for a label unknown to the classifier
    # Documents × labels, 0 for an unknown label; None where scores are margins.
    probabilities: Floats | None = None
    # Documents that belong together have the same number, from 0; None: each by itself.
    groups: Ints | None = None

    def __post_init__(self) -> None:
        """Refuse predictions that do not fit each other."""
        n_documents = len(self.truth)
        n_labels = len(self.labels)
        shapes = [self.predicted.shape, self.scores.shape]
        wanted: list[tuple[int, ...]] = [(n_documents,), (n_documents, n_labels)]
        if self.probabilities is not None:
            shapes.append(self.probabilities.shape)
            wanted.append((n_documents, n_labels))
        if shapes != wanted:
            raise InputError(
                f"answers must be as many as there are documents, {n_documents}, "
                f"and labels, {n_labels}; got {shapes}."
            )

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        documents = counted(len(self), "document")
        return line("LabelledPredictions", documents, f"labels {label_list(self.labels)}")

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.truth)

    @property
    def confidences(self) -> Floats:
        """The probabilities; the scores where there are none."""
        return self.scores if self.probabilities is None else self.probabilities

    def select(self, chosen: Flags | Ints) -> "LabelledPredictions":
        """Return the predictions for some of the documents; groups keep their numbers."""
        probabilities = None if self.probabilities is None else self.probabilities[chosen]
        groups = None if self.groups is None else self.groups[chosen]
        return replace(
            self,
            truth=self.truth[chosen],
            predicted=self.predicted[chosen],
            scores=self.scores[chosen],
            probabilities=probabilities,
            groups=groups,
        )

    def among(self, labels: tuple[str, ...]) -> "LabelledPredictions":
        """Return the same predictions among more labels, of which nothing is known."""
        if labels == self.labels:
            return self
        places = places_of(self.labels, labels)
        moved = places[self.predicted]
        n_labels = len(labels)

        wide = replace(
            self,
            labels=labels,
            truth=places[self.truth],
            predicted=np.where(self.predicted == UNSURE, UNSURE, moved),
            scores=_widened(self.scores, places, n_labels, -np.inf),
            probabilities=None,
        )
        if self.probabilities is None:
            return wide
        probabilities = _widened(self.probabilities, places, n_labels, 0.0)
        return replace(wide, probabilities=probabilities)


def concatenated(parts: Sequence[LabelledPredictions]) -> LabelledPredictions:
    """Return the predictions of several parts of documents, among the labels of all of them."""
    labels = labels_of_all(part.labels for part in parts)
    parts = [part.among(labels) for part in parts]
    truth = np.concatenate([part.truth for part in parts])
    predicted = np.concatenate([part.predicted for part in parts])
    scores = np.concatenate([part.scores for part in parts])
    probabilities = concatenated_or_none([part.probabilities for part in parts])
    groups = concatenated_or_none([part.groups for part in parts])
    return LabelledPredictions(labels, truth, predicted, scores, probabilities, groups)


def concatenated_or_none(tables: Sequence[npt.NDArray[Any] | None]) -> Any:
    """Return the tables one after the other; None where one of them is None."""
    known = [table for table in tables if table is not None]
    return np.concatenate(known) if len(known) == len(tables) else None


def labels_of_all(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return all labels of several parts, sorted.

    >>> labels_of_all([("ham", "spam"), ("eggs", "ham")])
    ('eggs', 'ham', 'spam')
    """
    labels = {label for part in parts for label in part}
    return tuple(sorted(labels, key=str.encode))


def places_of(labels: Sequence[str], all_labels: Sequence[str]) -> Ints:
    """Return the position of each label in a longer list."""
    place_of = {label: place for place, label in enumerate(all_labels)}
    return np.array([place_of[label] for label in labels], np.int64)


def _widened(table: Floats, places: Ints, n_labels: int, missing: float) -> Floats:
    """Return a table of documents × labels with more labels."""
    wide = np.full((len(table), n_labels), missing)
    wide[:, places] = table
    return wide
