"""Labels that another program gave, in place of a classifier's."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linnet.errors import Advice, InputError, quoted
from linnet.evaluation.metrics.labelled_predictions import (
    UNSURE,
    LabelledPredictions,
    labels_of_all,
)
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.reading import Batch, Documents, read
from linnet.reading.written import is_missing, written


@dataclass(frozen=True)
class ExternalLabels:
    """One label for each row of the documents, None where there is none; or a list of labels."""

    labels: Sequence[Any]
    name: str = "labels"

    @classmethod
    def of(cls, labels: Any) -> "ExternalLabels":
        """Return labels in a list, an array or a column; written as `read` writes them."""
        values = labels.tolist() if hasattr(labels, "tolist") else labels
        if not isinstance(values, list | tuple):
            raise InputError(
                "what is compared must be a classifier or a list of labels; "
                f"got {type(labels).__name__}. Load a model."
            )
        return cls(values)

    @classmethod
    def read(cls, path: str, column: str) -> "ExternalLabels":
        """Return the labels of a file; an empty one is none."""
        documents = _read(path, column)
        labels = list[str | None]()
        for batch in documents.batches():
            labels += [label or None for label in batch.texts[0].to_pylist()]
        return cls(labels, documents.name)

    def check_number(self, n_rows: int, first_row: int) -> None:
        """Refuse labels that are not as many as there are rows, of which the first has a number."""
        if len(self.labels) != n_rows:
            last_row = first_row + n_rows - 1
            raise InputError(
                f"{self.name}: there must be one label for each row of the documents; "
                f"got {len(self.labels)} labels and rows up to {last_row}. "
                "Label the same documents in the same order."
            )

    def predictions(self, batch: Batch, first_row: int) -> LabelledPredictions:
        """Return the labels of a batch as predictions without scores.

        `first_row` is the number of the first row of its source.
        """
        true_labels = _true_labels(batch)
        predicted_labels = self._labels_of(batch, first_row)
        known = [label for label in predicted_labels if label is not None]
        labels = labels_of_all([true_labels, known])

        code_of: dict[str | None, int] = {label: code for code, label in enumerate(labels)}
        code_of[None] = UNSURE
        truth = np.array([code_of[label] for label in true_labels], np.int64)
        predicted = np.array([code_of[label] for label in predicted_labels], np.int64)
        no_scores = np.full((len(batch), len(labels)), np.nan)
        return LabelledPredictions(labels, truth, predicted, no_scores)

    def multilabel_predictions(self, batch: Batch, first_row: int) -> MultilabelPredictions:
        """Return the lists of labels of a batch as sets."""
        true_sets = _true_label_lists(batch)
        predicted_sets = self._label_lists_of(batch, first_row)
        labels = labels_of_all([*true_sets, *predicted_sets])

        truth = [[label in some for label in labels] for some in true_sets]
        predicted = [[label in some for label in labels] for some in predicted_sets]
        return MultilabelPredictions(
            labels, np.array(truth, np.bool_), np.array(predicted, np.bool_)
        )

    def _labels_of(self, batch: Batch, first_row: int) -> list[str | None]:
        """Return the label of each document of a batch; None where there is none."""
        values = self._values_of(batch, first_row)
        for value in values:
            if _is_several(value):
                raise self._wrong_kind("one label", value)
        return [written(value) for value in values]

    def _label_lists_of(self, batch: Batch, first_row: int) -> list[list[str]]:
        """Return the labels of each document of a batch."""
        values = self._values_of(batch, first_row)
        for value in values:
            if not (is_missing(value) or _is_several(value)):
                raise self._wrong_kind("a list of labels", value)
        return [_all_written(value) for value in values]

    def _values_of(self, batch: Batch, first_row: int) -> list[Any]:
        """Return what was given for a batch."""
        places = (batch.rows - first_row).tolist()
        n_rows = places[-1] + 1
        if n_rows > len(self.labels):
            self.check_number(n_rows, first_row)
        return [self.labels[place] for place in places]

    def _wrong_kind(self, rule: str, value: Any) -> InputError:
        return InputError(
            f"{self.name}: there must be {rule} for each document; got {quoted(value)}."
        )


def _is_several(value: Any) -> bool:
    return isinstance(value, list | tuple | set)


def _all_written(labels: Any) -> list[str]:
    """Return the labels of one document; what is missing is none of them."""
    if is_missing(labels):
        return []
    texts = map(written, labels)
    return [text for text in texts if text is not None]


def _read(path: str, column: str) -> Documents:
    try:
        return read(path, text=column, labelled=False)
    except InputError as error:
        raise _of_predicted_labels(error) from None


def _of_predicted_labels(error: InputError) -> InputError:
    """Return the error of a text column as that of the column of predicted labels.

    It is read in the place of a text column.
    """
    problem = error.problem.replace("the text column", "the column of predicted labels")
    advice = error.advice
    if isinstance(advice, Advice) and advice.values.get("role") == "text":
        advice = Advice("name_predicted_column")
    return InputError(problem, advice)


def _true_labels(batch: Batch) -> list[str]:
    """Return the labels of all documents, one after the other."""
    return [] if batch.labels is None else batch.labels.to_pylist()


def _true_label_lists(batch: Batch) -> list[list[str]]:
    """Return the list of labels of each document."""
    assert batch.label_starts is not None
    labels = _true_labels(batch)
    bounds = pairwise(batch.label_starts.tolist())
    return [labels[start:end] for start, end in bounds]
