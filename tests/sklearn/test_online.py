"""Perceptron and passive-aggressive beside scikit-learn's.

Penalties, averages, lines of progress, and wide batches.
"""

import copy
import pickle
import re
import time

import numpy as np
import pytest
import scipy.sparse
from sklearn import linear_model
from sklearn.base import clone

from linnet import sklearn as ours

pytestmark = pytest.mark.filterwarnings(
    "ignore"
)  # scikit-learn removes its own passive-aggressive; few rounds
KINDS = {"dense": np.asarray, "csr": scipy.sparse.csr_array}
PENALTIES = (
    {"penalty": "l1"},
    {"penalty": "elasticnet", "l1_ratio": 0.4},
    {"penalty": "l2"},
    {"penalty": None},
)
SECONDS = re.compile(r"[\d.]+ seconds")


def data(n_labels, n=150, columns=25, seed=3):
    """Values that lean to their label, and two documents without any."""
    random = np.random.RandomState(seed)
    codes = random.randint(n_labels, size=n)
    X = random.poisson(
        0.3 + (np.arange(columns) % n_labels == codes[:, None]), (n, columns)
    ) * random.rand(columns)
    X[[5, 77]] = 0
    return X, np.array(["a", "b", "c", "d"])[codes]


def pair(name, settings):
    return getattr(ours, name)(**settings), getattr(linear_model, name)(**settings)


def assert_same(mine, theirs):
    np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(mine.intercept_, theirs.intercept_, rtol=1e-9, atol=1e-9)
    assert (mine.n_iter_, mine.t_) == (theirs.n_iter_, theirs.t_)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("penalty", PENALTIES, ids=lambda given: str(given["penalty"]))
@pytest.mark.parametrize(
    "rounds", [{"tol": None, "max_iter": 5}, {"tol": 0.01, "max_iter": 100}], ids=str
)
def test_a_penalised_perceptron_has_scikit_learns_weights_after_several_rounds(
    rounds, penalty, n_labels, kind
):
    X, y = data(n_labels)
    for alpha in (1e-4, 1e-2):
        mine, theirs = pair("Perceptron", {"alpha": alpha, "eta0": 0.5, **penalty, **rounds})
        for one in (mine, theirs):
            one.fit(KINDS[kind](X), y)
        assert_same(mine, theirs)
        for one in (mine, theirs):
            one.partial_fit(KINDS[kind](X[:40]), y[:40])
        assert_same(mine, theirs)


@pytest.mark.parametrize("average", [True, 2, 10, 100, 400])
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_averages_begin_with_the_same_document_as_scikit_learns(loss, n_labels, average):
    X, y = data(n_labels)
    settings = {
        "average": average,
        "loss": loss,
        "C": 0.1,
        "random_state": 4,
        "tol": None,
        "max_iter": 3,
    }
    mine, theirs = pair("PassiveAggressiveClassifier", settings)
    for one in (mine, theirs):
        one.fit(scipy.sparse.csr_array(X), y)
    assert_same(mine, theirs)
    mine, theirs = pair("PassiveAggressiveClassifier", settings)
    for part in (slice(0, 70), slice(70, 90), slice(90, 150)):
        for one in (mine, theirs):
            one.partial_fit(X[part], y[part], classes=["a", "b", "c", "d"][:n_labels])
        assert_same(mine, theirs)


def test_documents_of_weight_0_are_visited_as_scikit_learn_visits_them():
    X, y = data(2)
    weights = np.random.RandomState(0).rand(len(y)).round()
    mine, theirs = pair("Perceptron", {"penalty": "l2", "alpha": 0.01})
    assert_same(mine.fit(X, y, sample_weight=weights), theirs.fit(X, y, sample_weight=weights))


