"""What online classifiers share: where they start, when they stop, and which weights they keep."""

from numbers import Integral, Real
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import _check_partial_fit_first_call
from sklearn.utils.validation import _check_sample_weight, validate_data

from linnet.sklearn.linear_classifier import LinearClassifier
from linnet.sklearn.matrices import Codes, Floats, codes_among, encoded, n_threads, solver_rows
from linnet.sklearn.online_rounds import Lesson, Pair, Patience, learn
from linnet.sklearn.solving import label_weights, warn

SPARSE_OFFSET_RATE = 0.01  # scikit-learn's: few features of a sparse document move, its offset always would
REACHED = "Maximum number of iteration reached before convergence. Consider increasing max_iter to improve the fit."
NOT_BALANCED = (
    "class_weight 'balanced' is not supported for partial_fit. Compute the weights of all documents by "
    "`sklearn.utils.compute_class_weight`, and pass them as the class_weight parameter."
)


class OnlineClassifier(LinearClassifier):
    """Learns document by document; a subclass says how far it moves (`_stride`)."""

    _parameter_constraints = {
        "fit_intercept": ["boolean"],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left"), None],
        "shuffle": ["boolean"],
        "verbose": ["verbose"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
        "early_stopping": ["boolean"],
        "validation_fraction": [Interval(Real, 0, 1, closed="neither")],
        "n_iter_no_change": [Interval(Integral, 1, None, closed="left")],
        "class_weight": [StrOptions({"balanced"}), dict, None],
        "warm_start": ["boolean"],
    }
    average: Any = False

    def _stride(self) -> dict[str, Any]:
        raise NotImplementedError

    def _fit(self, X: Any, y: Any, init: tuple[Any, Any], sample_weight: Any) -> Self:
        X, y = self._checked(X, y, reset=True)
        start = self._warm(init)
        self.classes_, codes = encoded(y)
        self._begin(start, X.shape[1])
        self._learn(X, codes, sample_weight, self.max_iter)
        if self.tol is not None and self.n_iter_ == self.max_iter:
            warn(REACHED)
        return self

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        first = not hasattr(self, "classes_")
        if first and self.class_weight == "balanced":
            raise ValueError(NOT_BALANCED)
        if first and self.early_stopping:
            raise ValueError("early_stopping should be False with partial_fit")
        X, y = self._checked(X, y, reset=first)
        if _check_partial_fit_first_call(self, classes):
            self._begin((None, None), X.shape[1])
        self._learn(X, codes_among(y, self.classes_), sample_weight, 1)
        return self

    def _checked(self, X: Any, y: Any, reset: bool) -> Any:
        return validate_data(self, X, y, accept_sparse="csr", dtype=[np.float64, np.float32], order="C", reset=reset)

    def _warm(self, init: tuple[Any, Any]) -> tuple[Any, Any]:
        """Return the weights to start from, if any: those given, or those of the last fit."""
        if not self.warm_start or not hasattr(self, "coef_"):
            return init
        last = (self.coef_, self.intercept_)
        return (last[0] if init[0] is None else init[0], last[1] if init[1] is None else init[1])

    def _begin(self, init: tuple[Any, Any], n_features: int) -> None:
        n = len(self.classes_)
        if n < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {n} class")
        outputs = 1 if n == 2 else n
        coef = np.zeros((outputs, n_features)) if init[0] is None else np.reshape(init[0], (-1, n_features))
        intercept = np.zeros(outputs) if init[1] is None else np.reshape(init[1], -1)
        if coef.shape[0] != outputs or len(intercept) != outputs:
            raise ValueError("Provided coef_init or intercept_init does not match dataset.")
        self._standard_coef, self._standard_intercept = np.asarray(coef, np.float64), np.asarray(intercept, np.float64)
        self._average_coef, self._average_intercept = np.zeros_like(self._standard_coef), np.zeros(outputs)
        self.t_ = 1.0

    def _learn(self, X: Any, codes: Codes, sample_weight: Any, max_iter: int) -> None:
        lesson = self._lesson(X, codes, sample_weight)
        start = (np.ascontiguousarray(self._standard_coef.T), self._standard_intercept)
        aside = self._aside(codes) if self.early_stopping else None
        cost = None
        if aside is not None:
            lesson.weights[aside] = 0.0
            cost = _mistakes(X[aside], codes[aside], len(self.classes_))
        patience = Patience(self.tol if max_iter > 1 else None, self.n_iter_no_change)
        seeds = {"seeds": self._seeds()} if self.shuffle else {}
        found = learn(lesson, start, lambda n: {**self._settings(X), **seeds, "round": n}, patience, max_iter, cost)
        self._keep(found.last, found.mean, found.rounds * X.shape[0], X.dtype)
        self.n_iter_ = found.rounds

    def _lesson(self, X: Any, codes: Codes, sample_weight: Any) -> Lesson:
        n = len(self.classes_)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, copy=True)
        of_label = label_weights(self.class_weight, self.classes_, codes)
        sides = of_label if n > 2 and self.class_weight is not None else None
        if n == 2:
            weights *= of_label[codes]
        return Lesson(solver_rows(X), codes, n, weights, sides)

    def _seeds(self) -> Any:
        """Return the seed of each output's order of documents, drawn as scikit-learn draws them."""
        n, most = len(self.classes_), np.iinfo(np.int32).max
        each = check_random_state(self.random_state).randint(most, size=n) if n > 2 else [self.random_state]
        states = [check_random_state(one) for one in each]
        draws = [(state.randint(1, most), state.randint(most)) for state in states]  # the first is not used there
        return np.array([seed for _, seed in draws], np.uint32)

    def _settings(self, X: Any) -> dict[str, Any]:
        return {
            "averaged": bool(self.average),
            "seed": None,
            "threads": n_threads(),
            "offset": "free" if self.fit_intercept else "none",
            "offset_rate": SPARSE_OFFSET_RATE if scipy.sparse.issparse(X) else 1.0,
            "offset_in_square": False,
            **self._stride(),
        }

    def _keep(self, last: Pair, mean: Pair, visits: int, dtype: Any) -> None:
        """Keep the last weights, and the mean over all visits so far, which are the answer where asked for."""
        share = visits / (self.t_ - 1 + visits)
        self.t_ += visits
        self._standard_coef, self._standard_intercept = last[0].T, last[1]
        self._average_coef = self._average_coef + share * (mean[0].T - self._average_coef)
        self._average_intercept = self._average_intercept + share * (mean[1] - self._average_intercept)
        averaged = self.average and self.average <= self.t_ - 1
        coef, intercept = (
            (self._average_coef, self._average_intercept)
            if averaged
            else (self._standard_coef, self._standard_intercept)
        )
        self.coef_, self.intercept_ = coef.astype(dtype), intercept.astype(dtype)

    def _aside(self, codes: Codes) -> Any:
        """Return documents to stop by, the same part of each label."""
        random, chosen = check_random_state(self.random_state), []
        for label in np.unique(codes):
            own = random.permutation(np.flatnonzero(codes == label))
            chosen.append(own[: round(self.validation_fraction * len(own))])
        aside = np.sort(np.concatenate(chosen))
        if not len(aside):
            raise ValueError(
                f"validation_fraction must leave some documents to stop by; got {self.validation_fraction} of "
                f"{len(codes)}. Raise it, or set early_stopping=False."
            )
        return aside


def _mistakes(X: Any, codes: Codes, n_labels: int) -> Any:
    """Return a function that gives, for weights, the share of documents on the wrong side of each output."""
    truth = (codes == 1)[:, None] if n_labels == 2 else codes[:, None] == np.arange(n_labels)

    def share(weights: Pair) -> Floats:
        return np.asarray(((X @ weights[0] + weights[1] > 0) != truth).mean(axis=0))

    return share
