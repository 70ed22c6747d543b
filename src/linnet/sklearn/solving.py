"""Weights for scikit-learn's settings: its C · Σ loss + penalty is our average loss + penalty / (C · Σ weight)."""

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

DENSE = (
    0.1  # the share of values that are not 0 above which documents are too much alike for the dual
)
# Dense tables, by their values times outputs:
TINY = 10_000  # up to here, solving as far as rounding allows costs nothing
SMALL = 200_000  # up to here, Newton's steps are affordable


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
    gap: float | None = (
        None  # how far above its smallest value the objective may stay, as a share of it; None: tol
    )

    def solver(self, newton: bool) -> str:
        """Return which solver works: Newton's steps where these suit, else what the engine likes."""
        if self.dual or self.loss in ("hinge", "crammer-singer"):
            return "dual"
        if self.l1_ratio > 0 and np.isfinite(self.C):
            return "coordinate"
        return "newton" if newton or np.isinf(self.C) else "auto"

    def tolerance(self, solver: str, exact: bool) -> float:
        """Return when to stop: as far as rounding allows, or where scikit-learn's solvers stop at the same tol."""
        if exact:
            asked = min({"newton": 1e-11, "coordinate": 1e-7}.get(solver, self.tol**2), self.tol)
        elif solver == "newton" or self.gap is None:
            asked = self.tol
        else:
            asked = self.gap
        return max(asked, 1e-7 if solver == "coordinate" else 1e-15)


@dataclass(frozen=True, eq=False)
class Found:
    """Weights, features × outputs, the offset of each output, and how they were found."""

    weights: Floats
    offset: Floats
    rounds: int
    enough: bool  # whether more rounds would not have helped


def solve(
    rows: Rows,
    targets: Targets,
    settings: Settings,
    n_columns: int,
    start: _core.OutputWeights | None = None,
) -> Found:
    """Return the best weights: one column for two labels, else one per label."""
    strength = 1 / (settings.C * targets.weight)
    size = len(rows.values) * targets.n_outputs
    dense = len(rows.values) >= DENSE * len(rows) * n_columns
    exact = dense and size <= TINY
    solver = settings.solver(newton=dense and size <= SMALL)
    asked = _core.SolverSettings(
        loss=settings.loss,
        l1=settings.l1_ratio * strength,
        l2=(1 - settings.l1_ratio) * strength,
        offset=settings.offset,
        solver=solver,
        tolerance=settings.tolerance(solver, exact),
        rounds=settings.max_iter,
        seed=settings.seed,
        threads=n_threads(),
        stop=STOP.get(),
    )
    found = _core.fit_linear(problem_of(rows, targets, n_columns), asked, start=start)
    near = solver != "newton" and found.gap <= settings.tol
    enough = found.converged or near or found.rounds < settings.max_iter
    return Found(found.weights, found.offset, found.rounds, enough)


def joined(parts: list[Found]) -> Found:
    """Return what was found for each label side by side."""
    return Found(
        np.hstack([part.weights for part in parts]),
        np.concatenate([part.offset for part in parts]),
        max(part.rounds for part in parts),
        all(part.enough for part in parts),
    )


def without_constant(found: Found, scaling: float) -> Found:
    """Return the weights of a last column that is always `scaling` as the offset."""
    return replace(found, weights=found.weights[:-1], offset=found.weights[-1] * scaling)


def label_weights(
    class_weight: Any, classes: Any, codes: Codes, sample_weight: Any = None
) -> Floats:
    """Return what documents of each label count for."""
    if class_weight is None:
        return np.ones(len(classes))
    return np.asarray(
        compute_class_weight(
            class_weight, classes=classes, y=classes[codes], sample_weight=sample_weight
        ),
        np.float64,
    )


def document_weights(
    X: Any, sample_weight: Any, of_label: Floats | None, codes: Codes
) -> Floats | None:
    """Return what each document counts for, that of its label included; None where all count 1."""
    own = (
        None if sample_weight is None else _check_sample_weight(sample_weight, X, dtype=np.float64)
    )
    if of_label is None or (of_label == 1).all():
        return own
    return np.asarray(of_label[codes] if own is None else of_label[codes] * own)


def seed_of(random_state: Any) -> int:
    """Return a seed for the engine: the same for the same number, 0 where none was given."""
    return (
        0
        if random_state is None
        else int(check_random_state(random_state).randint(np.iinfo(np.int32).max))
    )


def need_two(classes: npt.NDArray[Any]) -> None:
    """Refuse documents of one label only."""
    if len(classes) < 2:
        raise ValueError(
            "This solver needs samples of at least 2 classes in the data, but the data contains only one "
            f"class: {classes[0]!r}"
        )


def print_rounds(found: Found, seconds: float) -> None:
    """Print what `verbose` asks for: how many rounds it took, and how long."""
    ended = "Convergence" if found.enough else "No convergence"
    print(f"{ended} after {found.rounds} rounds took {seconds:.2f} seconds")


def warn(message: str) -> None:
    """Say that more rounds would have helped."""
    warnings.warn(message, ConvergenceWarning, stacklevel=4)
