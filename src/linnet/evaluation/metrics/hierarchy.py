"""Measures of labels that are paths, such as a/b/c: a label in the right branch is partly right.

Each label stands for itself and for all that are above it: a/b/c for a, a/b and a/b/c. With P of a
document for what is predicted and T for what is true, over all documents,

precision  Σ |P ∩ T| / Σ |P|
recall     Σ |P ∩ T| / Σ |T|
F1         2 Σ |P ∩ T| / (Σ |P| + Σ |T|)

The accuracy at depth d is the share of documents whose labels are the same down to their first d
parts; a label with fewer parts counts as it is. Where no label was given, P is empty: recall and
accuracy are lower for it, precision is not.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError, counted, quoted
from linnet.evaluation.metrics.counts import ratio
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import UNSURE, Flags, Ints, LabelledPredictions
from linnet.evaluation.metrics.measures import (
    ENOUGH,
    Measure,
    float_or_none,
    resampled_measure,
)
from linnet.evaluation.metrics.multilabel_predictions import AnyPredictions
from linnet.evaluation.metrics.resampler import Resampler

NAMES = ("hierarchical-precision", "hierarchical-recall", "hierarchical-f1")
MOST_DEPTHS = 20  # that are measured

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Paths:
    """The nodes on the way to each label; those of each label follow each other, the root first."""

    nodes: Ints
    starts: Ints  # where those of each label start, one more at the end

    @classmethod
    def of(cls, labels: tuple[str, ...], separator: str) -> "Paths":
        """Return the paths of labels; a separator that is in none of them is refused.

        >>> paths = Paths.of(("a/b", "a/c", "d"), "/")
        >>> paths.nodes.tolist(), paths.starts.tolist()
        ([0, 1, 0, 2, 3], [0, 2, 4, 5])
        """
        if not separator or not any(separator in label for label in labels):
            raise SettingError(
                "the mark of a hierarchy must stand between the parts of some label, as in "
                f"sport/tennis; got {quoted(separator)} in none of "
                f"{counted(len(labels), 'label')}. Name another."
            )
        node_of = dict[tuple[int, str], int]()
        nodes = list[int]()
        ends = [0]
        for label in labels:
            above = -1
            for part in label.split(separator):
                above = node_of.setdefault((above, part), len(node_of))
                nodes.append(above)
            ends.append(len(nodes))
        return cls(np.array(nodes, np.int64), np.array(ends, np.int64))

    @property
    def depth(self) -> int:
        """The number of parts of the longest label."""
        return int(np.diff(self.starts).max())

    def table(self) -> Any:
        """Return labels × nodes: 1 for each node on the way to a label."""
        from scipy.sparse import csr_array

        ones = np.ones(len(self.nodes))
        shape = (len(self.starts) - 1, int(self.nodes.max()) + 1)
        return csr_array((ones, self.nodes, self.starts), shape=shape)

    def at_depth(self, depth: int) -> Any:
        """Return labels × nodes: 1 for the node that a label has at a depth, or its last."""
        from scipy.sparse import csr_array

        n_labels = len(self.starts) - 1
        last = np.minimum(self.starts[:-1] + depth, self.starts[1:]) - 1
        cells = (np.ones(n_labels), self.nodes[last], np.arange(n_labels + 1))
        return csr_array(cells, shape=(n_labels, int(self.nodes.max()) + 1))


def hierarchical_measures(
    predictions: AnyPredictions, separator: str, threads: int | None = None
) -> dict[str, Measure]:
    """Return the measures of labels that are paths, by name.

    >>> truth, predicted = np.array([0, 1]), np.array([1, 1])
    >>> no_scores = np.zeros((2, 2))
    >>> predictions = LabelledPredictions(("a/b", "a/c"), truth, predicted, no_scores)
    >>> measures = hierarchical_measures(predictions, "/")
    >>> {name: measure.value for name, measure in measures.items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'hierarchical-precision': 0.75, 'hierarchical-recall': 0.75, 'hierarchical-f1': 0.75,
     'accuracy-at-depth-1': 1.0, 'accuracy-at-depth-2': 0.5}
    """
    paths = Paths.of(predictions.labels, separator)
    predicted, truth = _label_tables(predictions)
    resampler = Resampler.of(predictions.groups, len(predictions), threads)
    measures = _set_measures(predicted, truth, paths, resampler)

    right = list[Flags]()
    for depth in range(1, min(paths.depth, MOST_DEPTHS) + 1):
        nodes = paths.at_depth(depth)
        right.append(_same_rows(predicted @ nodes, truth @ nodes))
    grouped = predictions.groups is not None
    return measures | _share_measures(np.column_stack(right), resampler, grouped=grouped)


def _label_tables(predictions: AnyPredictions) -> tuple[Any, Any]:
    """Return documents × labels, twice: what is predicted, and what is true."""
    from scipy.sparse import csr_array

    if not isinstance(predictions, LabelledPredictions):
        predicted = predictions.predicted.astype(np.float64)
        truth = predictions.truth.astype(np.float64)
        return csr_array(predicted), csr_array(truth)
    n_labels = len(predictions.labels)
    return _one_each(predictions.predicted, n_labels), _one_each(predictions.truth, n_labels)


def _one_each(codes: Ints, n_labels: int) -> Any:
    from scipy.sparse import csr_array

    there = codes != UNSURE
    starts = np.concatenate([[0], np.cumsum(there)])
    cells = (np.ones(int(there.sum())), codes[there], starts)
    return csr_array(cells, shape=(len(codes), n_labels))


def _set_measures(
    predicted: Any, truth: Any, paths: Paths, resampler: Resampler
) -> dict[str, Measure]:
    """Return precision, recall and F1 of labels with all that are above them."""
    nodes = paths.table()
    predicted_nodes = _as_flags(predicted @ nodes)
    true_nodes = _as_flags(truth @ nodes)
    right = predicted_nodes.multiply(true_nodes)
    table = np.column_stack([flags.sum(axis=1) for flags in (right, predicted_nodes, true_nodes)])

    values = _ratios(table.sum(axis=0))
    measures = {name: Measure(float_or_none(values[name])) for name in NAMES}
    if resampler.n_units < ENOUGH:
        return measures
    drawn = _ratios(resampler.sums(table))
    return {name: resampled_measure(drawn[name], measures[name].value) for name in NAMES}


def _ratios(sums: Floats) -> dict[str, Any]:
    """Return precision, recall and F1 of the numbers of nodes: right, predicted and true."""
    right, predicted, true = np.moveaxis(sums, -1, 0)
    ratios = (ratio(right, predicted), ratio(right, true), ratio(2 * right, predicted + true))
    return dict(zip(NAMES, ratios, strict=True))


def _as_flags(table: Any) -> Any:
    table.data[:] = 1.0
    return table


def _same_rows(first: Any, second: Any) -> Flags:
    """Return which rows have the same columns."""
    differs = _as_flags(first) != _as_flags(second)
    return np.asarray(differs.sum(axis=1) == 0)


def _share_measures(right: Flags, resampler: Resampler, *, grouped: bool) -> dict[str, Measure]:
    """Return the accuracy at each depth, of flags documents × depths."""
    n_documents = len(right)
    n_right = right.sum(axis=0).tolist()
    shares = [Measure(n / n_documents) for n in n_right]
    if not grouped:
        shares = [Measure(n / n_documents, wilson(n, n_documents)) for n in n_right]
    elif resampler.n_units >= ENOUGH:
        drawn = resampler.means(right.astype(np.float64)).T
        pairs = zip(drawn, shares, strict=True)
        shares = [resampled_measure(means, share.value) for means, share in pairs]
    return {f"accuracy-at-depth-{depth}": share for depth, share in enumerate(shares, 1)}
