"""One linear problem, solved for a falling row of strengths, each from the one before."""

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import NotConverged, SettingError
from linnet.features.rows import Rows
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Optimum:
    """The weights that a solver found with one strength, and how near the best they are."""

    weights: Floats  # features × outputs
    offset: Floats
    rounds: int = 0
    measure: str = "gap"  # what the solver measures the distance from the best by
    gap: float = 0.0
    converged: bool = True

    def scaled(self, factors: Floats) -> "Optimum":
        """Return the weights of features that were multiplied by factors before solving."""
        return replace(self, weights=self.weights * factors[:, None])


@dataclass(frozen=True, eq=False)
class StrengthPath:
    """What a solver does, and the strengths, the strongest first."""

    settings: _core.SolverSettings
    strengths: Floats

    def solve(self, rows: Rows, targets: Targets, n_columns: int) -> list[Optimum]:
        """Return the weights with the smallest average loss + penalty, for each strength."""
        if self._is_one_sided(targets):
            return [_constant(targets, n_columns)] * len(self.strengths)

        problem = problem_of(rows, targets, n_columns)
        try:
            solutions = _core.fit_path(problem, self.settings, self.strengths)
        except _core.Refusal as error:
            raise SettingError(str(error)) from None
        return [self._optimum(solution) for solution in solutions]

    def _is_one_sided(self, targets: Targets) -> bool:
        """Return whether there is nothing to tell apart: a free offset could grow for ever."""
        if self.settings.offset != "free" or targets.multilabel or targets.n_labels > 2:
            return False
        return not np.diff(targets.codes).any()

    def _optimum(self, solution: _core.Solution) -> Optimum:
        offset = solution.offset
        if self.settings.loss == "softmax" and self.settings.offset == "free":
            # Offsets that are all a little higher mean the same: those around 0 are the ones.
            offset = offset - offset.mean()
        return Optimum(
            solution.weights,
            offset,
            solution.rounds,
            solution.measure,
            solution.gap,
            solution.converged,
        )


def _constant(targets: Targets, n_columns: int) -> Optimum:
    """Return what is known from documents of one side only: that side, for any document."""
    far = np.log(2 * len(targets))
    if targets.n_labels == 2 and targets.codes[0] == 0:
        far = -far
    return Optimum(np.zeros((n_columns, 1)), np.array([far]))


def warn_unconverged(path: Iterable[Optimum], tolerance: float, *, has_penalty: bool) -> None:
    """Warn of each strength whose solver stopped too early."""
    for optimum in path:
        if not optimum.converged:
            sentence = _sentence(optimum, tolerance, has_penalty=has_penalty)
            warnings.warn(sentence, NotConverged, stacklevel=6)


def _sentence(optimum: Optimum, tolerance: float, *, has_penalty: bool) -> str:
    stopped = f"the solver stopped after {optimum.rounds} rounds"
    if not has_penalty:
        return (
            f"{stopped} and found no best weights: without a penalty they grow without end where "
            "features tell the labels apart. Ask for a penalty."
        )
    return (
        f"{stopped} at a {optimum.measure} of {optimum.gap:.2g}, above the tolerance "
        f"{tolerance:g}: the weights are not the best there are. "
        "Raise the strength, the rounds or the tolerance."
    )
