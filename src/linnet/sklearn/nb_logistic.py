"""Logistic regression on features scaled by their naive Bayes log-ratios."""

from dataclasses import replace
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from linnet.features.rows import Rows
from linnet.learning.linear import log_ratio
from linnet.learning.targets import Targets
from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.matrices import Floats, encoded, solver_rows
from linnet.sklearn.solving import (
    Settings,
    Solution,
    check_two_labels,
    document_weights,
    joined,
    label_weights,
    seed_of,
    solve,
    warn_unconverged,
)


class NBLogisticRegression(LinearClassifier):
    """Logistic regression of each label against the rest, on features times their log-ratios.

    The log-ratio is log(P(feature | label) / P(feature | rest)), smoothed by alpha; of features
    below 0 the size counts. Strong where documents are short and labels are opinions (Wang and
    Manning 2012).

    >>> counts = [[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]]
    >>> words = NBLogisticRegression().fit(counts, ["spam", "ham", "spam", "ham"])
    >>> words.predict([[1, 1, 0]]).tolist()
    ['spam']
    """

    _parameter_constraints = {
        "C": [Interval(Real, 0, None, closed="neither")],
        "alpha": [Interval(Real, 0, None, closed="neither")],
        "l1_ratio": [Interval(Real, 0, 1, closed="both")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "fit_intercept": ["boolean"],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        *,
        C: float = 1.0,
        alpha: float = 1.0,
        l1_ratio: float = 0.0,
        tol: float = 1e-4,
        fit_intercept: bool = True,
        class_weight: Any = None,
        max_iter: int = 1000,
        random_state: Any = None,
    ) -> None:
        self.C = C
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.tol = tol
        self.fit_intercept = fit_intercept
        self.class_weight = class_weight
        self.max_iter = max_iter
        self.random_state = random_state

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from these documents."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        self.classes_, codes = encoded(y)
        check_two_labels(self.classes_)
        of_label = label_weights(self.class_weight, self.classes_, codes, sample_weight)
        weights = document_weights(X, sample_weight, of_label, codes)
        targets = Targets.of(codes, len(self.classes_), weights)
        rows = solver_rows(X)
        n_columns = X.shape[1]
        parts = [self._solve(rows, target, n_columns) for target in targets.one_by_one()]
        solution = joined(parts)
        if not solution.converged:
            warn_unconverged(
                f"the weights did not converge in {self.max_iter} rounds; raise max_iter or tol."
            )
        self.coef_ = solution.weights.T
        self.intercept_ = solution.offset
        self.n_iter_ = solution.rounds
        return self

    def _solve(self, rows: Rows, target: Targets, n_columns: int) -> Solution:
        sizes = replace(rows, values=np.abs(rows.values))
        ratio = log_ratio(sizes, target, n_columns, self.alpha)
        scaled = replace(rows, values=rows.values * ratio[rows.columns])
        solution = solve(scaled, target, self._settings(), n_columns)
        return replace(solution, weights=solution.weights * ratio[:, None])

    def _settings(self) -> Settings:
        return Settings(
            loss="logistic",
            C=self.C,
            l1_ratio=self.l1_ratio,
            offset="free" if self.fit_intercept else "none",
            tol=self.tol,
            max_iter=self.max_iter,
            seed=seed_of(self.random_state),
        )

    def predict_proba(self, X: Any) -> Floats:
        """Return P(label given document), each told from the rest and all scaled to sum to 1."""
        return self._predict_proba_lr(X)

    def predict_log_proba(self, X: Any) -> Floats:
        """Return the logs of the same."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))
