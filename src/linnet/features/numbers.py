"""Numbers beside the text: which of them can be counted with."""

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError

MOST = 1e100  # so that sums of squares do not overflow


def refuse_large(column: str, numbers: npt.NDArray[np.float64], rows: npt.NDArray[np.int64]) -> None:
    """Refuse numbers whose squares nobody can add up."""
    large = np.flatnonzero(np.abs(numbers) > MOST)
    if len(large):
        raise InputError(
            f"row {rows[large[0]]}, column {column!r}: a number must be from {-MOST:g} to {MOST:g}, since its square "
            f"counts; got {numbers[large[0]]:g}. Scale it."
        )
