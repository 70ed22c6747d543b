"""Online learners: document by document, a correction after each bad one.

    perceptron           a document on the wrong side, or on neither: weights += sign · x
    passive-aggressive   a margin below 1, with loss = 1 − margin: weights += step · sign · x, and step is
                         pa     loss / |x|²
                         pa-1   min(cap, loss / |x|²)
                         pa-2   loss / (|x|² + 1 / (2 cap))

Each label against the rest. The offset is a feature that is always 1, in |x|² too. The weight of a document multiplies
its step. Averaged weights are the mean of those after each document.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, counted
from linnet.learning.learner import Ability, Fitted, Inputs, Learner, TrainingData, needed
from linnet.learning.linear import choose, dense_bytes, dense_weights
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
Start = _core.OutputWeights
LEARNERS = ("perceptron", "passive-aggressive")
VARIANTS = ("pa-1", "pa-2", "pa")
OFFSETS = ("free", "none")
GENTLE_CAP = 0.1  # of the steps with which learners that were not trained online go on


@dataclass(frozen=True)
class Online(Learner):
    """How an online learner learns: how far it moves, and for how many rounds over the documents."""

    learner: str = "perceptron"
    variant: str = "pa-1"  # of passive-aggressive, as the cap is
    cap: float = 1.0
    averaged: bool = True
    offset: str = "free"
    rounds: int = 10

    needs = "rows"
    inputs = Inputs(scaling="standard")
    abilities = frozenset({Ability.GOES_ON})

    def __post_init__(self) -> None:
        choose("learner", self.learner, LEARNERS)
        choose("variant", self.variant, VARIANTS)
        choose("offset of online learners", self.offset, OFFSETS)
        if not 0 < self.cap < np.inf:
            raise SettingError(f"the cap must be above 0; got {self.cap}. Use 1.0 if unsure.")
        if self.learner == "perceptron" and (self.variant, self.cap) != (
            Online.variant,
            Online.cap,
        ):
            raise SettingError(
                "variant and cap belong to passive-aggressive; got them with perceptron. Leave them out."
            )
        if self.rounds < 1:
            raise SettingError(f"rounds must be 1 or above; got {self.rounds}. Use 10 if unsure.")
        object.__setattr__(self, "cap", float(self.cap))  # so that 1 and 1.0 give the same file

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
            step_rule="perceptron" if self.learner == "perceptron" else self.variant,
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

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return the steps, the rounds and the offset."""
        words = self.learner
        if self.learner != "perceptron":
            cap = "" if self.variant == "pa" else f", cap {self.cap:g}"
            words += f" ({self.variant}{cap})"
        if self.averaged:
            words += ", averaged"
        rounds = counted(self.rounds, "round")
        return f"{words}, up to {rounds}, offset {self.offset}"

    def _corrected(
        self, data: TrainingData, settings: _core.OnlineSettings, start: Start | None
    ) -> Weights:
        rows = needed(data.rows)
        targets = needed(data.targets)
        n_columns = needed(data.features).n_columns
        if not targets.apart:
            found = _corrected(problem_of(rows, targets, n_columns), settings, start)
            return dense_weights(found.weights, found.offset, targets)
        parts = list[_core.OnlineSolution]()
        for label, one in enumerate(targets.one_by_one()):
            problem = problem_of(rows, one, n_columns)
            parts.append(_corrected(problem, settings, _column(start, label)))
        weights = np.concatenate([part.weights for part in parts], axis=1)
        offset = np.concatenate([part.offset for part in parts])
        return dense_weights(weights, offset, targets)


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
    """Return weights as a table of features × labels, and the one w of −w/2 and +w/2 where there are two."""
    table, offset = (
        weights.dense.astype(np.float64).reshape(-1, targets.n_labels),
        np.array(weights.offset),
    )
    if targets.n_outputs < targets.n_labels:
        one = np.ascontiguousarray(table[:, 1:] - table[:, :1])
        return Start(one, offset[1:] - offset[:1])
    return Start(table, offset)
