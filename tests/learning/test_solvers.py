"""Every solver finds the least mean loss + penalty: by scipy, scikit-learn, LIBLINEAR, by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from liblinear.liblinearutil import train
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from tests.learning.solving import (
    OFFSETS,
    SMOOTH_SOLVERS,
    Data,
    check_against_reference,
    reference,
    softmax_reference,
    some_data,
)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge"])
@pytest.mark.parametrize("solver", ["dual", *SMOOTH_SOLVERS])
def test_smooth_losses_with_l2_reach_the_optimum_of_scipy(solver, loss, offset):
    data = some_data()
    found = data.fit(solver=solver, loss=loss, offset=offset)
    assert found.converged
    check_against_reference(data, found, {"loss": loss, "l1": 0.0, "l2": 0.01, "offset": offset})


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("solver", SMOOTH_SOLVERS)
def test_no_penalty_reaches_the_optimum_where_there_is_one(solver, offset):
    data = some_data(n=300, n_columns=3)
    found = data.fit(solver=solver, offset=offset, l2=0.0, tolerance=1e-8)
    assert found.converged
    check_against_reference(
        data, found, {"loss": "logistic", "l1": 0.0, "l2": 0.0, "offset": offset}
    )


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("solver", ["dual", *SMOOTH_SOLVERS])
def test_softmax_reaches_the_optimum_of_scipy(solver, offset):
    data = some_data(n_labels=5)
    found = data.fit(solver=solver, loss="softmax", offset=offset)
    weights, offsets, value = softmax_reference(data, 0.01, offset)
    assert found.converged
    assert found.objectives == pytest.approx([value], rel=1e-5)
    assert found.weights == pytest.approx(weights, abs=1e-3)
    if offset == "free":  # only differences of free offsets matter
        assert found.offset - found.offset.mean() == pytest.approx(
            offsets - offsets.mean(), abs=1e-3
        )
    else:
        assert found.offset == pytest.approx(offsets * (offset != "none"), abs=1e-3)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge"])
@pytest.mark.parametrize(("l1", "l2"), [(0.02, 0.0), (0.05, 0.0), (0.02, 0.02)])
def test_l1_and_elastic_reach_the_optimum_and_its_zeros(loss, offset, l1, l2):
    data = some_data(n_columns=20)
    found = data.fit(solver="coordinate", loss=loss, offset=offset, l1=l1, l2=l2)
    assert found.converged
    check_against_reference(data, found, {"loss": loss, "l1": l1, "l2": l2, "offset": offset})
    best = np.column_stack([reference(data, k, loss, l1, l2, offset)[0] for k in range(3)])
    assert ((found.weights != 0) == (np.abs(best) > 1e-6)).all()
    assert 0 < (found.weights == 0).sum() < found.weights.size


@pytest.mark.parametrize("offset", ["free", "penalised", "none"])
def test_hinge_is_not_beaten_nearby(offset):
    data = some_data()
    found = data.fit(loss="hinge", offset=offset, tolerance=1e-6)
    assert found.converged
    random = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1):
        weights = found.weights + size * random.normal(size=found.weights.shape)
        offsets = found.offset + size * random.normal(size=3) * (offset != "none")
        assert (
            data.objective(weights, offsets, loss="hinge", offset=offset)
            > found.objectives * (1 - 1e-5)
        ).all()


@pytest.mark.parametrize("rate", [0.01, 1.0, 10.0, 1000.0])
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "softmax"])
def test_documents_may_be_short_or_long(loss, rate):
    data = some_data()
    data = replace(data, table=data.table * math.sqrt(rate))
    found = data.fit(loss=loss, tolerance=1e-6)
    exact = data.fit(solver="newton", loss=loss, tolerance=1e-9)
    assert found.converged
    assert found.measure == (
        "gradient norm" if rate == 1000 else "duality gap"
    )  # the dual would take for ever
    assert found.objectives == pytest.approx(exact.objectives, rel=2e-6)


@pytest.mark.parametrize("n_labels", [2, 3])
def test_softmax_equals_scikit_learn(n_labels):
    data = some_data(n_labels=n_labels)
    strength = 1 / len(data.labels)
    peer = LogisticRegression(C=1.0, tol=1e-10, max_iter=10000).fit(data.table, data.codes)
    found = data.fit(loss="softmax", l2=strength, offset="free")
    assert found.weights == pytest.approx(peer.coef_.T, abs=1e-3)
    centred = found.offset - (found.offset.mean() if n_labels > 2 else 0)
    assert centred == pytest.approx(
        peer.intercept_ - (peer.intercept_.mean() if n_labels > 2 else 0), abs=1e-3
    )


@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_svm_equals_scikit_learn(loss):
    data = some_data()
    peer = LinearSVC(
        loss=loss.replace("-", "_"), fit_intercept=False, tol=1e-9, max_iter=1000000, C=1.0
    )
    peer.fit(data.table, data.codes)
    found = data.fit(loss=loss, l2=1 / len(data.labels))
    assert found.weights == pytest.approx(peer.coef_.T, abs=1e-3)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [(0, {}), (7, {}), (2, {"loss": "squared-hinge"}), (6, {"l1": 1.0, "l2": 0.0})],
)
def test_columns_equal_liblinear(kind, settings):
    data = some_data()
    n = len(data.labels)
    scaled = {"l2": 1 / n, **{key: value / n for key, value in settings.items() if key != "loss"}}
    model = train(data.codes.astype(float), sp.csr_matrix(data.table), f"-s {kind} -c 1 -e 1e-9 -q")
    found = data.fit(**settings | scaled)
    order = [int(label) for label in model.get_labels()]
    peer = np.ctypeslib.as_array(model.w, shape=(8 * 3,)).reshape(8, 3)[:, np.argsort(order)]
    assert found.weights == pytest.approx(peer, abs=1e-3)


def test_the_objective_by_hand():
    # one document each of labels 0, 1 at x = 1, 2; w = 0.5, b = 1: scores 1.5 and 2, margins -1.5
    # and 2
    data = Data(np.array([[1.0], [2.0]]), [[0], [1]], 2)
    at = {"at_weights": [[0.5]], "at_offset": [1.0]}
    penalties = 0.1 * 0.5 + 0.2 / 2 * 0.25
    assert data.objective(**at, loss="hinge", l1=0.1, l2=0.2, offset="free") == pytest.approx(
        [2.5 / 2 + penalties]
    )
    assert data.objective(
        **at, loss="squared-hinge", l1=0.1, l2=0.2, offset="penalised"
    ) == pytest.approx([6.25 / 2 + penalties + 0.1 + 0.1])
    logistic = (math.log1p(math.exp(1.5)) + math.log1p(math.exp(-2))) / 2
    assert data.objective(**at, loss="logistic", l2=0.0) == pytest.approx([logistic])
    assert data.objective(**at, loss="softmax", l2=0.0) == pytest.approx([logistic])


def test_crammer_singer_objective_by_hand():
    # Scores 0, 1 and 2 for a document of label 1: label 2, with a head start of 1, is 2 ahead;
    # and 2 / 2 * (1 + 4).
    data = Data(np.ones((1, 1)), [[1]], 3)
    assert data.objective(
        [[0.0, 1.0, 2.0]], [0.0] * 3, loss="crammer-singer", l2=2.0
    ) == pytest.approx([2 + 5])


def test_softmax_objective_by_hand():
    data = Data(np.array([[1.0]]), [[2]], 3)
    value = math.log(1 + math.e + math.e**2) - 2
    assert data.objective([[0.0, 1.0, 2.0]], [0.0] * 3, loss="softmax", l2=2.0) == pytest.approx(
        [value + 5]
    )


def test_squared_hinge_by_hand():
    # one document x = 1 of label 1 against an empty one: (1 - w)² / 2 + l2 / 2 w²,
    # best at w = 1 / (1 + l2) = 2/3
    data = Data(np.array([[0.0], [1.0]]), [[0], [1]], 2)
    assert data.fit(loss="squared-hinge", l2=0.5).weights == pytest.approx(
        np.array([[2 / 3]]), abs=1e-6
    )


def test_a_free_offset_alone_is_the_log_odds():
    data = Data(np.zeros((10, 1)), [[1]] * 8 + [[0]] * 2, 2)
    for solver in ("dual", *SMOOTH_SOLVERS):
        assert data.fit(solver=solver, offset="free").offset == pytest.approx(
            [math.log(4)], abs=1e-3
        )
