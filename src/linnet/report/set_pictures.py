"""What a report shows where documents may have several labels: thresholds of each label, and the worst mistakes.

A mistake is a document and a label: wrong, where the document was given the label and has it not, or missing.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.reading import Documents
from linnet.report.examples import Found, find, shortened, text_of
from linnet.report.explained import explained
from linnet.report.rounding import rounded
from linnet.report.thresholds import points_each, thresholds

MISTAKES = 12
WRONG, MISSING = "wrong", "missing"

Json = dict[str, Any]


def set_pictures(
    classifier: Classifier,
    answered: Callable[[int], Classifier],
    documents: Documents,
    sets: MultilabelPredictions,
    labels: Sequence[int],
) -> Json:
    """Return the thresholds of these labels, given as places, and the worst mistakes.

    A mistake is explained by the classifier that made it: `answered` gives the one for a document by its place.
    """
    return {
        "probable": sets.probabilities is not None,
        "thresholds": _thresholds(classifier, sets, labels),
        "mistakes": _mistakes(answered, documents, sets, labels),
    }


def _thresholds(
    classifier: Classifier, sets: MultilabelPredictions, labels: Sequence[int]
) -> list[Json]:
    """Return what a threshold does to each label; `start` is where the cutoff of the model is."""
    table, decision = _table(sets), classifier.model.decision
    assert decision is not None
    cutoffs = dict(zip(classifier.labels, decision.cutoffs.tolist(), strict=True))
    told = []
    for place in labels:
        above = np.nextafter(
            cutoffs[sets.labels[place]], np.inf
        )  # a label is given above its cutoff, not at it
        found = thresholds(table[:, place], sets.truth[:, place], points_each(len(labels)), above)
        if found:
            told.append({"label": place, **found})
    return told


def worst_pairs(
    sets: MultilabelPredictions, labels: Sequence[int], n: int
) -> list[tuple[int, int]]:
    """Return the mistakes (document, label) in these labels that were made most surely, the surest first.

    >>> truth, scores = np.array([[True, False]]), np.array([[-1.0, 3.0]])
    >>> worst_pairs(MultilabelPredictions(("a", "b"), truth, scores > 0, scores=scores), [0, 1], 5)
    [(0, 1), (0, 0)]
    """
    margins, asked = sets.margins(), np.isin(np.arange(len(sets.labels)), labels)
    wrong = np.flatnonzero((sets.predicted != sets.truth) & np.isfinite(margins) & asked)
    # By probability, where there is one; where it is rounded to 0 or 1, by the score.
    sure = (
        margins
        if sets.probabilities is None
        else np.where(sets.truth, sets.probabilities, 1 - sets.probabilities)
    )
    order = np.lexsort((margins.flat[wrong], sure.flat[wrong]))[:n]
    return [divmod(int(pair), len(sets.labels)) for pair in wrong[order]]


def _mistakes(
    answered: Callable[[int], Classifier],
    documents: Documents,
    sets: MultilabelPredictions,
    labels: Sequence[int],
) -> list[Json]:
    pairs = worst_pairs(sets, labels, MISTAKES)
    found = {one.place: one for one in find(documents, [place for place, _ in pairs])}
    return [
        _mistake(answered(place), documents, sets, found[place], label) for place, label in pairs
    ]


def _mistake(
    classifier: Classifier,
    documents: Documents,
    sets: MultilabelPredictions,
    found: Found,
    label: int,
) -> Json:
    number = classifier.labels.index(sets.labels[label])
    return {
        "row": found.row,
        "text": shortened(text_of(found, documents)),
        "label": label,
        "kind": MISSING if sets.truth[found.place, label] else WRONG,
        "score": rounded(float(_table(sets)[found.place, label])),
        "predicted": np.flatnonzero(sets.predicted[found.place]).tolist(),
        "true": np.flatnonzero(sets.truth[found.place]).tolist(),
        "why": explained(classifier, found, documents.fields, lambda one: one.scores[number]),
    }


def _table(sets: MultilabelPredictions) -> Any:
    return sets.scores if sets.probabilities is None else sets.probabilities
