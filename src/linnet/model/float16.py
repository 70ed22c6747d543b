"""Weights as float16, times a power of two for each label: none is too large or too small."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.model.linear_model import Weights

Array = npt.NDArray[Any]
Dense = npt.NDArray[np.float32]
HIGHEST = 15  # the largest weight of a label is put between 2^14 and 2^15; float16 reaches 2^16


def as_float16(dense: Dense, n_labels: int) -> tuple[Array, Array]:
    """Return weights (features × labels, flat) as float16, and the exponent of each label.

    >>> weights, exponents = as_float16(np.array([1e6, 1e-9, -3e6, 2e-9], np.float32), 2)
    >>> weights.tolist(), exponents.tolist()
    ([7812.0, 8800.0, -23440.0, 17600.0], [7, -43])
    """
    table = dense.reshape(-1, n_labels).astype(np.float64)
    largest = np.abs(table).max(axis=0, initial=0.0)
    mantissas, exponents = np.frexp(largest)
    # The largest may round up to the next power of two: it counts as that, so that rounding twice
    # changes nothing.
    rounds_up = mantissas.astype(np.float16) == 1
    exponents = exponents + rounds_up - HIGHEST
    scaled = np.ldexp(table, -exponents).astype(np.float16)
    return scaled.reshape(-1), exponents.astype(np.int16)


def from_float16(scaled: Array, exponents: Array) -> Dense:
    """Return weights as float32."""
    table = scaled.reshape(-1, len(exponents)).astype(np.float64)
    with np.errstate(over="ignore", under="ignore"):
        weights = np.ldexp(table, exponents.astype(np.int32)).astype(np.float32)
    return weights.reshape(-1)


def to_float16(weights: Weights) -> Weights:
    """Return weights as a compact file gives them back; those of naive Bayes stay as they are."""
    if not len(weights.dense):
        return weights
    scaled, exponents = as_float16(weights.dense, len(weights.offset))
    return replace(weights, dense=from_float16(scaled, exponents))
