"""Naive Bayes over counts: multinomial, complement, Bernoulli, binomial."""

from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_non_negative

from linnet.model.linear_model import Weights
from linnet.sklearn.bayes import DiscreteNB, full_weights
from linnet.sklearn.matrices import Codes, Floats, product, sums_by_code


class MultinomialNB(DiscreteNB):
    """Naive Bayes over counts of words: log P(feature | label) = log((count + alpha) / sum of those).

    >>> import numpy as np
    >>> classifier = MultinomialNB().fit([[2, 1, 0], [0, 1, 1]], ["spam", "ham"])
    >>> classifier.predict([[1, 0, 0]]).tolist(), np.exp(classifier.feature_log_prob_).round(2).tolist()
    (['spam'], [[0.2, 0.4, 0.4], [0.5, 0.33, 0.17]])
    """

    def __init__(
        self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _count(self, X: Any, codes: Codes, weights: Floats | None) -> None:
        check_non_negative(X, f"{type(self).__name__} (input X)")
        self.feature_count_ = self.feature_count_ + sums_by_code(X, codes, len(self.classes_), weights)

    def _set_weights(self, alpha: Any) -> None:
        smoothed = self.feature_count_ + alpha
        self.feature_log_prob_ = np.log(smoothed) - np.log(smoothed.sum(axis=1, keepdims=True))

    def _joint(self, X: Any) -> Floats:
        return np.asarray(product(X, self.feature_log_prob_.T) + self.class_log_prior_)

    def _linear_weights(self) -> Weights:
        """Return what a linnet model of the same scores has."""
        return full_weights(self.feature_log_prob_.T, self.class_log_prior_, self.class_log_prior_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class ComplementNB(MultinomialNB):
    """Naive Bayes by what the other labels have: weight = -log((count elsewhere + alpha) / sum of those)."""

    _parameter_constraints = {**MultinomialNB._parameter_constraints, "norm": ["boolean"]}

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        norm: bool = False,
    ) -> None:
        super().__init__(alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior)
        self.norm = norm

    def _count(self, X: Any, codes: Codes, weights: Floats | None) -> None:
        super()._count(X, codes, weights)
        self.feature_all_ = self.feature_count_.sum(axis=0)

    def _set_weights(self, alpha: Any) -> None:
        elsewhere = self.feature_all_ + alpha - self.feature_count_
        logs = np.log(elsewhere / elsewhere.sum(axis=1, keepdims=True))
        self.feature_log_prob_ = logs / logs.sum(axis=1, keepdims=True) if self.norm else -logs

    def _offset(self) -> Floats:
        """Return the prior where there is one label only: otherwise this learner has none."""
        return np.asarray(self.class_log_prior_ if len(self.classes_) == 1 else np.zeros(len(self.classes_)))

    def _joint(self, X: Any) -> Floats:
        return product(X, self.feature_log_prob_.T) + self._offset()

    def _linear_weights(self) -> Weights:
        return full_weights(self.feature_log_prob_.T, self._offset(), self.class_log_prior_)


class BernoulliNB(DiscreteNB):
    """Naive Bayes over what is there: features that a document lacks count too."""

    _parameter_constraints = {
        **DiscreteNB._parameter_constraints,
        "binarize": [None, Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _check_X(self, X: Any) -> Any:
        return self._there(super()._check_X(X))

    def _check_X_y(self, X: Any, y: Any, reset: bool) -> Any:
        X, y = super()._check_X_y(X, y, reset)
        return self._there(X), y

    def _there(self, X: Any) -> Any:
        """Return 1 for what is above the threshold, in a sparse matrix with the same places."""
        if self.binarize is None:
            return X
        if not scipy.sparse.issparse(X):
            return (X > self.binarize).astype(np.float64)
        return type(X)(((X.data > self.binarize).astype(np.float64), X.indices, X.indptr), shape=X.shape)

    def _count(self, X: Any, codes: Codes, weights: Floats | None) -> None:
        self.feature_count_ = self.feature_count_ + sums_by_code(X, codes, len(self.classes_), weights)

    def _set_weights(self, alpha: Any) -> None:
        below = np.reshape(self.class_count_, (-1, 1)) + np.asarray(alpha) * 2
        self.feature_log_prob_ = np.log(self.feature_count_ + alpha) - np.log(below)

    def _parts(self) -> tuple[Floats, Floats, Floats]:
        """Return the weights, features × labels; the offset, with the log P of all features being absent; and 1 for
        features that every document of a label has, whose absence is impossible."""
        always = np.isclose(self.feature_log_prob_, 0.0, rtol=0, atol=1e-15)
        there = np.where(always, np.log(0.5), self.feature_log_prob_)  # any P but 1
        absent = np.where(always, 0.0, np.log(1 - np.exp(there)))
        return (
            (self.feature_log_prob_ - absent).T,
            self.class_log_prior_ + absent.sum(axis=1),
            always.T.astype(np.float64),
        )

    def _joint(self, X: Any) -> Floats:
        weights, offset, always = self._parts()
        joint = product(X, weights) + offset
        if always.any():
            joint[X @ always < always.sum(axis=0)] = -np.inf
        return joint

    def _linear_weights(self) -> Weights:
        weights, offset, always = self._parts()
        return full_weights(weights, offset, self.class_log_prior_, always=always)


class BinomialNB(DiscreteNB):
    """Naive Bayes over how often each feature came, out of how many trials the document had.

    P(x | label) with t = (count + alpha) / (trials + 2 alpha): x log t + (trials - x) log(1 - t). The trials of a
    document are the sum of its row ("length"), or the same number for all.

    >>> heads = BinomialNB(trials=10).fit([[9], [8], [2]], ["bent", "bent", "fair"])
    >>> heads.predict([[7], [3]]).tolist(), heads.success_probability_.round(3).tolist()
    (['bent', 'fair'], [[0.818], [0.25]])
    """

    _parameter_constraints = {
        **DiscreteNB._parameter_constraints,
        "trials": [StrOptions({"length"}), Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        trials: Any = "length",
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.trials = trials
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _forget(self) -> None:
        super()._forget()
        self.trial_count_ = np.zeros(len(self.classes_))

    def _trials(self, X: Any) -> Floats:
        check_non_negative(X, "BinomialNB (input X)")
        if self.trials == "length":
            return np.asarray(X.sum(axis=1), np.float64).reshape(-1)
        if X.max() > self.trials:
            raise ValueError(f"a count must be at most the {self.trials} trials; got {X.max()}. Raise trials.")
        return np.full(X.shape[0], float(self.trials))

    def _count(self, X: Any, codes: Codes, weights: Floats | None) -> None:
        n, trials = len(self.classes_), self._trials(X)
        self.feature_count_ = self.feature_count_ + sums_by_code(X, codes, n, weights)
        weighed = trials if weights is None else trials * weights
        self.trial_count_ = self.trial_count_ + np.bincount(codes, weighed, minlength=n)

    def _set_weights(self, alpha: Any) -> None:
        self.success_probability_ = (self.feature_count_ + alpha) / (self.trial_count_[:, None] + 2 * np.asarray(alpha))

    def _joint(self, X: Any) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            hit, miss = np.log(self.success_probability_), np.log1p(-self.success_probability_)
            return np.asarray(X @ (hit - miss).T + np.outer(self._trials(X), miss.sum(axis=1)) + self.class_log_prior_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
