"""Columns that give the label away: the most frequent label of each value is nearly always right.

Of numbers and dates, that of each of a hundred ranges of values, too: one that grows from label to label tells as much.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.splits.split_data import SplitData, value_codes
from linnet.evaluation.splits.splits import Flags, Parts
from linnet.evaluation.splits.times import moments

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Codes = Callable[
    [Flags], Ints
]  # which documents are learned from → a number for the value of each document
LEAST_ACCURACY = 0.98
MOST_ERROR = 0.2  # as a share of the error without the column
MOST_PARTS = 10
RANGES = 100  # each with about as many documents
FEWEST = 20  # held-out documents, below which nothing is said


@dataclass(frozen=True)
class LeakingColumn:
    """A column by which alone held-out documents get the right label, learned from the training part."""

    column: str
    accuracy: float
    majority: float  # the accuracy of always saying the most frequent label

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return {"column": self.column, "accuracy": self.accuracy, "majority": self.majority}


def leaking_columns(gathered: SplitData, parts: Parts) -> tuple[LeakingColumn, ...]:
    """Return the columns that are at least 0.98 right, and make at most a fifth of the errors made without them."""
    labels, parts = gathered.label_sets(), _few(parts)
    majority = _accuracy(lambda _: np.zeros(len(labels), np.int64), labels, parts)
    found = (
        LeakingColumn(
            name, max(_accuracy(codes, labels, parts) for codes in _codings(column)), majority
        )
        for name, column in gathered.columns.items()
    )
    judged = np.count_nonzero(parts.is_judged())
    return tuple(one for one in found if judged >= FEWEST and _tells(one))


def _few(parts: Parts) -> Parts:
    """Return ten parts where there are many, as when each document is left out by itself."""
    return parts if parts.forward else Parts(parts.part % MOST_PARTS)


def _tells(found: LeakingColumn) -> bool:
    return found.accuracy >= LEAST_ACCURACY and 1 - found.accuracy <= MOST_ERROR * (
        1 - found.majority
    )


def _codings(column: "pa.ChunkedArray") -> Iterator[Codes]:
    """Yield how documents are told apart by a column: by its values and, where these are ordered, by their ranges."""
    values, ordered = value_codes(column), _ordered(column)
    yield lambda _: values
    if ordered is not None:
        yield partial(_ranges, ordered)


def _ordered(column: "pa.ChunkedArray") -> Floats | None:
    """Return the numbers or dates of a column as numbers, NaN where it has none; None where it has anything else."""
    import pyarrow as pa

    if pa.types.is_floating(column.type):
        return np.asarray(column.to_numpy(), np.float64)
    encoded = column.combine_chunks().dictionary_encode()
    found = moments(encoded.dictionary.to_pylist())
    return (
        None if found is None else np.append(found, np.nan)[value_codes(column)]
    )  # none is -1, the last


def _ranges(values: Floats, training: Flags) -> Ints:
    """Return the range of each value, -1 where there is none: each range has some of the training documents.

    >>> _ranges(np.array([1.0, 2, 3, np.nan, 2.5, 9]), np.array([True, True, True, True, False, False])).tolist()
    [0, 1, 2, -1, 2, 2]
    """
    known = values[training & ~np.isnan(values)]
    if not len(known):
        return np.zeros(len(values), np.int64)
    ends = np.unique(np.quantile(known, np.arange(1, RANGES) / RANGES, method="inverted_cdf"))
    place = np.searchsorted(ends[ends < known.max()], values)
    return np.where(np.isnan(values), -1, place).astype(np.int64)


def _accuracy(codes: Codes, labels: Ints, parts: Parts) -> float:
    """Return how often the most frequent label of a value is right; of a value not seen, that of all documents."""
    right = np.concatenate(list(_right(codes, labels, parts)))
    return float(right.mean())


def _right(codes: Codes, labels: Ints, parts: Parts) -> Iterator[Flags]:
    for part in parts.judged():
        training, held = parts.training(part), parts.held_out(part)
        values = codes(training)
        pairs, counts = np.unique(
            np.stack([values[training], labels[training]]), axis=1, return_counts=True
        )
        order = np.lexsort((-counts, pairs[0]))
        known, first = np.unique(pairs[0][order], return_index=True)
        place = np.minimum(np.searchsorted(known, values[held]), len(known) - 1)
        likely = np.bincount(labels[training]).argmax()
        told = np.where(known[place] == values[held], pairs[1][order][first][place], likely)
        yield told == labels[held]
