"""Weights of every feature and label, as solvers find them."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from linnet.learning.targets import Targets
from linnet.model.linear_model import Weights

Floats = npt.NDArray[np.float64]
WEIGHT_BYTES = 8
SOLVER_TABLES = 2  # what the solver works with, and the copy that the model gets


class Solved(Protocol):
    """What a solver found for one label or more."""

    @property
    def weights(self) -> Floats:
        """Features × labels."""
        ...

    @property
    def offset(self) -> Floats:
        """One for each label."""
        ...


def joined(parts: Sequence[Solved], targets: Targets) -> Weights:
    """Return the weights of labels that were found by themselves, side by side."""
    weights = np.concatenate([part.weights for part in parts], axis=1)
    offset = np.concatenate([part.offset for part in parts])
    return dense_weights(weights, offset, targets)


def dense_weights(weights: Floats, offset: Floats, targets: Targets) -> Weights:
    """Return weights of every feature and label, as float32.

    One w for two labels becomes −w/2 and +w/2.
    """
    n_labels = targets.n_labels
    if targets.n_outputs < n_labels:
        weights = np.hstack([-weights / 2, weights / 2])
        offset = np.concatenate([-offset / 2, offset / 2])
    rounded = weights.astype(np.float32)
    uniform = np.full(n_labels, -np.log(n_labels))
    no_floats = np.empty(0)
    no_starts = np.empty(0, np.int64)
    no_labels = np.empty(0, np.int32)
    return Weights(
        offset, uniform, no_floats, no_starts, no_labels, no_floats, dense=rounded.reshape(-1)
    )


def dense_bytes(n_columns: int, n_outputs: int, n_models: int = 1) -> int:
    """Return the bytes of a weight for each feature and label.

    Of the solver, of each model and of what it is made of.

    >>> dense_bytes(1_000_000, 100)
    2400000000
    """
    return WEIGHT_BYTES * n_columns * n_outputs * (SOLVER_TABLES + n_models)
