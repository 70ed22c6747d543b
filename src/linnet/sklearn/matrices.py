"""Matrices and labels of any kind as the engine reads them: rows that share memory, and codes."""

import os
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse
from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets

from linnet import _core
from linnet.features.rows import Rows
from linnet.threads import threads_of

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int32]
MANY_VALUES = 20_000  # worth a second thread
SUMMED_TYPES = "dqlfi"  # of values, by NumPy's letters: those that the engine sums
UNKNOWN = "The target label(s) %s in y do not exist in the initial classes %s"


def rows_of(X: Any) -> Rows:
    """Return a matrix as rows; of a sparse one the arrays are shared where their types fit.

    >>> rows_of(np.array([[0, 2], [1, 0]])).columns.tolist()
    [1, 0]
    """
    if not scipy.sparse.issparse(X):
        X = scipy.sparse.csr_array(X)
    if X.shape[1] > np.iinfo(np.int32).max:
        raise ValueError(f"a matrix must have fewer than 2^31 columns; got {X.shape[1]}.")
    starts = X.indptr.astype(np.int64, copy=False)
    columns = X.indices.astype(np.int32, copy=False)
    return Rows(starts, columns, X.data)


def solver_rows(X: Any, constant: float | None = None) -> Rows:
    """Return the rows as solvers read them: each column once, and maybe a constant last one.

    The columns of a row stay in the order in which they come: sorting them would take as long as
    solving.
    """
    if constant is not None:
        X = _with_constant(X, constant)
    rows = rows_of(X)
    if scipy.sparse.issparse(X) and _core.repeats_columns(rows.starts, rows.columns, X.shape[1]):
        X = X.copy()
        X.sum_duplicates()
        rows = rows_of(X)
    return replace(rows, values=rows.values.astype(np.float64, copy=False))


def full_rows(X: Any) -> Rows:
    """Return an array as rows that have a value for every column, zeros too.

    >>> full_rows(np.array([[0, 2], [1, 0]])).columns.tolist()
    [0, 1, 0, 1]
    """
    n_rows, n_columns = X.shape
    starts = np.arange(0, n_rows * n_columns + 1, n_columns)
    columns = np.tile(np.arange(n_columns, dtype=np.int32), n_rows)
    values = np.asarray(X, np.float64).reshape(-1)
    return Rows(starts, columns, values)


def _with_constant(X: Any, value: float) -> Any:
    column = np.full((X.shape[0], 1), value)
    if scipy.sparse.issparse(X):
        return scipy.sparse.hstack([X, scipy.sparse.csr_array(column)], format="csr")
    return np.hstack([X, column])


def product(X: Any, table: Floats) -> Floats:
    """Return X times weights, features × labels, where 0 times minus infinity is 0.

    >>> counts = scipy.sparse.csr_array([[0, 2], [1, 0]])
    >>> product(counts, np.array([[1.0, 2.0, 3.0], [-np.inf, 5.0, 6.0]])).tolist()
    [[-inf, 10.0, 12.0], [1.0, 2.0, 3.0]]
    """
    if not scipy.sparse.issparse(X) and not np.isinf(table).any():
        return np.asarray(X @ table)
    return rows_product(engine_rows(X), table)


def rows_product(rows: Rows, table: Floats) -> Floats:
    """Return the same of rows."""
    threads = n_threads() if len(rows.values) >= MANY_VALUES else 1
    table = np.ascontiguousarray(table, np.float64)
    return _core.multiply(rows.engine(), table, threads=threads)


def engine_rows(X: Any) -> Rows:
    """Return a matrix as rows with values of a type that the engine sums."""
    rows = rows_of(X)
    if rows.values.dtype.char in SUMMED_TYPES:
        return rows
    return replace(rows, values=rows.values.astype(np.float64))


def as_array(y: Any) -> Any:
    """Return a list of str as the array that NumPy would make of it, only sooner.

    Anything else stays as it is.

    >>> as_array(["spam", "ham", "spam"])
    array(['spam', 'ham', 'spam'], dtype='<U4')
    """
    if not isinstance(y, list) or not y or not _core.only_str(y):
        return y
    try:
        texts = _core.number_texts(y)
    except UnicodeEncodeError:  # lone surrogates
        return y
    return np.take(np.array(texts.distinct), texts.numbers)


def encoded(y: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Codes]:
    """Return the sorted labels, and the number of each document's label among them.

    >>> labels, codes = encoded(np.array(["spam", "ham", "spam"]))
    >>> labels.tolist(), codes.tolist()
    (['ham', 'spam'], [1, 0, 1])
    """
    numbered = _numbered(y)
    if numbered is not None:
        # Only the distinct labels need to be sorted.
        distinct, numbers = numbered
        classes, places = np.unique(distinct, return_inverse=True)
        return classes, places.astype(np.int32)[numbers]

    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.astype(np.int32)


def _numbered(y: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Codes] | None:
    """Return the distinct labels, and each document's number among them; None unless all text."""
    if y.dtype.kind == "U":
        width = y.dtype.itemsize // 4
        characters = np.ascontiguousarray(y).view(np.uint32).reshape(len(y), width)
        rows = _core.number_rows(characters)
        return y[rows.firsts], rows.numbers
    if y.dtype.kind != "O":
        return None
    try:
        texts = _core.number_texts(y.tolist())
    except (TypeError, RuntimeError, UnicodeEncodeError):
        return None
    return np.array(texts.distinct, dtype=y.dtype), texts.numbers


def codes_among(y: npt.NDArray[Any], classes: npt.NDArray[Any]) -> Codes:
    """Return the number of each document's label among labels that are known; refuse others."""
    labels, codes = encoded(y)
    known = np.isin(labels, classes)
    if not known.all():
        raise ValueError(UNKNOWN % (labels[~known], classes))
    places = np.searchsorted(classes, labels).astype(np.int32)
    return places[codes]


def is_first_call(estimator: Any, classes: Any) -> bool:
    """Return whether `partial_fit` is called for the first time, and then take its labels.

    The same labels again, as a stream gives them with each batch, are not examined again.
    """
    if isinstance(classes, list | np.ndarray) and hasattr(estimator, "classes_"):
        known = estimator.classes_
        if known is not None and list(classes) == known.tolist():
            return False
    return bool(_check_partial_fit_first_call(estimator, classes))


def n_threads() -> int:
    """Return how many threads may work: all cores, or as many as a pool of processes leaves."""
    n_cores = threads_of(None)
    limit = os.environ.get("OMP_NUM_THREADS", "")
    if limit.isdigit() and int(limit) > 0:
        return min(n_cores, int(limit))
    return n_cores
