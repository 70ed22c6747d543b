"""The linear support vector machine."""

import numpy as np
import pytest
import scipy.sparse
from sklearn import svm
from sklearn.exceptions import ConvergenceWarning

from linnet.sklearn import LinearSVC

# One feature that is 1 for spam and -1 for ham: w is found by hand, and the intercept is 0.
PAIR = np.array([[1.0], [-1.0]])
LABELS = ["spam", "ham"]


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize(
    ("settings", "weight"),
    [
        ({}, 4 / 5),  # 2C (1 - w)² + w²/2: w = 4C (1 - w)
        ({"C": 0.25}, 1 / 2),
        ({"loss": "hinge", "C": 0.25}, 1 / 2),  # 2C (1 - w) + w²/2: w = 2C, but at most 1
        ({"loss": "hinge", "C": 3.0}, 1),
        ({"penalty": "l1"}, 3 / 4),  # 2C (1 - w)² + |w|: 1 = 4C (1 - w)
        ({"penalty": "l1", "C": 0.25}, 0),
        ({"multi_class": "crammer_singer", "C": 0.125}, 1 / 2),  # hinge with twice the C
    ],
    ids=str,
)
def test_a_weight_by_hand(settings, weight, kind):
    fitted = LinearSVC(**settings).fit(kind(PAIR), LABELS)
    assert fitted.coef_ == pytest.approx(np.array([[weight]]), abs=1e-6)
    assert fitted.intercept_ == pytest.approx([0], abs=1e-6)
    assert fitted.classes_.tolist() == ["ham", "spam"]


@pytest.mark.parametrize("scaling", [1.0, 3.0])
def test_the_intercept_is_the_weight_of_a_constant(scaling):
    # Without values, b = scaling · w; three documents are of label 1, one is of label 0.
    X = np.zeros((4, 1))
    fitted = LinearSVC(intercept_scaling=scaling, tol=1e-8).fit(X, [1, 1, 1, 0])
    # 3 (1 - b)² + (1 + b)² + b² / (2 scaling²): b (8 + 1 / scaling²) = 4
    assert fitted.intercept_ == pytest.approx([4 / (8 + 1 / scaling**2)], abs=1e-5)
    assert LinearSVC(fit_intercept=False).fit(X, [1, 1, 1, 0]).intercept_ == 0


def test_class_weights_count_only_for_the_label_told_from_the_rest():
    X = np.zeros((3, 1))
    fitted = LinearSVC(class_weight={"a": 2}, tol=1e-8).fit(X, ["a", "b", "c"])
    # a counts 2 against two others: 2 (1 - b)² + 2 (1 + b)² + b²/2 is smallest at 0.
    # b counts 1 against two: (1 - b)² + 2 (1 + b)² + b²/2, 7b = -2.
    assert fitted.intercept_ == pytest.approx([0, -2 / 7, -2 / 7], abs=1e-5)


def test_weights_of_documents_are_as_in_scikit_learn():
    X = np.array([[2.0, 0, 1], [1, 0, 0], [0, 3, 0], [0, 1, 1], [1, 0, 4], [0, 0, 2]])
    y = ["a", "a", "b", "b", "c", "c"]
    weights = [1, 2, 3, 1, 0.5, 1]
    for settings in ({}, {"class_weight": "balanced"}, {"multi_class": "crammer_singer"}):
        tight = {"tol": 1e-9, "max_iter": 100_000, "random_state": 0, **settings}
        mine = LinearSVC(**tight).fit(X, y, weights)
        theirs = svm.LinearSVC(**tight).fit(X, y, weights)
        assert mine.coef_ == pytest.approx(theirs.coef_, abs=1e-4)
        assert mine.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)


@pytest.mark.parametrize(
    "settings",
    [
        {"penalty": "l1", "loss": "hinge"},
        {"penalty": "l1", "dual": True},
        {"loss": "hinge", "dual": False},
    ],
    ids=str,
)
def test_what_scikit_learn_does_not_support_is_refused(settings):
    with pytest.raises(ValueError, match="Unsupported set of arguments: The combination of"):
        LinearSVC(**settings).fit(PAIR, LABELS)


def test_one_label_alone_is_refused():
    with pytest.raises(ValueError, match="needs samples of at least 2 classes"):
        LinearSVC().fit(PAIR, ["ham", "ham"])


def test_rounds_are_told_and_too_few_warn(capsys):
    LinearSVC(verbose=1).fit(PAIR, LABELS)
    assert capsys.readouterr().out.startswith("Convergence after ")
    X = np.random.RandomState(0).randn(40, 3)
    with pytest.warns(ConvergenceWarning, match="Liblinear failed to converge"):
        LinearSVC(loss="hinge", max_iter=1, C=100).fit(X, np.arange(40) % 2)
