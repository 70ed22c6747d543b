"""The linear support vector machine: each label against the rest, the intercept penalised too."""

import time
from collections.abc import Iterable
from dataclasses import replace
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import validate_data

from linnet.features.rows import Rows
from linnet.learning.targets import Targets
from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.matrices import encoded, solver_rows
from linnet.sklearn.solving import (
    Settings,
    Solution,
    check_two_labels,
    document_weights,
    joined,
    label_weights,
    print_rounds,
    seed_of,
    solve,
    warn_unconverged,
    without_constant,
)

# By penalty and loss: the values of `dual` that scikit-learn supports.
SUPPORTED_DUALS = {
    ("l2", "hinge"): (True,),
    ("l2", "squared_hinge"): (True, False),
    ("l1", "squared_hinge"): (False,),
}


class LinearSVC(LinearClassifier):
    """The weights with the smallest C · Σ loss + penalty.

    The intercept is the weight of a constant feature.

    >>> counts = [[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]]
    >>> words = LinearSVC().fit(counts, ["spam", "ham", "spam", "ham"])
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
        check_two_labels(self.classes_)
        settings = self._settings(X.shape)

        start = time.perf_counter()
        solution = self._solve(X, codes, sample_weight, settings)
        if self.verbose:
            print_rounds(solution, time.perf_counter() - start)
        if not solution.converged:
            warn_unconverged("Liblinear failed to converge, increase the number of iterations.")
        self.coef_ = solution.weights.T
        self.intercept_ = solution.offset if self.fit_intercept else 0.0
        self.n_iter_ = solution.rounds
        return self

    def _settings(self, shape: tuple[int, int]) -> Settings:
        if self.multi_class == "crammer_singer":
            return self._crammer_singer_settings()
        duals = SUPPORTED_DUALS.get((self.penalty, self.loss), ())
        if not duals or (self.dual != "auto" and bool(self.dual) not in duals):
            raise ValueError(
                f"Unsupported set of arguments: The combination of penalty='{self.penalty}' and "
                f"loss='{self.loss}' is not supported when dual={self.dual}, Parameters: "
                f"penalty='{self.penalty}', loss='{self.loss}', dual={self.dual}"
            )
        loss = self.loss.replace("_", "-")
        settings = self._settings_of_loss(loss, l1_ratio=float(self.penalty == "l1"))
        return replace(settings, gap=self._gap(shape))

    def _gap(self, shape: tuple[int, int]) -> float | None:
        """Return how near to its smallest value the objective comes where LIBLINEAR stops.

        Its dual solver, for fewer documents than features, goes further than its primal one at the
        same tol; None: about tol.
        """
        if self.penalty == "l1":
            return None
        if self.loss == "hinge":
            return self.tol / 10
        n_documents, n_features = shape
        by_dual = n_documents < n_features if self.dual == "auto" else self.dual
        return self.tol**2 if by_dual else self.tol / 100

    def _crammer_singer_settings(self) -> Settings:
        """Return the settings for all labels at once.

        Penalty, loss and dual play no part, as in scikit-learn. Of two labels, w and -w share the
        penalty: a hinge loss with twice the C.
        """
        settings = self._settings_of_loss("crammer-singer")
        if len(self.classes_) == 2:
            return replace(settings, loss="hinge", C=2 * self.C)
        return settings

    def _settings_of_loss(self, loss: str, l1_ratio: float = 0.0) -> Settings:
        plain_offset = self.fit_intercept and self.intercept_scaling == 1
        return Settings(
            loss,
            self.C,
            l1_ratio,
            offset="penalised" if plain_offset else "none",
            tol=self.tol,
            max_iter=self.max_iter,
            seed=seed_of(self.random_state),
        )

    def _solve(self, X: Any, codes: Any, sample_weight: Any, settings: Settings) -> Solution:
        targets = self._targets(X, codes, sample_weight)
        n_columns = X.shape[1]
        if self.fit_intercept and self.intercept_scaling != 1:
            rows = solver_rows(X, self.intercept_scaling)
            solution = _solve_targets(rows, targets, settings, n_columns + 1)
            return without_constant(solution, self.intercept_scaling)
        return _solve_targets(solver_rows(X), targets, settings, n_columns)

    def _targets(self, X: Any, codes: Any, sample_weight: Any) -> Iterable[Targets]:
        """Return the targets of all labels at once, or those of each label against the rest.

        With class weights, LIBLINEAR weighs the documents of the label that is told from the rest,
        and the rest count 1.
        """
        n_labels = len(self.classes_)
        of_label = label_weights(self.class_weight, self.classes_, codes, sample_weight)
        if n_labels == 2 or self.class_weight is None or self.multi_class != "ovr":
            weights = document_weights(X, sample_weight, of_label, codes)
            return [Targets.of(codes, n_labels, weights)]

        weights = document_weights(X, sample_weight, None, codes)
        targets = Targets.of(codes, n_labels, weights)
        sides = np.stack([np.ones(n_labels), of_label], axis=1)
        return replace(targets, sides=sides).one_by_one()


def _solve_targets(
    rows: Rows, targets: Iterable[Targets], settings: Settings, n_columns: int
) -> Solution:
    return joined([solve(rows, target, settings, n_columns) for target in targets])
