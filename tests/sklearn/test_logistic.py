"""Logistic regression."""

import numpy as np
import pytest
import scipy.sparse
from sklearn import linear_model
from sklearn.exceptions import ConvergenceWarning

from linnet.sklearn import LogisticRegression

PAIR = np.array([[1.0], [-1.0]])
NOTHING = np.zeros((4, 1))
X = np.array([[2.0, 0, 1], [1, 0, 0], [0, 3, 0], [0, 1, 1], [1, 0, 4], [0, 0, 2]])
Y = ["a", "a", "b", "b", "c", "c"]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize("C", [0.5, 1.0, 20.0])
def test_a_weight_by_hand(C, kind):
    # 2C log(1 + e^-w) + w²/2 is smallest where w (1 + e^w) = 2C.
    fitted = LogisticRegression(C=C).fit(kind(PAIR), ["spam", "ham"])
    weight = fitted.coef_[0, 0]
    assert weight * (1 + np.exp(weight)) == pytest.approx(2 * C)
    [[ham, spam]] = fitted.predict_proba(kind(np.array([[1.0]])))
    assert spam == pytest.approx(1 / (1 + np.exp(-weight)))
    assert ham == pytest.approx(1 - spam)


def test_without_values_the_intercept_is_the_share_of_labels():
    two = LogisticRegression(tol=1e-13).fit(NOTHING, [1, 1, 1, 0])
    assert two.intercept_ == pytest.approx([np.log(3)])
    assert LogisticRegression(fit_intercept=False).fit(NOTHING, [1, 1, 1, 0]).intercept_ == 0
    even = LogisticRegression(class_weight="balanced", tol=1e-13).fit(NOTHING, [1, 1, 1, 0])
    assert even.intercept_ == pytest.approx([0], abs=1e-6)
    # Half are of one of three labels: log(1/2), log(1/4), log(1/4), around 0.
    three = LogisticRegression(tol=1e-13).fit(NOTHING, ["a", "a", "b", "c"])
    assert three.intercept_ == pytest.approx(np.log(2) * np.array([2, -1, -1]) / 3, abs=1e-6)
    assert three.predict_proba(NOTHING[:1])[0] == pytest.approx([1 / 2, 1 / 4, 1 / 4])


@pytest.mark.parametrize("scaling", [1.0, 3.0])
def test_liblinear_penalises_the_intercept(scaling):
    settings = {"solver": "liblinear", "intercept_scaling": scaling, "tol": 1e-8}
    fitted = LogisticRegression(**settings).fit(NOTHING, [1, 1, 1, 0])
    [b] = fitted.intercept_
    # 3 log(1 + e^-b) + log(1 + e^b) + b² / (2 scaling²)
    assert b / scaling**2 == pytest.approx(3 - 4 / (1 + np.exp(-b)), abs=1e-5)


@pytest.mark.parametrize(
    "settings",
    [{}, {"solver": "saga", "l1_ratio": 0.5, "C": 2.0}],
    ids=["l2", "elastic net"],
)
def test_three_labels_are_as_in_scikit_learn(settings):
    weights = [1, 2, 3, 1, 0.5, 1]
    tight = {"tol": 1e-10, "max_iter": 100_000, **settings}
    mine = LogisticRegression(**tight).fit(X, Y, weights)
    theirs = linear_model.LogisticRegression(**tight).fit(X, Y, weights)
    assert mine.coef_ == pytest.approx(theirs.coef_, abs=1e-4)
    assert mine.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)
    assert mine.predict_log_proba(X) == pytest.approx(theirs.predict_log_proba(X), abs=1e-4)


@pytest.mark.parametrize("settings", [{}, {"solver": "saga", "l1_ratio": 1.0}], ids=str)
def test_a_warm_start_goes_on_from_the_last_weights(settings):
    warm = LogisticRegression(warm_start=True, max_iter=10_000, **settings).fit(X, Y)
    first = warm.n_iter_[0]
    coef = warm.coef_.copy()
    warm.fit(X, Y)
    assert warm.n_iter_[0] < first
    assert warm.coef_ == pytest.approx(coef, abs=1e-2)
    with pytest.raises(ValueError, match=r"shape \(3, 3\), expected shape \(3, 2\)"):
        warm.fit(X[:, :2], Y)


def test_too_few_rounds_warn():
    with pytest.warns(ConvergenceWarning, match="lbfgs failed to converge after 2 iteration"):
        LogisticRegression(C=1e4, max_iter=2).fit(X, Y)


def test_types_are_those_of_the_matrix():
    short = X.astype(np.float32)
    assert LogisticRegression().fit(short, Y).coef_.dtype == np.float32
    two = LogisticRegression(solver="liblinear").fit(short[:4], Y[:4])
    assert two.coef_.dtype == np.float64


def test_what_has_no_effect_or_does_not_fit_is_told(capsys):
    LogisticRegression(verbose=1).fit(X, Y)
    assert capsys.readouterr().out.startswith("Convergence after ")
    with pytest.warns(FutureWarning, match="You provided 'n_jobs=2', please leave it unspecified"):
        LogisticRegression(n_jobs=2).fit(X, Y)
    with pytest.raises(ValueError, match="needs samples of at least 2 classes"):
        LogisticRegression().fit(X, ["a"] * 6)
    with pytest.raises(ValueError, match="'liblinear' solver does not support multiclass"):
        LogisticRegression(solver="liblinear").fit(X, Y)


def test_without_a_penalty_separable_labels_are_told_apart_as_by_scikit_learn():
    # Six documents that planes can separate: the loss has no smallest value, but falls to nothing.
    truth = np.searchsorted(["a", "b", "c"], Y)
    losses = []
    for kind in (LogisticRegression, linear_model.LogisticRegression):
        fitted = kind(C=np.inf, max_iter=1000).fit(X, Y)
        probabilities = fitted.predict_proba(X)[np.arange(len(Y)), truth]
        losses.append(-np.log(probabilities).mean())
    assert max(losses) < 1e-3
