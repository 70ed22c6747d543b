"""Naive Bayes over numbers."""

import numpy as np
import pytest
import scipy.sparse
from sklearn import naive_bayes

from linnet.sklearn import GaussianNB

X = np.array([[1.0], [3.0], [10.0], [14.0]])
Y = ["child", "child", "grown", "grown"]
both_kinds = pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])


@both_kinds
def test_means_and_variances_by_hand(kind):
    ages = GaussianNB(var_smoothing=0).fit(kind(X), Y)
    assert ages.theta_.tolist() == [[2], [12]]
    assert ages.var_ == pytest.approx(np.array([[1], [4]]))
    # 4 is two above 2, and four standard deviations below 12.
    [joint] = ages.predict_joint_log_proba(kind(np.array([[4.0]])))
    child = np.log(0.5) - 0.5 * np.log(2 * np.pi) - 2**2 / 2
    grown = np.log(0.5) - 0.5 * np.log(2 * np.pi * 4) - 8**2 / (2 * 4)
    assert joint == pytest.approx([child, grown])
    assert ages.predict(kind(np.array([[4.0], [9.0]]))).tolist() == ["child", "grown"]


@both_kinds
def test_weights_count_documents(kind):
    ages = GaussianNB(var_smoothing=0).fit(kind(X), Y, sample_weight=[3, 1, 0, 0])
    # (3 · 1 + 3) / 4 and (3 · 0.5² + 1.5²) / 4; nobody is grown
    assert ages.theta_[0] == pytest.approx([1.5])
    assert ages.var_[0] == pytest.approx([0.75])
    assert ages.class_count_.tolist() == [4, 0]
    assert ages.class_prior_.tolist() == [1, 0]


def test_smoothing_is_a_share_of_the_largest_variance():
    # The mean of all is 7: (36 + 16 + 9 + 49) / 4 = 27.5, half of it is 13.75.
    ages = GaussianNB(var_smoothing=0.5).fit(X, Y)
    assert ages.epsilon_ == pytest.approx(13.75)
    assert ages.var_ == pytest.approx(np.array([[14.75], [17.75]]))


@both_kinds
def test_parts_are_as_scikit_learns(kind):
    columns = np.hstack([X, X[::-1] ** 2])
    mine, theirs = GaussianNB(var_smoothing=0), naive_bayes.GaussianNB(var_smoothing=0)
    for part in (slice(0, 3), slice(3, 4)):
        mine.partial_fit(kind(columns[part]), Y[part], classes=["child", "grown"])
        theirs.partial_fit(columns[part], Y[part], classes=["child", "grown"])
    assert mine.theta_ == pytest.approx(theirs.theta_)
    assert mine.var_ == pytest.approx(theirs.var_)
    found = mine.predict_joint_log_proba(kind(columns))
    assert found == pytest.approx(theirs.predict_joint_log_proba(columns), rel=1e-6)


def test_priors_may_be_given():
    given = GaussianNB(priors=[0.9, 0.1]).fit(X, Y)
    even = GaussianNB().fit(X, Y)
    moved = given.predict_joint_log_proba(X) - even.predict_joint_log_proba(X)
    assert moved == pytest.approx(np.tile(np.log([0.9 / 0.5, 0.1 / 0.5]), (4, 1)))


@pytest.mark.parametrize(
    ("priors", "sentence"),
    [
        ([1.0], "Number of priors must match number of classes"),
        ([0.5, 0.4], "The sum of the priors should be 1"),
        ([1.5, -0.5], "Priors must be non-negative"),
    ],
)
def test_priors_that_are_none_are_refused(priors, sentence):
    with pytest.raises(ValueError, match=sentence):
        GaussianNB(priors=priors).fit(X, Y)
