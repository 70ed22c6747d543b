"""Naive Bayes with a distribution of its own for each column: log-likelihoods add."""

from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils._param_validation import Interval, StrOptions

from linnet.sklearn.bayes import DiscreteNB, NaiveBayes
from linnet.sklearn.categorical_bayes import CategoricalNB
from linnet.sklearn.count_bayes import BernoulliNB, MultinomialNB
from linnet.sklearn.feature_counts import DocumentLabels, LabelWeights
from linnet.sklearn.gaussian_bayes import GaussianNB
from linnet.sklearn.matrices import Floats

COUNTING: dict[str, type[MultinomialNB | BernoulliNB | CategoricalNB]] = {
    "multinomial": MultinomialNB,
    "bernoulli": BernoulliNB,
    "categorical": CategoricalNB,
}
NAMES = (*COUNTING, "gaussian")
POSITIVE = {"multinomial", "categorical"}  # those that take no values below 0


class MixedNB(DiscreteNB):
    """Naive Bayes over columns of several kinds.

    `distributions` names the one of each column, or of all.

    >>> mixed = MixedNB(["categorical", "gaussian"])
    >>> mixed = mixed.fit([[0, 1.6], [0, 1.7], [1, 1.0], [0, 1.2]], [1, 1, 0, 0])
    >>> mixed.predict([[0, 1.5], [1, 1.1]]).tolist()
    [1, 0]
    """

    _parameter_constraints = {
        **DiscreteNB._parameter_constraints,
        "distributions": [StrOptions(set(NAMES)), "array-like"],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        distributions: Any = "gaussian",
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        var_smoothing: float = 1e-9,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.distributions = distributions
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.var_smoothing = var_smoothing
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _init_counters(self, n_classes: int, n_features: int) -> None:
        super()._init_counters(n_classes, n_features)
        distinct = dict.fromkeys(self._names())
        self.parts_ = {name: self._part(name) for name in distinct}

    def _names(self) -> list[str]:
        """Return the distribution of each column."""
        n_columns = self.n_features_in_
        if isinstance(self.distributions, str):
            names = [self.distributions] * n_columns
        else:
            names = [str(name) for name in self.distributions]
        if len(names) != n_columns or not set(names) <= set(NAMES):
            raise ValueError(
                f"distributions must name one of {', '.join(NAMES)} for each of the {n_columns} "
                f"columns; got {self.distributions!r}."
            )
        return names

    def _part(self, name: str) -> NaiveBayes:
        if name == "gaussian":
            n_labels = len(self.classes_)
            uniform = np.full(n_labels, 1 / n_labels)
            return GaussianNB(priors=uniform, var_smoothing=self.var_smoothing)
        estimator = COUNTING[name]
        return estimator(alpha=self.alpha, force_alpha=self.force_alpha, fit_prior=False)

    def _add(self, X: Any, document_labels: DocumentLabels) -> None:
        assert isinstance(document_labels, LabelWeights)
        super()._add(X, document_labels)
        labels = np.arange(len(self.classes_))
        for name, part in self.parts_.items():
            part.partial_fit(
                self._columns(X, name), document_labels.codes, labels, document_labels.weights
            )

    def _columns(self, X: Any, name: str) -> Any:
        names = np.array(self._names())
        columns = np.flatnonzero(names == name)
        if len(columns) < X.shape[1]:
            X = X[:, columns]
        if name == "categorical" and scipy.sparse.issparse(X):
            return X.toarray()
        return X

    def _update_feature_log_prob(self, alpha: Any) -> None:
        """Leave it to the parts."""

    def _joint_log_likelihood(self, X: Any) -> Floats:
        log_n_labels = np.log(len(self.classes_))  # takes the part's uniform prior away
        joint = np.tile(self.class_log_prior_, (X.shape[0], 1))
        for name, part in self.parts_.items():
            columns = self._columns(X, name)
            joint += part.predict_joint_log_proba(columns) + log_n_labels
        return joint

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        names = self.distributions
        if isinstance(names, str):
            names = [names]
        tags.input_tags.positive_only = not POSITIVE.isdisjoint(names)
        return tags
