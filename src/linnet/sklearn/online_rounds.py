"""Rounds of an online learner over documents, until they help no more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet import _core
from linnet.features.rows import Rows
from linnet.sklearn.matrices import Codes, Floats

Pair = tuple[Floats, Floats]  # weights, features × outputs; offset


@dataclass(frozen=True)
class Patience:
    """Rounds end after so many in a row that were not better than the best before by the tolerance; None: never."""

    tol: float | None
    rounds: int


@dataclass(frozen=True, eq=False)
class Lesson:
    """Documents, which of two labels or more each has, and what each counts for."""

    rows: Rows
    codes: Codes
    n_labels: int
    weights: Floats
    sides: Floats | None = None  # what documents with label l count, against the rest; None: as all others

    def round(self, start: Pair, settings: dict[str, Any]) -> dict[str, Any]:
        """Return what one visit to each document makes of weights."""
        if self.sides is None:
            return self._round(self.codes, self.n_labels, self.weights, start, settings)
        found = []
        for label, side in enumerate(self.sides):
            here, own = self.codes == label, (np.ascontiguousarray(start[0][:, [label]]), start[1][[label]])
            weights = self.weights * np.where(here, side, 1.0)
            found.append(self._round(here.astype(np.int32), 2, weights, own, _of_label(settings, label)))
        arrays = [name for name, value in found[0].items() if isinstance(value, np.ndarray)]
        return {name: np.concatenate([one[name] for one in found], axis=-1) for name in arrays}

    def _round(
        self, codes: Codes, n_labels: int, weights: Floats, start: Pair, settings: dict[str, Any]
    ) -> dict[str, Any]:
        labels = (np.arange(len(codes) + 1), codes, n_labels, weights)
        rows, n_columns = self.rows, len(start[0])
        return _core.fit_online(
            rows.starts, rows.columns, rows.values, n_columns, *labels, {**settings, "rounds": 1, "start": start}
        )


@dataclass(frozen=True, eq=False)
class Learned:
    """What rounds have led to: the last weights, the mean of all, and how many rounds it took."""

    last: Pair
    mean: Pair
    rounds: int


def learn(
    lesson: Lesson,
    start: Pair,
    settings: Callable[[int], dict[str, Any]],
    patience: Patience,
    max_iter: int,
    cost: Callable[[Pair], Floats] | None = None,
) -> Learned:
    """Return weights after rounds; each output ends by itself, when its cost has stopped falling.

    The cost is the sum of the losses, unless another is given. Settings are asked for by the number of the round.
    """
    last, mean, live = start, start, np.ones(len(start[1]), np.bool_)
    best, waits = np.full(len(live), np.inf), np.zeros(len(live), np.int64)
    slack = (patience.tol or 0.0) * (1 if cost else len(lesson.codes))
    for done in range(max_iter):
        found = lesson.round(last, settings(done + 1))
        averaged = "last_weights" in found
        now = (found["weights"], found["offset"])
        mean = _where(live, tuple(m + (n - m) / (done + 1) for m, n in zip(mean, now, strict=True)), mean)
        last = _where(live, (found["last_weights"], found["last_offset"]) if averaged else now, last)
        reached = found["losses"] if cost is None else cost(last)
        waits = np.where(reached > best - slack, waits + 1, 0)
        best = np.minimum(best, reached)
        if patience.tol is not None:
            live &= waits < patience.rounds
        if not live.any():
            return Learned(last, mean, done + 1)
    return Learned(last, mean, max_iter)


def _of_label(settings: dict[str, Any], label: int) -> dict[str, Any]:
    return {**settings, "seeds": settings["seeds"][[label]]} if "seeds" in settings else settings


def _where(live: Any, new: Any, old: Pair) -> Pair:
    return new if live.all() else (np.where(live, new[0], old[0]), np.where(live, new[1], old[1]))