@pytest.mark.parametrize("n_labels", [2, 3])
@pytest.mark.parametrize("name", ["Perceptron", "PassiveAggressiveClassifier"])
def test_verbose_prints_scikit_learns_lines(name, n_labels, capsys):
    X, y = data(n_labels)
    printed = []
    for one in pair(name, {"verbose": 1, "max_iter": 20, "random_state": 1}):
        one.fit(X, y)
        one.partial_fit(X[:30], y[:30])
        lines = [line for line in capsys.readouterr().out.splitlines() if "Parallel" not in line]
        printed.append([SECONDS.sub("", line) for line in lines])
    assert printed[0] == printed[1]
    assert printed[0][0] == "-- Epoch 1"


def test_verbose_solvers_print_how_many_rounds_they_took(capsys):
    X, y = data(2)
    for name in ("LinearSVC", "LogisticRegression"):
        getattr(ours, name)(verbose=1).fit(X, y)
        assert re.match(
            r"Convergence after \d+ rounds took [\d.]+ seconds\n", capsys.readouterr().out
        )


def test_weights_that_overflow_are_refused():
    X = np.array([[1e200], [-1e200], [1e200]])
    with pytest.raises(ValueError, match="under-/overflow occurred at epoch #1"):
        ours.Perceptron(eta0=1e200, shuffle=False).fit(X, [0, 1, 0])


@pytest.mark.parametrize("average", [False, True])
def test_pickled_between_batches_it_goes_on_as_if_it_had_not_been(average):
    X, y = data(3)
    X = scipy.sparse.csr_array(X)
    settings = {"average": average, "random_state": 2}
    kept = ours.PassiveAggressiveClassifier(**settings).partial_fit(
        X[:50], y[:50], classes=["a", "b", "c"]
    )
    again = pickle.loads(pickle.dumps(kept))  # noqa: S301 (our own bytes)
    for one in (kept, again):
        one.partial_fit(X[50:], y[50:])
    assert np.array_equal(kept.coef_, again.coef_)
    assert np.array_equal(kept.predict(X), again.predict(X))


ONLINE = ["Perceptron", "PassiveAggressiveClassifier"]


def set_by_hand(learner, n_labels, columns=25):
    """Give a learner weights of 1 and intercepts of 2, without training."""
    outputs = 1 if n_labels == 2 else n_labels
    learner.classes_ = np.array(["a", "b", "c", "d"][:n_labels])
    learner.coef_ = np.ones((outputs, columns))
    learner.intercept_ = np.full(outputs, 2.0)
    return learner


@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("name", ONLINE)
def test_weights_set_by_hand_are_copied_used_and_learned_on_from_as_scikit_learns(name, n_labels):
    X, y = data(n_labels)
    mine, theirs = (set_by_hand(one, n_labels) for one in pair(name, {"random_state": 1}))
    pickled = pickle.loads(pickle.dumps(mine))  # noqa: S301 (our own bytes)
    for one in (mine, pickled, copy.deepcopy(mine)):
        assert np.array_equal(one.predict(X), theirs.predict(X))
        np.testing.assert_allclose(one.decision_function(X), theirs.decision_function(X))
    assert not hasattr(clone(mine), "coef_")
    assert_same(mine.partial_fit(X, y), theirs.partial_fit(X, y))


def test_a_pickle_keeps_weights_that_were_turned_round():
    X, y = data(2)
    turned = ours.Perceptron().fit(X, y)
    turned.coef_ = turned.coef_[:, ::-1]
    again = pickle.loads(pickle.dumps(turned))  # noqa: S301 (our own bytes)
    assert np.array_equal(again.coef_, turned.coef_)


def assign(learner):
    learner.coef_ = np.ones_like(learner.coef_)
    learner.intercept_ = np.full_like(learner.intercept_, 2)


def assign_weights(learner):
    learner.coef_ = np.ascontiguousarray(learner.coef_[:, ::-1])


def raise_intercepts(learner):
    learner.intercept_ += 5


def change_in_place(learner):
    learner.coef_ *= 3
    learner.intercept_[0] = -4


