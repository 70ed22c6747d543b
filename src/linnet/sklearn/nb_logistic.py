"""Logistic regression on features scaled by their naive Bayes log-ratios, each label against the rest."""

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
    Found,
    Settings,
    document_weights,
    joined,
    label_weights,
    need_two,
    seed_of,
    solve,
    warn,
)


class NBLogisticRegression(LinearClassifier):
    """Each feature is first multiplied by log(P(feature | label) / P(feature | rest)), smoothed by alpha.

    Strong where documents are short and labels are opinions (Wang and Manning 2012). Of features below 0 the size
    counts.

    >>> words = NBLogisticRegression().fit([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]], ["spam", "ham", "spam", "ham"])
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
        need_two(self.classes_)
        of_label = label_weights(self.class_weight, self.classes_, codes, sample_weight)
        targets = Targets.of(
            codes, len(self.classes_), document_weights(X, sample_weight, of_label, codes)
        )
        rows = solver_rows(X)
        found = joined([self._solve(rows, one, X.shape[1]) for one in targets.one_by_one()])
        if not found.enough:
            warn(f"the weights did not converge in {self.max_iter} rounds; raise max_iter or tol.")
        self.coef_, self.intercept_, self.n_iter_ = found.weights.T, found.offset, found.rounds
        return self

    def _solve(self, rows: Rows, target: Targets, n_columns: int) -> Found:
        amounts = Rows(rows.starts, rows.columns, np.abs(rows.values))
        ratio = log_ratio(amounts, target, n_columns, self.alpha)
        scaled = Rows(rows.starts, rows.columns, rows.values * ratio[rows.columns])
        offset = "free" if self.fit_intercept else "none"
        settings = Settings(
            "logistic",
            self.C,
            self.l1_ratio,
            offset,
            False,
            self.tol,
            self.max_iter,
            seed_of(self.random_state),
        )
        found = solve(scaled, target, settings, n_columns)
        return Found(found.weights * ratio[:, None], found.offset, found.rounds, found.enough)

    def predict_proba(self, X: Any) -> Floats:
        """Return P(label given document), each told from the rest and all shared out to sum to 1."""
        return self._predict_proba_lr(X)

    def predict_log_proba(self, X: Any) -> Floats:
        """Return the logs of the same."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))
