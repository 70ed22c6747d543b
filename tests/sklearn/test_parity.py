"""The same numbers as scikit-learn's classes.

Sparse and dense, weighted or not, with two labels and more.
"""

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse
from sklearn import linear_model, naive_bayes, svm
from sklearn.exceptions import ConvergenceWarning

from linnet import sklearn as ours
from linnet.features.rows import Rows
from linnet.sklearn.matrices import rows_of

KINDS = {
    "dense": np.asarray,
    "float32": lambda X: X.astype(np.float32),
    "csr_matrix": scipy.sparse.csr_matrix,
    "csr_array": scipy.sparse.csr_array,
    "csc": scipy.sparse.csc_array,
    "int64": lambda X: with_long_indices(scipy.sparse.csr_array(X)),
}
BAYES = {
    "MultinomialNB": [
        {},
        {"alpha": 0.1},
        {"fit_prior": False},
        {"class_prior": True},
        {"alpha": 1e-12},
    ],
    "ComplementNB": [{}, {"alpha": 0.3}, {"norm": True}],
    "BernoulliNB": [{}, {"alpha": 0.2}, {"binarize": 1.0}],
    "CategoricalNB": [{}, {"alpha": 0.5}, {"min_categories": 9}],
    "GaussianNB": [{}, {"var_smoothing": 1e-3}, {"priors": True}],
}
ATTRIBUTES = {
    "CategoricalNB": ("class_count_", "class_log_prior_", "n_categories_"),
    "GaussianNB": ("class_count_", "class_prior_", "theta_", "var_", "epsilon_"),
}
DISCRETE = ("class_count_", "feature_count_", "class_log_prior_", "feature_log_prob_")
TIGHT = {"tol": 1e-9, "max_iter": 20_000}
LINEAR = {
    "LogisticRegression": [
        {},
        {"C": 30.0},
        {"class_weight": "balanced"},
        {"fit_intercept": False},
        {"C": 0.5, "solver": "saga", "l1_ratio": 1.0},
        {"C": 0.3, "solver": "saga", "l1_ratio": 0.4},
    ],
    "LinearSVC": [
        {},
        {"C": 0.1, "intercept_scaling": 5.0},
        {"class_weight": {"a": 2.0, "b": 0.5}},
        {"fit_intercept": False},
        {"loss": "hinge", "C": 0.2},
        {"penalty": "l1", "dual": False, "C": 0.5},
        {"multi_class": "crammer_singer", "C": 0.2},
        {
            "multi_class": "crammer_singer",
            "C": 0.1,
            "class_weight": {"a": 2.0},
            "intercept_scaling": 3.0,
        },
    ],
}


def with_long_indices(X):
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    return X


def data(n_labels, n=120, columns=12, seed=3):
    """Counts that lean to their label, and weights."""
    random = np.random.RandomState(seed)
    codes = random.randint(n_labels, size=n)
    X = random.poisson(
        0.5 + (np.arange(columns) % n_labels == codes[:, None]), (n, columns)
    ).astype(np.float64)
    return X, np.array(["a", "b", "c", "d"])[codes], random.rand(n) + 0.1


