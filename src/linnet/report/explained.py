"""Why a document got a wrong label: how much each feature speaks for it, and not the true one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.model.explanation import VETO, Contribution
from linnet.model.spans import Piece
from linnet.report.examples import Example, shortened
from linnet.report.rounding import rounded

LONGEST_EXPLAINED = 480  # characters shown
LONGEST_READ = 10_000  # characters of a document that is explained
LONGEST_FEATURE = 60
MOST_FEATURES = 8

Json = dict[str, Any]


def explain_example(
    classifier: Classifier,
    example: Example,
    fields: Sequence[str],
    contribution: Callable[[Contribution], float],
) -> Json:
    """Return the text in pieces with what they add, and the strongest features.

    `contribution` says how much a feature adds. A very long document, which has more features than
    anyone reads, is shown as it is.
    """
    texts = example.texts
    if sum(map(len, texts)) > LONGEST_READ:
        unexplained = [[(text, 0.0)] for text in texts]
        return {"pieces": _pieces(unexplained, fields), "features": [], "too_long": True}

    explanation = classifier.explain_batch(example.batch)
    pieces = _pieces(explanation.pieces_by(contribution, by_words=True), fields)
    features = _strongest(explanation.contributions, contribution)
    return {"pieces": rounded(pieces), "features": rounded(features)}


def _strongest(
    contributions: Iterable[Contribution], contribution: Callable[[Contribution], float]
) -> list[tuple[str, float]]:
    """Return the features that add most or take most away, with their values."""
    value_of = {}
    for part in contributions:
        value_of[part.feature] = float(np.clip(contribution(part), -VETO, VETO))

    order = sorted(value_of.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
    strongest = order[:MOST_FEATURES]
    return [(shortened(name, LONGEST_FEATURE), value) for name, value in strongest if value]


def contribution_to_mistake(
    classifier: Classifier, predictions: LabelledPredictions, place: int
) -> Callable[[Contribution], float]:
    """Return how to measure what a feature adds to the predicted label above the true one."""
    column_of = {label: column for column, label in enumerate(classifier.labels)}
    predicted = int(predictions.predicted[place])
    if predicted == UNSURE:
        predicted = int(np.argmax(predictions.scores[place]))

    predicted_column = column_of[predictions.labels[predicted]]
    true_column = column_of.get(predictions.labels[predictions.truth[place]])
    return lambda part: _difference(part, predicted_column, true_column)


def _difference(part: Contribution, predicted: int, true: int | None) -> float:
    if true is None or true == predicted:
        return part.contrast(predicted)
    ends = np.clip([part.scores[predicted], part.scores[true]], -VETO, VETO)
    return float(ends[0] - ends[1])


def _pieces(texts: Sequence[Sequence[Piece]], fields: Sequence[str]) -> list[Piece]:
    """Return the start of each field's text in pieces, after its name where there are several."""
    pieces: list[Piece] = []
    for number, (field, field_pieces) in enumerate(zip(fields, texts, strict=True)):
        if len(fields) > 1:
            separator = " · " if number else ""
            pieces.append((f"{separator}{field}: ", 0.0))
        pieces += _start(field_pieces, LONGEST_EXPLAINED // len(fields))
    return _merge_neutral(pieces)


def _start(pieces: Iterable[Piece], most: int) -> Iterator[Piece]:
    for text, value in pieces:
        yield shortened(text, most), value
        most -= len(text)
        if most < 0:
            return


def _merge_neutral(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces; those in a row that add nothing are one piece."""
    merged: list[Piece] = []
    for adds_something, run in groupby(pieces, lambda piece: piece[1] != 0):
        if adds_something:
            merged += run
        else:
            merged.append(("".join(text for text, _ in run), 0.0))
    return merged
