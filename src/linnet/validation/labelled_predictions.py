"""What a classifier predicts for labelled documents, beside what is true of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.classifier.many_labels import refuse_unknown_labels
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.learning.counting import LabelCodes, Progress, no_progress
from linnet.model.scores import Scores
from linnet.reading import Batch
from linnet.validation.metadata import Metadata, metadata_of

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.integer[Any]]


def labelled_predictions(
    classifier: Classifier,
    documents: Any,
    *,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> AnyPredictions:
    """Return the predictions for labelled documents: one label each, or sets of them."""
    predictions, _ = predictions_with_metadata(
        classifier, documents, threads=threads, progress=progress
    )
    return predictions


def predictions_with_metadata(
    classifier: Classifier,
    documents: Any,
    *,
    lengths: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[AnyPredictions, Metadata]:
    """Return the predictions for labelled documents, and what else is known; lengths if asked."""
    documents = classifier.read(documents)
    batches = _MultilabelBatches() if classifier.multilabel else _SingleLabelBatches()
    codes = _codes_of(classifier)
    metadata = []
    for batch, scores in _scored(classifier, documents, threads, progress):
        batches.add(batch, scores, codes)
        metadata.append(metadata_of(documents.metadata, batch, lengths=lengths))

    labels, place = codes.sorted()
    if not classifier.multilabel:
        n_unknown = len(labels) - len(classifier.labels)
        refuse_unknown_labels(documents.name, n_unknown, batches.n_documents)
    predictions = batches.predictions(labels, place)
    return predictions, Metadata.of(documents.metadata, metadata)


class _Batches(ABC):
    """What is true and what is predicted of batches, with their scores and probabilities.

    Scores are documents × labels that the classifier knows. `place` has the place of each label
    among all labels, sorted.
    """

    def __init__(self) -> None:
        self.truth = list[npt.NDArray[Any]]()
        self.predicted = list[npt.NDArray[Any]]()
        self._scores = list[Floats]()
        self._probabilities = list[Floats]()
        self.n_documents = 0

    @abstractmethod
    def add(self, batch: Batch, scores: Scores, codes: LabelCodes) -> None:
        """Add a batch."""

    @abstractmethod
    def predictions(self, labels: tuple[str, ...], place: Places) -> AnyPredictions:
        """Return the predictions of all batches."""

    def add_scores(self, values: Floats, scores: Scores) -> None:
        """Add the scores of a batch."""
        self.n_documents += len(values)
        self._scores.append(values)
        if scores.has_probabilities:
            self._probabilities.append(scores.probabilities())

    def scores(self, place: Places) -> Floats:
        """Return the scores of all labels: minus infinity for those not known."""
        return _widened(np.concatenate(self._scores), place, -np.inf)

    def probabilities(self, place: Places) -> Floats | None:
        """Return the probabilities of all labels, 0 for those not known; None without any."""
        if not self._probabilities:
            return None
        return _widened(np.concatenate(self._probabilities), place, 0.0)


class _SingleLabelBatches(_Batches):
    """One label of each document: its code."""

    def add(self, batch: Batch, scores: Scores, codes: LabelCodes) -> None:
        self.truth.append(codes.encode(batch.label_numbers))
        self.predicted.append(scores.decided())
        self.add_scores(scores.settled(), scores)

    def predictions(self, labels: tuple[str, ...], place: Places) -> LabelledPredictions:
        true_places = place[np.concatenate(self.truth)]
        predicted = np.concatenate(self.predicted)
        predicted_places = np.where(predicted == UNSURE, UNSURE, place[predicted])
        return LabelledPredictions(
            labels,
            true_places.astype(np.int64),
            predicted_places.astype(np.int64),
            self.scores(place),
            self.probabilities(place),
        )


class _MultilabelBatches(_Batches):
    """Any number of labels: flags, documents × labels."""

    def add(self, batch: Batch, scores: Scores, codes: LabelCodes) -> None:
        self.truth.append(_flags(batch, codes))
        self.predicted.append(scores.chosen())
        self.add_scores(scores.values, scores)

    def predictions(self, labels: tuple[str, ...], place: Places) -> MultilabelPredictions:
        true_flags = np.concatenate([_widened(flags, place, False) for flags in self.truth])
        predicted = np.concatenate([_widened(flags, place, False) for flags in self.predicted])
        scores = self.scores(place)
        probabilities = self.probabilities(place)
        return MultilabelPredictions(labels, true_flags, predicted, None, scores, probabilities)


def _codes_of(classifier: Classifier) -> LabelCodes:
    """Return codes in which the labels of the classifier come first, in its order."""
    codes = LabelCodes()
    for label in classifier.labels:
        codes.codes[label] = len(codes.codes)
    return codes


def _scored(
    classifier: Classifier, documents: Any, threads: int | None, progress: Progress
) -> Iterator[tuple[Batch, Scores]]:
    """Yield batches of labelled documents with their scores."""
    seen = 0
    for batch in documents.batches():
        seen += len(batch.rows)
        progress(batch.share, seen)
        yield batch, classifier.score_batch(batch, threads)


def _flags(batch: Batch, codes: LabelCodes) -> Flags:
    """Return documents × labels met so far: which of them each document has."""
    assert batch.label_starts is not None
    truth = codes.encode(batch.label_numbers)
    documents = np.repeat(np.arange(len(batch)), np.diff(batch.label_starts))
    flags = np.zeros((len(batch), len(codes.codes)), np.bool_)
    flags[documents, truth] = True
    return flags


def _widened(table: npt.NDArray[Any], place: Places, missing: float | bool) -> npt.NDArray[Any]:
    """Return documents × all labels, of a table of the first ones in `place`."""
    wide = np.full((len(table), len(place)), missing)
    wide[:, place[: table.shape[1]]] = table
    return wide
