"""Naive Bayes over counts: multinomial, complement, Bernoulli, binomial."""

from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_non_negative

from linnet.model.linear_model import Weights
from linnet.sklearn.bayes import DiscreteNB, full_weights
from linnet.sklearn.feature_counts import ALL, Columns, DocumentLabels, FeatureCounts, narrowed
from linnet.sklearn.matrices import Floats, product, rows_product


class CountNB(DiscreteNB):
    """Naive Bayes over how much of each feature a label has.

    What follows from the counts is formed where it is asked for: of all features for
    `feature_log_prob_`, of those that documents have for their scores. So a batch of `partial_fit`
    costs what the batch has.
    """

    def _init_counters(self, n_classes: int, n_features: int) -> None:
        super()._init_counters(n_classes, n_features)
        self._counts = FeatureCounts(n_classes, n_features)

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        super()._add(X, document_labels)
        self._counts.add(X, document_labels)

    @property
    def feature_count_(self) -> Floats:
        """How much each label has of each feature: labels × features."""
        if "_counts" not in vars(self):
            raise AttributeError(
                f"{type(self).__name__} has no feature_count_ before it is fitted."
            )
        self._settle()  # what follows from the counts is that of now, whatever becomes of them
        return self._counts.share()

    @feature_count_.setter
    def feature_count_(self, table: Any) -> None:
        if "_counts" not in vars(self):
            self._counts = FeatureCounts(*np.shape(table))
        self._settle()
        self._counts.replace(table)

    def _update_feature_log_prob(self, alpha: Any) -> None:
        """Let log P(feature | label) follow from what was counted by now."""
        self._alpha = alpha
        self.__dict__.pop("feature_log_prob_", None)

    @cached_property
    def feature_log_prob_(self) -> Floats:
        """Return log P(feature | label): labels × features."""
        if "_alpha" not in vars(self):
            raise AttributeError(
                f"{type(self).__name__} has no feature_log_prob_ before it is fitted."
            )
        with np.errstate(divide="ignore"):
            return self._log_probabilities(ALL).T

    def _settle(self) -> None:
        if "_alpha" in vars(self):
            _ = self.feature_log_prob_

    def _log_probabilities(self, columns: Columns) -> Floats:
        """Return log P(feature | label) of some features: features × labels."""
        raise NotImplementedError

    def _alpha_of(self, columns: Columns) -> Any:
        """Return the smoothing of some features: a number, or features × 1."""
        if isinstance(self._alpha, np.ndarray) and self._alpha.ndim:
            return self._alpha[columns, None]
        return self._alpha

    def _alpha_total(self) -> float:
        if isinstance(self._alpha, np.ndarray) and self._alpha.ndim:
            return float(self._alpha.sum())
        return float(self._alpha) * int(self.n_features_in_)

    def _log_likelihood(self, X: Any) -> Floats:
        """Return the sum of log P(feature | label) over the features of documents.

        Documents × labels.
        """
        if "feature_log_prob_" in vars(self):
            return product(X, self.feature_log_prob_.T)
        rows, columns = narrowed(X)
        if isinstance(columns, slice):
            return product(X, self.feature_log_prob_.T)
        with np.errstate(divide="ignore"):
            return rows_product(rows, self._log_probabilities(columns))


