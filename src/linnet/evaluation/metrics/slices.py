"""The same measures for parts of the documents: by the values of a column, or by length."""

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linnet.evaluation.metrics.evaluation import measure_by
from linnet.evaluation.metrics.labelled_predictions import Ints
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions, MultilabelPredictions
from linnet.evaluation.metrics.register import METRICS

MOST_SLICES = 50
METRICS_OF_SLICES = ("accuracy", "macro-f1")
MULTILABEL_METRICS_OF_SLICES = ("subset-accuracy", "micro-f1")
QUARTERS = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class Slice:
    """The documents that have one value of a column."""

    name: str
    documents: int
    measures: dict[str, Measure]

    def as_json(self) -> dict[str, Any]:
        """Return the slice for `--json`."""
        result: dict[str, Any] = {"name": self.name, "documents": self.documents}
        for name, measure in self.measures.items():
            result[name.replace("-", "_")] = measure.as_json()
        return result


@dataclass(frozen=True)
class Slices:
    """The largest slices, in the order of their names, and what was left out."""

    by: str
    slices: tuple[Slice, ...]
    left_out: int  # further slices
    left_out_documents: int

    def __repr__(self) -> str:
        from linnet.display.words import label_list, line

        names = label_list([part.name for part in self.slices])
        return line("Slices", f"by {self.by}", f"{len(self.slices)}: {names}")

    def _repr_html_(self) -> str:
        from linnet.display.html import result
        from linnet.evaluation.metrics.evaluation_display import slices_table

        return result("Slices", slices_table(self), about=f"by {self.by}")

    def as_json(self) -> dict[str, Any]:
        """Return the slices for `--json`."""
        result = asdict(self)
        result["slices"] = [part.as_json() for part in self.slices]
        return result


def slices_of(predictions: AnyPredictions, by: str, names: tuple[str, ...], codes: Ints) -> Slices:
    """Return the measures of at most 50 slices.

    `names` are those of all slices, `codes` say which one each document is in.

    >>> from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
    >>> truth, predicted = np.array([0, 1, 1]), np.array([0, 1, 0])
    >>> predictions = LabelledPredictions(("a", "b"), truth, predicted, np.zeros((3, 2)))
    >>> by_year = slices_of(predictions, "year", ("1999", "2000"), np.array([0, 0, 1]))
    >>> [(year.name, year.measures["accuracy"].value) for year in by_year.slices]
    [('1999', 1.0), ('2000', 0.0)]
    """
    sizes = np.bincount(codes, minlength=len(names))
    largest_first = np.argsort(-sizes, kind="stable")
    largest = [code for code in largest_first[:MOST_SLICES].tolist() if sizes[code]]

    slices = list[Slice]()
    for code in sorted(largest):
        inside = predictions.select(codes == code)
        slices.append(_slice(names[code], inside))
    left_out = int(np.count_nonzero(sizes)) - len(slices)
    n_inside = sum(part.documents for part in slices)
    return Slices(by, tuple(slices), left_out, len(predictions) - n_inside)


def length_quarters(lengths: Ints) -> tuple[tuple[str, ...], Ints]:
    """Return names and codes of four parts, from short to long.

    Texts of the same length stay together.

    >>> length_quarters(np.array([3, 5, 5, 9, 20]))
    (('up to 5', '6 to 9', '10 or more'), array([0, 0, 0, 1, 2]))
    """
    ends = _ends_of_quarters(lengths)
    if not len(ends):
        return ("all lengths",), np.zeros(len(lengths), np.int64)
    names = [f"up to {ends[0]}"]
    for low, high in pairwise(ends):
        names.append(f"{low + 1} to {high}")
    names.append(f"{ends[-1] + 1} or more")
    return tuple(names), np.searchsorted(ends, lengths).astype(np.int64)


def _ends_of_quarters(lengths: Ints) -> list[int]:
    """Return the longest length of each quarter but the last, each once."""
    if not len(lengths):
        return []
    quantiles = np.quantile(lengths, QUARTERS, method="inverted_cdf")
    ends = np.unique(quantiles).astype(np.int64)
    return [end for end in ends.tolist() if end < lengths.max()]


def _slice(name: str, predictions: AnyPredictions) -> Slice:
    if isinstance(predictions, MultilabelPredictions):
        evaluation = evaluate_multilabel_predictions(predictions)
        measures = {metric: evaluation.measures[metric] for metric in MULTILABEL_METRICS_OF_SLICES}
    else:
        metrics = [METRICS[metric] for metric in METRICS_OF_SLICES]
        measures = measure_by(predictions, metrics)
    return Slice(name, len(predictions), measures)
