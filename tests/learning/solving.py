"""Problems for solvers, and the best weights of each by scipy."""

from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import minimize
from scipy.special import expit, logsumexp

from linnet import _core

SETTINGS = {
    "loss": "logistic",
    "l1": 0.0,
    "l2": 0.01,
    "offset": "none",
    "solver": "auto",
    "tolerance": 1e-7,
    "rounds": 20000,
    "seed": 1,
    "threads": 1,
}
LOSSES = {
    "logistic": (lambda m: np.logaddexp(0, -m), lambda m: -expit(-m)),
    "squared-hinge": (lambda m: np.maximum(0, 1 - m) ** 2, lambda m: -2 * np.maximum(0, 1 - m)),
    "hinge": (lambda m: np.maximum(0, 1 - m), lambda m: -(m < 1).astype(float)),
}
OFFSETS = ("free", "penalised", "none")
SMOOTH_SOLVERS = ("newton", "lbfgs", "gradient-descent")


def solver_settings(**settings):
    return _core.SolverSettings(**SETTINGS | settings)


def problem(*, starts, columns, values, n_columns, label_starts, label_codes, n_labels, weights):
    targets = _core.Targets(
        starts=label_starts, codes=label_codes, n_labels=n_labels, weights=weights
    )
    rows = _core.Rows(starts, columns, values)
    return _core.Problem(rows=rows, targets=targets, n_columns=n_columns)


@dataclass(frozen=True)
class Data:
    """A table of documents, the labels of each, and how much each counts."""

    table: np.ndarray
    labels: list[list[int]]
    n_labels: int
    weights: np.ndarray | None = None

    def arrays(self):
        rows = sp.csr_matrix(self.table)
        starts = np.cumsum([0, *map(len, self.labels)])
        return {
            "starts": rows.indptr.astype(np.int64),
            "columns": rows.indices.astype(np.int32),
            "values": rows.data.astype(np.float64),
            "n_columns": self.table.shape[1],
            "label_starts": starts.astype(np.int64),
            "label_codes": np.array([code for codes in self.labels for code in codes], np.int32),
            "n_labels": self.n_labels,
            "weights": self.weights,
        }

    def problem(self):
        return problem(**self.arrays())

    def fit(self, start=None, **settings):
        at = None if start is None else _core.OutputWeights(*start)
        return _core.fit_linear(self.problem(), solver_settings(**settings), start=at)

    def path(self, strengths, **settings):
        return _core.fit_path(
            self.problem(), solver_settings(**settings), np.array(strengths, np.float64)
        )

    def objective(self, at_weights, at_offset, **settings):
        at = _core.OutputWeights(np.array(at_weights), np.array(at_offset))
        return _core.linear_objective(self.problem(), solver_settings(**settings), at)

    def shares(self):
        weights = np.ones(len(self.labels)) if self.weights is None else self.weights
        return weights / weights.sum()

    def signs(self, label):
        return np.array([1.0 if label in codes else -1.0 for codes in self.labels])

    @property
    def codes(self):
        return np.array([codes[0] for codes in self.labels])


def some_data(n=60, n_columns=8, n_labels=3, seed=0):
    random = np.random.default_rng(seed)
    table = random.normal(size=(n, n_columns)) * (random.random((n, n_columns)) < 0.6)
    scores = table @ random.normal(size=(n_columns, n_labels)) + random.normal(size=(n, n_labels))
    return Data(table, [[int(code)] for code in scores.argmax(1)], n_labels)


def reference(data, label, loss, l1, l2, offset):
    """The best weights and offset of one column by scipy: with l1, w = up - down, both >= 0."""
    value, slope = LOSSES[loss]
    signs, shares, n = data.signs(label), data.shares(), data.table.shape[1]
    table = np.column_stack([data.table, np.ones(len(signs))])
    penalised = np.array([1.0] * n + [float(offset == "penalised")])

    def objective(parts):
        w = parts[: n + 1] - parts[n + 1 :]
        margins = signs * (table @ w)
        gradient = table.T @ (shares * signs * slope(margins)) + l2 * penalised * w
        total = (
            shares @ value(margins)
            + l2 / 2 * penalised @ w**2
            + l1 * penalised @ (parts[: n + 1] + parts[n + 1 :])
        )
        return total, np.concatenate([gradient + l1 * penalised, -gradient + l1 * penalised])

    bounds = [(0, None)] * n + [(0, 0 if offset == "none" else None)]
    best = minimize(
        objective,
        np.full(2 * n + 2, 0.0),
        jac=True,
        bounds=bounds * 2,
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 20000},
    )
    w = best.x[: n + 1] - best.x[n + 1 :]
    return w[:n], w[n], best.fun


def softmax_reference(data, l2, offset):
    shares, n, k = data.shares(), data.table.shape[1], data.n_labels
    own = np.eye(k)[data.codes]

    def objective(flat):
        w, b = flat[: n * k].reshape(n, k), flat[n * k :] * (offset != "none")
        scores = data.table @ w + b
        chances = np.exp(scores - logsumexp(scores, axis=1, keepdims=True))
        rest = shares[:, None] * (chances - own)
        held = l2 * (offset == "penalised")
        value = (
            shares @ (logsumexp(scores, axis=1) - (scores * own).sum(1))
            + l2 / 2 * (w**2).sum()
            + held / 2 * b @ b
        )
        return value, np.concatenate(
            [(data.table.T @ rest + l2 * w).ravel(), rest.sum(0) * (offset != "none") + held * b]
        )

    best = minimize(
        objective,
        np.zeros(n * k + k),
        jac=True,
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 20000},
    )
    return best.x[: n * k].reshape(n, k), best.x[n * k :], best.fun


def check_against_reference(data, found, settings):
    for column in range(found.weights.shape[1]):
        label = 1 if found.weights.shape[1] < data.n_labels else column
        weights, offset, value = reference(data, label, **settings)
        assert found.objectives[column] == pytest.approx(value, rel=1e-5)
        assert found.weights[:, column] == pytest.approx(weights, abs=1e-3)
        assert found.offset[column] == pytest.approx(offset, abs=1e-3)


FITS = [
    {"loss": "logistic", "offset": "free"},
    {"loss": "squared-hinge"},
    {"loss": "hinge", "offset": "penalised"},
    {"loss": "softmax", "offset": "free"},
    {"loss": "crammer-singer", "offset": "penalised"},
    {"solver": "newton", "offset": "free"},
    {"solver": "lbfgs", "loss": "softmax"},
    {"solver": "gradient-descent"},
    {"l1": 0.01, "offset": "free"},
    {"l1": 0.01, "l2": 0.0, "loss": "squared-hinge"},
]
every_fit = pytest.mark.parametrize("settings", FITS, ids=lambda s: "-".join(map(str, s.values())))
