"""Which document goes into which fold."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.random import keys


def stratified_folds(codes: npt.NDArray[np.integer[Any]], folds: int, seed: int) -> npt.NDArray[np.int32]:
    """Return the fold of each document, so that every fold has its part of every label.

    The documents of a label are shuffled and dealt out in turn, and the next label goes on where the last one
    stopped: the sizes of folds, and each label's share in them, differ by at most one document.

    >>> stratified_folds(np.array([0, 0, 0, 0, 1, 1]), folds=2, seed=1).tolist()
    [1, 0, 1, 0, 0, 1]
    """
    if not 2 <= folds <= len(codes):
        raise SettingError(
            f"folds must be from 2 to {len(codes)}, the number of documents; got {folds}. Use 10 if unsure."
        )
    order = np.lexsort((keys(seed, len(codes)), codes))
    result = np.empty(len(codes), np.int32)
    result[order] = np.arange(len(codes)) % folds
    return result
