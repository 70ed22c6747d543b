"""Matrices and labels of any kind as the engine reads them."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse

from linnet.sklearn.matrices import (
    as_array,
    codes_among,
    encoded,
    engine_rows,
    full_rows,
    is_first_call,
    n_threads,
    product,
    rows_of,
    solver_rows,
)

X = np.array([[0.0, 2.0], [1.0, 0.0], [0.0, 0.0]])


def entries(rows):
    return rows.starts.tolist(), rows.columns.tolist(), rows.values.tolist()


def test_rows_have_what_is_not_0():
    assert entries(rows_of(X)) == ([0, 1, 2, 2], [1, 0], [2, 1])
    sparse = scipy.sparse.csr_array(X)
    assert entries(rows_of(sparse)) == entries(rows_of(X))
    assert np.shares_memory(rows_of(sparse).values, sparse.data)
    assert entries(full_rows(X)) == ([0, 2, 4, 6], [0, 1] * 3, [0, 2, 1, 0, 0, 0])


def test_a_matrix_that_is_too_wide_is_refused():
    wide = scipy.sparse.csr_array((1, 2**31))
    with pytest.raises(ValueError, match=r"fewer than 2\^31 columns; got 2147483648"):
        rows_of(wide)


def test_a_column_that_a_row_has_twice_is_added_up_for_solvers():
    twice = scipy.sparse.csr_array(([1, 2, 4], [3, 3, 0], [0, 3]), shape=(1, 5))
    assert entries(solver_rows(twice)) == ([0, 2], [0, 3], [4, 3])
    assert twice.nnz == 3  # theirs stays as it is
    assert solver_rows(twice).values.dtype == np.float64


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_a_constant_is_the_last_column(kind):
    rows = solver_rows(kind(X), 5.0)
    assert rows.matrix(3).toarray().tolist() == [[0, 2, 5], [1, 0, 5], [0, 0, 5]]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_0_times_minus_infinity_is_0(kind):
    table = np.array([[1.0, -np.inf], [3.0, 4.0]])
    assert product(kind(X), table).tolist() == [[6, 8], [1, -np.inf], [0, 0]]
    assert product(kind(X), np.ones((2, 2))).tolist() == [[2, 2], [1, 1], [0, 0]]
    there = kind(X > 0)
    assert engine_rows(there).values.tolist() == [1.0, 1.0]
    assert product(there, table).tolist() == [[3, 4], [1, -np.inf], [0, 0]]


def test_a_list_of_str_becomes_an_array_and_nothing_else_does():
    labels = as_array(["spam", "ham", "spam"])
    assert (labels.tolist(), labels.dtype) == (["spam", "ham", "spam"], "<U4")
    for other in ([], [1, 2], ["a", 1], ["a\ud800"], np.array(["a"])):
        assert as_array(other) is other


@pytest.mark.parametrize(
    ("y", "labels"),
    [
        (np.array(["spam", "eggs", "spam"]), ["eggs", "spam"]),
        (np.array(["spam", "eggs", "spam"], object), ["eggs", "spam"]),
        (np.array(["s\ud800", "eggs", "s\ud800"], object), ["eggs", "s\ud800"]),
        (np.array([7, -3, 7]), [-3, 7]),
        (np.array([True, False, True]), [False, True]),
    ],
    ids=["text", "objects", "surrogates", "numbers", "truth"],
)
def test_labels_are_numbered_in_their_order(y, labels):
    classes, codes = encoded(y)
    assert classes.tolist() == labels
    assert codes.tolist() == [1, 0, 1]
    assert codes.dtype == np.int32


def test_labels_are_numbered_among_those_that_are_known():
    known = np.array(["eggs", "ham", "spam"])
    assert codes_among(np.array(["spam", "eggs", "spam"]), known).tolist() == [2, 0, 2]
    with pytest.raises(ValueError, match=r"target label\(s\) \['tea'\] in y do not exist in the"):
        codes_among(np.array(["spam", "tea"]), known)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        encoded(np.array([0.5, 1.25]))


def test_the_first_call_takes_the_labels_and_later_ones_must_have_the_same():
    estimator = SimpleNamespace(classes_=None)
    assert is_first_call(estimator, ["ham", "spam"])
    assert estimator.classes_.tolist() == ["ham", "spam"]
    assert not is_first_call(estimator, ["ham", "spam"])
    assert not is_first_call(estimator, None)
    with pytest.raises(ValueError, match="is not the same as on last call"):
        is_first_call(estimator, ["ham", "eggs"])


def test_a_pool_of_processes_leaves_fewer_threads(monkeypatch):
    monkeypatch.setattr("linnet.sklearn.matrices.threads_of", lambda _: 8)
    for limit, threads in (("2", 2), ("99", 8), ("0", 8), ("many", 8)):
        monkeypatch.setenv("OMP_NUM_THREADS", limit)
        assert n_threads() == threads
