"""Logistic regression on features scaled by their naive Bayes log-ratios."""

import numpy as np
import pytest
import scipy.sparse
from sklearn import linear_model
from sklearn.exceptions import ConvergenceWarning

from linnet.sklearn import NBLogisticRegression

X = np.array([[2.0, 0, 1], [1, 0, 0], [0, 3, 0], [0, 1, 1], [1, 0, 4], [0, 0, 2]])
Y = ["a", "a", "b", "b", "c", "c"]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_weights_by_hand(kind):
    # Each label has one word, smoothing 1: P is 2/3 with its label and 1/3 with the other, so the
    # log-ratios are -log 2 and log 2. log(1 + e^-(r u)) + u²/2 with r = log 2 is smallest where
    # u (1 + e^(r u)) = r, and a weight w is r u: w (1 + e^w) = r².
    settings = {"fit_intercept": False, "tol": 1e-9}
    fitted = NBLogisticRegression(**settings).fit(kind(np.eye(2)), ["ham", "spam"])
    [[ham, spam]] = fitted.coef_
    assert spam * (1 + np.exp(spam)) == pytest.approx(np.log(2) ** 2)
    assert ham == pytest.approx(-spam)
    assert fitted.intercept_ == 0


def test_it_is_logistic_regression_of_scaled_features():
    # a has 3, 0, 1 of 4 and b has 0, 4, 1 of 5; smoothing 0.5 for three features adds 1.5.
    counts, labels = X[:4], Y[:4]
    of_a = np.array([3.5, 0.5, 1.5]) / 5.5
    of_b = np.array([0.5, 4.5, 1.5]) / 6.5
    ratio = np.log(of_b / of_a)
    theirs = linear_model.LogisticRegression(C=2.0, tol=1e-10).fit(counts * ratio, labels)
    mine = NBLogisticRegression(C=2.0, alpha=0.5, tol=1e-10).fit(counts, labels)
    assert mine.coef_ == pytest.approx(theirs.coef_ * ratio, abs=1e-5)
    assert mine.intercept_ == pytest.approx(theirs.intercept_, abs=1e-5)
    assert mine.predict_proba(counts) == pytest.approx(
        theirs.predict_proba(counts * ratio), abs=1e-5
    )


def test_each_of_three_labels_is_told_from_the_rest():
    together = NBLogisticRegression(tol=1e-9).fit(X, Y, sample_weight=[1, 2, 3, 1, 1, 2])
    for place, label in enumerate("abc"):
        is_label = [one == label for one in Y]
        alone = NBLogisticRegression(tol=1e-9).fit(X, is_label, [1, 2, 3, 1, 1, 2])
        assert together.coef_[place] == pytest.approx(alone.coef_[0], abs=1e-6)
    assert together.predict(X).tolist() == Y
    probabilities = together.predict_proba(X)
    assert probabilities.sum(axis=1) == pytest.approx(np.ones(6))
    assert together.predict_log_proba(X) == pytest.approx(np.log(probabilities))


def test_of_values_below_0_the_size_counts_for_the_ratio():
    turned = X[:4] * [1, -1, 1]
    plain = NBLogisticRegression(tol=1e-9).fit(X[:4], Y[:4])
    mirrored = NBLogisticRegression(tol=1e-9).fit(turned, Y[:4])
    assert mirrored.coef_ == pytest.approx(plain.coef_ * [1, -1, 1], abs=1e-6)


def test_labels_may_be_balanced_and_weights_few():
    nothing = np.zeros((4, 1))
    uneven = NBLogisticRegression(tol=1e-13).fit(nothing, [1, 1, 1, 0])
    assert uneven.intercept_ == pytest.approx([np.log(3)], abs=1e-6)
    even = NBLogisticRegression(class_weight="balanced", tol=1e-13).fit(nothing, [1, 1, 1, 0])
    assert even.intercept_ == pytest.approx([0], abs=1e-6)
    assert not NBLogisticRegression(l1_ratio=1.0, C=1e-3).fit(X, Y).coef_.any()


def test_one_label_is_refused_and_too_few_rounds_warn():
    with pytest.raises(ValueError, match="needs samples of at least 2 classes"):
        NBLogisticRegression().fit(X, ["a"] * 6)
    sentence = "did not converge in 1 rounds; raise max_iter or tol"
    with pytest.warns(ConvergenceWarning, match=sentence):
        NBLogisticRegression(max_iter=1, C=1e6).fit(X, Y)
