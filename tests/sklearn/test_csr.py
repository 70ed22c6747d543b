"""Rows as SciPy's sparse matrices."""

import numpy as np
from scipy import sparse
from sklearn import config_context

from linnet.features.rows import Rows
from linnet.sklearn.csr import csr_of

# The second document is empty.
ROWS = Rows(np.array([0, 2, 2, 3]), np.array([0, 2, 1], np.int32), np.array([3, 1, 2], np.uint32))


def test_rows_have_their_values_in_their_columns():
    matrix = csr_of(ROWS, 4, np.float32)
    assert matrix.toarray().tolist() == [[3, 0, 1, 0], [0, 0, 0, 0], [0, 2, 0, 0]]
    assert matrix.dtype == np.float32


def test_the_kind_of_matrix_is_the_one_scikit_learn_is_set_to():
    assert type(csr_of(ROWS, 4, np.int64)) is sparse.csr_matrix
    with config_context(sparse_interface="sparray"):
        assert type(csr_of(ROWS, 4, np.int64)) is sparse.csr_array


def test_columns_are_not_copied():
    assert np.shares_memory(csr_of(ROWS, 4, np.int64).indices, ROWS.columns)


def test_no_rows_are_a_matrix_of_no_rows():
    empty = Rows(np.array([0]), np.empty(0, np.int32), np.empty(0, np.uint32))
    assert csr_of(empty, 4, np.int64).shape == (0, 4)
