"""The documents that a report shows: the worst mistakes explained, doubtful labels, some of every confusion cell."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.reading import Documents
from linnet.report.examples import Cell, Found, find, of_cells, shortened, text_of, worst
from linnet.report.explained import explained, for_wrong_label
from linnet.report.rounding import rounded

MISTAKES, DOUBTFUL = 12, 20

Json = dict[str, Any]


def shown(
    answered: Callable[[int], Classifier],
    documents: Documents,
    answers: LabelledPredictions,
    cells: Iterable[Cell],
    room: int,
) -> Json:
    """Return the documents, each once, in as many bytes as there is room, and where each of them belongs.

    A mistake is explained by the classifier that made it: `answered` gives the one for a document by its place.
    """
    mistakes, doubtful, of_cell = (
        worst(answers, MISTAKES),
        _doubtful(answers),
        of_cells(answers, cells),
    )
    wanted = dict.fromkeys([*mistakes, *doubtful, *_in_turn(of_cell)])
    told = {}
    for one in find(documents, wanted):
        told[one.place] = _told(one, documents, answers)
        if one.place in mistakes:
            by = answered(one.place)
            told[one.place]["why"] = explained(
                by, one, documents.fields, for_wrong_label(by, answers, one.place)
            )
    number = {
        place: at
        for at, place in enumerate(_fitting({place: told[place] for place in wanted}, room))
    }
    return {
        "documents": [told[place] for place in number],
        "mistakes": _numbers(mistakes, number),
        "doubtful": _numbers(doubtful, number),
        "examples": [[*cell, _numbers(places, number)] for cell, places in of_cell.items()],
    }


def _in_turn(of_cell: Mapping[Cell, Sequence[int]]) -> list[int]:
    """Return the places of all cells, the first of each cell before the second of any."""
    ranked = [
        (rank, at, place)
        for at, places in enumerate(of_cell.values())
        for rank, place in enumerate(places)
    ]
    return [place for *_, place in sorted(ranked)]


def _numbers(places: Iterable[int], number: Mapping[int, int]) -> list[int]:
    return [number[place] for place in places if place in number]


def _fitting(told: Mapping[int, Json], room: int) -> list[int]:
    """Return the places of the first documents that fit into the room."""
    sizes = [
        len(json.dumps(one, ensure_ascii=False).encode("utf-8", "backslashreplace")) + 8
        for one in told.values()
    ]
    return list(told)[: int(np.searchsorted(np.cumsum(sizes), room, side="right"))]


def _told(found: Found, documents: Documents, answers: LabelledPredictions) -> Json:
    place = found.place
    predicted, true = int(answers.predicted[place]), int(answers.truth[place])
    table = answers.scores if answers.probabilities is None else answers.probabilities
    told = {
        "row": found.row,
        "text": shortened(text_of(found, documents)),
        "predicted": predicted,
        "true": true,
    }
    scores = [None if label < 0 else float(table[place, label]) for label in (predicted, true)]
    return told | {"scores": rounded(scores)}


def _doubtful(answers: LabelledPredictions) -> list[int]:
    """Return the documents whose given label is least likely by the model, of those that it knows."""
    known = np.asarray(np.isfinite(answers.scores).any(axis=0))[answers.truth]
    behind = np.max(answers.scores, axis=1) - answers.scores[np.arange(len(answers)), answers.truth]
    doubtful = np.flatnonzero(known & (behind > 0))
    return [
        int(place) for place in doubtful[np.argsort(-behind[doubtful], kind="stable")][:DOUBTFUL]
    ]
