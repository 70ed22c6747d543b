"""Numbers beside the text: which of them can be counted with."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linnet.errors import InputError, quoted

if TYPE_CHECKING:
    from linnet.reading.documents import Batch

MOST = 1e100  # so that sums of squares do not overflow


def refuse_large(columns: Sequence[str], batch: "Batch") -> None:
    """Refuse numbers whose squares nobody can add up."""
    for column, numbers in zip(columns, batch.numeric, strict=True):
        large = np.flatnonzero(np.abs(numbers) > MOST)
        if len(large):
            first = large[0]
            raise InputError(
                f"row {batch.rows[first]}, column {quoted(column)}: "
                f"a number must be from {-MOST:g} to {MOST:g}, since its square counts; "
                f"got {numbers[first]:g}. Scale it."
            )
