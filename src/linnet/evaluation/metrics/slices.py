"""The same measures for parts of the documents: by what a column says, or by the length of the text."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from linnet.evaluation.metrics.evaluation import measured
from linnet.evaluation.metrics.labelled_predictions import Ints
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import METRICS

MOST_SLICES = 50
TOLD, TOLD_OF_SETS = ("accuracy", "macro-f1"), ("subset-accuracy", "micro-f1")


@dataclass(frozen=True)
class Slice:
    """The documents that have one value of a column."""

    name: str
    documents: int
    measures: dict[str, Measure]

    def as_json(self) -> dict[str, Any]:
        """Return the slice for `--json`."""
        measures = {
            name.replace("-", "_"): measure.as_json() for name, measure in self.measures.items()
        }
        return {"name": self.name, "documents": self.documents, **measures}


@dataclass(frozen=True)
class Slices:
    """The largest slices, in the order of their names, and what was left out."""

    by: str
    slices: tuple[Slice, ...]
    left_out: int  # further slices
    left_out_documents: int

    def as_json(self) -> dict[str, Any]:
        """Return the slices for `--json`."""
        return asdict(self) | {"slices": [one.as_json() for one in self.slices]}


def slices_of(predictions: AnyPredictions, by: str, names: tuple[str, ...], codes: Ints) -> Slices:
    """Return the measures of at most 50 slices, given the names of all and which one each document is in.

    >>> from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
    >>> predictions = LabelledPredictions(("a", "b"), np.array([0, 1, 1]), np.array([0, 1, 0]), np.zeros((3, 2)))
    >>> found = slices_of(predictions, "year", ("1999", "2000"), np.array([0, 0, 1]))
    >>> [(one.name, one.measures["accuracy"].value) for one in found.slices]
    [('1999', 1.0), ('2000', 0.0)]
    """
    sizes = np.bincount(codes, minlength=len(names))
    largest = [
        code for code in np.argsort(-sizes, kind="stable")[:MOST_SLICES].tolist() if sizes[code]
    ]
    found = tuple(
        _slice(names[code], predictions.select(codes == code)) for code in sorted(largest)
    )
    documents = len(predictions) - sum(one.documents for one in found)
    return Slices(by, found, int(np.sum(sizes > 0)) - len(found), documents)


def length_quarters(lengths: Ints) -> tuple[tuple[str, ...], Ints]:
    """Return names and codes of four parts, from short to long; texts of the same length stay together.

    >>> length_quarters(np.array([3, 5, 5, 9, 20]))
    (('up to 5', '6 to 9', '10 or more'), array([0, 0, 0, 1, 2]))
    """
    ends = (
        np.unique(np.quantile(lengths, [0.25, 0.5, 0.75], method="inverted_cdf"))
        if len(lengths)
        else lengths
    )
    ends = ends[ends < lengths.max(initial=0)].astype(np.int64)
    if not len(ends):
        return ("all lengths",), np.zeros(len(lengths), np.int64)
    middle = [
        f"{low + 1} to {high}" for low, high in zip(ends.tolist(), ends.tolist()[1:], strict=False)
    ]
    names = (f"up to {ends[0]}", *middle, f"{ends[-1] + 1} or more")
    return names, np.searchsorted(ends, lengths).astype(np.int64)


def _slice(name: str, predictions: AnyPredictions) -> Slice:
    if isinstance(predictions, MultilabelPredictions):
        found = evaluate_multilabel_predictions(predictions).measures
        return Slice(name, len(predictions), {name: found[name] for name in TOLD_OF_SETS})
    return Slice(name, len(predictions), measured(predictions, [METRICS[name] for name in TOLD]))
