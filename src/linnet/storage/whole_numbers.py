"""Arrays of whole numbers: in the narrowest type that holds them, and whether they go up."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def narrow(array: Array) -> Array:
    """Return the same numbers in the narrowest type; fractions stay float64.

    >>> narrow(np.array([0.0, 300.0])).dtype, narrow(np.array([0.5])).dtype
    (dtype('uint16'), dtype('float64'))
    """
    if array.dtype.kind == "f" and not _is_whole(array):
        return array
    if len(array) == 0:
        return array.astype(np.uint8)
    largest = int(array.max())
    return array.astype(np.min_scalar_type(largest))


def _is_whole(array: Array) -> bool:
    whole = array == np.floor(array)
    return bool(np.all(whole & (array >= 0)))


def ascend(numbers: Array, last: int) -> bool:
    """Return whether numbers start at 0, never go down, and end at the last.

    >>> ascend(np.array([0, 2, 2, 5]), 5), ascend(np.array([0, 3, 2, 5]), 5)
    (True, False)
    """
    return _are_int64(numbers) and numbers[0] == 0 and numbers[-1] == last and _never_fall(numbers)


def ascend_within(numbers: Array, last: int) -> bool:
    """Return whether numbers of 0 or more go up, no two equal, up to the last or below."""
    if not _are_int64(numbers) or numbers[0] < 0 or numbers[-1] > last:
        return False
    return bool(np.all(numbers[1:] > numbers[:-1]))


def _are_int64(numbers: Array) -> bool:
    return numbers.ndim == 1 and numbers.dtype == np.int64 and len(numbers) > 0


def _never_fall(numbers: Array) -> bool:
    return bool(np.all(numbers[1:] >= numbers[:-1]))
