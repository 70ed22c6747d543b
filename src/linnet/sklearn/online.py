"""Perceptron and passive-aggressive classifiers: a correction after each bad document."""

from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions

from linnet.sklearn.online_classifier import OnlineClassifier, Steps


class Perceptron(OnlineClassifier):
    """After each document on the wrong side: weights += eta0 · x, shrunk where there is a penalty.

    Each label is learned against the rest.

    >>> counts = [[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]]
    >>> words = Perceptron().fit(counts, ["spam", "ham", "spam", "ham"])
    >>> words.predict([[1, 1, 0]]).tolist()
    ['spam']
    """

    _parameter_constraints = {
        **OnlineClassifier._parameter_constraints,
        "penalty": [StrOptions({"l2", "l1", "elasticnet"}), None],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both")],
        "eta0": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        penalty: str | None = None,
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        shuffle: bool = True,
        verbose: int = 0,
        eta0: float = 1.0,
        n_jobs: int | None = None,
        random_state: Any = 0,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        class_weight: Any = None,
        warm_start: bool = False,
    ) -> None:
        self.penalty = penalty
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.shuffle = shuffle
        self.verbose = verbose
        self.eta0 = eta0
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.class_weight = class_weight
        self.warm_start = warm_start

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(
        self,
        X: Any,
        y: Any,
        coef_init: Any = None,
        intercept_init: Any = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learn from these documents, in rounds."""
        return self._fit(X, y, (coef_init, intercept_init), sample_weight)

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Visit each document once; the first call needs all labels that will ever come."""
        return self._partial_fit(X, y, classes, sample_weight)

    def _steps(self) -> Steps:
        l1_ratio = {"l1": 1.0, "l2": 0.0, "elasticnet": self.l1_ratio}.get(self.penalty or "", 0.0)
        strength = self.alpha if self.penalty else 0.0
        step_size = float(self.eta0)
        return Steps(
            step_rule="perceptron",
            step_size=step_size,
            l1=l1_ratio * strength,
            l2=(1 - l1_ratio) * strength,
            learning_rate=step_size,
        )


class PassiveAggressiveClassifier(OnlineClassifier):
    """After each document with a margin below 1: a step that brings it to 1, but at most by C.

    Each label is learned against the rest. How C limits the steps depends on the loss:
    loss = 1 − margin; weights += step · x, and step is min(C, loss / |x|²) for "hinge" (PA-I) or
    loss / (|x|² + 1 / 2C) for "squared_hinge" (PA-II).
    """

    _parameter_constraints = {
        **OnlineClassifier._parameter_constraints,
        "C": [Interval(Real, 0, None, closed="right")],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "average": [Interval(Integral, 0, None, closed="neither"), "boolean"],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        fit_intercept: bool = True,
        max_iter: int = 1000,
        tol: float | None = 1e-3,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
        shuffle: bool = True,
        verbose: int = 0,
        loss: str = "hinge",
        n_jobs: int | None = None,
        random_state: Any = None,
        warm_start: bool = False,
        class_weight: Any = None,
        average: Any = False,
    ) -> None:
        self.C = C
        self.fit_intercept = fit_intercept
        self.max_iter = max_iter
        self.tol = tol
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.shuffle = shuffle
        self.verbose = verbose
        self.loss = loss
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.average = average

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, coef_init: Any = None, intercept_init: Any = None) -> Self:
        """Learn from these documents, in rounds."""
        return self._fit(X, y, (coef_init, intercept_init), None)

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Visit each document once; the first call needs all labels that will ever come."""
        return self._partial_fit(X, y, classes, None)

    def _steps(self) -> Steps:
        rule = "pa-2"
        if self.loss == "hinge":
            rule = "pa" if np.isinf(self.C) else "pa-1"
        return Steps(step_rule=rule, cap=min(float(self.C), 1e300))
