"""Labels that another program gave, in place of a classifier's."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linnet.errors import Advice, InputError, quoted
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.reading import Batch, Documents, read


@dataclass(frozen=True)
class ExternalLabels:
    """One label for each row of the documents, None where there is none; or a list of labels for each."""

    labels: Sequence[Any]
    name: str = "labels"

    @classmethod
    def of(cls, labels: Any) -> "ExternalLabels":
        """Return labels in a list, an array or a column; whatever they are, they become strings."""
        given = labels.tolist() if hasattr(labels, "tolist") else labels
        if not isinstance(given, list | tuple):
            raise InputError(
                f"what is compared must be a classifier or a list of labels; got {type(labels).__name__}. Load a model."
            )
        return cls(given)

    @classmethod
    def read(cls, path: str, column: str) -> "ExternalLabels":
        """Return the labels of a file; an empty one is none."""
        documents = _read(path, column)
        given = [
            label or None for batch in documents.batches() for label in batch.texts[0].to_pylist()
        ]
        return cls(given, documents.name)

    def check_number(self, rows: int) -> None:
        """Refuse labels that are not as many as there are rows."""
        if len(self.labels) != rows:
            raise InputError(
                f"{self.name}: there must be one label for each row of the documents; got {len(self.labels)} labels "
                f"and rows up to {rows}. Label the same documents in the same order."
            )

    def predictions(self, batch: Batch) -> LabelledPredictions:
        """Return the labels of a batch as answers without scores."""
        truth, predicted = (
            _true(batch),
            [None if one is None else str(one) for one in self._of(batch)],
        )
        labels = tuple(sorted({*truth, *predicted} - {None}, key=str.encode))
        code = dict(zip((*labels, None), (*range(len(labels)), UNSURE), strict=True))
        true, given = (
            np.array([code[label] for label in some], np.int64) for some in (truth, predicted)
        )
        return LabelledPredictions(labels, true, given, np.full((len(batch), len(labels)), np.nan))

    def sets(self, batch: Batch) -> MultilabelPredictions:
        """Return the lists of labels of a batch as sets."""
        truth, predicted = (
            map(set, _true(batch)),
            [set(map(str, some or ())) for some in self._of(batch)],
        )
        sides = [list(truth), predicted]
        labels = tuple(sorted(set[str]().union(*sides[0], *sides[1]), key=str.encode))
        true, given = (
            np.array([[one in some for one in labels] for some in side], np.bool_) for side in sides
        )
        return MultilabelPredictions(labels, true, given)

    def _of(self, batch: Batch) -> list[Any]:
        """Return what was given for a batch."""
        if batch.rows[-1] > len(self.labels):
            self.check_number(int(batch.rows[-1]))
        given, multilabel = (
            [self.labels[row - 1] for row in batch.rows.tolist()],
            batch.label_starts is not None,
        )
        wrong = [
            one
            for one in given
            if one is not None and isinstance(one, list | tuple | set) != multilabel
        ]
        if wrong:
            rule = "a list of labels" if multilabel else "one label"
            raise InputError(
                f"{self.name}: there must be {rule} for each document; got {quoted(wrong[0])}."
            )
        return given


def _read(path: str, column: str) -> Documents:
    try:
        return read(path, text=column, labelled=False)
    except InputError as error:
        raise _of_predicted_labels(error) from None


def _of_predicted_labels(error: InputError) -> InputError:
    """Return the error of a text column as that of the column of predicted labels, which is read in its place."""
    what = "column of predicted labels"
    problem = error.problem.replace("the text column", f"the {what}")
    advice = error.advice
    if isinstance(advice, Advice) and advice.values.get("role") == "text":
        advice = Advice("name_predicted_column")
    return InputError(problem, advice)


def _true(batch: Batch) -> list[Any]:
    """Return the label of each document, or the list of them."""
    labels = [] if batch.labels is None else batch.labels.to_pylist()
    if batch.label_starts is None:
        return labels
    return [labels[start:end] for start, end in pairwise(batch.label_starts.tolist())]
