"""The confusion table: which label was predicted for which."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError, listed
from linnet.evaluation.metrics.labelled_predictions import UNSURE

UNSURE_ROW = "(unsure)"


@dataclass(frozen=True, eq=False)
class Confusion:
    """Counts of documents: rows are predicted labels, columns true labels.

    Both are in the order of `labels`. Documents that got no label are one more row, if there are
    any.
    """

    labels: tuple[str, ...]
    counts: npt.NDArray[np.int64]

    @property
    def documents(self) -> int:
        """The number of documents in the table."""
        return int(self.counts.sum())

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows."""
        if len(self.counts) == len(self.labels):
            return self.labels
        return (*self.labels, UNSURE_ROW)

    @property
    def right(self) -> npt.NDArray[np.int64]:
        """Per label, the documents of this label that were predicted so."""
        return np.diagonal(self.counts)

    @property
    def predicted(self) -> npt.NDArray[np.int64]:
        """Per label, the documents that were predicted so."""
        row_sums = self.counts.sum(axis=1)
        return np.asarray(row_sums[: len(self.labels)], np.int64)

    @property
    def true(self) -> npt.NDArray[np.int64]:
        """Per label, the documents that have it."""
        return np.asarray(self.counts.sum(axis=0), np.int64)

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line
        from linnet.errors import counted

        documents = counted(self.documents, "document")
        right = f"{int(self.right.sum()):,} right"
        return line("Confusion", documents, right, f"labels {label_list(self.labels)}")

    def _repr_html_(self) -> str:
        from linnet.display.html import result
        from linnet.errors import counted
        from linnet.evaluation.metrics.evaluation_display import confusion_table, most_confused

        documents = counted(self.documents, "document")
        shown = most_confused(self)
        return result("Confusion", confusion_table(self, shown), about=f"of {documents}")

    def as_json(self) -> dict[str, Any]:
        """Return the table for `--json`."""
        return {"labels": list(self.labels), "counts": self.counts.tolist()}


def confusion_of(
    predicted: npt.NDArray[np.integer[Any]],
    truth: npt.NDArray[np.integer[Any]],
    labels: Sequence[str],
) -> Confusion:
    """Count documents by predicted and true label, each given as a position in `labels`.

    A predicted one may be UNSURE.

    >>> confusion_of(np.array([0, 0, 1]), np.array([0, 1, 1]), ["ham", "spam"]).counts.tolist()
    [[1, 1], [0, 1]]
    """
    n_labels = len(labels)
    if len(set(labels)) != n_labels:
        raise InputError(
            f"labels of an evaluation must differ from each other; got {listed(labels)}."
        )
    if predicted.shape != truth.shape or predicted.ndim != 1:
        raise InputError(
            "predicted and true labels must be as many; "
            f"got shapes {predicted.shape} and {truth.shape}."
        )

    unsure = predicted == UNSURE
    sure_codes = _checked("predicted", np.where(unsure, 0, predicted), n_labels)
    rows = np.where(unsure, n_labels, sure_codes)
    columns = _checked("true", truth, n_labels)

    n_rows = n_labels + bool(unsure.any())
    cells = np.bincount(rows * n_labels + columns, minlength=n_rows * n_labels)
    counts = cells.astype(np.int64).reshape(n_rows, n_labels)
    return Confusion(tuple(labels), counts)


def _checked(
    kind: str, codes: npt.NDArray[np.integer[Any]], n_labels: int
) -> npt.NDArray[np.int64]:
    wrong = np.flatnonzero((codes < 0) | (codes >= n_labels))
    if wrong.size:
        document = wrong[0]
        raise InputError(
            f"document {document}: a {kind} label must be one of {n_labels} labels, counted "
            f"from 0; got {codes[document]}. Leave out documents without a label."
        )
    return codes.astype(np.int64)
