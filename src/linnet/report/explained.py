"""Why a document got a wrong label: its features by how much they speak for that label rather than the true one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.model.explanation import VETO, Contribution
from linnet.model.spans import Piece
from linnet.report.examples import Found, shortened
from linnet.report.rounding import rounded

LONGEST_EXPLAINED = 480  # characters shown
LONGEST_READ = 10_000  # characters of a document that is explained
FEATURES = 8

Json = dict[str, Any]


def explained(
    classifier: Classifier,
    found: Found,
    fields: Sequence[str],
    speaks: Callable[[Contribution], float],
) -> Json:
    """Return the text in pieces with what they add, and the strongest features, by how far each of them `speaks`.

    A very long document, which has more features than anyone reads, is shown as it is.
    """
    texts = [text[0].as_py() or "" for text in found.batch.texts]
    if sum(map(len, texts)) > LONGEST_READ:
        return {
            "pieces": _pieces([[(text, 0.0)] for text in texts], fields),
            "features": [],
            "too_long": True,
        }
    explanation = classifier.explain_batch(found.batch)
    added = {
        one.feature: float(np.clip(speaks(one), -VETO, VETO)) for one in explanation.contributions
    }
    strongest = sorted(added.items(), key=lambda pair: (-abs(pair[1]), pair[0]))[:FEATURES]
    return {
        "pieces": rounded(_pieces(explanation.pieces_by(speaks, by_words=True), fields)),
        "features": rounded([(shortened(name, 60), value) for name, value in strongest if value]),
    }


def for_wrong_label(
    classifier: Classifier, answers: LabelledPredictions, place: int
) -> Callable[[Contribution], float]:
    """Return what tells how much a feature adds to the predicted label above what it adds to the true one."""
    number = {label: at for at, label in enumerate(classifier.labels)}
    given = int(answers.predicted[place])
    highest = answers.labels[int(np.argmax(answers.scores[place])) if given == UNSURE else given]
    true = number.get(answers.labels[answers.truth[place]])
    return lambda one: _between(one, number[highest], true)


def _between(one: Contribution, predicted: int, true: int | None) -> float:
    if true is None or true == predicted:
        return one.contrast(predicted)
    ends = np.clip([one.scores[predicted], one.scores[true]], -VETO, VETO)
    return float(ends[0] - ends[1])


def _pieces(texts: Sequence[Sequence[Piece]], fields: Sequence[str]) -> list[Piece]:
    """Return the start of the text of each field in pieces, after its name where there are several."""
    whole: list[Piece] = []
    for number, (field, its) in enumerate(zip(fields, texts, strict=True)):
        if len(fields) > 1:
            whole.append((f"{field}: " if number == 0 else f" · {field}: ", 0.0))
        whole += _start(its, LONGEST_EXPLAINED // len(fields))
    return [
        piece for adds, run in groupby(whole, _adds) for piece in (run if adds else [_joined(run)])
    ]


def _start(pieces: Iterable[Piece], most: int) -> Iterator[Piece]:
    for text, value in pieces:
        yield shortened(text, most), value
        most -= len(text)
        if most < 0:
            return


def _adds(piece: Piece) -> bool:
    return piece[1] != 0


def _joined(run: Iterable[Piece]) -> Piece:
    return "".join(text for text, _ in run), 0.0
