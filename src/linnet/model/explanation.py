"""Why a document gets its label: what each of its features adds to each label's score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.features.columns import Columns
from linnet.features.tokenizer import Tokenizer, engine_fields
from linnet.model.decision import UNSURE
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.model.spans import Covered, Piece, spans

Floats = npt.NDArray[np.float64]
VETO = 99.0  # shown in place of infinity


@dataclass(frozen=True)
class Contribution:
    """One feature of the document: how often it is there and what it adds to each label's score."""

    feature: str
    count: float  # where it is no count but a number, that number
    scores: tuple[float, ...]  # minus infinity where it vetoes the label
    column: int = -1

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def contrast(self, label: int) -> float:
        """Return how much more it adds to one label than to the others on average."""
        own = self.scores[label]
        others = [*self.scores[:label], *self.scores[label + 1 :]]
        if not others:
            return own
        mean = sum(others) / len(others)
        if mean > -np.inf:
            return own - mean
        return np.inf if own > -np.inf else 0.0


@dataclass(frozen=True)
class Explanation:
    """The contributions of features; with the offset they sum to the uncalibrated scores."""

    labels: tuple[str, ...]
    offset: tuple[float, ...]
    contributions: tuple[Contribution, ...]
    scores: tuple[float, ...]
    probabilities: tuple[float | None, ...]  # None where the scores are margins
    label: str  # the one it gets; the most probable where it gets none, or may get several
    chosen: tuple[str, ...] | None = None  # multilabel: the labels above their cutoff
    unsure: bool = False  # whether it gets no label
    calibrated: bool = False  # whether the probabilities are made from the scores by a calibration
    texts: tuple[Covered, ...] = ()  # field by field, with the place of each feature

    def __repr__(self) -> str:
        from linnet.model.explanation_display import explanation_line

        return explanation_line(self)

    def _repr_html_(self) -> str:
        from linnet.model.explanation_display import explanation_html

        return explanation_html(self)

    @property
    def answer(self) -> Any:
        """The label, None where unsure; where a document may have several, the list of them."""
        if self.chosen is not None:
            return list(self.chosen)
        return None if self.unsure else self.label

    def strongest(self, label: str | None = None) -> list[Contribution]:
        """Return the contributions by how much they add for or against a label, strongest first."""
        number = self.labels.index(self.label if label is None else label)
        return sorted(self.contributions, key=lambda c: (-abs(c.contrast(number)), c.feature))

    def pieces(
        self, label: str | None = None, *, by_words: bool | None = None
    ) -> list[list[Piece]]:
        """Return each field's text in pieces with what they add to a label's score."""
        number = self.labels.index(self.label if label is None else label)
        return self.pieces_by(lambda one: one.contrast(number), by_words=by_words)

    def pieces_by(
        self, worth: Callable[[Contribution], float], *, by_words: bool | None = None
    ) -> list[list[Piece]]:
        """Return the same with what each contribution is worth by a function."""
        added = dict[int, float]()
        for one in self.contributions:
            added[one.column] = float(np.clip(worth(one), -VETO, VETO))
        return [text.pieces(added, by_words=by_words) for text in self.texts]


def explain(
    model: LinearModel,
    texts: Sequence[list[str]],
    columns: Columns | None = None,
    tokenizer: Tokenizer | None = None,
) -> Explanation:
    """Return the explanation of one document: its texts, field by field, and its columns."""
    fields = engine_fields(texts, tokenizer)
    rows = model.rows(fields, 1, columns)
    counts = model.counts(fields, 1, columns).values.tolist()
    counts += rows.values[len(counts) :].tolist()  # columns beside the text are not counted

    covered, hashed_names = spans(model, [text for (text,) in texts], tokenizer)
    contributions = list[Contribution]()
    triples = zip(rows.columns.tolist(), counts, rows.values.tolist(), strict=True)
    for column, count, value in triples:
        name = hashed_names.get(column) or model.features.name(column)
        scores = tuple(model.added(column, value).tolist())
        contributions.append(Contribution(name, count, scores, column))
    return _assemble(model, tuple(contributions), model.score(rows), covered)


def _assemble(
    model: LinearModel,
    contributions: tuple[Contribution, ...],
    scores: Scores,
    covered: tuple[Covered, ...],
) -> Explanation:
    """Return the explanation of the one document that the scores are of."""
    values = scores.values[0]
    offset = _offset(model, contributions, values)
    unsure = int(scores.decided()[0]) == UNSURE
    decided = scores.best() if unsure else scores.decided()
    label = model.labels[int(decided[0])]
    chosen = tuple(scores.labels()[0]) if model.multilabel else None
    is_calibrated = model.calibration is not None
    return Explanation(
        labels=model.labels,
        offset=tuple(offset.tolist()),
        contributions=contributions,
        scores=tuple(values.tolist()),
        probabilities=_probabilities(scores),
        label=label,
        chosen=chosen,
        unsure=unsure,
        calibrated=is_calibrated,
        texts=covered,
    )


def _offset(model: LinearModel, contributions: tuple[Contribution, ...], values: Floats) -> Floats:
    """Return the offset of each label; minus infinity where an absent feature vetoes it.

    Absent features can veto too (a word that every document of a label has): no contribution shows
    that.
    """
    offset = np.array(model.weights.offset)
    present = np.array([one.scores for one in contributions]).reshape(-1, len(offset))
    vetoed_by_present = np.isneginf(present).any(axis=0)
    offset[np.isneginf(values) & ~vetoed_by_present] = -np.inf
    return offset


def _probabilities(scores: Scores) -> tuple[float | None, ...]:
    if scores.has_probabilities:
        return tuple(scores.probabilities()[0].tolist())
    return (None,) * len(scores.label_names)
