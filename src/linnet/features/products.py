"""Products of every two of several numbers: what a covariance weighs."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError, quoted
from linnet.features.names import Names

Floats = npt.NDArray[np.float64]
MOST = 1e75  # of a number: so that no product, nor its square, overflows


def product_names(columns: Sequence[str]) -> Names:
    """Return the name of each product.

    >>> list(product_names(["a", "b", "c"]))
    ['a × b', 'a × c', 'b × c']
    """
    return Names.of(map(" × ".join, combinations(columns, 2)))


def products(
    columns: Sequence[str], numbers: Floats
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Floats]:
    """Return the products of numbers (columns × documents) as (document, product, value).

    They come by document and product.

    >>> products(["a", "b", "c"], np.array([[1.0, 4], [2, 5], [3, 6]]))[2].tolist()
    [2.0, 3.0, 6.0, 20.0, 24.0, 30.0]
    """
    _refuse_large(columns, numbers)
    first, second = np.triu_indices(len(columns), 1)
    values = numbers.T[:, first] * numbers.T[:, second]

    n_documents, n_products = values.shape
    document = np.repeat(np.arange(n_documents), n_products)
    product = np.tile(np.arange(n_products, dtype=np.int32), n_documents)
    return document, product, values.reshape(-1)


def _refuse_large(columns: Sequence[str], numbers: Floats) -> None:
    """Refuse numbers whose products would overflow, and missing ones."""
    bad = np.argwhere(~(np.abs(numbers) < MOST))
    if not len(bad):
        return
    column, document = bad[0]
    number = numbers[column, document]
    got = "none" if np.isnan(number) else f"{number:g}"
    raise InputError(
        f"column {quoted(columns[column])} must have a number in every document, below {MOST:g}, "
        f"since its products count; got {got}. Correct it, or leave such documents out."
    )
