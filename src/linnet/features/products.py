"""Products of every two of several numbers: what a covariance weighs."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError
from linnet.features.names import Names

Floats = npt.NDArray[np.float64]
MOST = 1e80  # of a number: so that no product overflows


def product_names(columns: Sequence[str]) -> Names:
    """Return the name of each product.

    >>> list(product_names(["a", "b", "c"]))
    ['a × b', 'a × c', 'b × c']
    """
    return Names.of(map(" × ".join, combinations(columns, 2)))


def products(columns: Sequence[str], numbers: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Floats]:
    """Return the products of numbers (columns × documents) as (document, product, value), by document and product.

    >>> products(["a", "b", "c"], np.array([[1.0, 4], [2, 5], [3, 6]]))[2].tolist()
    [2.0, 3.0, 6.0, 20.0, 24.0, 30.0]
    """
    bad = np.argwhere(~(np.abs(numbers) < MOST))
    if len(bad):
        raise InputError(
            f"column {columns[bad[0, 0]]!r} must have a number below {MOST:g} in every document, since its products "
            "count; got none, or a larger one. Fill it in, or leave such documents out."
        )
    first, second = np.triu_indices(len(columns), 1)
    values = (numbers[first] * numbers[second]).T
    document, product = np.indices(values.shape)
    return document.reshape(-1), product.reshape(-1).astype(np.int32), values.reshape(-1)
