"""Online learners: document by document, a correction after each bad one.

    perceptron           a document on the wrong side, or on neither: weights += sign · x
    passive-aggressive   a margin below 1, with loss = 1 − margin: weights += step · sign · x;
                         step is
                         pa     loss / |x|²
                         pa-1   min(cap, loss / |x|²)
                         pa-2   loss / (|x|² + 1 / (2 cap))

Each label against the rest. The offset is a feature that is always 1, in |x|² too. The weight of a
document multiplies its step. Averaged weights are the mean of those after each document.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.features.rows import Rows
from linnet.learning.dense import Found, dense_bytes, dense_weights, joined
from linnet.learning.learner import Ability, Fitted, Inputs, Learner, TrainingData, needed
from linnet.learning.learner_tables import OnlineTable
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
GENTLE_CAP = 0.1  # of the steps with which learners that were not trained online go on


@dataclass(frozen=True)
class Online(OnlineTable, Learner):
    """How an online learner learns: how far it moves, and for how many rounds."""

    needs = "rows"
    inputs = Inputs(scaling="standard")
    abilities = frozenset({Ability.GOES_ON})

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights after all rounds, or after the first that had nothing to correct."""
        settings = {
            "averaged": self.averaged,
            "rounds": self.rounds,
            "seed": data.seed,
            "start": None,
            "threads": data.threads,
        }
        return Fitted(self._corrected(data, settings), "margin")

    def go_on(self, weights: Weights, data: TrainingData) -> Weights:
        """Return what becomes of weights in one round over these documents, in their order."""
        start = _start(weights, needed(data.targets))
        settings = {
            "averaged": self.averaged,
            "rounds": 1,
            "seed": None,
            "start": start,
            "threads": data.threads,
        }
        return self._corrected(data, settings)

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return the bytes of a weight for each feature and label."""
        return dense_bytes(n_columns, n_outputs, n_models)

    def _corrected(self, data: TrainingData, settings: dict[str, Any]) -> Weights:
        rows = needed(data.rows)
        targets = needed(data.targets)
        n_columns = needed(data.features).n_columns
        stride = "perceptron" if self.learner == "perceptron" else self.variant
        settings |= {"stride": stride, "cap": self.cap, "offset": self.offset}
        if not targets.apart:
            weights, offset = _corrected(rows, targets, n_columns, settings)
            return dense_weights(weights, offset, targets)
        found = []
        for label, one in enumerate(targets.one_by_one()):
            start = _column(settings["start"], label)
            found.append(_corrected(rows, one, n_columns, settings | {"start": start}))
        return joined(found, targets)


def _corrected(rows: Rows, targets: Targets, n_columns: int, settings: dict[str, Any]) -> Found:
    values = rows.values.astype(np.float64, copy=False)
    labels = (targets.starts, targets.codes, targets.n_labels, targets.weights)
    try:
        found = _core.fit_online(rows.starts, rows.columns, values, n_columns, *labels, settings)
    except _core.Refusal as error:
        raise SettingError(str(error)) from None
    return found["weights"], found["offset"]


def _column(start: Found | None, label: int) -> Found | None:
    """Return the weights and offset of one label alone."""
    if start is None:
        return None
    weights, offset = start
    own = slice(label, label + 1)
    return np.ascontiguousarray(weights[:, own]), offset[own]


def gentle_steps(*, free_offset: bool) -> Online:
    """Return how a learner that has no steps of its own goes on to more documents."""
    offset = "free" if free_offset else "none"
    return Online("passive-aggressive", cap=GENTLE_CAP, offset=offset)


def _start(weights: Weights, targets: Targets) -> Found:
    """Return weights as a table of features × labels, and the one w of −w/2 and +w/2 where there
    are two.
    """
    table = weights.dense.astype(np.float64).reshape(-1, targets.n_labels)
    offset = np.array(weights.offset)
    if targets.n_outputs < targets.n_labels:
        return np.ascontiguousarray(table[:, 1:] - table[:, :1]), offset[1:] - offset[:1]
    return table, offset
