"""How much each label has of each feature, batch by batch."""

import numpy as np
import pytest
import scipy.sparse

from linnet.sklearn.feature_counts import (
    ALL,
    FeatureCounts,
    LabelShares,
    LabelWeights,
    narrowed,
)

# Three documents over two features; the second document is of label 0.
X = np.array([[1.0, 2.0], [0.0, 3.0], [4.0, 0.0]])
CODES = np.array([1, 0, 1], np.int32)
both_kinds = pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])


@both_kinds
def test_each_document_counts_for_its_label(kind):
    labels = LabelWeights(CODES, 3, None)
    table = np.ones((2, 3))
    sums = labels.add_to(table, kind(X))
    assert labels.documents().tolist() == [1, 2, 0]
    assert sums.tolist() == [3, 7, 0]
    assert table.tolist() == [[1, 6, 1], [4, 3, 1]]
    assert labels.table().tolist() == [[0, 1, 0], [1, 0, 0], [0, 1, 0]]


@both_kinds
def test_a_document_counts_as_much_as_it_weighs(kind):
    labels = LabelWeights(CODES, 2, np.array([0.5, 2.0, 0.0]))
    table = np.zeros((2, 2))
    labels.add_to(table, kind(X))
    assert labels.documents().tolist() == [2, 0.5]
    assert table.tolist() == [[0, 0.5], [6, 1]]
    assert labels.table().tolist() == [[0, 0.5], [2, 0], [0, 0]]


@both_kinds
def test_a_document_may_count_for_several_labels(kind):
    labels = LabelShares(np.array([[0.5, 0.5], [1.0, 0.0], [0.0, 2.0]]))
    table = np.zeros((2, 2))
    sums = labels.add_to(table, kind(X))
    # Feature 0: 0.5 of 1 and 0.5 of 1, twice 4; feature 1: 0.5 of 2 and 3, 0.5 of 2.
    assert table.tolist() == [[0.5, 8.5], [4, 1]]
    assert sums.tolist() == [4.5, 9.5]
    assert labels.documents().tolist() == [1.5, 2.5]


def test_only_the_columns_that_a_wide_matrix_uses_are_looked_at():
    wide = scipy.sparse.csr_array(([5.0, 7.0, 9.0], ([0, 1, 1], [40, 3, 40])), shape=(2, 100))
    rows, columns = narrowed(wide)
    values = np.zeros((2, len(columns)))
    values[[0, 1, 1], rows.columns] = rows.values
    assert values[:, columns == 40].tolist() == [[5], [9]]
    assert values[:, columns == 3].tolist() == [[0], [7]]
    assert sorted(columns.tolist()) == [3, 40]


def test_all_columns_of_a_full_matrix_are_looked_at():
    rows, columns = narrowed(scipy.sparse.csr_array(X))
    assert columns == ALL
    assert rows.columns.tolist() == [0, 1, 1, 0]
    assert narrowed(np.zeros((1, 100)))[1] == ALL


def test_batches_add_and_others_may_change_the_table():
    counts = FeatureCounts(2, 2)
    labels = LabelWeights(CODES, 2, None)
    counts.add(X, labels)
    counts.add(X, labels)
    assert counts.totals().tolist() == [6, 14]
    assert counts.of(np.array([1], np.int32)).tolist() == [[6, 4]]
    shared = counts.share()
    assert shared.tolist() == [[0, 6], [10, 4]]
    shared[0, 0] = 1
    assert counts.of(ALL).tolist() == [[1, 10], [6, 4]]
    assert counts.totals().tolist() == [7, 14]


def test_a_table_can_be_replaced():
    counts = FeatureCounts(2, 3)
    counts.replace([[1, 2, 3], [4, 5, 6]])
    assert counts.of(ALL).tolist() == [[1, 4], [2, 5], [3, 6]]
    assert counts.totals().tolist() == [6, 15]
