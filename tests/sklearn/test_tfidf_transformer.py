"""Counts to tf-idf values."""

import math

import pytest
from sklearn.feature_extraction import text as theirs

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import LINES, assert_equal_matrices


def test_tfidf_by_hand():
    # Both documents have the first feature; idf of the second is log((2 + 1) / (1 + 1)) + 1.
    rare = math.log(3 / 2) + 1
    transformer = ours.TfidfTransformer(norm=None).fit([[1, 1], [2, 0]])
    assert transformer.idf_ == pytest.approx([1.0, rare])
    values = transformer.transform([[3, 2], [0, 0]]).toarray()
    assert values[0] == pytest.approx([3, 2 * rare])
    assert values[1].tolist() == [0, 0]


def test_a_row_is_brought_to_unit_length():
    # log(1) + 1 = 1 and log(e²) + 1 = 3, over √(1 + 9)
    counts = [[1, math.e**2]]
    transformer = ours.TfidfTransformer(use_idf=False, sublinear_tf=True)
    [values] = transformer.fit_transform(counts).toarray()
    assert values == pytest.approx([1 / math.sqrt(10), 3 / math.sqrt(10)])


def test_the_transformer_is_scikit_learns():
    counts = ours.CountVectorizer().fit_transform(LINES)
    mine, other = (
        module.TfidfTransformer(sublinear_tf=True).fit_transform(counts)
        for module in (ours, theirs)
    )
    assert_equal_matrices(mine, other)
    assert not hasattr(ours.TfidfTransformer(), "set_output")
    assert (
        ours.TfidfTransformer().fit(counts).get_feature_names_out(["t"] * counts.shape[1])[0] == "t"
    )
