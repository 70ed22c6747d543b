"""Columns that give the label away: the most frequent label of each value is nearly always right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.gathering import Gathered, value_codes
from linnet.evaluation.splits import Parts

Ints = npt.NDArray[np.int64]
LEAST_ACCURACY = 0.98
MOST_ERROR = 0.2  # as a share of the error without the column
MOST_PARTS = 10
FEWEST = 20  # held-out documents, below which nothing is said


@dataclass(frozen=True)
class TellingColumn:
    """A column by which alone held-out documents get the right label, learned from the training part."""

    column: str
    accuracy: float
    majority: float  # the accuracy of always saying the most frequent label

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return {"column": self.column, "accuracy": self.accuracy, "majority": self.majority}


def telling_columns(gathered: Gathered, parts: Parts) -> tuple[TellingColumn, ...]:
    """Return the columns that are at least 0.98 right, and make at most a fifth of the errors made without them."""
    labels, parts = gathered.label_sets(), _few(parts)
    nothing = np.zeros(len(labels), np.int64)
    majority = _accuracy(nothing, labels, parts)
    found = (
        TellingColumn(name, _accuracy(value_codes(column), labels, parts), majority)
        for name, column in gathered.columns.items()
    )
    judged = np.count_nonzero(parts.is_judged())
    return tuple(one for one in found if judged >= FEWEST and _tells(one))


def _few(parts: Parts) -> Parts:
    """Return ten parts where there are many, as when each document is left out by itself."""
    return parts if parts.forward else Parts(parts.part % MOST_PARTS)


def _tells(found: TellingColumn) -> bool:
    return found.accuracy >= LEAST_ACCURACY and 1 - found.accuracy <= MOST_ERROR * (1 - found.majority)


def _accuracy(values: Ints, labels: Ints, parts: Parts) -> float:
    """Return how often the most frequent label of a value is right; of a value not seen, that of all documents."""
    right = np.concatenate(list(_right(values, labels, parts)))
    return float(right.mean())


def _right(values: Ints, labels: Ints, parts: Parts) -> Iterator[npt.NDArray[np.bool_]]:
    for part in parts.judged():
        training, held = parts.training(part), parts.held_out(part)
        pairs, counts = np.unique(np.stack([values[training], labels[training]]), axis=1, return_counts=True)
        order = np.lexsort((-counts, pairs[0]))
        known, first = np.unique(pairs[0][order], return_index=True)
        place = np.minimum(np.searchsorted(known, values[held]), len(known) - 1)
        likely = np.bincount(labels[training]).argmax()
        told = np.where(known[place] == values[held], pairs[1][order][first][place], likely)
        yield told == labels[held]
