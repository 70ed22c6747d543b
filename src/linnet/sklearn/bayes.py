"""What all naive Bayes classifiers share.

From log P(label, document) to answers, and how they count.
"""

import warnings
from numbers import Real
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, _fit_context
from sklearn.utils._param_validation import Interval
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from linnet.model.linear_model import Weights
from linnet.model.scores import Scores
from linnet.sklearn.feature_counts import DocumentLabels, LabelShares, LabelWeights
from linnet.sklearn.matrices import Codes, Floats, as_array, codes_among, encoded, is_first_call
from linnet.sklearn.scoring import ScoredClassifier

LEAST_ALPHA = 1e-10
TOO_SMALL = (
    f"alpha too small will result in numeric errors, setting alpha = {LEAST_ALPHA:.1e}. "
    "Use `force_alpha=True` to keep alpha unchanged."
)


class NaiveBayes(ScoredClassifier, BaseEstimator):
    """Gives labels and probabilities by what `_joint_log_likelihood` says.

    Log P(label, document).
    """

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """Return log P(label, document), up to what all labels share: documents × labels."""
        check_is_fitted(self)
        return self._joint_log_likelihood(self._check_X(X))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Return the most probable label of each document."""
        best = self._scores(X).best()
        return np.asarray(self.classes_[best])

    def predict_log_proba(self, X: Any) -> Floats:
        """Return log P(label given document): documents × labels."""
        return self._scores(X).log_probabilities()

    def predict_proba(self, X: Any) -> Floats:
        """Return P(label given document): documents × labels."""
        return np.exp(self.predict_log_proba(X))

    def _scores(self, X: Any) -> Scores:
        joint = self.predict_joint_log_proba(X)
        return Scores(tuple(map(str, self.classes_)), joint, self._log_prior())

    def _joint_log_likelihood(self, X: Any) -> Floats:
        raise NotImplementedError

    def _log_prior(self) -> Floats:
        return np.asarray(self.class_log_prior_)

    def _check_X(self, X: Any) -> Any:
        return validate_data(self, X, accept_sparse="csr", reset=False)


class DiscreteNB(NaiveBayes):
    """Naive Bayes over counts: totals per label that add, then a formula.

    Each step is a method of scikit-learn's name, which a subclass may replace: `_init_counters`,
    `_count`, `_update_feature_log_prob`, `_update_class_log_prior`, `_joint_log_likelihood`.
    """

    _parameter_constraints = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "force_alpha": ["boolean"],
    }
    class_count_: Floats
    alpha: Any
    force_alpha: bool
    fit_prior: bool
    class_prior: Any

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from these documents alone."""
        X, y = self._check_X_y(X, y)
        labels, codes = encoded(y)
        self.classes_ = unique_labels(labels)
        self._init_counters(len(labels), X.shape[1])
        self._learn(X, codes, sample_weight)
        self._settle()
        return self

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from these documents too; the first call needs all labels that will ever come."""
        first = not hasattr(self, "classes_")
        X, y = self._check_X_y(X, y, reset=first)
        if is_first_call(self, classes):
            self._init_counters(len(self.classes_), X.shape[1])
        self._learn(X, codes_among(y, self.classes_), sample_weight)
        return self

    def _learn(self, X: Any, codes: Codes, sample_weight: Any) -> None:
        weights = (
            None
            if sample_weight is None
            else _check_sample_weight(sample_weight, X, dtype=np.float64)
        )
        document_labels = LabelWeights(codes, len(self.classes_), weights)
        if type(self)._count is DiscreteNB._count:
            self._add(X, document_labels)
        else:
            self._count(X, document_labels.table())
        with np.errstate(divide="ignore"):  # the log of 0 is minus infinity, and is meant
            self._update_feature_log_prob(self._check_alpha())
            self._update_class_log_prior(class_prior=self.class_prior)

    def _settle(self) -> None:
        """Form now what would else be formed where it is first asked for."""

    # Subclasses that count features use their number.
    def _init_counters(self, n_classes: int, n_features: int) -> None:  # noqa: ARG002
        """Forget what was counted."""
        self.class_count_ = np.zeros(n_classes)

    def _count(self, X: Any, Y: Floats) -> None:
        """Count documents by what each counts for each label: documents × labels."""
        self._add(X, LabelShares(Y))

    # Subclasses that count features use X.
    def _add(self, X: Any, document_labels: DocumentLabels) -> None:  # noqa: ARG002
        """Count documents; a subclass counts their features too."""
        self.class_count_ += document_labels.documents()

    def _update_feature_log_prob(self, alpha: Any) -> None:
        raise NotImplementedError

    def _update_class_log_prior(self, class_prior: Any = None) -> None:
        n = len(self.classes_)
        if class_prior is not None:
            if len(class_prior) != n:
                raise ValueError("Number of priors must match number of classes.")
            self.class_log_prior_ = np.log(class_prior)
        elif self.fit_prior:
            self.class_log_prior_ = np.log(self.class_count_) - np.log(self.class_count_.sum())
        else:
            self.class_log_prior_ = np.full(n, -np.log(n))

    def _check_alpha(self) -> Any:
        alpha: Any = self.alpha if isinstance(self.alpha, Real) else np.asarray(self.alpha)
        if isinstance(alpha, np.ndarray):
            if alpha.shape[0] != self.n_features_in_:
                raise ValueError(
                    "When alpha is an array, it should contains `n_features`. "
                    f"Got {alpha.shape[0]} elements instead of {self.n_features_in_}."
                )
            if np.min(alpha) < 0:
                raise ValueError("All values in alpha must be greater than 0.")
        if np.min(alpha) < LEAST_ALPHA and not self.force_alpha:
            warnings.warn(TOO_SMALL, stacklevel=4)
            return np.maximum(alpha, LEAST_ALPHA)
        return alpha

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> Any:
        return validate_data(self, X, as_array(y), accept_sparse="csr", reset=reset)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags


def full_weights(
    table: Floats,
    offset: Floats,
    prior: Floats,
    squares: Floats | None = None,
    always: Floats | None = None,
) -> Weights:
    """Return what a linear model stores of weights features × labels.

    Minus infinity becomes a veto.

    Where `always` is 1, a document without the feature is vetoed.
    """
    never = np.isneginf(table)
    finite = np.where(never, 0.0, table)
    weights = Weights.full(finite, prior, 1, offset, squares)
    if always is None:
        always = np.zeros_like(table)
    if not never.any() and not always.any():
        return weights

    arrays = weights.arrays()
    arrays["offset_vetoes"] = always.sum(axis=0).astype(np.int32)
    arrays["rest_vetoes"] = np.zeros(len(offset), np.int32)
    arrays["vetoes"] = (never - always).reshape(-1).astype(np.int32)
    return Weights(**arrays)
