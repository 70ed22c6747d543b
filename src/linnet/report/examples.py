"""Which documents a report shows: some of each kind of mistake, the worst mistakes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
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


def sureness(predictions: LabelledPredictions) -> npt.NDArray[np.float64]:
    """Return how far the predicted label scores above the true one.

    Where the model was unsure, the label that scores highest stands for the predicted one. A label
    that cannot be, because of a veto or since the model does not know it, counts as the lowest of
    the others.
    """
    scores = predictions.scores
    unsure = predictions.predicted == UNSURE
    predicted = np.where(unsure, scores.argmax(axis=1), predictions.predicted)

    finite_scores = np.where(np.isfinite(scores), scores, np.inf)
    lowest = finite_scores.min(axis=1, keepdims=True)
    bounded = np.maximum(scores, lowest)
    documents = np.arange(len(predictions))
    return np.asarray(bounded[documents, predicted] - bounded[documents, predictions.truth])


def worst_mistakes(predictions: LabelledPredictions, n: int) -> list[int]:
    """Return the places of the wrong predictions that were made most surely, the surest first.

    >>> scores = np.array([[0, 1.0], [1, 0], [0, 2]])
    >>> true, predicted = np.array([0, 0, 0]), np.array([1, 0, 1])
    >>> worst_mistakes(LabelledPredictions(("a", "b"), true, predicted, scores), 5)
    [2, 0]
    """
    wrong = np.flatnonzero(predictions.predicted != predictions.truth)
    order = np.argsort(-sureness(predictions)[wrong], kind="stable")
    return [int(place) for place in wrong[order][:n]]


def confusion_cells(predictions: LabelledPredictions) -> list[tuple[Cell, int]]:
    """Return the pairs (predicted, true) with their documents.

    Mistakes come first, and of these the most frequent.
    """
    size = len(predictions.labels) + 1
    codes, counts = np.unique(_cell_codes(predictions), return_counts=True)
    cells = []
    for code, n in zip(codes.tolist(), counts.tolist(), strict=True):
        predicted = code // size - 1
        true = code % size
        cells.append(((predicted, true), n))
    return sorted(cells, key=_cell_order)


def _cell_order(counted: tuple[Cell, int]) -> tuple[bool, int, Cell]:
    cell, n = counted
    predicted, true = cell
    return predicted == true, -n, cell


def _cell_codes(predictions: LabelledPredictions) -> Ints:
    """Return one number for the cell of each document; UNSURE, which is -1, gets the lowest."""
    size = len(predictions.labels) + 1
    return np.asarray((predictions.predicted + 1) * size + predictions.truth)


def examples_of_cells(
    predictions: LabelledPredictions, cells: Iterable[Cell]
) -> dict[Cell, list[int]]:
    """Return cell → up to 20 of its documents, the surest first; fewer where cells are many."""
    size = len(predictions.labels) + 1
    codes = _cell_codes(predictions)
    order = np.lexsort((-sureness(predictions), codes))
    sorted_codes = codes[order]

    columns = []
    for cell in cells:
        predicted, true = cell
        code = (predicted + 1) * size + true
        begin, end = np.searchsorted(sorted_codes, [code, code + 1])
        columns.append([(cell, int(place)) for place in order[begin:end][:PER_CELL]])

    # One of each cell, then the second of each …
    alternating = chain.from_iterable(zip_longest(*columns))
    examples = (example for example in alternating if example is not None)
    chosen: dict[Cell, list[int]] = {}
    for cell, place in islice(examples, MOST_TEXTS):
        chosen.setdefault(cell, []).append(place)
    return chosen


@dataclass(frozen=True, eq=False)
class Example:
    """One document of a source: a batch of its own, and its place among all documents."""

    place: int
    batch: Batch

    @property
    def row(self) -> int:
        """The row in the source, from 1."""
        return int(self.batch.rows[0])

    @property
    def texts(self) -> list[str]:
        """The text of each field, "" where there is none."""
        return [text[0].as_py() or "" for text in self.batch.texts]


def examples_at(documents: Documents, places: Iterable[int]) -> Iterator[Example]:
    """Yield the documents at these places, in the order of the source."""
    wanted = np.unique(np.fromiter(places, np.int64))
    first = 0
    for batch in documents.batches():
        in_batch = (wanted >= first) & (wanted < first + len(batch))
        rows = wanted[in_batch] - first
        chosen = batch.kept(_mask_of(rows, len(batch)))
        for number, row in enumerate(rows.tolist()):
            yield Example(first + row, chosen.kept(_mask_of(number, len(chosen))))
        first += len(batch)


def _mask_of(places: Ints | int, n: int) -> npt.NDArray[np.bool_]:
    mask = np.zeros(n, np.bool_)
    mask[places] = True
    return mask


def text_of(example: Example, documents: Documents) -> str:
    """Return the text of a document.

    Fields stand by name where there are several; where there are none, columns stand for them.
    """
    texts = example.texts
    if len(texts) == 1:
        return str(texts[0])

    batch = example.batch
    named: list[tuple[str, Any]] = [*zip(documents.fields, texts, strict=True)]
    for name, levels in zip(documents.categorical, batch.categorical, strict=True):
        named.append((name, levels[0].as_py()))
    for name, numbers in zip(documents.numeric, batch.numeric, strict=True):
        named.append((name, numbers[0]))
    return " · ".join(f"{name}: {value}" for name, value in named)


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """Return the start of a text.

    >>> shortened("a long story", 6)
    'a long…'
    """
    if len(text) <= most:
        return text
    return text[:most].rstrip() + "…"
