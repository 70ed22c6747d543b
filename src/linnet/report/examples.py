"""Which documents a report shows: some of each kind of mistake, the worst mistakes, doubtful labels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.reading import Batch, Documents

PER_CELL = 20
MOST_TEXTS = 2000
LONGEST_TEXT = 240
MOST_LABELS = 30  # a wider table is no table to read: then the most confused pairs
MOST_PAIRS = 60

Ints = npt.NDArray[np.int64]
Cell = tuple[int, int]  # predicted, true


def sureness(answers: LabelledPredictions) -> npt.NDArray[np.float64]:
    """Return how far the predicted label scores above the true one; where it was unsure, the highest label.

    A label that cannot be, because the model does not know it or a veto, counts as the lowest of the others.
    """
    given = np.where(answers.predicted == UNSURE, answers.scores.argmax(axis=1), answers.predicted)
    lowest = np.where(np.isfinite(answers.scores), answers.scores, np.inf).min(
        axis=1, keepdims=True
    )
    scores, documents = np.maximum(answers.scores, lowest), np.arange(len(answers))
    return np.asarray(scores[documents, given] - scores[documents, answers.truth])


def worst(answers: LabelledPredictions, n: int) -> list[int]:
    """Return the places of the wrong answers that were given most surely, the surest first.

    >>> scores = np.array([[0, 1.0], [1, 0], [0, 2]])
    >>> answers = LabelledPredictions(("a", "b"), np.array([0, 0, 0]), np.array([1, 0, 1]), scores)
    >>> worst(answers, 5)
    [2, 0]
    """
    wrong = np.flatnonzero(answers.predicted != answers.truth)
    order = np.argsort(-sureness(answers)[wrong], kind="stable")
    return [int(place) for place in wrong[order][:n]]


def confusion_cells(answers: LabelledPredictions) -> list[tuple[Cell, int]]:
    """Return the pairs (predicted, true) with their documents: mistakes first, the most frequent first."""
    size = len(answers.labels) + 1
    codes, counts = np.unique((answers.predicted + 1) * size + answers.truth, return_counts=True)
    cells = [
        ((code // size - 1, code % size), n)
        for code, n in zip(codes.tolist(), counts.tolist(), strict=True)
    ]
    return sorted(cells, key=lambda cell: (cell[0][0] == cell[0][1], -cell[1], cell[0]))


def of_cells(answers: LabelledPredictions, cells: Iterable[Cell]) -> dict[Cell, list[int]]:
    """Return cell → up to 20 of its documents, the surest first; fewer where all cells would have too many."""
    size = len(answers.labels) + 1
    codes = (answers.predicted + 1) * size + answers.truth
    order = np.lexsort((-sureness(answers), codes))
    columns = []
    for predicted, true in cells:
        begin, end = np.searchsorted(codes[order], (predicted + 1) * size + true + np.array([0, 1]))
        columns.append([((predicted, true), int(place)) for place in order[begin:end][:PER_CELL]])
    chosen: dict[Cell, list[int]] = {}
    taken = (
        one for row in zip_longest(*columns) for one in row if one is not None
    )  # one of each cell, then two …
    for _, (cell, place) in zip(range(MOST_TEXTS), taken, strict=False):
        chosen.setdefault(cell, []).append(place)
    return chosen


@dataclass(frozen=True, eq=False)
class Found:
    """One document that was asked for: a batch of its own, its place among all documents, its row in the source."""

    place: int
    batch: Batch

    @property
    def row(self) -> int:
        """The row in the source, from 1."""
        return int(self.batch.rows[0])


def find(documents: Documents, places: Iterable[int]) -> Iterator[Found]:
    """Yield the documents at these places, in the order of the source."""
    wanted, first = np.unique(np.fromiter(places, np.int64)), 0
    for batch in documents.batches():
        here = wanted[(wanted >= first) & (wanted < first + len(batch))] - first
        chosen = batch.kept(_only(here, len(batch)))
        for number, place in enumerate((here + first).tolist()):
            yield Found(place, chosen.kept(_only(number, len(chosen))))
        first += len(batch)


def _only(places: Ints | int, n: int) -> npt.NDArray[np.bool_]:
    keep = np.zeros(n, np.bool_)
    keep[places] = True
    return keep


def text_of(found: Found, documents: Documents) -> str:
    """Return the text of a document; its fields by name where it has several, and its columns where it has none."""
    texts = [text[0].as_py() or "" for text in found.batch.texts]
    if len(texts) == 1:
        return str(texts[0])
    named: list[tuple[str, Any]] = [*zip(documents.fields, texts, strict=True)]
    named += [
        (name, one[0].as_py())
        for name, one in zip(documents.categorical, found.batch.categorical, strict=True)
    ]
    named += [
        (name, one[0]) for name, one in zip(documents.numeric, found.batch.numeric, strict=True)
    ]
    return " · ".join(f"{name}: {value}" for name, value in named)


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """Return the start of a text.

    >>> shortened("a long story", 6)
    'a long…'
    """
    return text if len(text) <= most else text[:most].rstrip() + "…"
