"""The linear support vector machine: each label against the rest, with an intercept that is penalised too."""

import time
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from linnet.learning.targets import Targets
from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.matrices import encoded, solver_rows
from linnet.sklearn.solving import (
    Found,
    Settings,
    document_weights,
    joined,
    label_weights,
    need_two,
    print_rounds,
    seed_of,
    solve,
    warn,
    without_constant,
)


class LinearSVC(LinearClassifier):
    """The weights with the smallest C · Σ loss + penalty; the intercept is the weight of a constant feature.

    >>> words = LinearSVC().fit([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]], ["spam", "ham", "spam", "ham"])
    >>> words.predict([[1, 1, 0]]).tolist(), words.coef_.shape
    (['spam'], (1, 3))
    """

    _parameter_constraints = {
        "penalty": [StrOptions({"l1", "l2"})],
        "loss": [StrOptions({"hinge", "squared_hinge"})],
        "dual": ["boolean", StrOptions({"auto"})],
        "tol": [Interval(Real, 0.0, None, closed="neither")],
        "C": [Interval(Real, 0.0, None, closed="neither")],
        "multi_class": [StrOptions({"ovr", "crammer_singer"})],
        "fit_intercept": ["boolean"],
        "intercept_scaling": [Interval(Real, 0, None, closed="neither")],
        "class_weight": [None, dict, StrOptions({"balanced"})],
        "verbose": ["verbose"],
        "random_state": ["random_state"],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
    }

    def __init__(
        self,
        penalty: str = "l2",
        loss: str = "squared_hinge",
        *,
        dual: Any = "auto",
        tol: float = 1e-4,
        C: float = 1.0,
        multi_class: str = "ovr",
        fit_intercept: bool = True,
        intercept_scaling: float = 1,
        class_weight: Any = None,
        verbose: int = 0,
        random_state: Any = None,
        max_iter: int = 1000,
    ) -> None:
        self.penalty = penalty
        self.loss = loss
        self.dual = dual
        self.tol = tol
        self.C = C
        self.multi_class = multi_class
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.class_weight = class_weight
        self.verbose = verbose
        self.random_state = random_state
        self.max_iter = max_iter

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from these documents."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, order="C")
        self.classes_, codes = encoded(y)
        need_two(self.classes_)
        settings = self._settings(X.shape) if self.multi_class == "ovr" else self._crammer_singer()
        start = time.perf_counter()
        found = self._solve(X, codes, sample_weight, settings)
        if self.verbose:
            print_rounds(found, time.perf_counter() - start)
        if not found.enough:
            warn("Liblinear failed to converge, increase the number of iterations.")
        self.coef_ = found.weights.T
        self.intercept_ = found.offset if self.fit_intercept else 0.0
        self.n_iter_ = found.rounds
        return self

    def _settings(self, shape: tuple[int, int]) -> Settings:
        fits = {
            ("l2", "hinge"): (True,),
            ("l2", "squared_hinge"): (True, False),
            ("l1", "squared_hinge"): (False,),
        }
        allowed = fits.get((self.penalty, self.loss), ())
        if not allowed or (self.dual != "auto" and bool(self.dual) not in allowed):
            raise ValueError(
                f"Unsupported set of arguments: The combination of penalty='{self.penalty}' and loss='{self.loss}' "
                f"is not supported when dual={self.dual}, Parameters: penalty='{self.penalty}', loss='{self.loss}', "
                f"dual={self.dual}"
            )
        asked = self._asked(self.loss.replace("_", "-"), l1_ratio=float(self.penalty == "l1"))
        return replace(asked, gap=self._gap(shape))

    def _gap(self, shape: tuple[int, int]) -> float | None:
        """Return how near to its smallest value the objective comes where LIBLINEAR stops at this tol.

        Its dual solver, for fewer documents than features, goes further than its primal one; None: about tol.
        """
        if self.penalty == "l1":
            return None
        if self.loss == "hinge":
            return self.tol / 10
        by_dual = shape[0] < shape[1] if self.dual == "auto" else self.dual
        return self.tol**2 if by_dual else self.tol / 100

    def _crammer_singer(self) -> Settings:
        """Return what is solved for all labels at once; penalty, loss and dual play no part, as in scikit-learn.

        Of two labels, w and -w share the penalty: a hinge loss with twice the C.
        """
        asked = self._asked("crammer-singer")
        return replace(asked, loss="hinge", C=2 * self.C) if len(self.classes_) == 2 else asked

    def _asked(self, loss: str, l1_ratio: float = 0.0) -> Settings:
        return Settings(
            loss,
            self.C,
            l1_ratio,
            "penalised" if self.fit_intercept and self.intercept_scaling == 1 else "none",
            tol=self.tol,
            max_iter=self.max_iter,
            seed=seed_of(self.random_state),
        )

    def _solve(self, X: Any, codes: Any, sample_weight: Any, settings: Settings) -> Found:
        scaled = self.fit_intercept and self.intercept_scaling != 1
        rows = solver_rows(X, self.intercept_scaling if scaled else None)
        n_columns, n = X.shape[1] + scaled, len(self.classes_)
        of_label = label_weights(self.class_weight, self.classes_, codes, sample_weight)
        if n > 2 and self.class_weight is not None and self.multi_class == "ovr":
            # As LIBLINEAR does: where a label is told from the rest, its documents are weighed, and the rest count 1.
            targets = Targets.of(codes, n, document_weights(X, sample_weight, None, codes))
            apart = replace(targets, sides=np.stack([np.ones(n), of_label], axis=1))
            found = joined([solve(rows, one, settings, n_columns) for one in apart.one_by_one()])
        else:
            targets = Targets.of(codes, n, document_weights(X, sample_weight, of_label, codes))
            found = solve(rows, targets, settings, n_columns)
        return without_constant(found, self.intercept_scaling) if scaled else found