def fitted(theirs, X, y, weights=None):
    """Return scikit-learn's classifier, whatever it says of its rounds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return theirs.fit(X, y) if weights is None else theirs.fit(X, y, weights)


def with_prior(settings, n_labels):
    prior = np.arange(1, n_labels + 1) / np.arange(1, n_labels + 1).sum()
    return {name: prior if value is True and name in ("class_prior", "priors") else value
            for name, value in settings.items()}  # fmt: skip


def assert_same(mine, theirs, names, tolerance):
    for name in names:
        got, wanted = getattr(mine, name), getattr(theirs, name)
        assert np.shape(got) == np.shape(wanted), name
        np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", BAYES)
def test_naive_bayes_has_scikit_learns_numbers(name, weighted, n_labels, kind):
    X, y, weights = data(n_labels)
    weights = weights if weighted else None
    theirs_dense = name in ("CategoricalNB", "GaussianNB")
    if name == "CategoricalNB" and kind not in ("dense", "float32"):
        pytest.skip("levels are dense")
    tolerance = 1e-9 if kind != "float32" or name != "GaussianNB" else 1e-5
    for settings in (with_prior(given, n_labels) for given in BAYES[name]):
        mine = getattr(ours, name)(**settings).fit(KINDS[kind](X), y, weights)
        their_X = X if theirs_dense and kind != "float32" else KINDS[kind](X)
        theirs = getattr(naive_bayes, name)(**settings).fit(their_X, y, weights)
        assert_same(mine, theirs, ATTRIBUTES.get(name, DISCRETE), tolerance)
        for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
            got, wanted = getattr(mine, method)(KINDS[kind](X)), getattr(theirs, method)(their_X)
            np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)
        assert np.array_equal(mine.predict(KINDS[kind](X)), theirs.predict(their_X))


@pytest.mark.parametrize("name", BAYES)
def test_naive_bayes_learns_in_parts_as_scikit_learn_does(name):
    X, y, weights = data(3)
    mine, theirs = getattr(ours, name)(), getattr(naive_bayes, name)()
    for part in (slice(0, 40), slice(40, 41), slice(41, 120)):
        for one in (mine, theirs):
            one.partial_fit(X[part], y[part], classes=["a", "b", "c"], sample_weight=weights[part])
    np.testing.assert_allclose(
        mine.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("kind", ["dense", "csr_array"])
@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", LINEAR)
def test_linear_classifiers_have_scikit_learns_weights(name, weighted, n_labels, kind):
    X, y, weights = data(n_labels, n=60, columns=6)
    given, module = weights if weighted else None, {"LinearSVC": svm}.get(name, linear_model)
    for settings in LINEAR[name]:
        mine = getattr(ours, name)(**TIGHT, **settings).fit(KINDS[kind](X), y, given)
        theirs = fitted(getattr(module, name)(**TIGHT, **settings), X, y, given)
        scale = np.abs(theirs.coef_).max()
        np.testing.assert_allclose(
            mine.coef_, theirs.coef_, atol=1e-4 * scale, rtol=1e-4, err_msg=str(settings)
        )
        np.testing.assert_allclose(
            mine.intercept_, theirs.intercept_, atol=1e-4 * scale, err_msg=str(settings)
        )
        scores = theirs.decision_function(X)
        np.testing.assert_allclose(
            mine.decision_function(KINDS[kind](X)), scores, atol=1e-3 * np.abs(scores).max()
        )


def test_liblinear_penalises_the_intercept_as_scikit_learns_does():
    X, y, _ = data(2)
    for more in ({}, {"intercept_scaling": 3.0}, {"l1_ratio": 1.0}, {"dual": True}):
        settings = {"solver": "liblinear", "tol": 1e-9, "max_iter": 20_000, **more}
        pair = (
            ours.LogisticRegression(**settings).fit(X, y),
            fitted(linear_model.LogisticRegression(**settings), X, y),
        )
        np.testing.assert_allclose(pair[0].coef_, pair[1].coef_, atol=1e-5)
        np.testing.assert_allclose(pair[0].intercept_, pair[1].intercept_, atol=1e-5)


@pytest.mark.parametrize("kind", ["dense", "csr_array"])
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize(
    "order", [{"shuffle": False}, {"random_state": 7}], ids=["as they come", "shuffled"]
)
def test_online_learners_take_scikit_learns_steps(order, n_labels, kind):
    X, y, _ = data(n_labels)
    for name, settings in (
        ("Perceptron", {"eta0": 0.5, "class_weight": {"a": 2.0}}),
        ("Perceptron", {"penalty": "l2", "alpha": 0.01}),
        ("PassiveAggressiveClassifier", {"C": 0.3}),
        ("PassiveAggressiveClassifier", {"loss": "squared_hinge", "average": True}),
    ):
        given = {"tol": None, "max_iter": 3, **order, **settings}
        mine = getattr(ours, name)(**given).fit(KINDS[kind](X), y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn removes its own passive-aggressive
            theirs = getattr(linear_model, name)(**given).fit(KINDS[kind](X), y)
        np.testing.assert_allclose(
            mine.coef_, theirs.coef_, rtol=1e-9, atol=1e-9, err_msg=f"{name} {settings}"
        )
        np.testing.assert_allclose(mine.intercept_, theirs.intercept_, rtol=1e-9, atol=1e-9)
        assert (mine.n_iter_, mine.t_) == (theirs.n_iter_, theirs.t_)


def test_online_learners_stop_when_scikit_learns_do():
    X, y, _ = data(3)
    for name in ("Perceptron", "PassiveAggressiveClassifier"):
        mine = getattr(ours, name)(random_state=1, tol=0.1).fit(X, y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # scikit-learn removes its own passive-aggressive
            theirs = getattr(linear_model, name)(random_state=1, tol=0.1).fit(X, y)
        for _ in range(2):  # one more visit each
            np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=1e-9, atol=1e-9)
            assert (mine.n_iter_, mine.t_) == (theirs.n_iter_, theirs.t_)
            mine.partial_fit(X, y)
            theirs.partial_fit(X, y)


def test_too_few_rounds_warn():
    X, y, _ = data(3)
    for one in (
        ours.LogisticRegression(max_iter=1),
        ours.LinearSVC(max_iter=1),
        ours.Perceptron(max_iter=1),
    ):
        with pytest.warns(ConvergenceWarning):
            one.fit(X, y)


@pytest.mark.parametrize("name", [*BAYES, *LINEAR, "Perceptron", "NBLogisticRegression"])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_a_linnet_model_of_the_same_weights_scores_the_same(name, n_labels):
    from linnet import _core

    X, y, _ = data(n_labels)
    settings = (
        {"alpha": 0} if name in ("MultinomialNB", "BernoulliNB") else {}
    )  # some weights are infinite
    mine = getattr(ours, name)(**settings).fit(X, y)
    weights = mine._linear_weights()
    if name == "CategoricalNB":
        from linnet.sklearn.categorical_bayes import _one_hot

        X_rows = rows_of(
            _one_hot(X.astype(int), np.cumsum([one.shape[1] for one in mine.feature_log_prob_]))
        )
    else:
        X_rows = rows_of(mine._there(X) if name == "BernoulliNB" else X)
    rows = Rows(X_rows.starts, X_rows.columns, X_rows.values.astype(np.float64))
    n_columns = len(weights.weights) // n_labels
    model = _core.Model(blocks=[], weights=weights.engine(np.array([n_columns])))
    found = model.score(rows.engine(), threads=1)
    scores = found.scores
    assert found.in_range
    if name in BAYES:
        np.testing.assert_allclose(scores, mine.predict_joint_log_proba(X), rtol=1e-9)
    else:
        wanted = mine.decision_function(X)
        np.testing.assert_allclose(
            scores[:, 1] - scores[:, 0] if n_labels == 2 else scores, wanted, rtol=1e-9
        )


@pytest.mark.parametrize(
    "name", [*BAYES, *LINEAR, "Perceptron", "PassiveAggressiveClassifier", "MixedNB"]
)
def test_a_pickle_answers_the_same(name):
    X, y, _ = data(3)
    mine = getattr(ours, name)().fit(X, y)
    pickled = pickle.loads(pickle.dumps(mine))  # noqa: S301
    assert np.array_equal(pickled.predict(X), mine.predict(X))
