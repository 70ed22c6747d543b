"""Logistic regression: softmax for three labels and more, one w for two."""

import time
from dataclasses import replace
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
    warn_of_n_jobs,
)
from linnet.sklearn.matrices import Floats, encoded, solver_rows
from linnet.sklearn.softmax_l1 import softmax_l1
from linnet.sklearn.solving import (
    Settings,
    Solution,
    check_two_labels,
    document_weights,
    label_weights,
    print_rounds,
    solve,
    warn_unconverged,
    without_constant,
)


class LogisticRegression(Callbacks, LinearClassifier):
    """The weights with the smallest C · Σ loss + penalty, and probabilities that follow from them.

    `solver` takes scikit-learn's names. They say what is solved (liblinear penalises the intercept,
    saga knows l1), not how: that is the engine's choice.

    >>> counts = [[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]]
    >>> words = LogisticRegression().fit(counts, ["spam", "ham", "spam", "ham"])
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
            warn_of_n_jobs(self.n_jobs)
        X, y = self._checked(X, y)
        self.classes_, codes = encoded(y)
        progress = self._begin(X, y, sample_weight)
        if self.solver == "liblinear":
            check_liblinear(X, len(self.classes_))
        check_two_labels(self.classes_)

        settings = settings_of(self, penalty)
        start = time.perf_counter()
        solution = self._solve(X, codes, sample_weight, settings)
        if self.verbose:
            print_rounds(solution, time.perf_counter() - start)
        if not solution.converged:
            warn_unconverged(NOT_CONVERGED[self.solver].format(solution.rounds))

        def attributes_after(n_rounds: int) -> dict[str, Any]:
            shortened = replace(settings, max_iter=n_rounds)
            after = self._solve(X, codes, sample_weight, shortened)
            return self._attributes(after, X.dtype)

        progress.rounds(solution.rounds, attributes_after)
        for name, value in self._attributes(solution, X.dtype).items():
            setattr(self, name, value)
        self.n_iter_ = np.array([solution.rounds], np.int32)
        progress.end()
        return self

    def _checked(self, X: Any, y: Any) -> Any:
        return validate_data(
            self,
            X,
            y,
            accept_sparse="csr",
            accept_large_sparse=self.solver not in SHORT_INDICES,
            dtype=[np.float64, np.float32],
            order="C",
        )

    def _attributes(self, solution: Solution, dtype: Any) -> dict[str, Any]:
        if self.solver == "liblinear":
            dtype = np.float64
        return {
            "coef_": solution.weights.T.astype(dtype, copy=False),
            "intercept_": solution.offset.astype(dtype, copy=False),
        }

    def _solve(self, X: Any, codes: Any, sample_weight: Any, settings: Settings) -> Solution:
        n_labels = len(self.classes_)
        n_features = X.shape[1]
        of_label = self._label_weights(codes, sample_weight)
        weights = document_weights(X, sample_weight, of_label, codes)
        if n_labels > 2 and settings.l1_ratio > 0:
            start = self._start(n_features) or self._zero(n_features)
            return softmax_l1(X, codes, weights, settings, start)

        targets = Targets.of(codes, n_labels, weights)
        if self.solver == "liblinear" and self.fit_intercept and self.intercept_scaling != 1:
            return self._solve_with_constant(X, targets, settings)
        rows = solver_rows(X)
        solution = solve(rows, targets, settings, n_features, self._start(n_features))
        return _centred(solution) if n_labels > 2 else solution

    def _solve_with_constant(self, X: Any, targets: Targets, settings: Settings) -> Solution:
        """Return the solution where the intercept is the weight of a constant last column."""
        scaling = self.intercept_scaling
        rows = solver_rows(X, scaling)
        without_offset = replace(settings, offset="none")
        solution = solve(rows, targets, without_offset, X.shape[1] + 1)
        return without_constant(solution, scaling)

    def _label_weights(self, codes: Any, sample_weight: Any) -> Floats | None:
        if self.class_weight is None:
            return None
        return label_weights(self.class_weight, self.classes_, codes, sample_weight)

    def _start(self, n_features: int) -> _core.OutputWeights | None:
        """Return the weights to start from: those of the last fit, if asked for."""
        if not self.warm_start or self.solver == "liblinear" or not hasattr(self, "coef_"):
            return None
        n_labels = len(self.classes_)
        n_outputs = 1 if n_labels == 2 else n_labels
        expected = (n_outputs, n_features)
        if self.coef_.shape != expected:
            raise ValueError(
                f"Initialization coef is of shape {self.coef_.shape}, expected shape {expected}"
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
    highest = scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores - highest)
    return np.asarray(highest + np.log(exponentials.sum(axis=1, keepdims=True)))


def _centred(solution: Solution) -> Solution:
    """Return the weights of a softmax around 0: all a little higher would mean the same."""
    weights = solution.weights
    offset = solution.offset
    mean_weights = weights.mean(axis=1, keepdims=True)
    return replace(solution, weights=weights - mean_weights, offset=offset - offset.mean())
