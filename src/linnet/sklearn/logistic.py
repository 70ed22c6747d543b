"""Logistic regression: softmax for three labels and more, one w for two."""

import time
import warnings
from dataclasses import replace
from functools import partial
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Hidden, Interval, StrOptions
from sklearn.utils.validation import validate_data

from linnet import _core
from linnet.learning.targets import Targets
from linnet.sklearn.callbacks import Callbacks
from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.logistic_settings import (
    NOT_CONVERGED,
    SHORT_INDICES,
    check_liblinear,
    penalty_of,
    settings_of,
)
from linnet.sklearn.matrices import Floats, encoded, solver_rows
from linnet.sklearn.softmax_l1 import softmax_l1
from linnet.sklearn.solving import (
    Found,
    Settings,
    document_weights,
    label_weights,
    need_two,
    print_rounds,
    solve,
    warn,
    without_constant,
)


class LogisticRegression(Callbacks, LinearClassifier):
    """The weights with the smallest C · Σ loss + penalty, and probabilities that follow from them.

    `solver` takes scikit-learn's names. They say what is solved (liblinear penalises the intercept, saga knows l1),
    not how: that is the engine's choice.

    >>> words = LogisticRegression().fit([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]], ["spam", "ham", "spam", "ham"])
    >>> words.predict([[1, 1, 0]]).tolist(), words.predict_proba([[0, 0, 0]]).round(2).tolist()
    (['spam'], [[0.49, 0.51]])
    """

    _parameter_constraints = {
        "penalty": [
            StrOptions({"l1", "l2", "elasticnet"}),
            None,
            Hidden(StrOptions({"deprecated"})),
        ],
        "C": [Interval(Real, 0, None, closed="right")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both"), None],
        "dual": ["boolean"],
        "tol": [Interval(Real, 0, None, closed="left")],
        "fit_intercept": ["boolean"],
        "intercept_scaling": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "random_state": ["random_state"],
        "solver": [
            StrOptions({"lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga"})
        ],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
        "verbose": ["verbose"],
        "warm_start": ["boolean"],
        "n_jobs": [None, Integral],
    }

    def __init__(
        self,
        penalty: Any = "deprecated",
        *,
        C: float = 1.0,
        l1_ratio: float | None = 0.0,
        dual: bool = False,
        tol: float = 1e-4,
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        random_state: Any = None,
        solver: str = "lbfgs",
        max_iter: int = 100,
        verbose: int = 0,
        warm_start: bool = False,
        n_jobs: int | None = None,
    ) -> None:
        self.penalty = penalty
        self.C = C
        self.l1_ratio = l1_ratio
        self.dual = dual
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.random_state = random_state
        self.solver = solver
        self.max_iter = max_iter
        self.verbose = verbose
        self.warm_start = warm_start
        self.n_jobs = n_jobs

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from these documents."""
        penalty = penalty_of(self)
        if self.n_jobs is not None:
            warnings.warn(
                "'n_jobs' has no effect since 1.8 and will be removed in 1.10. "
                f"You provided 'n_jobs={self.n_jobs}', please leave it unspecified.",
                FutureWarning,
                stacklevel=3,
            )
        types = {"accept_sparse": "csr", "accept_large_sparse": self.solver not in SHORT_INDICES}
        X, y = validate_data(self, X, y, dtype=[np.float64, np.float32], order="C", **types)
        self.classes_, codes = encoded(y)
        told = self._begin(X, y, sample_weight)
        if self.solver == "liblinear":
            check_liblinear(X, len(self.classes_))
        need_two(self.classes_)
        solve, settings = partial(self._solve, X, codes, sample_weight), settings_of(self, penalty)
        start = time.perf_counter()
        found = solve(settings)
        if self.verbose:
            print_rounds(found, time.perf_counter() - start)
        if not found.enough:
            warn(NOT_CONVERGED[self.solver].format(found.rounds))
        told.rounds(
            found.rounds, lambda n: self._attributes(solve(replace(settings, max_iter=n)), X.dtype)
        )
        for name, value in self._attributes(found, X.dtype).items():
            setattr(self, name, value)
        self.n_iter_ = np.array([found.rounds], np.int32)
        told.end()
        return self

    def _attributes(self, found: Found, dtype: Any) -> dict[str, Any]:
        dtype = np.float64 if self.solver == "liblinear" else dtype
        return {
            "coef_": found.weights.T.astype(dtype, copy=False),
            "intercept_": found.offset.astype(dtype, copy=False),
        }

    def _solve(self, X: Any, codes: Any, sample_weight: Any, settings: Settings) -> Found:
        n = len(self.classes_)
        weights = document_weights(
            X, sample_weight, self._label_weights(codes, sample_weight), codes
        )
        if n > 2 and settings.l1_ratio > 0:
            return softmax_l1(
                X, codes, weights, settings, self._start(X.shape[1]) or self._zero(X.shape[1])
            )
        scaled = self.solver == "liblinear" and self.fit_intercept and self.intercept_scaling != 1
        rows, targets = (
            solver_rows(X, self.intercept_scaling if scaled else None),
            Targets.of(codes, n, weights),
        )
        if scaled:
            found = solve(rows, targets, replace(settings, offset="none"), X.shape[1] + 1)
            return without_constant(found, self.intercept_scaling)
        found = solve(rows, targets, settings, X.shape[1], self._start(X.shape[1]))
        return _centred(found) if n > 2 else found

    def _label_weights(self, codes: Any, sample_weight: Any) -> Floats | None:
        if self.class_weight is None:
            return None
        return label_weights(self.class_weight, self.classes_, codes, sample_weight)

    def _start(self, n_features: int) -> _core.OutputWeights | None:
        """Return the weights to start from: those of the last fit, if asked for."""
        if not self.warm_start or self.solver == "liblinear" or not hasattr(self, "coef_"):
            return None
        outputs = 1 if len(self.classes_) == 2 else len(self.classes_)
        if self.coef_.shape != (outputs, n_features):
            raise ValueError(
                f"Initialization coef is of shape {self.coef_.shape}, expected shape {(outputs, n_features)}"
            )
        weights = np.ascontiguousarray(self.coef_.T, np.float64)
        offset = np.asarray(self.intercept_, np.float64)
        return _core.OutputWeights(weights, offset)

    def _zero(self, n_features: int) -> _core.OutputWeights:
        n_labels = len(self.classes_)
        return _core.OutputWeights(np.zeros((n_features, n_labels)), np.zeros(n_labels))

    def predict_proba(self, X: Any) -> Floats:
        """Return P(label given document): documents × labels."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X: Any) -> Floats:
        """Return log P(label given document): documents × labels."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            scores = np.stack([np.zeros_like(scores), scores], axis=1)
        return np.asarray(scores - _log_sum(scores))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.solver == "liblinear":
            tags.classifier_tags.multi_class = False
        return tags


def _log_sum(scores: npt.NDArray[Any]) -> npt.NDArray[Any]:
    top = scores.max(axis=1, keepdims=True)
    return np.asarray(top + np.log(np.exp(scores - top).sum(axis=1, keepdims=True)))


def _centred(found: Found) -> Found:
    """Return the weights of a softmax around 0: all a little higher would mean the same."""
    weights = found.weights - found.weights.mean(axis=1, keepdims=True)
    return replace(found, weights=weights, offset=found.offset - found.offset.mean())
