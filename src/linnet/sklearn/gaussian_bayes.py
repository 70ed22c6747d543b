"""Naive Bayes over numbers: each feature normal for each label, with a mean and a variance."""

from numbers import Real
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import _check_sample_weight, validate_data

from linnet.model.linear_model import Weights
from linnet.sklearn.bayes import NaiveBayes, full_weights
from linnet.sklearn.matrices import Codes, Floats, codes_among, encoded, is_first_call

TYPES = (np.float64, np.float32)


class GaussianNB(NaiveBayes):
    """Naive Bayes over numbers; sparse matrices stay sparse.

    >>> labels = ["grown", "grown", "child", "child"]
    >>> heights = GaussianNB().fit([[1.6], [1.7], [1.0], [1.2]], labels)
    >>> heights.predict([[1.5]]).tolist(), heights.theta_.round(2).tolist()
    (['grown'], [[1.1], [1.65]])
    """

    _parameter_constraints = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, *, priors: Any = None, var_smoothing: float = 1e-9) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from these documents alone."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=TYPES)
        labels, codes = encoded(y)
        self.classes_ = unique_labels(labels)
        self._forget(X.dtype)
        return self._learn(X, codes, sample_weight)

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from these documents too; the first call needs all labels that will ever come."""
        first = is_first_call(self, classes)
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=TYPES, reset=first)
        codes = codes_among(y, self.classes_)
        if first:
            self._forget(X.dtype)
        return self._learn(X, codes, sample_weight)

    def _forget(self, dtype: Any) -> None:
        n = len(self.classes_)
        self.theta_ = np.zeros((n, self.n_features_in_), dtype)
        self.var_ = np.zeros((n, self.n_features_in_), dtype)
        self.class_count_ = np.zeros(n, dtype)
        self.epsilon_ = dtype.type(0)
        self.class_prior_ = np.zeros(n, dtype) if self.priors is None else self._given_priors(dtype)

    def _given_priors(self, dtype: Any) -> Any:
        priors = np.asarray(self.priors, dtype)
        if len(priors) != len(self.classes_):
            raise ValueError("Number of priors must match number of classes.")
        if not np.isclose(priors.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (priors < 0).any():
            raise ValueError("Priors must be non-negative.")
        return priors

    def _learn(self, X: Any, codes: Codes, sample_weight: Any) -> Self:
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=X.dtype)
        self.var_ -= self.epsilon_
        for label in np.unique(codes):
            of_label = codes == label
            label_weights = None if weights is None else weights[of_label]
            self._take(int(label), X[of_label], label_weights)
        self.epsilon_ = self.var_smoothing * _moments(X, None)[1].max()
        self.var_ += self.epsilon_
        if self.priors is None:
            self.class_prior_ = self.class_count_ / self.class_count_.sum()
        return self

    def _take(self, label: int, X: Any, weights: Any) -> None:
        """Join the mean and variance of more documents of a label with those that are known."""
        n = X.shape[0] if weights is None else float(weights.sum())
        n_before = float(self.class_count_[label])
        if np.isclose(n, 0.0):
            return

        mean, var = _moments(X, weights)
        share = n / (n_before + n)
        mean_change = mean - self.theta_[label]
        var_change = var - self.var_[label]
        self.theta_[label] += share * mean_change
        self.var_[label] += share * var_change + share * (1 - share) * mean_change**2
        self.class_count_[label] += n

    def _log_prior(self) -> Floats:
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.class_prior_))

    def _joint_log_likelihood(self, X: Any) -> Floats:
        constant = self._log_prior() - self._log_scale()
        if scipy.sparse.issparse(X):
            weights, squares, at_zero = self._parts()
            squared = X.multiply(X).tocsr()
            return np.asarray(X @ weights + squared @ squares + constant + at_zero)
        moments = zip(self.theta_, self.var_, strict=True)
        distances = [((X - mean) ** 2 / var).sum(axis=1) for mean, var in moments]
        return np.asarray(constant - 0.5 * np.stack(distances, axis=1))

    def _log_scale(self) -> Floats:
        """Return the log of what each label's density is divided by, √(2π var) of all columns."""
        return np.asarray(0.5 * np.log(2.0 * np.pi * self.var_).sum(axis=1))

    def _parts(self) -> tuple[Floats, Floats, Floats]:
        """Return what multiplies x and x², features × labels, and what is left at 0."""
        weights = self.theta_ / self.var_
        squares = -0.5 / self.var_
        at_zero = -0.5 * (self.theta_**2 / self.var_).sum(axis=1)
        return weights.T, squares.T, at_zero

    def _linear_weights(self) -> Weights:
        """Return what a linnet model of the same scores has."""
        weights, squares, at_zero = (part.astype(np.float64) for part in self._parts())
        prior = self._log_prior().astype(np.float64)
        offset = prior - self._log_scale() + at_zero
        return full_weights(weights, offset, prior, squares)

    def _check_X(self, X: Any) -> Any:
        return validate_data(self, X, accept_sparse="csr", dtype=TYPES, reset=False)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _moments(X: Any, weights: Any) -> tuple[Any, Any]:
    """Return the mean and the variance of each column."""
    if not scipy.sparse.issparse(X):
        mean = np.average(X, axis=0, weights=weights)
        return mean, np.average((X - mean) ** 2, axis=0, weights=weights)
    shares = np.full(X.shape[0], 1.0) if weights is None else weights
    shares = shares / shares.sum()
    mean = shares @ X
    mean_square = shares @ X.multiply(X).tocsr()
    return mean, np.maximum(mean_square - mean**2, 0)
