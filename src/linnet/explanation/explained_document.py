"""Why a document gets its label: what its features add, what would change it, what is like it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.explanation.counterfactuals import Counterfactual, counterfactual
from linnet.explanation.nearest import nearest as nearest_documents
from linnet.model.explanation import Contribution, Explanation
from linnet.storage.kept_documents import Neighbour


@dataclass(frozen=True)
class ExplainedDocument:
    """An explanation, words that would change the answer, and training documents like this one."""

    explanation: Explanation
    counterfactual: Counterfactual | None  # None where no few words would change the answer
    nearest: tuple[Neighbour, ...] = ()  # the most similar first

    def __repr__(self) -> str:
        from linnet.explanation.explained_display import explained_line

        return explained_line(self)

    def _repr_html_(self) -> str:
        from linnet.explanation.explained_display import explained_html

        return explained_html(self)

    def as_json(self, top: int | None = None) -> dict[str, Any]:
        """Return everything as plain data, of the features all or the strongest."""
        change = self.counterfactual
        return {
            **explanation_json(self.explanation, top),
            "turn": None if change is None else change.as_json(),
            "nearest": [neighbour.as_json() for neighbour in self.nearest],
        }


def explain_document(
    classifier: Classifier, document: Any, *, nearest: int = 0
) -> ExplainedDocument:
    """Return why a document gets its label, and the n nearest training documents.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("cheap pills", "spam"), ("my lunch", "ham")]
    >>> classifier = train(pairs, {})
    >>> explained = explain_document(classifier, "cheap lunch now").as_json()
    >>> explained["label"], explained["turn"]["words"]
    ('spam', ['cheap'])
    """
    explanation = classifier.explain(document)
    neighbours = nearest_documents(classifier, document, nearest) if nearest else []
    return ExplainedDocument(
        explanation, counterfactual(classifier, document, explanation), tuple(neighbours)
    )


def explanation_json(explanation: Explanation, top: int | None = None) -> dict[str, Any]:
    """Return an explanation as plain data, of all or the strongest features; -inf is None."""
    labels = explanation.labels
    contributions: Sequence[Contribution] = explanation.contributions
    if top is not None:
        contributions = explanation.strongest()[:top]
    scores = dict(zip(labels, explanation.scores, strict=True))
    return {
        "label": explanation.answer,
        "calibrated": explanation.calibrated,
        "labels": _label_numbers(explanation),
        "features": [_feature(contribution, labels) for contribution in contributions],
        "vetoed": [label for label, score in scores.items() if isinf(score)],
    }


def _label_numbers(explanation: Explanation) -> dict[str, dict[str, float | None]]:
    """Return score, probability and offset of each label."""
    numbers = {}
    for place, label in enumerate(explanation.labels):
        numbers[label] = {
            "score": _finite(explanation.scores[place]),
            "probability": explanation.probabilities[place],
            "offset": _finite(explanation.offset[place]),
        }
    return numbers


def _feature(contribution: Contribution, labels: tuple[str, ...]) -> dict[str, Any]:
    pairs = zip(labels, contribution.scores, strict=True)
    scores = {label: _finite(score) for label, score in pairs}
    return {"feature": contribution.feature, "count": contribution.count, "scores": scores}


def _finite(value: float) -> float | None:
    return None if isinf(value) else value
