"""Columns that give the label away: the most frequent label of each value is nearly always right.

Of numbers and dates, that of each of a hundred ranges of values, too: one that grows from label to
label tells as much.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.splits.split_data import SplitData, value_codes
from linnet.evaluation.splits.splits import Flags, Parts
from linnet.evaluation.splits.times import numbers_of

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
# Which documents are learned from → a number for the value of each document.
Coding = Callable[[Flags], Ints]
LEAST_ACCURACY = 0.98
MOST_ERROR = 0.2  # as a share of the error without the column
MOST_PARTS = 10
RANGES = 100  # each with about as many documents
FEWEST = 20  # held-out documents, below which nothing is said


@dataclass(frozen=True)
class LeakingColumn:
    """A column that alone gives held-out documents their label, learned from the training part."""

    column: str
    accuracy: float
    majority: float  # the accuracy of always saying the most frequent label

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return {"column": self.column, "accuracy": self.accuracy, "majority": self.majority}


def leaking_columns(data: SplitData, parts: Parts) -> tuple[LeakingColumn, ...]:
    """Return the columns that are at least 0.98 right.

    They also make at most a fifth of the errors made without them.
    """
    if np.count_nonzero(parts.is_held_out()) < FEWEST:
        return ()
    labels = data.label_sets()
    parts = _at_most_ten(parts)
    majority = _accuracy(_same_value, labels, parts)
    leaking = []
    for name, column in data.columns.items():
        accuracy = max(_accuracy(coding, labels, parts) for coding in _codings(column))
        if accuracy >= LEAST_ACCURACY and 1 - accuracy <= MOST_ERROR * (1 - majority):
            leaking.append(LeakingColumn(name, accuracy, majority))
    return tuple(leaking)


def _at_most_ten(parts: Parts) -> Parts:
    """Return ten parts where there are many, as when each document is left out by itself."""
    return parts if parts.forward else Parts(parts.part % MOST_PARTS)


def _same_value(training: Flags) -> Ints:
    return np.zeros(len(training), np.int64)


def _codings(column: "pa.ChunkedArray") -> Iterator[Coding]:
    """Yield how documents are told apart: by values and, where these are ordered, by ranges."""
    codes = value_codes(column)
    yield lambda _: codes
    numbers = _ordered_values(column)
    if numbers is not None:
        yield partial(_ranges, numbers)


def _ordered_values(column: "pa.ChunkedArray") -> Floats | None:
    """Return the numbers or dates of a column as numbers, NaN where it has none.

    None where it has anything else.
    """
    import pyarrow as pa

    if pa.types.is_floating(column.type):
        return np.asarray(column.to_numpy(), np.float64)
    encoded = column.combine_chunks().dictionary_encode()
    numbers = numbers_of(encoded.dictionary.to_pylist())
    if numbers is None:
        return None
    with_missing = np.append(numbers, np.nan)  # the code of no value is -1, the last
    return with_missing[value_codes(column)]


def _ranges(values: Floats, training: Flags) -> Ints:
    """Return the range of each value, -1 where there is none.

    Each range has some of the training documents.

    >>> training = np.array([True, True, True, True, False, False])
    >>> _ranges(np.array([1.0, 2, 3, np.nan, 2.5, 9]), training).tolist()
    [0, 1, 2, -1, 2, 2]
    """
    is_missing = np.isnan(values)
    learned = values[training & ~is_missing]
    if not len(learned):
        return np.zeros(len(values), np.int64)
    shares = np.arange(1, RANGES) / RANGES
    ends = np.unique(np.quantile(learned, shares, method="inverted_cdf"))
    place = np.searchsorted(ends[ends < learned.max()], values)
    return np.where(is_missing, -1, place).astype(np.int64)


def _accuracy(coding: Coding, labels: Ints, parts: Parts) -> float:
    """Return how often the most frequent label of a value is right.

    Of a value not seen, that of all documents.
    """
    right = []
    for part in parts.held_out_parts():
        training = parts.training(part)
        held_out = parts.held_out(part)
        predicted = _predicted(coding(training), labels, training, held_out)
        right.append(predicted == labels[held_out])
    return float(np.concatenate(right).mean())


def _predicted(values: Ints, labels: Ints, training: Flags, held_out: Flags) -> Ints:
    """Return the label that the value of each held-out document has most often in training."""
    learned = np.stack([values[training], labels[training]])
    pairs, counts = np.unique(learned, axis=1, return_counts=True)
    pairs = pairs[:, np.lexsort((-counts, pairs[0]))]  # by value, its most frequent label first
    known_values, first = np.unique(pairs[0], return_index=True)
    best_labels = pairs[1][first]

    held_values = values[held_out]
    place = np.searchsorted(known_values, held_values)
    place = np.minimum(place, len(known_values) - 1)
    is_known = known_values[place] == held_values
    most_frequent = np.bincount(labels[training]).argmax()
    return np.where(is_known, best_labels[place], most_frequent)
