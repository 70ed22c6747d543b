"""The documents that a report shows: the worst mistakes, doubtful labels, some of every cell."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.reading import Documents
from linnet.report.examples import (
    Cell,
    Example,
    examples_at,
    examples_of_cells,
    shortened,
    text_of,
    worst_mistakes,
)
from linnet.report.explained import contribution_to_mistake, explain_example
from linnet.report.rounding import rounded

MOST_MISTAKES = 12
MOST_DOUBTFUL = 20
SEPARATOR_BYTES = 8  # of a document in a list, on the safe side

Json = dict[str, Any]


def shown_documents(
    classifier_of: Callable[[int], Classifier],
    documents: Documents,
    predictions: LabelledPredictions,
    cells: Iterable[Cell],
    most_bytes: int,
) -> Json:
    """Return the documents, each once, in at most so many bytes, and where each of them belongs.

    A mistake is explained by the classifier that made it: `classifier_of` gives the one for a
    document by its place.
    """
    mistakes = worst_mistakes(predictions, MOST_MISTAKES)
    doubtful = _doubtful_labels(predictions)
    places_of_cell = examples_of_cells(predictions, cells)

    places = dict.fromkeys([*mistakes, *doubtful, *_alternating(places_of_cell)])
    document_at = {}
    for example in examples_at(documents, places):
        document = _document_json(example, documents, predictions)
        if example.place in mistakes:
            classifier = classifier_of(example.place)
            contribution = contribution_to_mistake(classifier, predictions, example.place)
            document["why"] = explain_example(classifier, example, documents.fields, contribution)
        document_at[example.place] = document

    by_importance = {place: document_at[place] for place in places}
    fitting = _fitting(by_importance, most_bytes)
    number_of = {place: number for number, place in enumerate(fitting)}
    examples = []
    for cell, places_here in places_of_cell.items():
        examples.append([*cell, _numbers(places_here, number_of)])
    return {
        "documents": [document_at[place] for place in fitting],
        "mistakes": _numbers(mistakes, number_of),
        "doubtful": _numbers(doubtful, number_of),
        "examples": examples,
    }


def _alternating(places_of_cell: Mapping[Cell, Sequence[int]]) -> list[int]:
    """Return the places of all cells, the first of each cell before the second of any."""
    ranked = []
    for cell_number, places in enumerate(places_of_cell.values()):
        for rank, place in enumerate(places):
            ranked.append((rank, cell_number, place))
    return [place for *_, place in sorted(ranked)]


def _numbers(places: Iterable[int], number_of: Mapping[int, int]) -> list[int]:
    return [number_of[place] for place in places if place in number_of]


def _fitting(document_at: Mapping[int, Json], most_bytes: int) -> list[int]:
    """Return the places of the first documents that fit into so many bytes."""
    sizes = [_size(document) for document in document_at.values()]
    n_fitting = np.searchsorted(np.cumsum(sizes), most_bytes, side="right")
    return list(document_at)[: int(n_fitting)]


def _size(document: Json) -> int:
    text = json.dumps(document, ensure_ascii=False)
    return len(text.encode("utf-8", "backslashreplace")) + SEPARATOR_BYTES


def _document_json(
    example: Example, documents: Documents, predictions: LabelledPredictions
) -> Json:
    place = example.place
    predicted = int(predictions.predicted[place])
    true = int(predictions.truth[place])

    table = predictions.probabilities
    if table is None:
        table = predictions.scores
    scores = [None if label < 0 else float(table[place, label]) for label in (predicted, true)]
    return {
        "row": example.row,
        "text": shortened(text_of(example, documents)),
        "predicted": predicted,
        "true": true,
        "scores": rounded(scores),
    }


def _doubtful_labels(predictions: LabelledPredictions) -> list[int]:
    """Return the documents whose label, if the model knows it, is least likely by the model."""
    scores = predictions.scores
    truth = predictions.truth
    is_known_label = np.asarray(np.isfinite(scores).any(axis=0))

    true_scores = scores[np.arange(len(predictions)), truth]
    deficit = np.max(scores, axis=1) - true_scores
    doubtful = np.flatnonzero(is_known_label[truth] & (deficit > 0))
    order = np.argsort(-deficit[doubtful], kind="stable")
    return [int(place) for place in doubtful[order][:MOST_DOUBTFUL]]
