"""Rows as SciPy's sparse matrices, of the kind scikit-learn is set to give."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn import get_config

from linnet.features.rows import Rows

MOST_INT32 = np.iinfo(np.int32).max


def csr_of(rows: Rows, n_columns: int, dtype: Any) -> Any:
    """Return rows as a sparse matrix with columns in order, and counts of this type."""
    values = rows.values.astype(dtype)
    starts = rows.starts
    if len(values) <= MOST_INT32:
        starts = starts.astype(np.int32)
    as_array = get_config().get("sparse_interface") == "sparray"
    matrix_type = sparse.csr_array if as_array else sparse.csr_matrix
    return matrix_type((values, rows.columns, starts), shape=(len(rows), n_columns))
