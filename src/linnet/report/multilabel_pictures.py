"""What a report shows of multilabel predictions: thresholds of each label, the worst mistakes.

A mistake is a document and a label: wrong, where the document was given the label and has it not,
or missing.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.reading import Documents
from linnet.report.examples import Example, examples_at, shortened, text_of
from linnet.report.explained import explain_example
from linnet.report.rounding import rounded
from linnet.report.thresholds import points_each, thresholds

MOST_MISTAKES = 12
WRONG = "wrong"
MISSING = "missing"

Json = dict[str, Any]


def multilabel_pictures(
    classifier: Classifier,
    classifier_of: Callable[[int], Classifier],
    documents: Documents,
    predictions: MultilabelPredictions,
    labels: Sequence[int],
) -> Json:
    """Return the thresholds of these labels, given as places, and the worst mistakes.

    A mistake is explained by the classifier that made it: `classifier_of` gives the one for a
    document by its place.
    """
    return {
        "probable": predictions.probabilities is not None,
        "thresholds": _thresholds(classifier, predictions, labels),
        "mistakes": _mistakes(classifier_of, documents, predictions, labels),
    }


def _thresholds(
    classifier: Classifier, predictions: MultilabelPredictions, labels: Sequence[int]
) -> list[Json]:
    """Return what a threshold does to each label; `start` is where the cutoff of the model is."""
    decision = classifier.model.decision
    assert decision is not None
    cutoff_of = dict(zip(classifier.labels, decision.cutoffs.tolist(), strict=True))

    table = _probabilities_or_scores(predictions)
    points = points_each(len(labels))
    result = []
    for place in labels:
        cutoff = cutoff_of[predictions.labels[place]]
        above_cutoff = np.nextafter(cutoff, np.inf)  # a label is given above its cutoff, not at it
        counts = thresholds(table[:, place], predictions.truth[:, place], points, above_cutoff)
        if counts:
            result.append({"label": place, **counts})
    return result


def worst_pairs(
    predictions: MultilabelPredictions, labels: Sequence[int], n: int
) -> list[tuple[int, int]]:
    """Return the n surest mistakes (document, label) in these labels, the surest first.

    >>> truth, scores = np.array([[True, False]]), np.array([[-1.0, 3.0]])
    >>> worst_pairs(MultilabelPredictions(("a", "b"), truth, scores > 0, scores=scores), [0, 1], 5)
    [(0, 1), (0, 0)]
    """
    n_labels = len(predictions.labels)
    margins = predictions.margins()
    is_asked = np.isin(np.arange(n_labels), labels)
    is_wrong = predictions.predicted != predictions.truth
    wrong = np.flatnonzero(is_wrong & np.isfinite(margins) & is_asked)

    # By probability, where there is one; where it is rounded to 0 or 1, by the score.
    probabilities = predictions.probabilities
    likelihood = margins
    if probabilities is not None:
        likelihood = np.where(predictions.truth, probabilities, 1 - probabilities)
    order = np.lexsort((margins.flat[wrong], likelihood.flat[wrong]))[:n]
    return [divmod(int(pair), n_labels) for pair in wrong[order]]


def _mistakes(
    classifier_of: Callable[[int], Classifier],
    documents: Documents,
    predictions: MultilabelPredictions,
    labels: Sequence[int],
) -> list[Json]:
    pairs = worst_pairs(predictions, labels, MOST_MISTAKES)
    places = [place for place, _ in pairs]
    example_at = {example.place: example for example in examples_at(documents, places)}
    mistakes = []
    for place, label in pairs:
        classifier = classifier_of(place)
        mistake = _mistake(classifier, documents, predictions, example_at[place], label)
        mistakes.append(mistake)
    return mistakes


def _mistake(
    classifier: Classifier,
    documents: Documents,
    predictions: MultilabelPredictions,
    example: Example,
    label: int,
) -> Json:
    predicted = predictions.predicted[example.place]
    truth = predictions.truth[example.place]
    kind = MISSING if truth[label] else WRONG
    score = float(_probabilities_or_scores(predictions)[example.place, label])

    column = classifier.labels.index(predictions.labels[label])
    fields = documents.fields
    why = explain_example(classifier, example, fields, lambda part: part.scores[column])
    text = text_of(example, documents)
    return {
        "row": example.row,
        "text": shortened(text),
        "label": label,
        "kind": kind,
        "score": rounded(score),
        "predicted": np.flatnonzero(predicted).tolist(),
        "true": np.flatnonzero(truth).tolist(),
        "why": why,
    }


def _probabilities_or_scores(predictions: MultilabelPredictions) -> Any:
    if predictions.probabilities is None:
        return predictions.scores
    return predictions.probabilities