class MultinomialNB(CountNB):
    """Naive Bayes over counts of words.

    Log P(feature | label) = log((count + alpha) / sum of those).

    >>> import numpy as np
    >>> classifier = MultinomialNB().fit([[2, 1, 0], [0, 1, 1]], ["spam", "ham"])
    >>> shares = np.exp(classifier.feature_log_prob_).round(2)
    >>> classifier.predict([[1, 0, 0]]).tolist(), shares.tolist()
    (['spam'], [[0.2, 0.4, 0.4], [0.5, 0.33, 0.17]])
    """

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        check_non_negative(X, f"{type(self).__name__} (input X)")
        super()._add(X, document_labels)

    def _log_probabilities(self, columns: Columns) -> Floats:
        smoothed = self._counts.of(columns) + self._alpha_of(columns)
        smoothed_totals = self._counts.totals() + self._alpha_total()
        return np.asarray(np.log(smoothed) - np.log(smoothed_totals))

    def _joint_log_likelihood(self, X: Any) -> Floats:
        return np.asarray(self._log_likelihood(X) + self.class_log_prior_)

    def _linear_weights(self) -> Weights:
        """Return what a linnet model of the same scores has."""
        return full_weights(self.feature_log_prob_.T, self.class_log_prior_, self.class_log_prior_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class ComplementNB(MultinomialNB):
    """Naive Bayes by what the other labels have.

    Weight = -log((count elsewhere + alpha) / sum of those).
    """

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
        super().__init__(
            alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior
        )
        self.norm = norm

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        super()._add(X, document_labels)
        self.__dict__.pop("feature_all_", None)

    @cached_property
    def feature_all_(self) -> Floats:
        """Return how much all labels have of each feature."""
        return np.asarray(self.feature_count_.sum(axis=0))

    def _log_probabilities(self, columns: Columns) -> Floats:
        counts = self._counts.of(columns)
        totals = self._counts.totals()
        elsewhere = counts.sum(axis=1, keepdims=True) + self._alpha_of(columns) - counts
        logs = np.log(elsewhere / (totals.sum() + self._alpha_total() - totals))
        return np.asarray(logs / logs.sum(axis=0) if self.norm else -logs)

    def _log_likelihood(self, X: Any) -> Floats:
        # Weights that are normed depend on all features.
        return product(X, self.feature_log_prob_.T) if self.norm else super()._log_likelihood(X)

    def _offset(self) -> Floats:
        """Return the prior where there is one label only: otherwise this learner has none."""
        return np.asarray(
            self.class_log_prior_ if len(self.classes_) == 1 else np.zeros(len(self.classes_))
        )

    def _joint_log_likelihood(self, X: Any) -> Floats:
        return np.asarray(self._log_likelihood(X) + self._offset())

    def _linear_weights(self) -> Weights:
        return full_weights(self.feature_log_prob_.T, self._offset(), self.class_log_prior_)


class BernoulliNB(CountNB):
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

    def _check_X_y(self, X: Any, y: Any, reset: bool = True) -> Any:
        X, y = super()._check_X_y(X, y, reset)
        return self._there(X), y

    def _there(self, X: Any) -> Any:
        """Return 1 for what is above the threshold, in a sparse matrix with the same places."""
        if self.binarize is None:
            return X
        if not scipy.sparse.issparse(X):
            return (X > self.binarize).astype(np.float64)
        data = (X.data > self.binarize).astype(np.float64)
        return type(X)((data, X.indices, X.indptr), shape=X.shape)

    def _update_feature_log_prob(self, alpha: Any) -> None:
        super()._update_feature_log_prob(alpha)
        # A copy: those of now, whatever becomes of class_count_.
        self._documents = np.array(self.class_count_, np.float64)

    def _log_probabilities(self, columns: Columns) -> Floats:
        alpha = self._alpha_of(columns)
        smoothed = self._counts.of(columns) + alpha
        smoothed_totals = self._documents + alpha * 2
        return np.asarray(np.log(smoothed) - np.log(smoothed_totals))

    def _parts(self) -> tuple[Floats, Floats, Floats]:
        """Return the weights, features × labels.

        The offset, with the log P of all features being absent; and 1 for.
        features that every document of a label has, whose absence is impossible."""
        always = np.isclose(self.feature_log_prob_, 0.0, rtol=0, atol=1e-15)
        present = np.where(always, np.log(0.5), self.feature_log_prob_)  # any P but 1
        absent = np.where(always, 0.0, np.log(1 - np.exp(present)))
        weights = self.feature_log_prob_ - absent
        offset = self.class_log_prior_ + absent.sum(axis=1)
        return weights.T, offset, always.T.astype(np.float64)

    def _joint_log_likelihood(self, X: Any) -> Floats:
        weights, offset, always = self._parts()
        joint = product(X, weights) + offset
        if always.any():
            joint[X @ always < always.sum(axis=0)] = -np.inf
        return joint

    def _linear_weights(self) -> Weights:
        weights, offset, always = self._parts()
        return full_weights(weights, offset, self.class_log_prior_, always=always)


class BinomialNB(CountNB):
    """Naive Bayes over how often each feature came, out of how many trials the document had.

    P(x | label) with t = (count + alpha) / (trials + 2 alpha): x log t + (trials - x) log(1 - t).
    The trials of a document are the sum of its row ("length"), or the same number for all.

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

    def _init_counters(self, n_classes: int, n_features: int) -> None:
        super()._init_counters(n_classes, n_features)
        self.trial_count_ = np.zeros(n_classes)

    def _trials(self, X: Any) -> Floats:
        check_non_negative(X, "BinomialNB (input X)")
        if self.trials == "length":
            return np.asarray(X.sum(axis=1), np.float64).reshape(-1)
        if X.max() > self.trials:
            raise ValueError(
                f"a count must be at most the {self.trials} trials; got {X.max()}. Raise trials."
            )
        return np.full(X.shape[0], float(self.trials))

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        trials = self._trials(X)
        super()._add(X, document_labels)
        self.trial_count_ += document_labels.add_to(
            np.zeros((1, len(self.classes_))), trials[:, None]
        )

    def _update_feature_log_prob(self, alpha: Any) -> None:
        smoothed = self._counts.of(ALL).T + alpha
        smoothed_trials = self.trial_count_[:, None] + 2 * np.asarray(alpha)
        self.success_probability_ = smoothed / smoothed_trials

    def _joint_log_likelihood(self, X: Any) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            hit = np.log(self.success_probability_)
            miss = np.log1p(-self.success_probability_)
            all_miss = np.outer(self._trials(X), miss.sum(axis=1))
            return np.asarray(X @ (hit - miss).T + all_miss + self.class_log_prior_)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
