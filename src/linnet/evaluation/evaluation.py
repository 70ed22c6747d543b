"""How well predicted labels agree with the truth, in numbers with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.confusion import Confusion, confusion_of
from linnet.evaluation.measures import METRICS, Measure


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The measures of one set of documents, over all of them and per label."""

    documents: int
    accuracy: Measure
    macro_f1: Measure
    per_label: dict[str, dict[str, Measure]]
    confusion: Confusion

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "documents": self.documents,
            "accuracy": self.accuracy.as_json(),
            "macro_f1": self.macro_f1.as_json(),
            "labels": self._labels_json(),
            "confusion": self.confusion.as_json(),
        }

    def _labels_json(self) -> dict[str, Any]:
        documents = dict(zip(self.confusion.labels, self.confusion.true.tolist(), strict=True))
        return {
            label: {name: measure.as_json() for name, measure in measures.items()} | {"documents": documents[label]}
            for label, measures in self.per_label.items()
        }


def evaluate(
    predicted_codes: npt.NDArray[np.integer[Any]],
    true_codes: npt.NDArray[np.integer[Any]],
    labels: Sequence[str],
) -> Evaluation:
    """Compare predicted labels with true ones, each given as a position in `labels`.

    `labels` holds every label that is predicted or true, also those the model has never seen.

    >>> evaluation = evaluate(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["ham", "spam"])
    >>> evaluation.accuracy.value, evaluation.per_label["spam"]["recall"].value
    (0.75, 0.6666666666666666)
    """
    confusion = confusion_of(predicted_codes, true_codes, labels)
    overall: dict[str, Measure] = {}
    per_label: dict[str, dict[str, Measure]] = {label: {} for label in confusion.labels}
    for name, metric in METRICS.items():
        measured = metric(confusion)
        if isinstance(measured, Measure):
            overall[name] = measured
        else:
            for label, measure in measured.items():
                per_label[label][name] = measure
    return Evaluation(confusion.documents, overall["accuracy"], overall["macro_f1"], per_label, confusion)
