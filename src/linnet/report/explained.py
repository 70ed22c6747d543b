"""Why a document got a wrong label: its features by how much they speak for that label rather than the true one."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from linnet.classifier import Classifier
from linnet.evaluation.answers import UNSURE, Answers
from linnet.features.tokenizer import engine_fields
from linnet.model.explanation import Contribution, explain
from linnet.report.examples import Found, shortened
from linnet.report.highlight import Piece, names_in_block, pieces
from linnet.report.rounding import rounded

LONGEST_EXPLAINED = 480  # characters shown
LONGEST_READ = 10_000  # characters of a document that is explained
FEATURES = 8
VETO = 99.0  # shown in place of infinity

Json = dict[str, Any]


def explained(
    classifier: Classifier, found: Found, fields: Sequence[str], speaks: Callable[[Contribution], float]
) -> Json:
    """Return the text in pieces with what they add, and the strongest features, by how far each of them `speaks`.

    A very long document, which has more features than anyone reads, is shown as it is.
    """
    model, batch = classifier.model, found.batch
    if sum(len(text[0].as_py() or "") for text in batch.texts) > LONGEST_READ:
        return {"pieces": _pieces(classifier, found, {}, fields), "features": [], "too_long": True}
    texts = engine_fields(batch.texts, classifier.tokenizer, batch.rows.tolist())
    columns = model.features.columns.of_batch(batch, texts) if model.features.of_columns else None
    contributions = explain(model, texts, columns).contributions
    added = {one.feature: float(np.clip(speaks(one), -VETO, VETO)) for one in contributions}
    strongest = sorted(added.items(), key=lambda pair: (-abs(pair[1]), pair[0]))[:FEATURES]
    return {
        "pieces": rounded(_pieces(classifier, found, added, fields)),
        "features": rounded([(shortened(name, 60), value) for name, value in strongest if value]),
    }


def for_wrong_label(classifier: Classifier, answers: Answers, place: int) -> Callable[[Contribution], float]:
    """Return what tells how much a feature adds to the predicted label above what it adds to the true one."""
    number = {label: at for at, label in enumerate(classifier.labels)}
    given = int(answers.predicted[place])
    highest = answers.labels[int(np.argmax(answers.scores[place])) if given == UNSURE else given]
    true = number.get(answers.labels[answers.truth[place]])
    return lambda one: _between(one, number[highest], true)


def _between(one: Contribution, predicted: int, true: int | None) -> float:
    if true is None or true == predicted:
        return one.lead(predicted)
    ends = np.clip([one.scores[predicted], one.scores[true]], -VETO, VETO)
    return float(ends[0] - ends[1])


def _pieces(classifier: Classifier, found: Found, added: dict[str, float], fields: Sequence[str]) -> list[Piece]:
    """Return the start of the text of each field in pieces, after its name where there are several."""
    whole: list[Piece] = []
    for number, (field, column) in enumerate(zip(fields, found.batch.texts, strict=True)):
        if len(fields) > 1:
            whole.append((f"{field}: " if number == 0 else f" · {field}: ", 0.0))
        text = shortened(column[0].as_py() or "", LONGEST_EXPLAINED // len(fields))
        whole += _of_field(classifier, number, text, added)
    return [piece for adds, run in groupby(whole, _adds) for piece in (run if adds else [_joined(run)])]


def _adds(piece: Piece) -> bool:
    return piece[1] != 0


def _joined(run: Iterable[Piece]) -> Piece:
    return "".join(text for text, _ in run), 0.0


def _of_field(classifier: Classifier, field: int, text: str, added: dict[str, float]) -> list[Piece]:
    """Return one text in pieces, with what the blocks that read its field add."""
    features, layers = classifier.model.features, []
    for number, block in enumerate(features.of_text):
        if block.settings.field == field:
            names = names_in_block(features, number, list(added))
            layers.append(pieces(text, block.settings, [(bare, added[full]) for full, bare in names.items()]))
    if not layers:
        return [(text, 0.0)]
    return [(layer[0][0], sum(value for _, value in layer)) for layer in zip(*layers, strict=True)]
