"""Which label was predicted for which: the table every measure is made from."""

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
    """Counts of documents: rows are predicted labels, columns true labels, both in the order of `labels`.

    Documents that got no label are one more row, if there are any.
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
        return self.labels if len(self.counts) == len(self.labels) else (*self.labels, UNSURE_ROW)

    @property
    def right(self) -> npt.NDArray[np.int64]:
        """Per label, the documents of this label that were predicted so."""
        return np.diagonal(self.counts)

    @property
    def predicted(self) -> npt.NDArray[np.int64]:
        """Per label, the documents that were predicted so."""
        return np.asarray(self.counts.sum(axis=1)[: len(self.labels)], np.int64)

    @property
    def true(self) -> npt.NDArray[np.int64]:
        """Per label, the documents that have it."""
        return np.asarray(self.counts.sum(axis=0), np.int64)

    def as_json(self) -> dict[str, Any]:
        """Return the table for `--json`."""
        return {"labels": list(self.labels), "counts": self.counts.tolist()}


def confusion_of(
    predicted: npt.NDArray[np.integer[Any]],
    truth: npt.NDArray[np.integer[Any]],
    labels: Sequence[str],
) -> Confusion:
    """Count documents by predicted and true label, each given as a position in `labels`; a predicted one may be UNSURE.

    >>> confusion_of(np.array([0, 0, 1]), np.array([0, 1, 1]), ["ham", "spam"]).counts.tolist()
    [[1, 1], [0, 1]]
    """
    size = len(labels)
    if len(set(labels)) != size:
        raise InputError(
            f"labels of an evaluation must differ from each other; got {listed(labels)}."
        )
    if predicted.shape != truth.shape or predicted.ndim != 1:
        raise InputError(
            f"predicted and true labels must be as many; got shapes {predicted.shape} and {truth.shape}."
        )
    unsure = predicted == UNSURE
    rows = _checked("predicted", np.where(unsure, 0, predicted), size)
    rows, columns = np.where(unsure, size, rows), _checked("true", truth, size)
    height = size + bool(unsure.any())
    counts = np.bincount(rows * size + columns, minlength=height * size).astype(np.int64)
    return Confusion(tuple(labels), counts.reshape(height, size))


def _checked(what: str, codes: npt.NDArray[np.integer[Any]], size: int) -> npt.NDArray[np.int64]:
    wrong = np.flatnonzero((codes < 0) | (codes >= size))
    if wrong.size:
        raise InputError(
            f"document {wrong[0]}: a {what} label must be one of {size} labels, counted from 0; "
            f"got {codes[wrong[0]]}. Leave out documents without a label."
        )
    return codes.astype(np.int64)
