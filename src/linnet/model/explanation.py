"""Why a document gets its label: what each of its features adds to each label's score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.features.columns import Columns
from linnet.features.tokenizer import Tokenizer, engine_fields
from linnet.model.decision import UNSURE
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.model.spans import Covered, Piece, spans

VETO = 99.0  # shown in place of infinity


@dataclass(frozen=True)
class Contribution:
    """One feature of the document: how often it stands there and what it adds to each label's score."""

    feature: str
    count: float  # where it is no count but a number, that number
    scores: tuple[float, ...]  # minus infinity where it vetoes the label
    column: int = -1

    def contrast(self, label: int) -> float:
        """Return how much more it adds to one label than to the others on average."""
        others = [score for number, score in enumerate(self.scores) if number != label]
        mean = sum(others) / len(others) if others else 0.0
        return (
            self.scores[label] - mean
            if mean > -np.inf
            else (np.inf if self.scores[label] > -np.inf else 0.0)
        )


@dataclass(frozen=True)
class Explanation:
    """The contributions of a document's features; with the offset they sum to its scores, before any calibration."""

    labels: tuple[str, ...]
    offset: tuple[float, ...]
    contributions: tuple[Contribution, ...]
    scores: tuple[float, ...]
    probabilities: tuple[float | None, ...]  # None where the scores are margins
    label: str  # the one it gets; the most probable where it gets none, or may get several
    chosen: tuple[str, ...] | None = (
        None  # the labels above their cutoff, where there may be several
    )
    unsure: bool = False  # whether it gets no label
    calibrated: bool = False  # whether the probabilities are made from the scores by a calibration
    texts: tuple[Covered, ...] = ()  # field by field, with the place of each feature

    @property
    def answer(self) -> Any:
        """The label, None where unsure; where a document may have several, the list of them."""
        if self.chosen is not None:
            return list(self.chosen)
        return None if self.unsure else self.label

    def strongest(self, label: str | None = None) -> list[Contribution]:
        """Return the contributions by how strongly they speak for or against a label, strongest first."""
        number = self.labels.index(self.label if label is None else label)
        return sorted(self.contributions, key=lambda c: (-abs(c.contrast(number)), c.feature))

    def pieces(
        self, label: str | None = None, *, by_words: bool | None = None
    ) -> list[list[Piece]]:
        """Return each field's text in pieces, with how far their features speak for a label; see `Covered.pieces`."""
        number = self.labels.index(self.label if label is None else label)
        return self.spoken(lambda one: one.contrast(number), by_words=by_words)

    def spoken(
        self, speaks: Callable[[Contribution], float], *, by_words: bool | None = None
    ) -> list[list[Piece]]:
        """Return the same by how far each contribution `speaks`."""
        added = {one.column: float(np.clip(speaks(one), -VETO, VETO)) for one in self.contributions}
        return [one.pieces(added, by_words=by_words) for one in self.texts]


def explain(
    model: LinearModel,
    texts: Sequence[list[str]],
    columns: Columns | None = None,
    tokenizer: Tokenizer | None = None,
) -> Explanation:
    """Return the explanation of one document: its texts, field by field, and the columns beside them."""
    read = engine_fields(texts, tokenizer)
    rows = model.rows(read, 1, columns)
    scores, counts = model.score(rows), model.counts(read, 1, columns).values.tolist()
    counts += rows.values[len(counts) :].tolist()  # what stands beside the text is not counted
    values = zip(rows.columns.tolist(), counts, rows.values.tolist(), strict=True)
    covered, hashed = spans(model, [text for (text,) in texts], tokenizer)
    contributions = tuple(
        Contribution(
            hashed.get(column) or model.features.name(column),
            count,
            tuple(model.added(column, value).tolist()),
            column,
        )
        for column, count, value in values
    )
    return _assemble(model, contributions, scores, covered)


def _assemble(
    model: LinearModel,
    contributions: tuple[Contribution, ...],
    scores: Scores,
    covered: tuple[Covered, ...],
) -> Explanation:
    offset = np.array(model.weights.offset)
    # Absent features can veto too (a word that every document of a label has): then the offset is what says no.
    present = np.array([one.scores for one in contributions]).reshape(-1, len(offset))
    offset[np.isneginf(scores.values[0]) & ~np.isneginf(present).any(axis=0)] = -np.inf
    given = int(scores.decided()[0])
    return Explanation(
        model.labels,
        tuple(offset.tolist()),
        contributions,
        tuple(scores.values[0].tolist()),
        tuple(scores.probabilities()[0].tolist())
        if scores.has_probabilities
        else (None,) * len(model.labels),
        model.labels[int(scores.best()[0]) if given == UNSURE else given],
        tuple(scores.labels()[0]) if model.multilabel else None,
        unsure=given == UNSURE,
        calibrated=model.calibration is not None,
        texts=covered,
    )
