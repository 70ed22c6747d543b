"""Weights for scikit-learn's settings.

Its C · Σ loss + penalty is our average loss + penalty / (C · Σ weight).
"""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state, compute_class_weight
from sklearn.utils.validation import _check_sample_weight

from linnet import _core
from linnet.features.rows import Rows
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets
from linnet.sklearn.matrices import Codes, Floats, n_threads
from linnet.threads import STOP

# The share of values that are not 0 above which documents are too much alike for the dual.
DENSE = 0.1
# Dense tables, by their values times outputs:
TINY = 10_000  # up to here, solving as far as rounding allows costs nothing
SMALL = 200_000  # up to here, Newton's steps are affordable
FINEST = {"newton": 1e-11, "coordinate": 1e-7}  # tolerances as far as rounding allows
MOST_SEED = np.iinfo(np.int32).max


@dataclass(frozen=True)
class Settings:
    """What is to be made small, and when that is done."""

    loss: str
    C: float = 1.0
    l1_ratio: float = 0.0
    offset: str = "free"
    dual: bool = False  # by the dual, whatever the size
    tol: float = 1e-4
    max_iter: int = 100
    seed: int = 0
    # How far above its smallest value the objective may stay, as a share of it; None: tol.
    gap: float | None = None

    def solver(self, *, newton: bool) -> str:
        """Return which solver works: Newton's steps where these suit, else the engine's choice."""
        if self.dual or self.loss in ("hinge", "crammer-singer"):
            return "dual"
        if self.l1_ratio > 0 and np.isfinite(self.C):
            return "coordinate"
        return "newton" if newton or np.isinf(self.C) else "auto"

    def tolerance(self, solver: str, *, exact: bool) -> float:
        """Return when to stop: as far as rounding allows, or as scikit-learn does at this tol."""
        if exact:
            finest = FINEST.get(solver, self.tol**2)
            tolerance = min(finest, self.tol)
        elif solver == "newton" or self.gap is None:
            tolerance = self.tol
        else:
            tolerance = self.gap
        least = 1e-7 if solver == "coordinate" else 1e-15
        return max(tolerance, least)

    def engine(self, weight: float, solver: str, *, exact: bool) -> _core.SolverSettings:
        """Return the engine's settings for documents of this weight."""
        strength = 1 / (self.C * weight)
        l1 = self.l1_ratio * strength
        l2 = (1 - self.l1_ratio) * strength
        tolerance = self.tolerance(solver, exact=exact)
        return _core.SolverSettings(
            loss=self.loss,
            l1=l1,
            l2=l2,
            offset=self.offset,
            solver=solver,
            tolerance=tolerance,
            rounds=self.max_iter,
            seed=self.seed,
            threads=n_threads(),
            stop=STOP.get(),
        )


@dataclass(frozen=True, eq=False)
class Solution:
    """Weights, features × outputs, the offset of each output, and how they were found."""

    weights: Floats
    offset: Floats
    rounds: int
    converged: bool  # whether more rounds would not have helped


def solve(
    rows: Rows,
    targets: Targets,
    settings: Settings,
    n_columns: int,
    start: _core.OutputWeights | None = None,
) -> Solution:
    """Return the best weights: one column for two labels, else one per label."""
    n_values = len(rows.values)
    size = n_values * targets.n_outputs
    dense = n_values >= DENSE * len(rows) * n_columns
    solver = settings.solver(newton=dense and size <= SMALL)
    engine_settings = settings.engine(targets.weight, solver, exact=dense and size <= TINY)

    problem = problem_of(rows, targets, n_columns)
    solution = _core.fit_linear(problem, engine_settings, start=start)
    rounds = solution.rounds
    if np.isinf(settings.C):
        solution, rounds = _until_flat(problem, engine_settings, solution, settings)

    near = solver != "newton" and solution.gap <= settings.tol
    converged = solution.converged or near or rounds < settings.max_iter
    return Solution(solution.weights, solution.offset, rounds, converged)


def _until_flat(
    problem: _core.Problem,
    engine_settings: _core.SolverSettings,
    solution: _core.Solution,
    settings: Settings,
) -> tuple[_core.Solution, int]:
    """Return the weights where the gradient is small, and the rounds that it took.

    The engine stops where a problem without a penalty turns out to be separable: no weights are
    the best. scikit-learn goes on until the gradient is small.
    """
    rounds = solution.rounds
    while solution.gap > settings.tol and rounds < settings.max_iter:
        start = _core.OutputWeights(solution.weights, solution.offset)
        next_solution = _core.fit_linear(problem, engine_settings, start=start)
        rounds += next_solution.rounds
        if not next_solution.gap < solution.gap:
            break
        solution = next_solution
    return solution, rounds


def joined(parts: list[Solution]) -> Solution:
    """Return the solutions of each label side by side."""
    weights = np.hstack([part.weights for part in parts])
    offset = np.concatenate([part.offset for part in parts])
    rounds = max(part.rounds for part in parts)
    converged = all(part.converged for part in parts)
    return Solution(weights, offset, rounds, converged)


def without_constant(solution: Solution, scaling: float) -> Solution:
    """Return the weights of a last column that is always `scaling` as the offset."""
    weights = solution.weights
    return replace(solution, weights=weights[:-1], offset=weights[-1] * scaling)


def label_weights(
    class_weight: Any, classes: Any, codes: Codes, sample_weight: Any = None
) -> Floats:
    """Return what documents of each label count for."""
    if class_weight is None:
        return np.ones(len(classes))
    labels = classes[codes]
    weights = compute_class_weight(
        class_weight, classes=classes, y=labels, sample_weight=sample_weight
    )
    return np.asarray(weights, np.float64)


def document_weights(
    X: Any, sample_weight: Any, of_label: Floats | None, codes: Codes
) -> Floats | None:
    """Return what each document counts for, that of its label included; None where all count 1."""
    weights = None
    if sample_weight is not None:
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
    if of_label is None or (of_label == 1).all():
        return weights
    if weights is None:
        return np.asarray(of_label[codes])
    return np.asarray(of_label[codes] * weights)


def seed_of(random_state: Any) -> int:
    """Return a seed for the engine: the same for the same number, 0 where none was given."""
    if random_state is None:
        return 0
    return int(check_random_state(random_state).randint(MOST_SEED))


def check_two_labels(classes: npt.NDArray[Any]) -> None:
    """Refuse documents of one label only."""
    if len(classes) < 2:
        raise ValueError(
            "This solver needs samples of at least 2 classes in the data, but the data contains "
            f"only one class: {classes[0]!r}"
        )


def print_rounds(solution: Solution, seconds: float) -> None:
    """Print what `verbose` asks for: how many rounds it took, and how long."""
    outcome = "Convergence" if solution.converged else "No convergence"
    print(f"{outcome} after {solution.rounds} rounds took {seconds:.2f} seconds")


def warn_unconverged(message: str) -> None:
    """Warn that more rounds would have helped."""
    warnings.warn(message, ConvergenceWarning, stacklevel=4)
