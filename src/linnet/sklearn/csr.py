"""Rows as SciPy's sparse matrices, of the kind scikit-learn is set to give."""

from typing import Any

import numpy as np
from scipy import sparse
from sklearn import get_config

from linnet.features.rows import Rows


def csr_of(rows: Rows, n_columns: int, dtype: Any) -> Any:
    """Return rows as a sparse matrix with columns in order, and counts of this type."""
    kind = (
        sparse.csr_array if get_config().get("sparse_interface") == "sparray" else sparse.csr_matrix
    )
    starts = (
        rows.starts if len(rows.columns) > np.iinfo(np.int32).max else rows.starts.astype(np.int32)
    )
    return kind((rows.values.astype(dtype), rows.columns, starts), shape=(len(rows), n_columns))
