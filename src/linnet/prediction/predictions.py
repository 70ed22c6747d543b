"""What a model says of a batch of documents: one entry per input row, in order, bad rows included."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet.features.rows import Rows
from linnet.model.decision import UNSURE
from linnet.model.linear_model import LinearModel
from linnet.reading.documents import Batch

NO_TEXT, NO_FEATURES, VETOED, BAD_ROW = "no text", "no known features", "vetoed", "bad row"
UNDECIDED = "unsure"
NO_LABEL = UNSURE

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class OutputColumns:
    """What is to be told besides the label: all probabilities, the K most probable labels (0: not asked)."""

    labels: tuple[str, ...]
    probabilities: bool = False
    top: int = 0
    multilabel: bool = False  # whether a document may have any number of labels
    margins: bool = (
        False  # whether scores are margins: then these are told, since there are no probabilities
    )


@dataclass(frozen=True, eq=False)
class Predictions:
    """One entry per input row; a bad row has no label (NO_LABEL) and scores that are not numbers."""

    rows: Ints
    ids: Sequence[str | None] | None  # None: no row has one
    best: Ints  # the place of the label that is given; NO_LABEL where unsure
    scores: Floats  # rows × labels: higher is more probable
    probabilities: Floats  # rows × labels; not numbers where the scores are margins
    flags: dict[int, list[str]]  # place → what is odd, for the few places where something is
    chosen: npt.NDArray[np.bool_] | None = None  # rows × labels, where a document may have several

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def probability(self) -> list[float | None]:
        """The probability of the label, None where there is no label and for margins."""
        return self._of_best(self.probabilities)

    @property
    def margin(self) -> list[float | None]:
        """How far the document lies on the label's side, None where there is no label."""
        return self._of_best(self.scores)

    def _of_best(self, values: Floats) -> list[float | None]:
        return or_none(
            np.where(self.best == NO_LABEL, np.nan, values[np.arange(len(self)), self.best])
        )

    def top(self, k: int) -> tuple[Ints, Floats]:
        """Return the k highest labels of each row, the first where several tie, and how probable they are.

        Where scores are margins, these take the place of probabilities.
        """
        places = np.argsort(-self.scores, axis=1, kind="stable")[:, :k]
        told = self.scores if np.isnan(self.probabilities).all() else self.probabilities
        return places, np.take_along_axis(told, places, axis=1)

    def sets(self) -> list[list[int] | None]:
        """Return the places of the labels of each row, None for a bad row, where a document may have several."""
        assert self.chosen is not None
        rows = zip(self.best.tolist(), self.chosen, strict=True)
        return [None if best == NO_LABEL else np.flatnonzero(row).tolist() for best, row in rows]

    def label_counts(self) -> Ints:
        """Return how many rows have each label."""
        if self.chosen is not None:
            return np.asarray(self.chosen.sum(axis=0))
        return np.bincount(self.best[self.best >= 0], minlength=self.probabilities.shape[1])

    def flag_counts(self) -> Counter[str]:
        """Return how many rows have each flag."""
        return Counter(flag for flags in self.flags.values() for flag in flags)


def or_none(values: Floats) -> list[float | None]:
    """Return the numbers, None where there is none.

    >>> or_none(np.array([0.5, np.nan]))
    [0.5, None]
    """
    listed: list[float | None] = values.tolist()
    for place in np.flatnonzero(np.isnan(values)).tolist():
        listed[place] = None
    return listed


def predict(model: LinearModel, rows: Rows, batch: Batch, threads: int) -> Predictions:
    """Return the predictions of a model for each row of a batch, given the features of its documents."""
    scores = model.score(rows, threads)
    flags: dict[int, list[str]] = {}
    no_text = batch.has_no_text()
    _flag(flags, no_text, NO_TEXT)
    _flag(flags, (np.diff(rows.starts) == 0) & ~no_text, NO_FEATURES)
    _flag(flags, scores.vetoed(), VETOED)
    ids = None if batch.ids is None else batch.ids.to_pylist()
    probabilities = (
        scores.probabilities() if scores.has_probabilities else np.full(scores.values.shape, np.nan)
    )
    chosen, best = scores.chosen() if model.multilabel else None, scores.decided()
    _flag(flags, best == UNSURE, UNDECIDED)
    said = Predictions(batch.rows, ids, best, scores.ranking(), probabilities, flags, chosen)
    return _with_bad_rows(said, batch.skipped) if len(batch.skipped) else said


def _flag(flags: dict[int, list[str]], where: npt.NDArray[np.bool_], flag: str) -> None:
    for place in np.flatnonzero(where).tolist():
        flags.setdefault(place, []).append(flag)


def _with_bad_rows(said: Predictions, skipped: Ints) -> Predictions:
    """Return the predictions with an empty one for each row that was skipped."""
    rows = np.sort(np.concatenate([said.rows, skipped]))
    good = np.flatnonzero(~np.isin(rows, skipped))
    best = np.full(len(rows), NO_LABEL)
    scores, probabilities = np.full((2, len(rows), said.scores.shape[1]), np.nan)
    best[good], scores[good], probabilities[good] = said.best, said.scores, said.probabilities
    chosen = None if said.chosen is None else np.zeros((len(rows), said.chosen.shape[1]), np.bool_)
    if chosen is not None:
        chosen[good] = said.chosen
    flags = {int(good[place]): names for place, names in said.flags.items()}
    _flag(flags, np.isin(rows, skipped), BAD_ROW)
    return Predictions(
        rows, _spread(said.ids, good, len(rows)), best, scores, probabilities, flags, chosen
    )


def _spread(
    ids: Sequence[str | None] | None, places: Ints, size: int
) -> Sequence[str | None] | None:
    if ids is None:
        return None
    spread: list[str | None] = [None] * size
    for place, name in zip(places.tolist(), ids, strict=True):
        spread[place] = name
    return spread
