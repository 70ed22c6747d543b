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

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError
from linnet.learning.dense import dense_bytes, joined
from linnet.learning.learner import Ability, Fitted, Inputs, Learner, TrainingData, needed
from linnet.learning.learner_tables import OnlineTable
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
Start = _core.OutputWeights
GENTLE_CAP = 0.1  # of the steps with which learners that were not trained online go on


class Online(OnlineTable, Learner):
    """How an online learner learns: how far it moves, and for how many rounds."""

    needs = "rows"
    inputs = Inputs(scaling="standard")
    abilities = frozenset({Ability.GOES_ON})

    def fit(self, data: TrainingData) -> Fitted:
        """Return the weights after all rounds, or after the first that had nothing to correct."""
        settings = self._settings(data.threads, rounds=self.rounds, shuffled=True, seed=data.seed)
        return Fitted(self._corrected(data, settings, None), "margin")

    def go_on(self, weights: Weights, data: TrainingData) -> Weights:
        """Return what becomes of weights in one round over these documents, in their order."""
        start = _start(weights, needed(data.targets))
        settings = self._settings(data.threads, rounds=1, shuffled=False)
        return self._corrected(data, settings, start)

    def _settings(
        self, threads: int, *, rounds: int, shuffled: bool, seed: int = 0
    ) -> _core.OnlineSettings:
        return _core.OnlineSettings(
            step_rule="perceptron" if self.name == "perceptron" else self.variant,
            cap=self.cap,
            averaged=self.averaged,
            shuffled=shuffled,
            offset=self.offset,
            rounds=rounds,
            seed=seed,
            threads=threads,
        )

    def weights_bytes(self, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
        """Return the bytes of a weight for each feature and label."""
        return dense_bytes(n_columns, n_outputs, n_models)

    def _corrected(
        self, data: TrainingData, settings: _core.OnlineSettings, start: Start | None
    ) -> Weights:
        rows = needed(data.rows)
        targets = needed(data.targets)
        n_columns = needed(data.features).n_columns
        if not targets.apart:
            found = _corrected(problem_of(rows, targets, n_columns), settings, start)
            return joined([found], targets)

        parts = []
        for label, one in enumerate(targets.one_by_one()):
            problem = problem_of(rows, one, n_columns)
            parts.append(_corrected(problem, settings, _column(start, label)))
        return joined(parts, targets)


def _corrected(
    problem: _core.Problem, settings: _core.OnlineSettings, start: Start | None
) -> _core.OnlineSolution:
    try:
        return _core.fit_online(problem, settings, start=start)
    except _core.Refusal as error:
        raise SettingError(str(error)) from None


def _column(start: Start | None, label: int) -> Start | None:
    """Return the weights and offset of one label alone."""
    if start is None:
        return None
    weights = np.ascontiguousarray(start.weights[:, label : label + 1])
    return Start(weights, start.offset[label : label + 1])


def gentle_steps(*, free_offset: bool) -> Online:
    """Return how a learner that has no steps of its own goes on to more documents."""
    offset = "free" if free_offset else "none"
    return Online("passive-aggressive", cap=GENTLE_CAP, offset=offset)


def _start(weights: Weights, targets: Targets) -> Start:
    """Return weights as a table of features × labels, and the one w of −w/2 and +w/2 where there
    are two.
    """
    table = weights.dense.astype(np.float64).reshape(-1, targets.n_labels)
    offset = np.array(weights.offset)
    if targets.n_outputs < targets.n_labels:
        one = np.ascontiguousarray(table[:, 1:] - table[:, :1])
        return Start(one, offset[1:] - offset[:1])
    return Start(table, offset)