CHANGES = [assign, assign_weights, raise_intercepts, change_in_place]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("name", ONLINE)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_batch_goes_on_from_weights_that_were_changed(change, name, n_labels, dtype):
    X, y = data(n_labels)
    X = X.astype(dtype)
    tolerance = 1e-9 if dtype == np.float64 else 1e-4
    mine, theirs = pair(name, {"random_state": 1})
    for one in (mine, theirs):
        one.partial_fit(X[:50], y[:50], classes=["a", "b", "c", "d"][:n_labels])
        change(one)
    for part in (slice(50, 51), slice(51, 60)):
        for one in (mine, theirs):
            one.partial_fit(X[part], y[part])
        np.testing.assert_allclose(mine.coef_, theirs.coef_, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(
            mine.intercept_, theirs.intercept_, rtol=tolerance, atol=tolerance
        )


@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize(
    ("change", "average"),
    [(assign_weights, True), (raise_intercepts, True), (assign, 400), (change_in_place, 400)],
)
def test_with_averages_only_changes_in_place_last_as_scikit_learns(change, average, n_labels):
    X, y = data(n_labels)
    mine, theirs = pair("PassiveAggressiveClassifier", {"random_state": 1, "average": average})
    for one in (mine, theirs):
        one.partial_fit(X[:50], y[:50], classes=["a", "b", "c", "d"][:n_labels])
        change(one)
        one.partial_fit(X[50:60], y[50:60])
    assert_same(mine, theirs)


@pytest.mark.parametrize("n_labels", [2, 4])
def test_averages_that_are_switched_off_are_what_a_batch_goes_on_from(n_labels):
    X, y = data(n_labels)
    mine, theirs = pair("PassiveAggressiveClassifier", {"random_state": 1, "average": True})
    for one in (mine, theirs):
        one.partial_fit(X[:50], y[:50], classes=["a", "b", "c", "d"][:n_labels])
        one.set_params(average=False)
        one.partial_fit(X[50:60], y[50:60])
    assert_same(mine, theirs)


def test_a_batch_that_was_refused_leaves_nothing_behind():
    X, y = data(4)
    learner = ours.Perceptron().fit(X[:, :9], y)
    for refused in (learner, ours.Perceptron()):
        with pytest.raises(ValueError, match="overflow"):
            refused.set_params(eta0=1e200).fit(X * 1e200, y)
        refused.set_params(eta0=1.0).partial_fit(X, y)
        assert_same(
            refused, linear_model.Perceptron().partial_fit(X, y, classes=["a", "b", "c", "d"])
        )


def test_weights_of_another_shape_are_refused():
    X, y = data(4)
    learner = ours.Perceptron().fit(X, y)
    learner.coef_ = np.ones((4, 24))
    with pytest.raises(ValueError, match=r"its shape must be \(4, 25\); got \(4, 24\)"):
        learner.partial_fit(X, y)
    with pytest.raises(ValueError, match=r"its shape must be \(4,\); got \(1,\)"):
        ours.Perceptron().fit(X, y, intercept_init=[1.0])


def wide_batch(n_columns):
    """Documents over few columns, all of them among the first."""
    random = np.random.RandomState(0)
    X = scipy.sparse.random_array((300, 2**10), density=0.01, format="csr", rng=random)
    X.resize((300, n_columns))
    return X, random.randint(20, size=300)


def cpu_of_batches(learner, n_columns):
    """Return the least CPU seconds of a batch after the first."""
    X, y = wide_batch(n_columns)
    learner.partial_fit(X, y, classes=np.arange(20))
    least = np.inf
    for _ in range(5):
        start = time.process_time()
        learner.partial_fit(X, y)
        learner.predict(X)
        least = min(least, time.process_time() - start)
    return least


@pytest.mark.parametrize(
    "name", ["Perceptron", "PassiveAggressiveClassifier", "MultinomialNB", "ComplementNB"]
)
def test_a_batch_costs_what_it_has_whatever_the_width(name):
    # 2^20 columns × 20 labels: one look at each weight alone takes 20 times as long as the batch.
    narrow = cpu_of_batches(getattr(ours, name)(), 2**12)
    wide = cpu_of_batches(getattr(ours, name)(), 2**20)
    assert wide < 5 * narrow + 0.002
