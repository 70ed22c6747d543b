"""Weights in half the space: float16, times a power of two for each label, so that none is too large or too small."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.model.linear_model import Weights

Array = npt.NDArray[Any]
Dense = npt.NDArray[np.float32]
HIGHEST = 15  # the largest weight of a label is put between 2^14 and 2^15; float16 reaches 2^16


def halved(dense: Dense, n_labels: int) -> tuple[Array, Array]:
    """Return weights (of each feature, label after label) as float16, and the exponent of each label.

    >>> weights, exponents = halved(np.array([1e6, 1e-9, -3e6, 2e-9], np.float32), 2)
    >>> weights.tolist(), exponents.tolist()
    ([7812.0, 8800.0, -23440.0, 17600.0], [7, -43])
    """
    table = dense.reshape(-1, n_labels).astype(np.float64)
    largest, exponents = np.frexp(np.abs(table).max(axis=0, initial=0.0))
    # The largest may round up to the next power of two: it counts as that, so that rounding twice changes nothing.
    exponents = exponents + (largest.astype(np.float16) == 1) - HIGHEST
    return np.ldexp(table, -exponents).astype(np.float16).reshape(-1), exponents.astype(np.int16)


def widened(halves: Array, exponents: Array) -> Dense:
    """Return weights as float32."""
    table = halves.reshape(-1, len(exponents)).astype(np.float64)
    with np.errstate(over="ignore", under="ignore"):
        return np.ldexp(table, exponents.astype(np.int32)).astype(np.float32).reshape(-1)


def to_float16(weights: Weights) -> Weights:
    """Return weights as a narrow file gives them back; those of naive Bayes stay as they are."""
    if not len(weights.dense):
        return weights
    return replace(weights, dense=widened(*halved(weights.dense, len(weights.offset))))
