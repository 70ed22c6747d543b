"""Naive Bayes over levels: each column is a number from 0 that names one of several levels."""

from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_non_negative, validate_data

from linnet.model.linear_model import Weights
from linnet.sklearn.bayes import DiscreteNB, full_weights
from linnet.sklearn.feature_counts import DocumentLabels
from linnet.sklearn.matrices import Floats


class CategoricalNB(DiscreteNB):
    """Naive Bayes over levels.

    log P(level | label) = log((documents + alpha) / (all + levels * alpha)).

    >>> weather = CategoricalNB().fit([[0, 1], [0, 0], [1, 1]], ["stay", "stay", "go"])
    >>> weather.predict([[1, 1]]).tolist(), weather.category_count_[0].tolist()
    (['go'], [[0.0, 1.0], [2.0, 0.0]])
    """

    _parameter_constraints = {
        **DiscreteNB._parameter_constraints,
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        min_categories: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories

    def _init_counters(self, n_classes: int, n_features: int) -> None:
        super()._init_counters(n_classes, n_features)
        self.category_count_ = [np.zeros((n_classes, 0)) for _ in range(n_features)]

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        super()._add(X, document_labels)
        self.n_categories_ = self._levels(X)
        known = np.array([count.shape[1] for count in self.category_count_])
        ends = np.cumsum(np.maximum(known, self.n_categories_))
        sums = np.zeros((ends[-1], len(self.classes_)))
        document_labels.add_to(sums, _one_hot(X, ends))
        parts = np.split(sums.T, ends[:-1], axis=1)
        for column, more in enumerate(parts):
            count = self.category_count_[column]
            n_new_levels = more.shape[1] - count.shape[1]
            padded = np.pad(count, [(0, 0), (0, n_new_levels)])
            self.category_count_[column] = more + padded

    def _levels(self, X: Any) -> npt.NDArray[np.int64]:
        """Return how many levels each column has.

        One more than its largest number, and no fewer than asked for.
        """
        seen = X.max(axis=0) + 1
        if self.min_categories is None:
            return np.asarray(seen)
        least = np.array(self.min_categories)
        if not np.issubdtype(least.dtype, np.signedinteger):
            raise ValueError(
                f"'min_categories' should have integral type. Got {least.dtype} instead."
            )
        levels = np.maximum(seen, least, dtype=np.int64)
        if levels.shape != seen.shape:
            raise ValueError(
                f"'min_categories' should have shape ({X.shape[1]},) when an array-like is "
                "provided. "
                f"Got {least.shape} instead."
            )
        return np.asarray(levels)

    def _update_feature_log_prob(self, alpha: Any) -> None:
        self.feature_log_prob_ = []
        for count in self.category_count_:
            smoothed = count + alpha
            totals = smoothed.sum(axis=1, keepdims=True)
            self.feature_log_prob_.append(np.log(smoothed) - np.log(totals))

    def _joint_log_likelihood(self, X: Any) -> Floats:
        n_levels = [table.shape[1] for table in self.feature_log_prob_]
        one_hot = _one_hot(X, np.cumsum(n_levels))
        return np.asarray(one_hot @ self._table() + self.class_log_prior_)

    def _table(self) -> Floats:
        return np.hstack(self.feature_log_prob_).T

    def _linear_weights(self) -> Weights:
        """Return the parts of a linnet model of the same scores, one feature for each level."""
        return full_weights(self._table(), self.class_log_prior_, self.class_log_prior_)

    def _check_X(self, X: Any) -> Any:
        X = validate_data(self, X, dtype="int", reset=False)
        check_non_negative(X, "CategoricalNB (input X)")
        return X

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> Any:
        X, y = validate_data(self, X, y, dtype="int", reset=reset)
        check_non_negative(X, "CategoricalNB (input X)")
        return X, y

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.sparse = False
        tags.input_tags.positive_only = True
        return tags


def _one_hot(X: Any, ends: npt.NDArray[np.int64]) -> Any:
    """Return a sparse matrix with a column for each level of each column, 1 where it is there."""
    starts = np.concatenate([[0], ends[:-1]])
    places = X + starts
    unseen = np.flatnonzero((places >= ends).any(axis=0)).tolist()
    if unseen:
        column = unseen[0]
        n_levels = ends[column] - starts[column]
        raise IndexError(
            f"column {column} must have levels below {n_levels}, which were seen in training; "
            f"got {X[:, column].max()}. Give min_categories, or train on all levels."
        )
    n_rows, n_columns = X.shape
    n_ones = n_rows * n_columns
    row_starts = np.arange(0, n_ones + 1, n_columns)
    ones = np.ones(n_ones)
    return scipy.sparse.csr_array((ones, places.reshape(-1), row_starts), (n_rows, ends[-1]))
